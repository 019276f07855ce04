import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { hasProgram } from '../support/programs.ts';

/** Another user of the machine, who may write to the share and nothing else. */
export const nobody = 65_534;

/** What an attack by another user needs; undefined if it is all there. */
export const missingForAttack =
  process.platform !== 'linux' || process.getuid?.() !== 0
    ? 'a second user on Linux (run as root)'
    : ['setpriv', 'python3'].find((program) => !hasProgram(program));

/** A share that everybody may write to, and beside it a directory that is private. */
export class Scene {
  readonly root = mkdtempSync(join(tmpdir(), 'intray-hostile-'));
  readonly share = join(this.root, 'share');
  readonly private = join(this.root, 'private');

  constructor() {
    chmodSync(this.root, 0o755);
    mkdirSync(this.share);
    chownSync(this.share, nobody, nobody);
    chmodSync(this.share, 0o777);
    mkdirSync(this.private, 0o700);
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
  }

  /** The attacker's own directory or file in the share. */
  own(name: string, content?: string | Uint8Array): string {
    const path = join(this.share, name);
    if (content === undefined) mkdirSync(path);
    else writeFileSync(path, content);
    chownSync(path, nobody, nobody);
    return path;
  }

  /**
   * Runs a program in Python as the attacker, again and again, beside `work`, until `isOver`, which gets how often it has gone round. It has `os`, `share`,
   * `private`, `turn` (from 0) and `exchange(a, b)`, which swaps two names at once.
   */
  async attack(round: string, isOver: (rounds: number) => boolean, work: () => Promise<void>): Promise<void> {
    const program = [
      'import os, sys, ctypes, time, random, itertools',
      'share, private = sys.argv[1:3]',
      'random.seed(1)',
      'libc = ctypes.CDLL(None)',
      'def exchange(a, b):',
      '  if libc.syscall(ctypes.c_long(316 if os.uname().machine == "x86_64" else 276), -100, a.encode(), -100, b.encode(), 2): raise OSError("renameat2")',
      'def attack(turn):',
      ...round.split('\n').map((line) => `  ${line}`),
      'for turn in itertools.count():',
      '  attack(turn)',
      '  os.write(1, b".")',
    ].join('\n');
    const as = ['--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups'];
    const attacker = spawn('setpriv', [...as, 'python3', '-c', program, this.share, this.private], {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(attacker, 'exit');
    let seen = 0;
    attacker.stdout.on('data', (dots: Buffer) => {
      seen += dots.length;
    });
    try {
      while (!isOver(seen)) {
        if (attacker.exitCode !== null) throw new Error('The attacker has given up.');
        await work();
        await eventLoopTurn();
      }
    } finally {
      attacker.kill('SIGKILL');
      await ended;
    }
  }
}
