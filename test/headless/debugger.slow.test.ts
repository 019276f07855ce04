import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it.skipIf(process.platform === 'win32')('no debugger is opened in the process that holds the key', async () => {
  const program = join(import.meta.dirname, '../../electron/headless.ts');
  const child = spawn(process.execPath, [program, 'sandbox', '--json'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  child.stderr.on('data', (text: Buffer) => said.push(text.toString()));
  try {
    await once(child.stdout, 'data');
    // Node opens a debugger at the first one. The signals are delivered in turn, so the program ends after both.
    child.kill('SIGUSR1');
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(said.join('')).not.toContain('Debugger listening');
  } finally {
    child.kill('SIGKILL');
  }
});
