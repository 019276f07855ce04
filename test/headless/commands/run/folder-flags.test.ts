import { describe, expect, it } from 'vitest';
import { type FolderFlags, runSettings } from '../../../../electron/headless/commands/run/run.ts';
import { parsed } from '../../parsed.ts';

async function settingsOf(...args: string[]) {
  const { operands, flags } = await parsed('run', '/scans', ...args);
  return runSettings(operands[0] ?? '', flags as FolderFlags);
}

async function problemOf(...args: string[]): Promise<string> {
  return settingsOf(...args).then(
    () => '',
    (error: Error) => error.message,
  );
}

const extraction = ['--extraction', 'e-1'];

describe('the flags of run', () => {
  it('default to the settings of a config file, except that existing files are sent', async () => {
    expect(await settingsOf(...extraction)).toEqual({
      path: '/scans',
      route: { kind: 'extraction', id: 'e-1' },
      settleSeconds: 2,
      ignore: [],
      recursive: true,
      paused: false,
      existing: 'send',
      changed: 'ask',
      incomplete: 'hold',
      outputs: { json: true, csv: 'folder' },
      fileAway: { kind: 'leave' },
      unresolved: 'hold',
    });
  });

  it('can set all of them', async () => {
    const flags =
      '--classification c-1 --include *.pdf --include *.tif --ignore drafts/** --no-recursive --settle-seconds 0.5 --changed send --incomplete send ' +
      '--no-output-json --csv off --delimiter tab --file-away move --move-to Done --unresolved resend --batch-size 5';
    expect(await settingsOf(...flags.split(' '))).toEqual({
      path: '/scans',
      route: { kind: 'classification', id: 'c-1' },
      settleSeconds: 0.5,
      include: ['*.pdf', '*.tif'],
      ignore: ['drafts/**'],
      recursive: false,
      paused: false,
      existing: 'send',
      changed: 'send',
      incomplete: 'send',
      outputs: { json: false, csv: 'off' },
      delimiter: '\t',
      fileAway: { kind: 'move', to: 'Done' },
      unresolved: 'resend',
      batchSize: 5,
    });
  });

  it.each<[string, string[], object]>([
    ['a name to move to means moving', ['--move-to', 'Done'], { kind: 'move', to: 'Done' }],
    ['moving without a name has one', ['--file-away', 'move'], { kind: 'move', to: 'Processed' }],
    ['leaving can be said', ['--file-away', 'leave'], { kind: 'leave' }],
  ])('%s', async (_, flags, fileAway) => {
    expect(await settingsOf(...extraction, ...flags)).toMatchObject({ fileAway });
  });

  it.each<[string[], string]>([
    [[], 'Say where the documents go: --extraction ID or --classification ID.'],
    [
      ['--extraction', 'a', '--classification', 'b'],
      'A folder has one route: give --extraction ID or --classification ID, not both.',
    ],
    [['--extraction', ' '], '--extraction must be followed by an id or a name; it is empty.'],
    [[...extraction, '--settle-seconds', 'soon'], '--settle-seconds must be a number.'],
    [[...extraction, '--settle-seconds', ''], '--settle-seconds is empty: perhaps a variable is not set.'],
    [[...extraction, '--settle-seconds', '0'], '--settle-seconds must be at least 0.1.'],
    [[...extraction, '--include', ''], '--include is empty: perhaps a variable is not set.'],
    [[...extraction, '--ignore', 'a', '--ignore', ''], '--ignore is empty: perhaps a variable is not set.'],
    [[...extraction, '--changed', 'maybe'], '--changed must be one of "send", "ask".'],
    [[...extraction, '--csv', 'on'], '--csv must be one of "folder", "off".'],
    [[...extraction, '--delimiter', '|'], '--delimiter must be ",", ";" or a tab.'],
    [[...extraction, '--file-away', 'delete'], '--file-away must be "leave" or "move".'],
    [[...extraction, '--file-away', 'leave', '--move-to', 'x'], '--move-to has no effect with --file-away leave.'],
    [[...extraction, '--unresolved', 'x'], '--unresolved must be one of "hold", "resend".'],
    [[...extraction, '--batch-size', '31'], '--batch-size must be at most 30.'],
    [[...extraction, '--batch-size', '1.5'], '--batch-size must be a whole number.'],
  ])('%j is refused, and the flag is named', async (flags, problem) => {
    expect(await problemOf(...flags)).toBe(problem);
  });

  it('may not lead out of the folder', async () => {
    expect(await problemOf(...extraction, '--move-to', '../out')).toMatch(/^--move-to must be a subfolder/);
  });
});
