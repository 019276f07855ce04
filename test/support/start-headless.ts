/** `npm run intray`, `demo` and their like: starts the built program as it is shipped, with the flags of its first line. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import { headlessCommand } from './build.ts';

const child = spawn(process.execPath, headlessCommand(process.argv.slice(2)), { stdio: 'inherit' });

// What a terminal says, it says to both: handed on as well, it would be a second Ctrl-C, which leaves at once.
const isToldToBoth = process.platform === 'win32' || [0, 1, 2].some((descriptor) => isatty(descriptor));
const handOn = (signal: NodeJS.Signals) => void child.kill(signal);
process.on('SIGTERM', handOn);
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, isToldToBoth ? () => undefined : handOn);

child.once('error', (error) => {
  console.error(`Intray could not be started: ${error.message}`);
  process.exitCode = 2;
});
child.once('close', (code, signal) => {
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
});
