import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderSettingsSchema } from '../../../../electron/core/config/folder-settings.ts';
import { foreign } from '../../../../electron/core/messages/message.ts';
import { createWording } from '../../../../electron/core/messages/wording.ts';
import { type DoctorFlags, doctorEvents, doctorLines } from '../../../../electron/headless/commands/doctor/doctor.ts';
import { samplesDirectory } from '../../../../electron/headless/input/resources.ts';
import { openLedger } from '../../../../electron/ledger/ledger.ts';
import { type Sandbox, startSandbox } from '../../../../electron/sandbox/sandbox.ts';
import { ledgerPath } from '../../../../electron/settings/data-directory.ts';
import { fine, problem, warning } from '../../../../electron/workspace/health/machine-check.ts';
import { makeRoutes, type SampleRoutes } from '../../../../electron/workspace/service/sandbox-keeper.ts';
import { intray } from '../../intray.ts';
import { testHost } from '../../test-host.ts';

const wording = createWording('en', { now: Date.now });

describe('the report', () => {
  const checks = [
    fine('program', foreign('Intray 1 on Node 24.')),
    warning('watch', foreign('It is slow.'), foreign('Be patient.')),
    problem('folder', foreign(`/scans ${'is not there '.repeat(9)}`.trim()), foreign('Connect its share.')),
  ];

  it('says the state of each and what to do, within the width of the terminal', () => {
    const lines = doctorLines(checks, 80, wording);
    expect(lines.slice(0, 3)).toEqual([
      'ok       program  Intray 1 on Node 24.',
      'warning  watch    It is slow.',
      '                  → Be patient.',
    ]);
    expect(lines.slice(-3)).toEqual(['                  → Connect its share.', '', '1 problem, 1 warning; 1 of 3 checks OK.']);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('has one line per check and a sum for machines', () => {
    expect(doctorEvents(checks)).toMatchObject([
      { event: 'check', status: 'ok', area: 'program', seen: 'Intray 1 on Node 24.' },
      { event: 'check', status: 'warning', area: 'watch', seen: 'It is slow.', remedy: 'Be patient.' },
      { event: 'check', status: 'problem', area: 'folder', seen: expect.any(String), remedy: 'Connect its share.' },
      { event: 'doctor', exit: 1, ok: 1, warnings: 1, problems: 1 },
    ]);
  });

  it('succeeds with only warnings', () => {
    expect(doctorEvents(checks.slice(0, 2)).at(-1)).toMatchObject({ exit: 0 });
    expect(doctorLines(checks.slice(0, 1), 80, wording).at(-1)).toBe('No problem; 1 of 1 check OK.');
  });
});

describe('intray doctor, against the sandbox', () => {
  let root: string;
  let sandbox: Sandbox;
  let routes: SampleRoutes;
  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'intray-doctor-')));
    await mkdir(join(root, 'scans'));
    await mkdir(join(root, 'mail'));
    sandbox = await startSandbox();
    routes = await makeRoutes(sandbox, samplesDirectory());
  });
  afterEach(async () => {
    await sandbox.close();
    await rm(root, { recursive: true, force: true });
  });

  async function examine(flags: DoctorFlags, key = sandbox.keys[0]?.key) {
    const host = testHost({ directory: root, ...(key !== undefined && { kept: { [sandbox.url]: key } }) });
    const exit = await intray(['doctor'], { dataDir: join(root, 'data'), json: true, ...flags }, host);
    const lines = host.output.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, string>>);
    const of = (status: string) => lines.filter((line) => line.status === status).map(({ area, seen }) => `${area}: ${seen}`);
    return { exit, lines, ok: of('ok'), warnings: of('warning'), problems: of('problem'), text: host.output.text };
  }

  async function writeConfig(...folders: readonly object[]): Promise<string> {
    const file = join(root, 'intray.json');
    await writeFile(file, JSON.stringify({ url: sandbox.url, folders }));
    return file;
  }

  it('finds everything in order, costs no pages, and leaves nothing behind', async () => {
    const config = await writeConfig(
      { path: 'scans', route: { kind: 'extraction', id: routes.extraction } },
      { path: 'mail', route: { kind: 'classification', id: routes.classification } },
    );
    const before = await readdir(root, { recursive: true });
    const { exit, lines, ok, warnings, problems, text } = await examine({ config });
    expect(problems).toEqual([]);
    expect(exit).toBe(0);
    expect(warnings).toEqual([expect.stringMatching(/^route: .*only at the first upload/)]);
    for (const area of [
      'program',
      'data',
      'ledger',
      'engine',
      'folder',
      'watch',
      'disk',
      'keychain',
      'service',
      'route',
      'clock',
    ])
      expect(
        ok.some((line) => line.startsWith(`${area}: `)),
        area,
      ).toBe(true);
    expect(ok.join('\n')).toContain('“Invoices and receipts”');
    expect(ok.join('\n')).toContain('agrees with the service’s');
    expect(lines.at(-1)).toMatchObject({ event: 'doctor', exit: 0, problems: 0 });
    expect(await readdir(root, { recursive: true })).toEqual(before);
    const { perMonth, remaining } = sandbox.control.pages();
    expect(remaining).toBe(perMonth);
    expect(text).not.toContain(sandbox.keys[0]?.key);
  });

  it('names each thing that is wrong', async () => {
    const config = await writeConfig(
      { path: 'none', route: { kind: 'extraction', id: 'no-such-extraction' } },
      { path: 'scans', route: { kind: 'extraction', id: routes.extraction } },
      { path: 'scans/inner', route: { kind: 'extraction', id: routes.extraction } },
    );
    await mkdir(join(root, 'data'));
    await writeFile(ledgerPath(join(root, 'data')), 'no ledger at all'.repeat(500));
    const { exit, problems } = await examine({ config });
    expect(exit).toBe(1);
    expect(problems).toEqual([
      expect.stringMatching(/^ledger: .*damaged/),
      expect.stringMatching(/^folder: .*none does not exist/),
      expect.stringMatching(/^folder: .*inner does not exist/),
      expect.stringMatching(/^folder: .*is inside/),
      expect.stringMatching(/^route: .*no-such-extraction/),
    ]);
  });

  it('says which name of an extraction is not known, and judges none where the ledger is damaged', async () => {
    const config = await writeConfig(
      { path: 'scans', route: { kind: 'extraction', name: 'Invoices and receipts' } },
      { path: 'mail', route: { kind: 'classification', id: routes.classification } },
    );
    const names = async () => (await examine({ config })).problems.filter((line) => line.includes('names the extraction'));
    expect(await names()).toEqual([expect.stringMatching(/^folder: .*folders\[0\]\.route\.name .*“Invoices and receipts”/)]);
    await mkdir(join(root, 'data'));
    const ledger = openLedger(ledgerPath(join(root, 'data')));
    const route = { kind: 'extraction', id: routes.extraction } as const;
    ledger.routes.setInfo(sandbox.url, { route, name: 'Invoices and receipts', fields: [], seenAt: 1 });
    ledger.close();
    expect(await names()).toEqual([]);
    expect((await examine({ config })).ok.join('\n')).toContain('“Invoices and receipts”');
    await writeFile(ledgerPath(join(root, 'data')), 'no ledger at all'.repeat(500));
    const damaged = await examine({ config });
    expect(damaged.problems).toEqual([expect.stringMatching(/^ledger: .*damaged/)]);
  });

  it('without a config checks the folders and the service that the ledger knows', async () => {
    await mkdir(join(root, 'data'), { mode: 0o700 });
    const ledger = openLedger(ledgerPath(join(root, 'data')));
    const { id } = ledger.folders.ensure(join(root, 'scans'));
    ledger.folders.ensure(join(root, 'given up long ago'));
    const settings = folderSettingsSchema.parse({
      path: join(root, 'scans'),
      route: { kind: 'extraction', id: routes.extraction },
    });
    ledger.meta.write('folder-settings', settings, id);
    ledger.meta.write('work', { origin: sandbox.url, folders: [id] });
    ledger.close();
    const { exit, ok, problems } = await examine({});
    expect([exit, problems]).toEqual([0, []]);
    expect(ok).toContain(`folder: ${join(root, 'scans')} exists, and can be read and written.`);
    expect(ok.join('\n')).toContain('“Invoices and receipts”');
  });

  it('looks at the keychain without an address too', async () => {
    const host = testHost({ directory: root, keychainProblem: { kind: 'unavailable', message: foreign('There is none.') } });
    expect(await intray(['doctor'], { dataDir: join(root, 'data'), json: true }, host)).toBe(1);
    expect(host.output.text).toMatch(/"status":"warning","area":"keychain"/);
  });

  it('asks the service nothing without a key or with an invalid address', async () => {
    const host = testHost({ directory: root });
    expect(await intray(['doctor'], { dataDir: join(root, 'data'), url: sandbox.url }, host)).toBe(1);
    expect(host.output.text).toMatch(/^problem {2}service {3}There is no API key for/m);
    expect((await examine({ url: 'http://not.encrypted.example' })).problems).toEqual([expect.stringContaining('not encrypted')]);
    expect((await examine({})).problems).toEqual([expect.stringContaining('Where is the service?')]);
    expect(sandbox.requests.list()).toEqual([]);
  });

  it('refuses a config file that it cannot read', async () => {
    await writeFile(join(root, 'intray.json'), '{ "folders": [] ');
    await expect(examine({ config: 'intray.json' })).rejects.toThrow(/not valid JSON/);
    await expect(examine({ config: 'none.json' })).rejects.toThrow(/There is no file at/);
  });
});
