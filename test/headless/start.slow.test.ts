/** The program begins wherever and whoever it is: what would only be nice, or is not needed, does not end it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectRoot } from '../../resources/tools/build.ts';
import { Scene } from '../support/scene.ts';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.end());

interface Given {
  readonly home?: string | undefined;
  /** Not the user who runs the tests, and without an entry among the users. */
  readonly stranger?: boolean;
  readonly directory?: string;
  readonly before?: string;
}

/** Runs the program from its sources. One that does not end is killed, and its status is null. */
function intray(args: readonly string[], { home, stranger = false, directory = scene.root, before }: Given) {
  const program = [process.execPath, join(projectRoot, 'electron', 'headless.ts'), ...args];
  const shell = before === undefined ? program : ['/bin/sh', '-c', `${before}; exec "$@"`, 'sh', ...program];
  const { status, stdout, stderr } = spawnSync(shell[0] ?? '', shell.slice(1), {
    ...{ cwd: directory, encoding: 'utf8', timeout: 60_000, killSignal: 'SIGKILL' },
    env: { PATH: process.env.PATH, ...(home !== undefined && { HOME: home }) },
    ...(stranger && { uid: 54_321, gid: 54_321 }),
  });
  return { status, stdout, stderr };
}

const version = { status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' };
const isRoot = process.getuid?.() === 0;

describe.skipIf(process.platform === 'win32')('the program begins', () => {
  it('where its home is not there, or empty', () => {
    expect(intray(['--version'], { home: join(scene.root, 'nowhere') })).toEqual(version);
    expect(intray(['--version'], { home: '' })).toEqual(version);
  });

  it.runIf(isRoot)('in the home of somebody else, which it may not look into', () => {
    const home = scene.directory('home');
    mkdirSync(join(home, '.cache'));
    // Temporary directories are their owner's alone.
    expect(intray(['--version'], { home, stranger: true, directory: '/' })).toEqual(version);
  });

  it.runIf(isRoot)('for a user who has no home', () => {
    expect(intray(['--version'], { stranger: true, directory: '/' })).toEqual(version);
    const { status, stderr } = intray(['status', '--data-dir', '/nowhere/data'], { stranger: true, directory: '/' });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('in a directory that has been removed', () => {
    const gone = scene.directory('gone');
    const before = `rmdir '${gone}'`;
    expect(intray(['--version'], { home: scene.root, directory: gone, before })).toEqual(version);
    mkdirSync(gone);
    const { status, stderr } = intray(['status', '--data-dir', 'here'], { home: scene.root, directory: gone, before });
    expect(status).toBe(2);
    expect(stderr).not.toContain('    at ');
  });
});

it.runIf(process.platform === 'linux')('a data directory where none can be made is refused, and soon', () => {
  const folder = scene.folderPath;
  const commands = [
    ['run', folder, '--extraction', 'e', '--url', 'http://127.0.0.1:9', '--data-dir', '/proc/nope'],
    ['demo', '--folder', '/proc/nope/demo'],
  ];
  for (const args of commands) {
    const { status, stderr } = intray(args, { home: scene.root });
    expect(status, stderr).toBe(2);
    expect(stderr).toContain('/proc');
    expect(stderr).not.toContain('    at ');
  }
  expect(() => rmdirSync('/proc/nope')).toThrow();
});
