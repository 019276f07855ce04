import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../electron/core/config/preferences.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { readJson } from '../../electron/settings/json.ts';
import { brokenName, readSettings } from '../../electron/settings/stored-settings.ts';

function problems(text: string): readonly string[] {
  const read = readSettings(text);
  if (read.ok) throw new Error('it was read');
  return read.error.map((each) => inEnglish(each));
}

describe('a settings file', () => {
  it('is read, with missing members filled in', () => {
    expect(readSettings('{"appearance": "dark"}')).toEqual({ ok: true, value: { ...defaultSettings, appearance: 'dark' } });
    expect(readSettings('\ufeff{}')).toEqual({ ok: true, value: defaultSettings });
  });

  it('that is not JSON is refused with the line and the reason', () => {
    expect(problems('{\n  "paused": true\n  "language": "de"\n}')).toEqual([
      'line 3, column 3: a comma is missing before "language"',
    ]);
  });

  it('has no comments, which would be lost when Intray writes it', () => {
    expect(problems('{\n  // mine\n  "paused": true\n}')).toEqual([
      'line 2, column 3: this file may not contain comments, because Intray rewrites it',
    ]);
    expect(problems('{\n  "paused": true,\n}')).toEqual([expect.stringContaining('line 3, column 1')]);
  });

  it('is refused with line and member of each mistake', () => {
    const text = [
      '{',
      '  "version": 1,',
      '  "folders": [',
      '    { "path": "/a", "route": { "kind": "extraction", "id": "x" } },',
      '    {',
      '      "path": "/b",',
      '      "settleSecond": 3,',
      '      "route": { "kind": "mail", "id": "x" }',
      '    }',
      '  ],',
      '  "logDays": 0',
      '}',
    ].join('\n');
    expect(problems(text)).toEqual([
      'line 8: folders[1].route.kind must be one of "extraction", "classification"',
      'line 7: folders[1].settleSecond is not a setting; did you mean “settleSeconds”?',
      'line 11: logDays must be at least 1',
    ]);
  });

  it('of a newer Intray is refused', () => {
    expect(problems('{\n "version": 2\n}')).toEqual([
      'line 2: version 2 was written by a newer Intray; this one knows version 1',
    ]);
  });

  it('that cannot be used gets a name with the date, valid on any system', () => {
    expect(brokenName(Date.UTC(2026, 4, 4, 13, 2, 7))).toBe('settings.broken-2026-05-04T13-02-07.json');
  });
});

describe('the line of a member', () => {
  const text = '{\n "a": [1,\n  {"b": {\n   "c,}": "x"}}],\n "d": null}';

  it.each([
    [[], 1],
    [['a'], 2],
    [['a', 0], 2],
    [['a', 1], 3],
    [['a', 1, 'b', 'c,}'], 4],
    [['d'], 5],
    [['a', 1, 'missing'], 3],
    [['missing'], 1],
  ])('%j is %i', (path, line) => {
    const json = readJson(text, { comments: false });
    expect(json.ok && json.value.lineOf(path)).toBe(line);
  });
});
