import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepCompiledModules } from '../../electron/workspace/process-setup.ts';
import { Scene } from '../support/scene.ts';

let scene: Scene;
let place: string;
let kept: readonly string[];

beforeEach(() => {
  scene = new Scene();
  place = scene.directory('cache');
  const paths: string[] = [];
  kept = paths;
  vi.spyOn(module, 'enableCompileCache').mockImplementation((options) => {
    paths.push(String(options));
    return { status: module.constants.compileCacheStatus.ENABLED };
  });
});
afterEach(() => scene.end());

it('what V8 makes of the modules is kept where a place for such things is the user’s own', () => {
  keepCompiledModules(join(place, 'intray'));
  mkdirSync(join(place, 'intray'));
  keepCompiledModules(join(place, 'intray'));
  expect(kept).toEqual([join(place, 'intray'), join(place, 'intray')]);
});

it.skipIf(process.platform === 'win32')('and nowhere that others can write to, or that is not there', () => {
  keepCompiledModules(join(place, 'nowhere', 'intray'));
  keepCompiledModules('/proc/nobody/.cache/intray');
  const own = join(place, 'intray');
  mkdirSync(own);
  chmodSync(own, 0o777);
  keepCompiledModules(own);
  chmodSync(own, 0o700);
  chmodSync(place, 0o775);
  keepCompiledModules(own);
  chmodSync(place, 0o700);
  if (process.getuid?.() === 0) {
    chownSync(own, 65_534, 65_534);
    keepCompiledModules(own);
  }
  expect(kept).toEqual([]);
  expect(existsSync(join(place, 'nowhere'))).toBe(false);
  expect(readdirSync(own)).toEqual([]);
});
