import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configSchema } from '../../electron/core/config/config-file.ts';
import { say } from '../../electron/core/messages/message.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { loadConfig, overlapProblem, parseJson, readConfig, resolveFolders } from '../../electron/settings/config.ts';

const route = { kind: 'extraction', id: 'e-1' };

function problems(config: unknown): readonly string[] {
  const parsed = parseJson(typeof config === 'string' ? config : JSON.stringify(config), 'intray.json', configSchema);
  return parsed.ok ? [] : parsed.error.map((each) => inEnglish(each));
}

function folder(members: object): object {
  return { folders: [{ path: '/scans', route, ...members }] };
}

describe('the config file', () => {
  it('needs only the path and the route of a folder', () => {
    const parsed = parseJson(JSON.stringify(folder({})), 'intray.json', configSchema);
    expect(parsed).toEqual({
      ok: true,
      value: {
        folders: [
          {
            path: '/scans',
            route,
            settleSeconds: 2,
            ignore: [],
            recursive: true,
            paused: false,
            existing: 'skip',
            changed: 'ask',
            outputs: { json: true, csv: 'folder' },
            fileAway: { kind: 'leave' },
            unresolved: 'hold',
            incomplete: 'hold',
          },
        ],
      },
    });
  });

  it('accepts every documented member', () => {
    const everything = {
      url: 'https://api.example.com',
      folders: [
        {
          path: '/scans/invoices',
          route,
          settleSeconds: 10,
          include: ['**/*.pdf'],
          ignore: ['drafts/**'],
          recursive: false,
          paused: false,
          existing: 'send',
          changed: 'send',
          outputs: {
            json: false,
            csv: 'off',
            values: 'typed',
            columns: ['file', { name: 'total', heading: 'Total' }],
            tables: { 'e-2': { columns: ['file'], values: 'printed' } },
          },
          fileAway: { kind: 'move', to: 'Done/2026' },
          unresolved: 'resend',
          incomplete: 'send',
          batchSize: 30,
          delimiter: ';',
        },
      ],
    };
    expect(parseJson(JSON.stringify(everything), 'intray.json', configSchema)).toEqual({ ok: true, value: everything });
  });

  it('moves into "Processed" when no name is given', () => {
    const parsed = parseJson(JSON.stringify(folder({ fileAway: { kind: 'move' } })), 'intray.json', configSchema);
    expect(parsed.ok && parsed.value.folders[0]?.fileAway).toEqual({ kind: 'move', to: 'Processed' });
  });

  it.each<[unknown, string]>([
    [[], 'the file must be an object with members such as "url" and "folders".'],
    [{}, 'folders is missing: it must be a list.'],
    [{ folders: [] }, 'folders must not be empty.'],
    [{ folders: {} }, 'folders must be a list.'],
    [{ folders: ['/scans'] }, 'folders[0] must be an object with members such as "path" and "route".'],
    [{ ...folder({}), url: 7 }, 'url must be the address of the service, such as "https://…".'],
    [{ ...folder({}), urll: 'x' }, 'urll is not a setting; did you mean “url”?'],
    [folder({ path: undefined }), 'folders[0].path is missing: it must be the path of a folder, in double quotes.'],
    [folder({ path: '' }), 'folders[0].path must not be empty.'],
    [folder({ path: 'a\0b' }), 'folders[0].path must not contain a NUL character.'],
    [folder({ route: undefined }), 'folders[0].route is missing: it must be an object with members such as "kind" and "id".'],
    [folder({ route: 'e-1' }), 'folders[0].route must be an object with members such as "kind" and "id".'],
    [folder({ route: { kind: 'extract', id: 'e' } }), 'folders[0].route.kind must be one of "extraction", "classification".'],
    [folder({ route: { kind: 'extraction', id: ' ' } }), 'folders[0].route.id must not be empty.'],
    [folder({ settleSeconds: 0 }), 'folders[0].settleSeconds must be at least 0.1.'],
    [folder({ settleSeconds: '2' }), 'folders[0].settleSeconds must be a number.'],
    [folder({ settleSeconds: 4000 }), 'folders[0].settleSeconds must be at most 3600.'],
    [folder({ include: '*.pdf' }), 'folders[0].include must be a list of globs such as ["**/*.pdf"].'],
    [folder({ include: [] }), 'folders[0].include must not be empty.'],
    [folder({ ignore: ['a', 3] }), 'folders[0].ignore[1] must be a glob such as "**/*.pdf".'],
    [folder({ ignore: [''] }), 'folders[0].ignore[0] must not be empty.'],
    [folder({ recursive: 'yes' }), 'folders[0].recursive must be true or false.'],
    [folder({ existing: 'keep' }), 'folders[0].existing must be one of "skip", "send".'],
    [folder({ exsiting: 'send' }), 'folders[0].exsiting is not a setting; did you mean “existing”?'],
    [folder({ changed: true }), 'folders[0].changed must be one of "send", "ask".'],
    [folder({ outputs: { csv: 'on' } }), 'folders[0].outputs.csv must be one of "folder", "off".'],
    [
      folder({ outputs: { xml: true } }),
      'folders[0].outputs.xml is not a setting; known here: json, csv, xlsx, values, columns, tables.',
    ],
    [folder({ outputs: { columns: [] } }), 'folders[0].outputs.columns must not be empty.'],
    [folder({ outputs: { columns: 'file' } }), 'folders[0].outputs.columns must be a list of columns such as ["file", "total"].'],
    [
      folder({ outputs: { columns: ['file', 7] } }),
      'folders[0].outputs.columns[1] must be the name of a column in double quotes, or an object with "name" and "heading".',
    ],
    [
      folder({ outputs: { columns: ['date', { name: 'total', heading: 'Date' }] } }),
      'folders[0].outputs.columns must not have the heading “Date” twice.',
    ],
    [
      folder({ outputs: { tables: { 'e-2': { colums: ['file'] } } } }),
      'folders[0].outputs.tables["e-2"].colums is not a setting; did you mean “columns”?',
    ],
    [folder({ fileAway: 'move' }), 'folders[0].fileAway must be an object with members such as "kind" and "to".'],
    [
      folder({ fileAway: { kind: 'move', as: '{a' } }),
      'folders[0].fileAway.as is no template of names: the { at character 1 is never closed; add }, or write {{ for the character itself.',
    ],
    [folder({ fileAway: { kind: 'move', as: 7 } }), 'folders[0].fileAway.as must be a template of file names, in double quotes.'],
    [folder({ fileAway: { kind: 'move', to: '' } }), 'folders[0].fileAway.to must not be empty.'],
    [folder({ fileAway: { kind: 'delete' } }), 'folders[0].fileAway.kind must be "leave" or "move".'],
    [folder({ unresolved: 'retry' }), 'folders[0].unresolved must be one of "hold", "resend".'],
    [folder({ batchSize: 31 }), 'folders[0].batchSize must be at most 30.'],
    [folder({ batchSize: 1.5 }), 'folders[0].batchSize must be a whole number.'],
    [
      {
        folders: [
          { path: '/mail', route: { kind: 'classification', id: 'c' }, next: { categories: { Bill: { extraction: 'e' } } } },
        ],
      },
      'folders[0].next.categories.Bill must be "leave", or an object with "extraction" and with "linked": whether the service itself passes its documents on.',
    ],
    [
      {
        folders: [
          {
            path: '/mail',
            route: { kind: 'classification', id: 'c' },
            next: { categories: { Bill: { extraction: { name: 'Bills' }, linked: 'no' } } },
          },
        ],
      },
      'folders[0].next.categories.Bill must be "leave", or an object with "extraction" and with "linked": whether the service itself passes its documents on.',
    ],
    [folder({ next: { categories: { Bill: 'leave' } } }), 'folders[0].next needs a route to a classification.'],
    [
      folder({ route: { kind: 'extraction' } }),
      'folders[0].route.id is missing: it must be the id of the extraction or classification, in double quotes.',
    ],
    [folder({ route: { kind: 'extraction', id: 'e', name: 'E' } }), 'folders[0].route must have either "id" or "name".'],
    [
      folder({ route: { kind: 'extraction', name: 7 } }),
      'folders[0].route.name must be the name of the extraction or classification, in double quotes.',
    ],
    [folder({ delimiter: '|' }), 'folders[0].delimiter must be ",", ";" or a tab.'],
  ])('refuses %j, and names the member', (config, problem) => {
    expect(problems(config)).toEqual([`intray.json: ${problem}`]);
  });

  it.each(['..', '../out', 'a/../../out', '/out', '\\out', 'C:out', 'C:\\out', '.', './', 'a\\..\\..\\b'])(
    'refuses to move documents to %j, which is not a subfolder',
    (to) => {
      expect(problems(folder({ fileAway: { kind: 'move', to } }))).toEqual([
        expect.stringContaining('folders[0].fileAway.to must be a subfolder of the watched folder'),
      ]);
    },
  );

  it.each(['Processed', 'Done/2026', '..hidden', 'a..b', './Done'])('may move documents to %j', (to) => {
    expect(problems(folder({ fileAway: { kind: 'move', to } }))).toEqual([]);
  });

  it('reports everything that is wrong at once', () => {
    const config = {
      folders: [
        { path: '/a', route, recursive: 1 },
        { path: '/b', route, changed: 'x', speed: 9 },
      ],
    };
    expect(problems(config).map((problem) => problem.split(' ')[1])).toEqual([
      'folders[0].recursive',
      'folders[1].changed',
      'folders[1].speed',
    ]);
  });

  it.each<[string, string, string]>([
    ['nothing', '', 'line 1, column 1: the file is empty'],
    ['a comma too few', '{ "url": "x"\n  "folders": [] }', 'line 2, column 3: a comma is missing before "folders"'],
    ['no colon', '{ "url" "x" }', 'line 1, column 9: a colon is missing before "x"'],
    ['no value', '{ "url": }', 'line 1, column 10: a value is missing before "}"'],
    ['no end', '{ "folders": [', 'line 1, column 15: the file ends too early'],
    ['no closing brace', '{ "folders": []\n', 'line 2, column 1: the file ends too early'],
    ['a hash', '{\r\n  # mine\r\n}', 'line 2, column 3: "#" is not JSON; text needs double quotes'],
    ['an endless comment', '{\n  /* mine\n}', 'line 2, column 3: this comment has no end'],
    ['single quotes', "{ 'url': 1 }", 'line 1, column 3: "\'url\'" is not JSON; text needs double quotes'],
    ['no quotes', '{ url: 1 }', 'line 1, column 3: "url" is not JSON; text needs double quotes'],
    ['single backslashes', '{ "path": "C:\\Scans" }', 'line 1, column 11: a backslash in text is written twice'],
    ['an open text', '{ "path": "/scans\n}', 'line 1, column 11: this text has no closing quote on its line'],
    ['a strange number', '{ "settleSeconds": .5 }', 'line 1, column 20: ".5" is not JSON'],
    ['two values', '{} {}', 'line 1, column 4: nothing may follow the value, but there is "{"'],
  ])('says where it stops being JSON: %s', (_, text, where) => {
    expect(problems(text)).toEqual([expect.stringContaining(`intray.json is not valid JSON at ${where}`)]);
  });

  it('may have comments and trailing commas', () => {
    const text = `{
      // The office.
      "folders": [
        { "path": "/scans", "route": { "kind": "extraction", "id": "e-1" }, /* for now */ },
      ],
    }`;
    expect(problems(text)).toEqual([]);
  });

  it('resolves paths against its own directory, and ~ to the home', () => {
    const parsed = parseJson(
      JSON.stringify({ folders: ['invoices', '../mail/', '~/scans', '/abs/./olute'].map((path) => ({ path, route })) }),
      'intray.json',
      configSchema,
    );
    const context = { directory: '/etc/intray', home: '/home/ann', platform: 'linux' } as const;
    const resolved = parsed.ok ? resolveFolders(parsed.value, 'intray.json', context) : parsed;
    expect(resolved.ok && resolved.value.folders.map(({ path }) => path)).toEqual([
      '/etc/intray/invoices',
      '/etc/mail',
      '/home/ann/scans',
      '/abs/olute',
    ]);
  });
});

describe('overlapping folders', () => {
  it.each<[NodeJS.Platform, string[], string]>([
    ['linux', ['/scans', '/scans/invoices'], 'folders[1] (/scans/invoices) is inside folders[0] (/scans)'],
    ['linux', ['/mail', '/scans/a/b', '/scans'], 'folders[1] (/scans/a/b) is inside folders[2] (/scans)'],
    ['linux', ['/scans', '/scans'], 'folders[0] (/scans) and folders[1] are the same folder'],
    ['linux', ['/', '/scans'], 'folders[1] (/scans) is inside folders[0] (/)'],
    ['linux', ['/B\u00fcro', '/Bu\u0308ro/a'], 'is inside folders[0]'],
    ['win32', ['C:\\Scans', 'c:\\scans\\Mail'], 'folders[1] (c:\\scans\\Mail) is inside folders[0] (C:\\Scans)'],
    ['darwin', ['/Scans', '/scans/mail'], 'is inside folders[0]'],
  ])('on %s: %j', (platform, paths, problem) => {
    const found = overlapProblem(paths, platform);
    expect(found && inEnglish(found)).toContain(problem);
  });

  it.each<[NodeJS.Platform, string[]]>([
    ['linux', ['/scans/a', '/scans/ab', '/scans/b']],
    ['linux', ['/Scans', '/scans']],
    ['win32', ['C:\\Scans', 'D:\\Scans']],
  ])('allows folders side by side on %s: %j', (platform, paths) => {
    expect(overlapProblem(paths, platform)).toBeUndefined();
  });
});

describe('reading the config file', () => {
  let directory: string;
  const context = { home: '/home/ann', platform: process.platform };
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'intray-config-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from('{ "folders": [{ "path": "Bücher", "route": { "kind": "extraction", "id": "e" } }] }')],
    [
      'UTF-8 with a byte order mark',
      Buffer.from('\u{feff}{ "folders": [{ "path": "Bücher", "route": { "kind": "extraction", "id": "e" } }] }'),
    ],
    [
      'UTF-16',
      Buffer.from('\u{feff}{ "folders": [{ "path": "Bücher", "route": { "kind": "extraction", "id": "e" } }] }', 'utf16le'),
    ],
  ])('reads %s', async (_, bytes) => {
    const file = join(directory, 'intray.json');
    await writeFile(file, bytes);
    const read = await readConfig(file, context);
    expect(read.ok && read.value.folders[0]?.path).toBe(join(directory, 'Bücher'));
  });

  it('says so when there is none', async () => {
    const file = join(directory, 'none.json');
    expect(await readConfig(file, context)).toEqual({ ok: false, error: [say('configuration.noFile', { path: file })] });
  });

  it('says so when it is a folder', async () => {
    expect(await readConfig(directory, context)).toEqual({
      ok: false,
      error: [say('configuration.isFolder', { path: directory })],
    });
  });

  it('can be loaded with overlapping folders, which are refused for watching', async () => {
    const file = join(directory, 'intray.json');
    await writeFile(file, JSON.stringify({ folders: ['a', 'a/b'].map((path) => ({ path, route })) }));
    expect((await readConfig(file, context)).ok).toBe(false);
    const loaded = await loadConfig(file, context);
    expect(loaded.ok && loaded.value.folders.map(({ path }) => path)).toEqual([join(directory, 'a'), join(directory, 'a', 'b')]);
    expect((await loadConfig(join(directory, 'none.json'), context)).ok).toBe(false);
  });
});
