/**
 * The container of `resources/server`: builds its image from what `npm pack` makes, runs it as `compose.yaml` would (a root that
 * is not written to, no capabilities, a user of its own), with the sandbox on this machine as the service, and looks whether
 * documents get their results, the health check passes, and it ends when it is asked to. Ends with 1 if anything of that fails.
 * CONTAINER_ENGINE (`docker`, else as given), CONTAINER_BUILD and CONTAINER_RUN (more flags) follow the machine.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox } from '../../electron/sandbox/sandbox.ts';
import { makeRoutes } from '../../electron/workspace/service/sandbox-keeper.ts';
import { projectRoot } from '../../resources/tools/build.ts';

const timeoutMs = 60_000;
const user = 10_001;
const words = (name: string) => (process.env[name] ?? '').split(' ').filter((word) => word !== '');
const [engine = 'docker', ...engineFlags] = words('CONTAINER_ENGINE');
const run = (args: readonly string[]) => {
  console.log(`$ ${engine} ${args.join(' ')}`);
  return spawnSync(engine, [...engineFlags, ...args], { encoding: 'utf8' });
};
const must = (args: readonly string[]) => {
  const { status, stdout, stderr } = run(args);
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  return stdout.trim();
};

const root = mkdtempSync(join(tmpdir(), 'intray-container-'));
const [context, scans] = [join(root, 'context'), join(root, 'scans')];
const samples = ['Invoice Brightwater Consulting.docx', 'invoice-2026-0417.pdf'];
const samplesDirectory = join(projectRoot, 'resources', 'samples');
const containerfile = readFileSync(join(projectRoot, 'resources', 'server', 'Containerfile'), 'utf8');
const check = JSON.parse(/^HEALTHCHECK [^[]*(\[.*\])$/m.exec(containerfile.replaceAll('\\\n', ''))?.[1] ?? '[]') as string[];
const sandbox = await startSandbox();
const image = 'localhost/intray-check';
try {
  for (const directory of [context, scans]) mkdirSync(directory);
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', context], { cwd: projectRoot, stdio: 'ignore' });
  writeFileSync(join(context, 'Containerfile'), containerfile);
  must(['build', ...words('CONTAINER_BUILD'), '-t', image, '-f', join(context, 'Containerfile'), context]);
  console.log(must(['image', 'inspect', '--format', 'user {{.Config.User}}, {{.Size}} bytes', image]));

  const { extraction } = await makeRoutes(sandbox, samplesDirectory);
  const folder = { path: '/scans', existing: 'send', settleSeconds: 0.1, route: { kind: 'extraction', id: extraction } };
  writeFileSync(join(root, 'intray.json'), JSON.stringify({ url: sandbox.url, folders: [folder] }));
  writeFileSync(join(root, 'intray.key'), sandbox.keys[0]?.key ?? '', { mode: 0o600 });
  for (const path of ['scans', 'intray.key']) chownSync(join(root, path), user, user);
  chmodSync(root, 0o755);
  const [settings, key] = [join(root, 'intray.json'), join(root, 'intray.key')];
  const id = must([
    ...['run', '--detach', '--network', 'host', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'],
    ...['--security-opt', 'no-new-privileges', ...words('CONTAINER_RUN'), '-v', `${scans}:/scans`],
    ...['-v', `${settings}:/etc/intray/intray.json:ro`, '-v', `${key}:/run/secrets/intray_key:ro`, image],
  ]);
  const since = performance.now();
  for (const sample of samples) copyFileSync(join(samplesDirectory, sample), join(scans, sample));
  const missing = () => samples.filter((sample) => !existsSync(join(scans, `${sample}.json`)));
  const isHealthy = () => run(['exec', id, ...check]).status === 0;
  while ((missing().length > 0 || !isHealthy()) && performance.now() - since < timeoutMs) await pause(500);
  const [undelivered, healthy] = [missing(), isHealthy()];
  const other = run(['exec', id, 'node', '-e', 'require("node:fs").writeFileSync("/usr/intray", "")']);
  must(['stop', '--time', '20', id]);
  const code = must(['inspect', '--format', '{{.State.ExitCode}}', id]);
  const { stdout, stderr } = run(['logs', id]);
  must(['rm', id]);
  console.log(`${stdout}${stderr}`);
  const isReadOnly = other.status !== 0 && other.stderr.includes('EROFS');
  console.log({ undelivered, healthy, isReadOnly, code });
  process.exitCode = undelivered.length === 0 && healthy && isReadOnly && code === '0' ? 0 : 1;
} finally {
  await sandbox.close();
  run(['rmi', '--force', image]);
  rmSync(root, { recursive: true, force: true });
}
