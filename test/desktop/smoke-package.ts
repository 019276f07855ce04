/**
 * Starts the program as it was packed (`out/packages`), in a home of its own, with a folder and the sandbox in its
 * settings; waits until two sample documents, one of them a PDF, have their results beside them; asks it to leave; then has
 * its command line work through the demo. Ends with 1 if anything of that fails. Its fuses let nobody debug it, so it is looked
 * at from outside.
 */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '../../resources/tools/build.ts';
import { prepareData } from './prepare-data.ts';

const timeoutMs = 120_000;

function packedProgram(): string {
  const places: Readonly<Record<string, string>> = {
    linux: 'out/packages/linux*-unpacked/intray-desktop',
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

const packed = packedProgram();
const program = spawn(packed, [], {
  env: { ...process.env, HOME: home, INTRAY_DATA_DIR: data },
  stdio: 'inherit',
});
const ended = new Promise<number | null>((resolve) => program.once('close', resolve));
// PDF files are read by another process, with tables that lie beside it.
const samples = ['Invoice Brightwater Consulting.docx', 'invoice-2026-0417.pdf'];
const since = performance.now();
for (const sample of samples) copyFileSync(join(projectRoot, 'resources', 'samples', sample), join(folder, sample));
const missing = () => samples.filter((sample) => !existsSync(join(folder, `${sample}.json`)));
while (missing().length > 0 && program.exitCode === null && performance.now() - since < timeoutMs) await pause(250);
const undelivered = missing();
program.kill('SIGTERM');
const code = await Promise.race([ended, pause(20_000).then(() => 'it did not leave')]);
if (code === 'it did not leave') program.kill('SIGKILL');
console.log(`The packed program delivered all but ${undelivered.length} of ${samples.length} documents (${code}).`);

const launcher = process.platform === 'win32' ? 'resources/bin/intray.cmd' : 'resources/bin/intray';
const above = process.platform === 'darwin' ? '../Resources/bin/intray' : launcher;
const demo = spawnSync(`"${join(dirname(packed), above)}"`, ['demo', '--folder', `"${join(root, 'demo')}"`], {
  env: { ...process.env, HOME: home, DISPLAY: '', WAYLAND_DISPLAY: '' },
  shell: true,
  timeout: timeoutMs,
  encoding: 'utf8',
});
console.log(`${demo.stdout}${demo.stderr}Its command line ended with ${demo.status ?? demo.signal}.`);
const worked = demo.status === 0 && existsSync(join(root, 'demo', 'extracted', 'invoice-2026-0417.pdf.json'));
rmSync(root, { recursive: true, force: true, maxRetries: 5 });
process.exitCode = worked && undelivered.length === 0 && code !== 'it did not leave' ? 0 : 1;
