/** What settings may be: for each, what is just inside its bounds and what is just outside, and what is then said. */
import { describe, expect, it } from 'vitest';
import { configSchema } from '../../../electron/core/config/config-file.ts';
import { folderControls } from '../../../electron/core/config/folder-controls.ts';
import {
  folderSettingsSchema,
  leadsOn,
  linkedRoutes,
  nextRoutes,
  nextStepSchema,
  routesOf,
  sendsOn,
  wholeFolderSettingsSchema,
} from '../../../electron/core/config/folder-settings.ts';
import { hasHooks, hooksAt, hooksSchema, noHooks } from '../../../electron/core/config/hooks.ts';
import { preferencesSchema } from '../../../electron/core/config/preferences.ts';
import { brokenRule } from '../../../electron/core/config/rules.ts';
import { columnFrom, headingTwice, profileOf, tableColumnsSchema } from '../../../electron/core/config/table-profile.ts';
import { maxTemplateLength } from '../../../electron/core/filing/template.ts';

const extraction = { kind: 'extraction', id: 'e-1' } as const;
const classification = { kind: 'classification', id: 'c-1' } as const;
const folder = { path: '/scans', route: extraction };
const long = (length: number) => 'x'.repeat(length);
const list = (length: number) => Array.from({ length }, (_, index) => `c${index}`);
type Said = string | undefined;

/** The rule that is broken, without what all are called; undefined if it is right. */
function said(parsed: { readonly error?: { readonly issues: readonly Parameters<typeof brokenRule>[0][] } | undefined }): Said {
  const [issue] = parsed.error?.issues ?? [];
  return issue && brokenRule(issue).code.replace('configuration.rule.', '');
}

describe('A folder’s settings', () => {
  it.each<[object, Said]>([
    [{ path: '' }, 'notEmpty'],
    [{ path: 7 }, 'folderPath'],
    [{ path: '/a\0b' }, 'noNul'],
    [{ route: { kind: 'extraction', id: ' ' } }, 'notEmpty'],
    [{ route: { kind: 'extraction', id: 7 } }, 'routeId'],
    [{ route: { kind: 'inbox', id: 'e' } }, 'oneOf'],
    [{ include: [] }, 'notEmpty'],
    [{ include: ['*'] }, undefined],
    [{ include: [''] }, 'notEmpty'],
    [{ include: 'a' }, 'globs'],
    [{ ignore: [7] }, 'glob'],
    [{ ignore: [] }, undefined],
    [{ recursive: 'yes' }, 'yesOrNo'],
    [{ settleSeconds: 0.1 }, undefined],
    [{ settleSeconds: 0.09 }, 'atLeast'],
    [{ settleSeconds: 3600 }, undefined],
    [{ settleSeconds: 3601 }, 'atMost'],
    [{ existing: 'send' }, undefined],
    [{ existing: 'move' }, 'oneOf'],
    [{ changed: 'send' }, undefined],
    [{ changed: 'hold' }, 'oneOf'],
    [{ incomplete: 'send' }, undefined],
    [{ incomplete: 'ask' }, 'oneOf'],
    [{ unresolved: 'resend' }, undefined],
    [{ unresolved: 'ask' }, 'oneOf'],
    [{ outputs: { json: false, csv: 'off', xlsx: 'folder', values: 'typed' } }, undefined],
    [{ outputs: { csv: 'on' } }, 'oneOf'],
    [{ outputs: { xlsx: 'off', values: 'printed' } }, undefined],
    [{ outputs: { tables: { ' ': {} } } }, 'notValid'],
    [{ outputs: { tables: { 'e-2': { columns: ['a'], values: 'typed' } } } }, undefined],
    [{ outputs: { tables: { 'e-2': { rows: 1 } } } }, 'notValid'],
    [{ dates: 'day-first' }, undefined],
    [{ dates: 'month-first' }, undefined],
    [{ dates: 'year-first' }, 'oneOf'],
    [{ delimiter: '\t' }, undefined],
    [{ delimiter: ',' }, undefined],
    [{ delimiter: '|' }, 'delimiter'],
    [{ fileAway: { kind: 'leave' } }, undefined],
    [{ fileAway: { kind: 'delete' } }, 'leaveOrMove'],
    [{ fileAway: { kind: 'leave', to: 'x' } }, 'notValid'],
    [{ fileAway: { kind: 'move', to: ' ' } }, 'notEmpty'],
    [{ fileAway: { kind: 'move', to: 7 } }, 'subfolder'],
    [{ fileAway: { kind: 'move', as: '' } }, 'notEmpty'],
    [{ fileAway: { kind: 'move', as: 7 } }, 'templateText'],
    [{ fileAway: { kind: 'move', as: '{vendor}', when: 'delivered' } }, undefined],
    [{ fileAway: { kind: 'move', as: '{vendor}', when: 'reviewed' } }, undefined],
    [{ fileAway: { kind: 'move', when: 'never' } }, 'oneOf'],
    [{ fileAway: { kind: 'move', as: '{vendor' } }, 'template'],
    [{ fileAway: { kind: 'move', as: `{a}${long(maxTemplateLength - 3)}` } }, undefined],
    [{ fileAway: { kind: 'move', as: `{a}${long(maxTemplateLength - 2)}` } }, 'notLonger'],
    [{ batchSize: 1 }, undefined],
    [{ batchSize: 0 }, 'atLeast'],
    [{ batchSize: 30 }, undefined],
    [{ batchSize: 31 }, 'atMost'],
    [{ budget: { run: 1, day: 2, month: 3 } }, undefined],
    [{ askAbove: 0 }, undefined],
    [{ askAbove: -1 }, 'atLeast'],
    [{ askAbove: 1_000_000 }, undefined],
    [{ askAbove: 1_000_001 }, 'atMost'],
    [{ askAbove: 1.5 }, 'wholeNumber'],
    [{ next: { categories: { A: 'leave' } }, route: classification }, undefined],
    [{ next: { categories: {} } }, 'nextOfClassification'],
    [{ next: { categories: { ' ': 'leave' } }, route: classification }, 'notValid'],
    [{ next: { categories: { A: 'send' } }, route: classification }, 'categoryTarget'],
    [{ next: { categories: {}, otherwise: 'send' }, route: classification }, 'otherwise'],
    [{ next: { categories: {}, otherwise: 'leave', below: 0.5 }, route: classification }, undefined],
    [{ colour: 'red' }, 'notValid'],
  ])('may or may not be %o: %s', (members, rule) => {
    expect(said(wholeFolderSettingsSchema.safeParse({ ...folder, ...members }))).toBe(rule);
  });

  it('may be of one character each', () => {
    const next = { categories: { a: { extraction: 'e', linked: false } }, otherwise: { extraction: 'f' } };
    const outputs = { columns: ['a'], tables: { e: { columns: [{ name: 'a', heading: 'b' }] } } };
    const short = { path: '/', route: { kind: 'classification', id: 'c' }, include: ['a'], ignore: ['b'], next, outputs };
    expect(wholeFolderSettingsSchema.parse({ ...short, fileAway: { kind: 'move', to: 'x' } })).toMatchObject(short);
    expect(hooksSchema.safeParse({ onFailed: { program: ['x'] } }).success).toBe(true);
    expect(hooksSchema.safeParse({ onFailed: { url: 'https://a', secret: { file: 'x' } } }).success).toBe(true);
    expect(hooksSchema.safeParse({ onFailed: { url: 'https://a', secret: { environment: 'x' } } }).success).toBe(true);
    expect(configSchema.safeParse({ folders: [{ path: '/', route: { kind: 'extraction', name: 'x' } }] }).success).toBe(true);
  });

  it.each([
    { path: '' },
    { fileAway: { kind: 'move', to: '' } },
    { fileAway: { kind: 'move', as: '' } },
    { fileAway: { kind: 'move', as: long(501) } },
    { outputs: { columns: [] } },
  ])('have one problem at a time: %#', (members) =>
    expect(wholeFolderSettingsSchema.safeParse({ ...folder, ...members }).error?.issues).toHaveLength(1),
  );

  it('keep what their outputs say', () => {
    const outputs = {
      json: false,
      csv: 'off',
      xlsx: 'folder',
      values: 'typed',
      columns: ['a'],
      tables: { e: { values: 'printed' } },
    };
    expect(folderSettingsSchema.parse({ ...folder, outputs }).outputs).toEqual(outputs);
  });

  it('say of a next step that it is the one that is wrong', () => {
    const { error } = wholeFolderSettingsSchema.safeParse({ ...folder, next: { categories: {} } });
    expect(error?.issues).toMatchObject([{ path: ['next'] }]);
  });

  it.each<[string, boolean]>([
    ['Processed', true],
    ['a/b', true],
    ['a\\b', true],
    ['./a', true],
    ['a/..b', true],
    ['..', false],
    ['a/../b', false],
    ['a\\..\\b', false],
    ['.', false],
    ['./', false],
    ['/a', false],
    ['\\a', false],
    ['c:a', false],
    ['C:\\a', false],
    ['a\0b', false],
  ])('name a subfolder that lies inside the watched one, on every system: %j', (to, inside) => {
    expect(said(folderSettingsSchema.safeParse({ ...folder, fileAway: { kind: 'move', to } }))).toBe(
      inside ? undefined : 'staysInside',
    );
  });

  it('move documents to "Processed" where no subfolder is named, and leave spaces out', () => {
    const to = (fileAway: object) => folderSettingsSchema.parse({ ...folder, fileAway }).fileAway;
    expect(to({ kind: 'move' })).toEqual({ kind: 'move', to: 'Processed' });
    expect(to({ kind: 'move', to: ' a ', as: ' {b} ' })).toEqual({ kind: 'move', to: 'a', as: '{b}' });
  });
});

describe('The controls of a folder’s settings', () => {
  it('are these, in this order: where each shows, and whether the command line has a flag for it', () => {
    const flagOf = (flag: unknown) => (flag === undefined ? [] : [`--${typeof flag === 'object' ? '…' : flag}`]);
    const shown = folderControls.map(({ setting, part, name, as, on, off, in: place, flag, unset, choices }) =>
      [
        ...[part === undefined ? setting : `${setting}.${part}`, ...(name === setting ? [] : [`(${name})`]), as],
        ...(on === undefined ? [] : [`on:${on}`]),
        ...(off === undefined ? [] : [`off:${off}`]),
        ...(place === undefined ? [] : [`in:${place}`]),
        ...flagOf(flag),
        ...(unset === undefined ? [] : [`unset:${unset}`]),
        ...(choices.length === 0 ? [] : [choices.join('|').replace('\t', 'tab')]),
      ].join(' '),
    );
    expect(shown).toEqual([
      'path text in:edited',
      'route (choice) own',
      'next own',
      'include lines in:advanced --…',
      'ignore lines in:advanced --…',
      'recursive switch in:folder --true',
      'settleSeconds number in:advanced --n',
      'existing radio in:edited skip|send',
      'changed radio in:advanced --true send|ask',
      'incomplete switch on:send off:hold in:advanced --true hold|send',
      'outputs.json (outputJson) switch in:written --true',
      'outputs.csv (csv) switch on:folder off:off in:written --true folder|off',
      'outputs.xlsx (xlsx) switch on:folder in:written --true unset:off folder|off',
      'outputs.columns (columns) own --…',
      'outputs.values (csvValues) switch on:typed in:table --true unset:printed printed|typed',
      'outputs.tables (tables) own',
      'dates select in:advanced --true day-first|month-first',
      'delimiter select in:table --… ,|;|tab',
      'checks own',
      'fileAway.kind switch on:move off:leave in:filing --leave|move',
      'fileAway.to (moveTo) text in:filing --… unset:Processed',
      'fileAway.as (fileAs) text in:edited --…',
      'fileAway.when (fileWhen) switch on:reviewed off:delivered in:filing --reviewed|delivered unset:reviewed',
      'unresolved radio in:advanced --true hold|resend',
      'batchSize number in:advanced --n',
      'budget.run number --n',
      'budget.day (budgetDay) number in:limits --n',
      'budget.month (budgetMonth) number in:limits --n',
    ]);
  });
});

describe('Where documents of a folder go', () => {
  const next = nextStepSchema.parse({
    categories: { A: { extraction: 'e-1', linked: false }, B: { extraction: 'e-2', linked: true }, C: 'leave' },
  });
  const linked = nextStepSchema.parse({
    categories: { B: { extraction: 'e-2', linked: true }, C: { extraction: 'e-2', linked: true } },
  });
  const routes = (...ids: string[]) => ids.map((id) => ({ kind: 'extraction', id }));

  it('is to its own route, and then to the extractions of the next step, unless the service passes them on', () => {
    expect(nextRoutes(undefined)).toEqual([]);
    expect(nextRoutes(next)).toEqual(routes('e-1'));
    expect(linkedRoutes(next)).toEqual(routes('e-2'));
    expect(linkedRoutes(linked)).toEqual(routes('e-2'));
    expect(linkedRoutes(undefined)).toEqual([]);
    expect(routesOf({ route: classification, next })).toEqual([classification, ...routes('e-1')]);
    expect(routesOf({ route: classification })).toEqual([classification]);
  });

  it('costs pages in an extraction too, whoever passes them on', () => {
    const sent = nextStepSchema.parse({ categories: { A: { extraction: 'e-1', linked: false } } });
    expect([undefined, next, linked, sent, nextStepSchema.parse({ categories: { C: 'leave' } })].map(leadsOn)).toEqual([
      ...[false, true, true, true, false],
    ]);
  });

  it('is a route or not', () => {
    const sends = (kind: 'extraction' | 'classification', id: string) => sendsOn({ route: classification, next }, { kind, id });
    expect([sends('classification', 'c-1'), sends('extraction', 'e-1')]).toEqual([true, true]);
    expect([sends('extraction', 'e-2'), sends('extraction', 'c-1'), sends('classification', 'c-2')]).toEqual([
      ...[false, false, false],
    ]);
  });
});

describe('The config file', () => {
  it.each<[object, Said]>([
    [{ folders: [] }, 'notEmpty'],
    [{ url: 7 }, 'serviceAddress'],
    [{ url: 'https://a.example', $schema: 'x', requestsPerSecond: 5, budget: { run: 1 }, keepResults: '2 years' }, undefined],
    [{ hooks: { onFailed: { program: ['book'] } } }, undefined],
    [{ keepResults: 'soon' }, 'keepResults'],
    [{ requestsPerSecond: 0 }, 'atLeast'],
    [{ folders: [{ path: '/scans', route: { kind: 'extraction' } }] }, 'routeId'],
    [{ folders: [{ path: '/scans', route: { kind: 'extraction', id: 'e', name: 'E' } }] }, 'idOrName'],
    [{ folders: [{ path: '/scans', route: { kind: 'extraction', name: ' ' } }] }, 'notEmpty'],
    [{ folders: [{ path: '/scans', route: { kind: 'extraction', name: 7 } }] }, 'routeName'],
    [{ folders: [{ path: '/scans', route: { kind: 'extraction', name: 'E' } }] }, undefined],
    [{ folders: [{ ...folder, next: { categories: {} } }] }, 'nextOfClassification'],
  ])('may or may not have %j: %s', (members, rule) => {
    expect(said(configSchema.safeParse({ folders: [folder], ...members }))).toBe(rule);
  });

  it('is told where the id of a route is missing, and that it has an id or a name', () => {
    const at = (route: object) => configSchema.safeParse({ folders: [{ path: '/scans', route }] }).error?.issues[0]?.path;
    expect(at({ kind: 'extraction' })).toEqual(['folders', 0, 'route', 'id']);
    expect(at({ kind: 'extraction', id: 'e', name: 'E' })).toEqual(['folders', 0, 'route']);
  });
});

describe('The settings file', () => {
  it.each<[object, Said]>([
    [{ version: 2 }, 'exactly'],
    [{ url: 7 }, 'serviceAddress'],
    [{ sandbox: { on: true, port: 1, extraction: 'e', classification: 'c' } }, undefined],
    [{ sandbox: { port: 0 } }, 'atLeast'],
    [{ sandbox: { port: 65_535 } }, undefined],
    [{ sandbox: { port: 65_536 } }, 'atMost'],
    [{ folders: [{ ...folder, service: 'https://a.example' }] }, undefined],
    [{ folders: [{ ...folder, service: 7 }] }, 'serviceAddress'],
    [{ appearance: 'light' }, undefined],
    [{ appearance: 'dim' }, 'oneOf'],
    [{ language: 'fr' }, undefined],
    [{ language: 'tlh' }, 'oneOf'],
    [{ limits: { uploads: 1, extractionBatch: 1 } }, undefined],
    [{ limits: { uploads: 0 } }, 'atLeast'],
    [{ limits: { uploads: 16, extractionBatch: 100, budget: { month: 5 }, keepResults: '1 day' } }, undefined],
    [{ limits: { uploads: 17 } }, 'atMost'],
    [{ limits: { extractionBatch: 0 } }, 'atLeast'],
    [{ limits: { extractionBatch: 101 } }, 'atMost'],
    [{ limits: { requestsPerSecond: 1_001 } }, 'atMost'],
    [{ logDays: 1 }, undefined],
    [{ logDays: 0 }, 'atLeast'],
    [{ logDays: 365 }, undefined],
    [{ logDays: 366 }, 'atMost'],
    [{ window: { width: 200, height: 200 } }, undefined],
    [{ window: { width: 199, height: 200 } }, 'atLeast'],
    [{ window: { width: 200, height: 199 } }, 'atLeast'],
    [{ window: { x: -5, y: -5, width: 20_000, height: 20_000, maximized: true } }, undefined],
    [{ window: { width: 20_001, height: 200 } }, 'atMost'],
    [{ window: { width: 200, height: 20_001 } }, 'atMost'],
    [{ queue: { columns: { '/scans': ['name', 'when', 'category', 'field:total'] } } }, undefined],
    [{ queue: { columns: { '': ['total'] } } }, 'notValid'],
    [{ queue: { columns: { '': list(12).map((name) => `field:${name}`) } } }, undefined],
    [{ queue: { columns: { '': list(13).map((name) => `field:${name}`) } } }, 'notLonger'],
    [{ queue: { columns: { [long(4_096)]: [] } } }, undefined],
    [{ queue: { columns: { [long(4_097)]: [] } } }, 'notValid'],
    [{ hooks: { onFailed: { program: ['book'] } } }, undefined],
    [{ hooks: { onFailed: {} } }, 'hookProgramOrUrl'],
    [{ paused: 'yes' }, 'yesOrNo'],
  ])('may or may not have %j: %s', (members, rule) => expect(said(preferencesSchema.safeParse(members))).toBe(rule));

  it('has a value for all that nobody has chosen', () => {
    expect(preferencesSchema.parse({ window: { width: 200, height: 200 } })).toEqual({
      ...{ version: 1, sandbox: { on: false }, paused: false, folders: [], appearance: 'system', language: 'system' },
      ...{ startAtLogin: false, notifications: { attention: true, problems: true, finished: false } },
      ...{ limits: { uploads: 4, requestsPerSecond: 50, extractionBatch: 10 }, logDays: 30, queue: { columns: {} } },
      window: { width: 200, height: 200, maximized: false },
    });
  });
});

describe('Hooks', () => {
  const program = ['book'];
  const secret = { environment: 'SECRET' };
  const url = 'https://a.example';

  it.each<[object, Said]>([
    [{ onDelivered: { program: [''] } }, 'notEmpty'],
    [{ onDelivered: { program: [7] } }, 'hookProgram'],
    [{ onDelivered: { program: ['/usr/bin/book'] } }, undefined],
    [{ onDelivered: { program: ['\\\\server\\book.exe'] } }, undefined],
    [{ onDelivered: { program: ['c:/book.exe'] } }, undefined],
    [{ onDelivered: { program: ['c:book.exe'] } }, undefined],
    [{ onDelivered: { program: ['bin\\book.exe'] } }, 'hookProgram'],
    [{ onDelivered: { program: ['bo\0ok'] } }, 'hookProgram'],
    [{ onDelivered: { program: ['book', '\0'] } }, 'noNul'],
    [{ onDelivered: { program: ['book', 7] } }, 'text'],
    [{ onDelivered: { program, environment: ['A', '_b', 'a1'] } }, undefined],
    [{ onDelivered: { program, environment: ['1A'] } }, 'hookVariable'],
    [{ onDelivered: { program, environment: ['A-B'] } }, 'hookVariable'],
    [{ onDelivered: { program, environment: ['A='] } }, 'hookVariable'],
    [{ onDelivered: { program, environment: ['intray_key'] } }, 'hookVariable'],
    [{ onDelivered: { program, environment: [7] } }, 'hookVariable'],
    [{ onDelivered: { url, secret, environment: ['A'] } }, 'hookEnvironmentOfProgram'],
    [{ onDelivered: { program, secret } }, 'hookSecretOfUrl'],
    [{ onDelivered: { url, secret: { environment: 'A', file: '/a' } } }, 'hookSecret'],
    [{ onDelivered: { url, secret: { file: '' } } }, 'notEmpty'],
    [{ onDelivered: { url, secret: { environment: '' } } }, 'notEmpty'],
    [{ onDelivered: { program, timeoutSeconds: 1 } }, undefined],
    [{ onDelivered: { program, timeoutSeconds: 0.9 } }, 'atLeast'],
    [{ onDelivered: { program, timeoutSeconds: 3600 } }, undefined],
    [{ onDelivered: { program, timeoutSeconds: 3601 } }, 'atMost'],
    [{ atOnce: 16, giveUpDays: 30 }, undefined],
    [{ atOnce: 17 }, 'atMost'],
    [{ atOnce: 1.5 }, 'wholeNumber'],
    [{ giveUpDays: 0.01 }, undefined],
    [{ giveUpDays: 0.009 }, 'atLeast'],
    [{ giveUpDays: 30.5 }, 'atMost'],
  ])('may or may not be %j: %s', (hooks, rule) => expect(said(hooksSchema.safeParse(hooks))).toBe(rule));

  it.each<[unknown, boolean]>([
    ['https://a.example', true],
    ['HTTPS://a.example:8443/in?x=1#y', true],
    ['https://a.example?x', true],
    ['https://a.example#x', true],
    ['http://localhost', true],
    ['http://localhost:80/in', true],
    ['http://127.0.0.1/in', true],
    ['http://127.250.3.4:9', true],
    ['http://[::1]:9/in', true],
    ['http://[::2]/in', false],
    ['http://128.0.0.1/in', false],
    ['http://localhost:x/in', false],
    ['http://127.0.0.1.example/in', false],
    ['https://', false],
    ['https://a@b.example', false],
    ['https://a.example\\in', false],
    ['https://a.example/in\\x', false],
    ['https://a.example/a b', false],
    [' https://a.example', false],
    ['ftp://a.example', false],
    [7, false],
  ])('are told at an address that is safe: %j', (address, safe) => {
    expect(said(hooksSchema.safeParse({ onFailed: { url: address, secret } }))).toBe(safe ? undefined : 'hookUrl');
  });

  it('have defaults, and there are none', () => {
    expect(noHooks).toEqual({ atOnce: 2, giveUpDays: 3 });
    expect(hooksSchema.parse({ onFailed: { program } }).onFailed).toEqual({ program, timeoutSeconds: 60 });
    expect(hooksAt(noHooks, () => 'x')).toEqual(noHooks);
  });

  it('are there for a folder where any event of it is told', () => {
    for (const name of ['onDelivered', 'onAttention', 'onFailed', 'onChanged']) {
      expect(hasHooks(hooksSchema.parse({ [name]: { program } }), '/scans')).toBe(true);
      const own = hooksSchema.parse({ folders: { '/scans': { [name]: { program } } } });
      expect([hasHooks(own, '/scans'), hasHooks(own, '/other')]).toEqual([true, false]);
    }
    expect(hasHooks(noHooks, '/scans')).toBe(false);
  });
});

describe('What a table looks like', () => {
  const named = (name: string, heading = name) => ({ name, heading });

  it.each<[unknown, Said]>([
    [['a', { name: 'b' }, { name: 'c', heading: 'C' }], undefined],
    [[], 'notEmpty'],
    ['a', 'columns'],
    [[7], 'column'],
    [[{ name: 7 }], 'column'],
    [[{ heading: 'a' }], 'column'],
    [[' '], 'notEmpty'],
    [[{ name: 'a', width: 7 }], 'notValid'],
    [[long(200)], undefined],
    [[long(201)], 'notLonger'],
    [[{ name: 'a', heading: long(200) }], undefined],
    [[{ name: 'a', heading: long(201) }], 'notLonger'],
    [list(500), undefined],
    [list(501), 'notLonger'],
    [['a', 'A'], 'headingTwice'],
    [['\u00e9', 'e\u0301'], 'headingTwice'],
    [['a', { name: 'b', heading: 'a' }], 'headingTwice'],
    [['a', { name: 'a', heading: 'b' }], undefined],
  ])('is given by its columns: %j: %s', (columns, rule) => expect(said(tableColumnsSchema.safeParse(columns))).toBe(rule));

  it('names a heading that is there twice as it is there the second time', () => {
    expect(headingTwice([named('a'), named('b', 'A'), named('c')])).toBe('A');
    expect(headingTwice([named('a'), named('b')])).toBeUndefined();
    expect([columnFrom('a'), columnFrom({ name: 'a' }), columnFrom({ name: 'a', heading: 'A' })]).toEqual([
      ...[named('a'), named('a'), named('a', 'A')],
    ]);
  });

  it('is what the folder says of its own route, and of each other extraction by its id', () => {
    const outputs = {
      columns: ['a'],
      values: 'typed',
      tables: { 'e-2': { columns: ['b'], values: 'printed' }, 'e-3': {} },
    } as const;
    const of = (kind: 'extraction' | 'classification', id: string) => profileOf({ route: extraction, outputs }, { kind, id });
    expect(of('extraction', 'e-1')).toEqual({ columns: [named('a')], values: 'typed' });
    expect(of('extraction', 'e-2')).toEqual({ columns: [named('b')], values: 'printed' });
    expect(of('extraction', 'e-3')).toEqual({ values: 'typed' });
    expect(of('classification', 'e-1')).toEqual({ values: 'typed' });
    expect(of('extraction', 'toString')).toEqual({ values: 'typed' });
    expect(profileOf({ route: extraction, outputs: {} }, extraction)).toEqual({});
    const own = { columns: ['a'], tables: { 'e-1': { columns: ['b'] } } } as const;
    expect(profileOf({ route: extraction, outputs: own }, extraction)).toEqual({ columns: [named('b')] });
  });
});
