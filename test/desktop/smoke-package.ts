/**
 * Starts the program as it was packed (`out/packages`), in a home of its own, with a folder and the sandbox in its
 * settings; waits until a sample document has its result beside it; asks it to leave. Ends with 1 if anything of that
 * fails. Its fuses let nobody debug it, so it is looked at from outside.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '../../resources/tools/build.ts';
import { prepareData } from './prepare-data.ts';

const timeoutMs = 120_000;

function packedProgram(): string {
  const places: Readonly<Record<string, string>> = {
    linux: 'out/packages/linux*-unpacked/intray',
    win32: 'out/packages/win*-unpacked/Intray.exe',
    darwin: 'out/packages/mac*/Intray.app/Contents/MacOS/Intray',
  };
  const [found] = globSync(places[process.platform] ?? '', { cwd: projectRoot });
  if (found === undefined) throw new Error('There is no packed program: `npm run package` makes one.');
  return join(projectRoot, found);
}

const root = realpathSync(mkdtempSync(join(tmpdir(), 'intray-smoke-')));
const [home, data, folder] = ['home', 'data', 'scans'].map((name) => join(root, name)) as [string, string, string];
for (const directory of [home, data, folder]) mkdirSync(directory);
await prepareData(data, folder);

const program = spawn(packedProgram(), [], {
  env: { ...process.env, HOME: home, INTRAY_DATA_DIR: data },
  stdio: 'inherit',
});
const ended = new Promise<number | null>((resolve) => program.once('close', resolve));
const sample = 'Invoice Brightwater Consulting.docx';
const since = performance.now();
copyFileSync(join(projectRoot, 'resources', 'samples', sample), join(folder, sample));
while (!existsSync(join(folder, `${sample}.json`)) && program.exitCode === null && performance.now() - since < timeoutMs)
  await pause(250);
const delivered = existsSync(join(folder, `${sample}.json`));
program.kill('SIGTERM');
const code = await Promise.race([ended, pause(20_000).then(() => 'it did not leave')]);
if (code === 'it did not leave') program.kill('SIGKILL');
console.log(delivered ? `The packed program delivered ${sample}.` : `The packed program delivered nothing (${code}).`);
rmSync(root, { recursive: true, force: true, maxRetries: 5 });
process.exitCode = delivered && code !== 'it did not leave' ? 0 : 1;
