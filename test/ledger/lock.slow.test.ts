import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { say } from '../../electron/core/messages/message.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { acquireDataDirectory, type Lock } from '../../electron/ledger/lock.ts';
import { temporaryDirectory } from './fixture.ts';

function acquired(directory: string): Lock {
  const lock = acquireDataDirectory(directory);
  if (!lock.ok) throw new Error(inEnglish(lock.error.message));
  onTestFinished(() => lock.value.release());
  return lock.value;
}

/** Takes the data directory that it is given, says so, and stays. */
const holder = `
  import { acquireDataDirectory } from ${JSON.stringify(new URL('../../electron/ledger/lock.ts', import.meta.url).href)};
  process.stdout.write(acquireDataDirectory(process.argv[1]).ok ? 'held' : 'refused');
  globalThis.gc();
  setInterval(() => {}, 1000);
`;

async function otherProcess(directory: string) {
  const process_ = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', holder, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void process_.kill('SIGKILL'));
  const [said] = await once(process_.stdout, 'data');
  return { said: String(said), process: process_ };
}

const mode = (path: string) => statSync(path).mode & 0o777;

describe('a data directory', () => {
  it.skipIf(process.platform === 'win32')('is made for its owner alone, and made so if it was not', () => {
    const made = join(temporaryDirectory(), 'a', 'b');
    acquired(made);
    expect(mode(made)).toBe(0o700);
    const open = join(temporaryDirectory(), 'open');
    mkdirSync(open);
    chmodSync(open, 0o755);
    acquired(open);
    expect(mode(open)).toBe(0o700);
  });

  it('has one holder at a time, who is named to the second', () => {
    const directory = temporaryDirectory();
    const first = acquired(directory);
    const second = acquireDataDirectory(directory);
    const { pid, host, since } = JSON.parse(readFileSync(join(directory, 'engine.json'), 'utf8'));
    expect([pid, host]).toEqual([process.pid, hostname()]);
    expect(Math.abs(Date.now() - Date.parse(since))).toBeLessThan(60_000);
    expect(second).toEqual({
      ok: false,
      error: {
        kind: 'held',
        message: say('ledger.heldBy', { path: directory, pid: String(pid), host, startedAt: Date.parse(since) }),
        holder: { pid, host, since },
      },
    });
    first.release();
    expect(existsSync(join(directory, 'engine.json'))).toBe(false);
    acquired(directory);
  });

  it('is not given up twice: the next holder keeps it', () => {
    const directory = temporaryDirectory();
    const first = acquired(directory);
    first.release();
    acquired(directory);
    first.release();
    expect(acquireDataDirectory(directory)).toMatchObject({ ok: false, error: { holder: { pid: process.pid } } });
  });

  it('is free again as soon as the process that held it is killed', async () => {
    const directory = temporaryDirectory();
    const other = await otherProcess(directory);
    expect(other.said).toBe('held');
    expect(acquireDataDirectory(directory)).toMatchObject({ ok: false, error: { holder: { pid: other.process.pid } } });
    other.process.kill('SIGKILL');
    await once(other.process, 'exit');
    expect(existsSync(join(directory, 'engine.json'))).toBe(true);
    acquired(directory);
    expect(JSON.parse(readFileSync(join(directory, 'engine.json'), 'utf8')).pid).toBe(process.pid);
    expect((await otherProcess(directory)).said).toBe('refused');
  });

  it('is held even if nobody can say by whom', () => {
    const directory = temporaryDirectory();
    acquired(directory);
    writeFileSync(join(directory, 'engine.json'), '{"pid":');
    expect(acquireDataDirectory(directory)).toEqual({
      ok: false,
      error: { kind: 'held', message: say('ledger.held', { path: directory }) },
    });
  });

  it('cannot be a file', () => {
    const file = join(temporaryDirectory(), 'data');
    writeFileSync(file, 'mine');
    const refused = acquireDataDirectory(file);
    expect(refused).toMatchObject({
      ok: false,
      error: {
        kind: 'unusable',
        message: say('ledger.directoryUnusable', { path: file, problem: say('ledger.problem.fileInPlace') }),
      },
    });
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});
