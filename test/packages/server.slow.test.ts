import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplesDirectory } from '../../electron/headless/input/resources.ts';
import { type Sandbox, startSandbox } from '../../electron/sandbox/sandbox.ts';
import { makeRoutes } from '../../electron/workspace/service/sandbox-keeper.ts';
import { projectRoot } from '../../resources/tools/build.ts';
import { itWith } from '../support/programs.ts';
import { type Intray, startIntray, stopAll } from '../support/run-intray.ts';
import { Scene } from '../support/scene.ts';

const server = join(projectRoot, 'resources', 'server');
const webhookSecret = `whsec_${Buffer.from('a secret of this test alone').toString('base64')}`;
const sample = 'Invoice Brightwater Consulting.docx';

describe.skipIf(process.platform === 'win32')('intray watch as a service', () => {
  const scene = new Scene();
  const [first, second, home, bin] = ['first', 'second', 'home', 'bin'].map((name) => scene.directory(name)) as [
    string,
    string,
    string,
    string,
  ];
  const [config, data, told] = ['intray.json', 'data', 'told'].map((name) => join(scene.root, name)) as [string, string, string];
  let sandbox: Sandbox;
  let intray: Intray;
  let extraction: string;
  let at: string;

  const configure = (...folders: string[]) =>
    writeFileSync(
      config,
      JSON.stringify({
        url: sandbox.url,
        folders: folders.map((path) => ({
          path,
          existing: 'send',
          settleSeconds: 0.1,
          route: { kind: 'extraction', id: extraction },
        })),
      }),
    );
  const scan = async (folder: string, name: string, content = sample) => {
    copyFileSync(join(samplesDirectory(), content), join(folder, name));
    await intray.until(`${name} has its result`, () => existsSync(join(folder, `${name}.json`)));
  };
  const metric = async (name: string) => {
    const text = await (await fetch(`${at}/metrics`)).text();
    return {
      text,
      value: Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      ),
    };
  };

  beforeAll(async () => {
    sandbox = await startSandbox();
    ({ extraction } = await makeRoutes(sandbox, samplesDirectory()));
    configure(first);
    writeFileSync(join(scene.root, 'key'), `${sandbox.keys[0]?.key}\n`);
    writeFileSync(join(scene.root, 'webhook-secret'), `${webhookSecret}\n`);
    // What systemd would be told.
    writeFileSync(join(bin, 'systemd-notify'), `#!/bin/sh\necho "$@" >> '${told}'\n`);
    chmodSync(join(bin, 'systemd-notify'), 0o755);
    const free = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    at = `http://127.0.0.1:${port}`;
    intray = startIntray({
      args: ['watch', '--config', config, '--log', 'lines', '--health-port', String(port), '--webhooks'],
      home,
      environment: {
        INTRAY_API_KEY_FILE: join(scene.root, 'key'),
        INTRAY_WEBHOOK_SECRET_FILE: join(scene.root, 'webhook-secret'),
        INTRAY_DATA_DIR: data,
        NOTIFY_SOCKET: '/none',
        WATCHDOG_USEC: '300000',
        PATH: `${bin}:${process.env.PATH}`,
      },
    });
    await intray.until('it says that it watches', () => intray.stderr().includes('Watching 1 folder for http://127.0.0.1'));
  });
  afterAll(async () => {
    await stopAll();
    await sandbox.close();
    await scene.end();
  });

  it('takes its key from a file, and works in the data directory that the environment names', async () => {
    await scan(first, 'one.docx');
    expect(existsSync(join(data, 'ledger.sqlite'))).toBe(true);
    expect(intray.stderr()).toMatch(/^\d{4}-\d\d-\d\dT\S+ info begun/m);
    expect(intray.stderr()).not.toContain(sandbox.keys[0]?.key ?? 'a key');
  });

  it('tells systemd that it has begun, and that it goes on', async () => {
    await expect.poll(() => readFileSync(told, 'utf8')).toMatch(/^--ready\n(WATCHDOG=1\n){2}/);
  });

  it('says that it is alive and ready, and how it goes, without naming a document', async () => {
    expect(await (await fetch(`${at}/healthz`)).json()).toEqual({ live: true, ready: true });
    expect((await fetch(`${at}/healthz/ready`)).status).toBe(200);
    expect((await fetch(`${at}/elsewhere`)).status).toBe(404);
    expect((await fetch(`${at}/metrics`, { method: 'POST' })).status).toBe(404);
    // It is written before it is recorded as delivered.
    await expect.poll(async () => (await metric('intray_ready')).text).toMatch(/^intray_result_seconds_count 1$/m);
    const { text } = await metric('intray_ready');
    expect(text).toMatch(/^intray_documents\{state="[a-z_]+"\} 1$/m);
    expect((await metric('intray_service_requests_total')).value).toBeGreaterThan(1);
    expect((await metric('intray_ledger_bytes')).value).toBeGreaterThan(1000);
    expect(text).not.toMatch(/docx|scans|first|127\.0/);
  });

  itWith('promtool', 'speaks as Prometheus wants it', async () => {
    const { text } = await metric('intray_ready');
    const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
    expect([checked.status, checked.stderr + checked.stdout]).toEqual([0, '']);
  });

  it('takes the service’s events, and is never told more by them than when to ask', async () => {
    sandbox.control.registerWebhook(`${at}/webhooks`, webhookSecret);
    await scan(first, 'announced.pdf', 'Facture 2026-118.pdf');
    await expect
      .poll(() => sandbox.control.deliveries().map(({ type, state }) => `${type} ${state}`))
      .toEqual(['file.processed delivered', 'extraction.completed delivered']);
    expect(intray.stderr()).toMatch(/an event of the service type="extraction.completed" verified=true/);
    const post = async (body: string) => (await fetch(`${at}/webhooks`, { method: 'POST', body })).status;
    expect([await post('{"data":{}}'), await post('x'.repeat(300_000))]).toEqual([400, 413]);
  });

  it('takes up the folders of a changed config file at SIGHUP, keeps what it has, and stays at a broken one', async () => {
    writeFileSync(config, '{');
    intray.signal('SIGHUP');
    await intray.until('it names the mistake', () => intray.stderr().includes('cannot be used as it is'));
    configure(first, second);
    intray.signal('SIGHUP');
    await intray.until('it watches both', () => intray.stderr().includes('Watching 2 folders'));
    await scan(second, 'two.docx');
    await scan(first, 'three.docx');
    expect((await metric('intray_folders')).value).toBe(2);
  });

  it('ends when it is asked to, and tells so', async () => {
    intray.signal('SIGTERM');
    expect((await intray.ended).code).toBe(0);
    await expect.poll(() => readFileSync(told, 'utf8')).toContain('--stopping');
  });
});

describe.skipIf(process.platform !== 'linux')('The files for a server', () => {
  /** The unit, starting a program that is there. */
  function unit(): { readonly scene: Scene; readonly file: string } {
    const scene = new Scene();
    const file = join(scene.root, 'intray.service');
    writeFileSync(file, readFileSync(join(server, 'intray.service'), 'utf8').replace('/usr/bin/intray', '/bin/sh'));
    return { scene, file };
  }

  itWith('systemd-analyze', 'have a unit that systemd accepts and finds well locked up', async () => {
    const { scene, file } = unit();
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
    expect(verified.stderr.split('\n').filter((line) => line.includes('intray'))).toEqual([]);
    expect(verified.status).toBe(0);
    const secure = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', file], { encoding: 'utf8' });
    expect(secure.status, secure.stdout.split('\n').slice(-3).join('\n')).toBe(0);
    await scene.end();
  });

  itWith(['systemd-notify', 'python3'], 'have words with systemd that its own program passes on', () => {
    const script = `import os, socket, subprocess, tempfile
path = os.path.join(tempfile.mkdtemp(), 's')
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); s.bind(path); s.settimeout(10)
p = subprocess.Popen(['systemd-notify', '--no-block', '--ready'], env={**os.environ, 'NOTIFY_SOCKET': path})
print(s.recv(4096).decode()); p.wait()`;
    expect(execFileSync('python3', ['-c', script], { encoding: 'utf8' })).toContain('READY=1');
  });

  it('have a container that runs what the npm package installs, under a fixed user and on a root that is not written to', () => {
    const container = readFileSync(join(server, 'Containerfile'), 'utf8');
    expect(container).toMatch(/^USER 10001:10001$/m);
    expect(container).toMatch(/^HEALTHCHECK /m);
    const command = JSON.parse(/^CMD (\[.*\])$/m.exec(container)?.[1] ?? '[]') as string[];
    expect(command.slice(0, 2)).toEqual(['watch', '--config']);
    const compose = readFileSync(join(server, 'compose.yaml'), 'utf8');
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'secrets: [intray_key]']) expect(compose).toContain(line);
  });
});
