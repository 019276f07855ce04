/** The built program, several times on one folder over a real PostgreSQL: each content is sent once, each file delivered once. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { makeBytes } from '../support/make-files.ts';
import { Cluster, hasPostgres, itWithPostgres } from '../support/postgres.ts';
import { filesBelow, type Intray, jsonLines } from '../support/run-intray.ts';
import { openProgram, type Program, sentOtherThanOnce } from './program.ts';

let cluster: Cluster;

interface DeskSettings {
  readonly inbox?: string;
  readonly hooks?: object;
}

interface Office extends Program {
  /** The data directory of a desk. */
  data(desk: string): string;
  /** Writes the desk's config file. */
  config(desk: string, settings?: DeskSettings): string;
  watch(desk: string, settings?: DeskSettings): Promise<Intray>;
  drop(...names: readonly string[]): void;
}

async function openOffice(onTestFinished: (work: () => Promise<void>) => void): Promise<Office> {
  const program = await openProgram(onTestFinished);
  const { space, service, extraction } = program;
  const office: Office = {
    ...program,
    data: (desk) => join(space.root, `data of ${desk}`),
    config(desk, { inbox = 'office', hooks } = {}) {
      const route = { kind: 'extraction', id: extraction };
      const folder = { path: space.folder, route, settleSeconds: 0.2, existing: 'send', inbox };
      const path = join(space.root, `${desk}.json`);
      const register = cluster.address('intray');
      writeFileSync(path, JSON.stringify({ url: service.url, register, folders: [folder], hooks }));
      return path;
    },
    async watch(desk, settings) {
      mkdirSync(office.data(desk), { recursive: true });
      const intray = program.start([
        'watch',
        '--config',
        office.config(desk, settings),
        '--data-dir',
        office.data(desk),
        '--json',
      ]);
      await intray.until('it has begun', () =>
        events(intray).some(({ event, health }) => event === 'folder' && health !== 'scanning'),
      );
      return intray;
    },
    drop(...names) {
      for (const name of names) writeFileSync(join(space.folder, name), makeBytes('pdf', name));
    },
  };
  return office;
}

/** The whole lines so far. */
function events(intray: Intray): ReturnType<typeof jsonLines> {
  const text = intray.stdout();
  return jsonLines(text.slice(0, text.lastIndexOf('\n') + 1));
}

/** Files of which the desk has said that they are delivered. */
function delivered(intray: Intray): Set<unknown> {
  return new Set(events(intray).flatMap((line) => (line.event === 'document' && line.delivered === true ? [line.path] : [])));
}

async function stop(intray: Intray): Promise<void> {
  intray.signal('SIGTERM');
  const end = await intray.ended;
  expect(end.code, end.stderr).toBe(0);
}

const names = (count: number, of: string) => Array.from({ length: count }, (_, index) => `${of} ${index}.pdf`);

/** One JSON beside each file, one table, one row for each. */
async function expectDeliveredOnce({ space }: Program, files: readonly string[]): Promise<void> {
  const below = await filesBelow(space.folder);
  const tables = below.filter((name) => name.endsWith('.csv'));
  expect(below.filter((name) => name.endsWith('.json'))).toEqual(files.map((name) => `${name}.json`).toSorted());
  expect(tables).toEqual(['intray-Invoices.csv']);
  const rows = readFileSync(join(space.folder, 'intray-Invoices.csv'), 'utf8')
    .split('\r\n')
    .filter((line) => /\.pdf/.test(line));
  expect(rows.map((row) => /[^,;"]*\.pdf/.exec(row)?.[0]).toSorted()).toEqual(files.toSorted());
}

describe('Several Intrays that share a register', () => {
  beforeAll(async () => {
    if (hasPostgres) cluster = await Cluster.start();
  });
  afterAll(() => cluster?.end());

  itWithPostgres('refuse to begin before it is made, and say how it is made', async ({ onTestFinished }) => {
    const office = await openOffice(onTestFinished);
    const end = await office.run(['watch', '--config', office.config('front'), '--data-dir', office.data('front')]);
    expect(end.code).toBe(2);
    expect(end.stderr).toContain('Make it with “intray register create”.');
    const made = await office.run(['register', 'create', '--register', cluster.address('owner'), '--json']);
    expect(made.code, made.stderr).toBe(0);
  });

  itWithPostgres('send each content once, deliver each file once, and tell hooks once', async ({ onTestFinished }) => {
    const office = await openOffice(onTestFinished);
    const { space, service } = office;
    const script = join(space.root, 'heard.mjs');
    const heard = join(space.root, 'heard');
    writeFileSync(
      script,
      `import { appendFileSync, readFileSync } from 'node:fs';
      import { basename } from 'node:path';
      appendFileSync(process.argv[2], basename(JSON.parse(readFileSync(0, 'utf8')).document.path) + '\\n');`,
    );
    const hooks = { onDelivered: { program: [process.execPath, script, heard] } };
    const [front, back] = [await office.watch('front', { hooks }), await office.watch('back', { hooks })];
    const files = names(60, 'scan');
    office.drop(...files);
    // The same content under another name.
    writeFileSync(join(space.folder, 'copy.pdf'), makeBytes('pdf', 'scan 0.pdf'));
    const all = [...files, 'copy.pdf'];
    for (const desk of [front, back]) await desk.until('all is delivered', () => delivered(desk).size === all.length);
    expect(sentOtherThanOnce(service)).toEqual([]);
    expect(service.uploads.size).toBe(files.length);
    await expectDeliveredOnce(office, all);
    await front.until('hooks have heard of all', () => readFileSync(heard, 'utf8').split('\n').length > all.length);
    const seen = await office.run(['status', '--data-dir', office.data('back'), '--json'], { key: null });
    const [status] = jsonLines(seen.stdout);
    expect(status?.register).toMatchObject({ answers: true, machines: [{ alive: true }, { alive: true }] });
    await stop(front);
    await stop(back);
    expect(readFileSync(heard, 'utf8').trim().split('\n').toSorted()).toEqual(all.toSorted());
  });

  itWithPostgres('send nothing while it does not answer, and go on once it does', async ({ onTestFinished }) => {
    const office = await openOffice(onTestFinished);
    cluster.down();
    let intray: Intray;
    try {
      intray = await office.watch('front', { inbox: 'night' });
      expect(intray.stderr()).toContain('Nothing new is sent until the register can be asked who works on what.');
      office.drop('a.pdf');
      await intray.until('it says so', () => events(intray).some((line) => line.event === 'register' && line.answers === false));
      expect(office.service.uploads.size).toBe(0);
    } finally {
      cluster.up();
    }
    await intray.until('it is delivered', () => delivered(intray).has('a.pdf'));
    expect(
      events(intray)
        .filter((line) => line.event === 'register')
        .at(-1),
    ).toMatchObject({ answers: true });
    await stop(intray);
  });

  itWithPostgres('know what one of them had sent before it joined, and let it leave', async ({ onTestFinished }) => {
    const office = await openOffice(onTestFinished);
    const { service, space } = office;
    const alone = (more: readonly string[] = []) => office.runFolder([...more, '--data-dir', office.data('front')]);
    office.drop(...names(12, 'early'));
    expect((await alone()).code).toBe(0);
    const register = ['--register', cluster.address('intray')];
    const joining = ['register', 'join', ...register, '--data-dir', office.data('front'), '--json'];
    for (let time = 0; time < 2; time += 1) {
      const joined = await office.run(joining);
      expect(joined.code, joined.stderr).toBe(0);
      expect(jsonLines(joined.stdout).at(-1)).toMatchObject({ event: 'register', joined: true });
    }
    const refused = await alone();
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('“intray register leave”');
    const scans = join(space.root, 'branch');
    mkdirSync(scans);
    for (const name of names(12, 'early')) writeFileSync(join(scans, `again ${name}`), makeBytes('pdf', name));
    const where = ['--url', service.url, '--data-dir', office.data('branch'), '--settle-seconds', '0.2', '--json'];
    const branch = await office.run(['run', scans, '--extraction', office.extraction, ...where, ...register]);
    expect(branch.code, branch.stderr).toBe(0);
    expect((await filesBelow(scans)).filter((name) => name.endsWith('.json'))).toHaveLength(12);
    expect(service.uploads.size).toBe(12);
    expect(sentOtherThanOnce(service)).toEqual([]);
    for (const said of ['"left":true', '"left":false']) {
      const left = await office.run(['register', 'leave', ...register, '--data-dir', office.data('front'), '--json']);
      expect(left.code, left.stderr).toBe(0);
      expect(left.stdout).toContain(said);
    }
    office.drop('late.pdf');
    expect((await alone()).code).toBe(0);
    expect(service.uploads.size).toBe(13);
    expect(sentOtherThanOnce(service)).toEqual([]);
  });
});
