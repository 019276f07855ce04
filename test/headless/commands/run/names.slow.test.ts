import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommandLine } from '../../../../electron/headless/command-line.ts';
import { type Sandbox, startSandbox } from '../../../../electron/sandbox/sandbox.ts';
import { quickDocuments } from '../../../engine/support/quick-documents.ts';
import { makeFile } from '../../../support/make-files.ts';
import { type TestHost, testHost } from '../../test-host.ts';

const samples = join(import.meta.dirname, '../../../../resources/samples');

let root: string;
let sandbox: Sandbox;
let hosts: TestHost[];
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'intray-names-')));
  sandbox = await startSandbox({ documents: quickDocuments, delays: { queued: [0, 0], processing: [0, 0] } });
  hosts = [];
  for (const name of ['bills', 'letters']) {
    await mkdir(join(root, name));
    await copyFile(join(samples, 'Rechnung Alpenblick Treuhand.pdf'), join(root, name, `${name}.pdf`));
  }
});
afterEach(async () => {
  for (const host of hosts) host.raise('SIGTERM');
  await sandbox.close();
  await rm(root, { recursive: true, force: true });
});

function newHost(): TestHost {
  const environment = { INTRAY_API_KEY: sandbox.keys[0]?.key ?? '', INTRAY_URL: sandbox.url };
  const host = testHost({ directory: root, environment });
  hosts.push(host);
  return host;
}

const data = ['--data-dir', 'data'];

async function intray(...args: string[]): Promise<{ readonly code: number; readonly output: string; readonly messages: string }> {
  const host = newHost();
  const code = await runCommandLine([...args, ...data], host);
  return { code, output: host.output.text, messages: host.messages.text };
}

async function make(name: string): Promise<string> {
  await writeFile(
    join(root, 'details.json'),
    JSON.stringify({ name, fields: [{ key: 'total', description: 'The amount to pay' }] }),
  );
  await makeFile(join(root, 'sample.png'), `a sample of ${name}`);
  const { code, output, messages } = await intray(
    'route',
    'extraction',
    'create',
    '--details',
    'details.json',
    '--file',
    'sample.png',
    '--json',
  );
  expect(code, messages).toBe(0);
  return JSON.parse(output).extractionId;
}

const delivered = (name: string) => existsSync(join(root, name, `${name}.pdf.json`));
const uploads = () => sandbox.requests.list().filter(({ path }) => path.endsWith('/uploadFiles')).length;

describe('an extraction by its name', () => {
  it('is where a run sends, and one that is not known is refused before anything is sent', async () => {
    expect(await intray('run', 'bills', '--extraction-name', 'Bills')).toMatchObject({
      code: 2,
      messages: expect.stringMatching(
        /--extraction-name names the extraction “Bills”, but Intray knows none.*intray route extraction create/,
      ),
    });
    await make('Bills');
    expect(await intray('run', 'bills', '--extraction-name', 'Bils')).toMatchObject({
      code: 2,
      messages: expect.stringMatching(/“Bils”, which Intray does not know at http.*; it knows Bills\. Make it/),
    });
    expect(uploads()).toBe(0);
    expect(await intray('run', 'bills', '--extraction-name', 'Bills', '--settle-seconds', '0.1')).toMatchObject({ code: 0 });
    expect(delivered('bills')).toBe(true);
    const ids = [await make('Twice'), await make('Twice')];
    const twice = await intray('run', 'letters', '--extraction-name', 'Twice');
    expect(twice).toMatchObject({ code: 2, messages: expect.stringMatching(/several extractions are called that/) });
    for (const id of ids) expect(twice.messages).toContain(id);
    expect(uploads()).toBe(1);
  });

  it('is checked in a config file', async () => {
    const id = await make('Bills');
    const next = { categories: { Bill: { extraction: { name: 'Bils' }, linked: false } } };
    const folders = [
      { path: 'bills', route: { kind: 'extraction', name: 'Bills' } },
      { path: 'letters', route: { kind: 'classification', id: 'c' }, next },
    ];
    const config = join(root, 'intray.json');
    await writeFile(config, JSON.stringify({ folders }));
    const refused = await intray('config', 'check', 'intray.json');
    expect(refused).toMatchObject({ code: 2, output: '' });
    expect(refused.messages).toMatch(
      /intray\.json: folders\[1\]\.next\.categories\.Bill\.extraction names the extraction “Bils”/,
    );
    next.categories.Bill.extraction.name = 'Bills';
    await writeFile(config, JSON.stringify({ folders }));
    expect(await intray('config', 'check', 'intray.json')).toMatchObject({ code: 0 });
    // With the id no ledger is asked for.
    await writeFile(config, JSON.stringify({ folders: [{ path: 'bills', route: { kind: 'extraction', id } }] }));
    await rm(join(root, 'data'), { recursive: true });
    expect(await intray('config', 'check', 'intray.json')).toMatchObject({ code: 0 });
  });

  it('that is not known holds its folder, while the others go on, until it is made', async () => {
    await make('Bills');
    const folders = ['Bills', 'Letters'].map((name) => ({
      path: name.toLowerCase(),
      route: { kind: 'extraction', name },
      existing: 'send',
      settleSeconds: 0.1,
    }));
    await writeFile(join(root, 'intray.json'), JSON.stringify({ folders }));
    const host = newHost();
    const ended = runCommandLine(['watch', '--config', 'intray.json', ...data], host);
    await vi.waitFor(() => expect(delivered('bills'), host.messages.text).toBe(true), 20_000);
    expect(host.messages.text).toMatch(/folders\[1\]\.route\.name names the extraction “Letters”, which Intray does not know/);
    expect(host.messages.text).toContain(`Nothing is sent from ${join(root, 'letters')} meanwhile`);
    expect([uploads(), delivered('letters')]).toEqual([1, false]);
    await make('Letters');
    host.raise('SIGHUP');
    await vi.waitFor(() => expect(delivered('letters'), host.messages.text).toBe(true), 20_000);
    expect(host.messages.text).toContain('that Intray did not know are known now');
    expect(uploads()).toBe(2);
    host.raise('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('that is not known in the only folder refuses the start', async () => {
    await writeFile(
      join(root, 'intray.json'),
      JSON.stringify({ folders: [{ path: 'bills', route: { kind: 'extraction', name: 'Bills' } }] }),
    );
    expect(await intray('watch', '--config', 'intray.json')).toMatchObject({ code: 2 });
    expect(existsSync(join(root, 'data'))).toBe(false);
  });
});
