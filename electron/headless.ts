#!/usr/bin/env node
// First: what is loaded after it asks for the home.
import './settings/home.ts';
import { setFlagsFromString } from 'node:v8';
import { allowSlowLines, keepCompiledModules, quietSqliteWarning } from './workspace/process-setup.ts';

/** The command-line program under plain Node. */
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Intray needs Node 24 or newer; this is ${process.versions.node}. In the project, npm run -s intray brings its own.`,
  );
  process.exit(2);
}
/**
 * Left to itself, V8 lets its room for young objects grow with each burst of work and never gives it back, so that a program
 * that holds no more than before takes half as much memory again. It can be told so only when it starts, and the first line
 * cannot say it: not every `env` splits arguments. So the program takes its own place, which neither Windows nor Electron offers.
 */
const memoryFlag = '--max-semi-space-size=8';
/**
 * And glibc gives each thread that works on the disk a pool of its own, which keeps what it once held: with two pools for all of them
 * the program holds a tenth less. Whoever sets it otherwise has it so.
 */
const pools = { MALLOC_ARENA_MAX: '2' };
if (process.platform !== 'win32' && process.versions.electron === undefined && !process.execArgv.includes(memoryFlag))
  process.execve?.(process.execPath, [process.execPath, memoryFlag, ...process.execArgv, ...process.argv.slice(1)], {
    ...pools,
    ...process.env,
  });
// It is not for the programs that this one starts.
if (process.env.MALLOC_ARENA_MAX === pools.MALLOC_ARENA_MAX) delete process.env.MALLOC_ARENA_MAX;
// Its room for old objects V8 lets double, and more, before it looks for what nobody holds: a quarter more is enough here.
setFlagsFromString('--heap-growing-percent=25');
keepCompiledModules();
quietSqliteWarning();
allowSlowLines();
// Node would open a debugger, through which anybody on this machine could read the key.
process.on('SIGUSR1', () => {});
const { main } = await import('./headless/command-line.ts');
process.exitCode = await main(process.argv.slice(2));
