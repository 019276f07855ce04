import { describe, expect, it } from 'vitest';
import { type RunFlags, runSettings } from '../../../electron/headless/input/arguments.ts';
import { type Actions, createProgram } from '../../../electron/headless/program.ts';

/** What a command line comes to: the command that would run, with what it is given. */
async function parsed(...args: string[]): Promise<{ command: string; given: unknown[]; exit: number }> {
  const calls: { command: string; given: unknown[] }[] = [];
  const action =
    (command: string) =>
    async (...given: unknown[]) => {
      calls.push({ command, given });
      return 7;
    };
  const names = ['run', 'watch', 'status', 'doctor', 'keySet', 'keyTest', 'keyClear', 'demo', 'sandbox'];
  const actions = Object.fromEntries(names.map((name) => [name, action(name)])) as unknown as Actions;
  let exit = 0;
  const program = createProgram({
    version: '1.2.3',
    actions,
    onExit: (code) => (exit = code),
    writeOutput: () => {},
    writeError: () => {},
  });
  await program.parseAsync(args, { from: 'user' });
  return { ...(calls[0] ?? { command: '', given: [] }), exit };
}

async function settingsOf(...args: string[]) {
  const { given } = await parsed('run', '/scans', ...args);
  return runSettings('/scans', given[1] as RunFlags);
}

async function problemsOf(...args: string[]): Promise<readonly string[]> {
  const settings = await settingsOf(...args);
  return settings.ok ? [] : settings.error;
}

const extraction = ['--extraction', 'e-1'];

describe('the flags of run', () => {
  it('come to the same settings as a config file without them, but that what is there is sent', async () => {
    expect(await settingsOf(...extraction)).toEqual({
      ok: true,
      value: {
        path: '/scans',
        route: { kind: 'extraction', id: 'e-1' },
        settleSeconds: 2,
        ignore: [],
        recursive: true,
        paused: false,
        existing: 'send',
        changed: 'send',
        outputs: { json: true, csv: 'folder' },
        fileAway: { kind: 'leave' },
        unresolved: 'hold',
      },
    });
  });

  it('can set all of them', async () => {
    const flags =
      '--classification c-1 --include *.pdf --include *.tif --ignore drafts/** --no-recursive --settle-seconds 0.5 --changed ask ' +
      '--no-output-json --csv off --delimiter tab --file-away move --move-to Done --unresolved resend --batch-size 5';
    expect(await settingsOf(...flags.split(' '))).toEqual({
      ok: true,
      value: {
        path: '/scans',
        route: { kind: 'classification', id: 'c-1' },
        settleSeconds: 0.5,
        include: ['*.pdf', '*.tif'],
        ignore: ['drafts/**'],
        recursive: false,
        paused: false,
        existing: 'send',
        changed: 'ask',
        outputs: { json: false, csv: 'off' },
        delimiter: '\t',
        fileAway: { kind: 'move', to: 'Done' },
        unresolved: 'resend',
        batchSize: 5,
      },
    });
  });

  it.each<[string, string[], object]>([
    ['a name to move to means moving', ['--move-to', 'Done'], { kind: 'move', to: 'Done' }],
    ['moving without a name has one', ['--file-away', 'move'], { kind: 'move', to: 'Processed' }],
    ['leaving can be said', ['--file-away', 'leave'], { kind: 'leave' }],
  ])('%s', async (_, flags, fileAway) => {
    expect(await settingsOf(...extraction, ...flags)).toMatchObject({ ok: true, value: { fileAway } });
  });

  it.each<[string[], string]>([
    [[], 'Say where the documents go: --extraction ID or --classification ID.'],
    [
      ['--extraction', 'a', '--classification', 'b'],
      'A folder has one route: give --extraction ID or --classification ID, not both.',
    ],
    [['--extraction', ' '], '--extraction must be followed by an id; it is empty.'],
    [[...extraction, '--settle-seconds', 'soon'], '--settle-seconds must be a number.'],
    [[...extraction, '--settle-seconds', ''], '--settle-seconds must be a number.'],
    [[...extraction, '--settle-seconds', '0'], '--settle-seconds must be at least 0.1.'],
    [[...extraction, '--include', ''], '--include must not be empty.'],
    [[...extraction, '--ignore', 'a', '--ignore', ''], '--ignore must not be empty.'],
    [[...extraction, '--changed', 'maybe'], '--changed must be one of "send", "ask".'],
    [[...extraction, '--csv', 'on'], '--csv must be one of "folder", "off".'],
    [[...extraction, '--delimiter', '|'], '--delimiter must be ",", ";" or a tab.'],
    [[...extraction, '--file-away', 'delete'], '--file-away must be "leave" or "move".'],
    [[...extraction, '--file-away', 'leave', '--move-to', 'x'], '--move-to has no meaning with --file-away leave.'],
    [[...extraction, '--unresolved', 'x'], '--unresolved must be one of "hold", "resend".'],
    [[...extraction, '--batch-size', '31'], '--batch-size must be at most 30.'],
    [[...extraction, '--batch-size', '1.5'], '--batch-size must be a whole number.'],
  ])('%j is refused, and the flag is named', async (flags, problem) => {
    expect(await problemsOf(...flags)).toEqual([problem]);
  });

  it('that lead out of the folder are refused', async () => {
    expect(await problemsOf(...extraction, '--move-to', '../out')).toEqual([
      expect.stringMatching(/^--move-to must be a subfolder/),
    ]);
  });
});

describe('the command line', () => {
  it('gives the exit code of the command that ran', async () => {
    expect(await parsed('status', '--json', '--data-dir', 'd')).toEqual({
      command: 'status',
      given: [{ json: true, dataDir: 'd' }],
      exit: 7,
    });
  });

  it.each<[string[], string, object]>([
    [['watch', '--config', 'c.json', '--url', 'u'], 'watch', { config: 'c.json', url: 'u' }],
    [['status', '--why', 'a.pdf', '--json'], 'status', { why: 'a.pdf', json: true }],
    [['doctor'], 'doctor', {}],
    [['doctor', '--config', 'c.json', '--url', 'u', '--data-dir', 'd'], 'doctor', { config: 'c.json', url: 'u', dataDir: 'd' }],
    [['key', 'set', '--url', 'u'], 'keySet', { url: 'u' }],
    [['key', 'test', '--json'], 'keyTest', { json: true }],
    [['key', 'clear'], 'keyClear', {}],
    [['demo', '--folder', 'd', '--keep'], 'demo', { folder: 'd', keep: true }],
    [['sandbox'], 'sandbox', { port: '0' }],
    [['sandbox', '--port', '80', '--fault', 'a', '--fault', 'b'], 'sandbox', { port: '80', fault: ['a', 'b'] }],
  ])('%j', async (args, command, flags) => {
    const call = await parsed(...args);
    expect(call.command).toBe(command);
    expect(call.given[0]).toEqual(flags);
  });

  it('takes the folder after repeatable flags too', async () => {
    const call = await parsed('run', '--include', '*.pdf', '/scans', ...extraction);
    expect(call.given[0]).toBe('/scans');
  });

  it.each([
    ['run'],
    ['run', '/a', '/b', ...extraction],
    ['watch'],
    ['nothing'],
    ['run', '/a', '--extractoin', 'e'],
    ['key', 'put'],
  ])('refuses %j', async (...args) => {
    await expect(parsed(...args)).rejects.toMatchObject({ name: 'CommanderError', exitCode: 1 });
  });
});
