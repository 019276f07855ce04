import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { headlessCommand, headlessProgram, projectRoot } from '../../resources/tools/build.ts';

const out = join(projectRoot, 'out');
const read = (...path: string[]): string => readFileSync(join(out, ...path), 'utf8');

describe('The build', () => {
  it('makes four bundles', () => {
    for (const file of ['main/main.js', 'main/headless.js', 'preload/preload.cjs', 'renderer/index.html']) {
      expect(existsSync(join(out, file)), file).toBe(true);
    }
  });

  it('leaves Electron out of everything that the command-line program can load', () => {
    const { bare, files } = reach(headlessProgram);
    expect(files).toContain(headlessProgram);
    expect(bare.filter((name) => /^electron(\/|-store|$)/.test(name))).toEqual([]);
  });

  it('sees Electron in the desktop program, so that the test above can fail', () => {
    expect(reach(join(out, 'main', 'main.js')).bare).toContain('electron');
  });

  it('begins the command-line program with the line that makes it a command, and holds its memory down', () => {
    // BusyBox's `env`, as in Alpine, splits no arguments.
    expect(read('main', 'headless.js').split('\n', 1)).toEqual(['#!/usr/bin/env node']);
    const heap = 'console.log(process.execArgv.join(), process.pid)';
    const asked = spawnSync(process.execPath, ['--import', `data:text/javascript,${heap}`, ...headlessCommand(['--version'])]);
    const [before, after, version] = asked.stdout.toString().split('\n');
    expect(version).toBe(packageJson.version);
    // It takes its own place, with one flag more and under the same process id.
    expect(after).toMatch(/^--max-semi-space-size=8,--import/);
    expect(after?.split(' ').at(-1)).toBe(before?.split(' ').at(-1));
  });

  it('puts the preload script into one file that needs nothing but Electron', () => {
    const preload = read('preload', 'preload.cjs');
    expect([...preload.matchAll(/require\("([^"]+)"\)/g)].map((match) => match[1])).toEqual(['electron']);
    expect(preload).not.toMatch(/^\s*(import|export)\b/m);
  });

  it('gives the page a policy that lets it load its own files and nothing else', () => {
    expect(read('renderer', 'index.html')).toMatch(/Content-Security-Policy"\s+content="default-src 'none'; script-src 'self';/);
  });
});

/** Every file that a bundle can come to load, lazily too, and every package or built-in module that these name. */
function reach(entry: string): { readonly files: readonly string[]; readonly bare: readonly string[] } {
  const files = new Set<string>([entry]);
  const bare = new Set<string>();
  for (const file of files) {
    const code = readFileSync(file, 'utf8');
    for (const match of code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"([^"\n]+)"/g)) {
      const name = match[1] ?? '';
      if (name.startsWith('.')) files.add(join(dirname(file), name));
      else bare.add(name);
    }
  }
  return { files: [...files], bare: [...bare] };
}
