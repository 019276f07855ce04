import { describe, expect, it } from 'vitest';
import { foreign, type Message, messageSchema, say } from '../../../electron/core/messages/message.ts';
import { MessageError, messageOf } from '../../../electron/core/messages/message-error.ts';
import { createWording, inEnglish, isolated, sentence } from '../../../electron/core/messages/wording.ts';

/** These characters would steer this very file: they are written as escapes. */
const override = '\u202e';
const [begin, end] = ['\u2068', '\u2069'];
const hebrew = '\u05d7\u05e9\u05d1\u05d5\u05e0\u05d9\u05ea.pdf';

it.each([
  ['It failed', 'It failed.'],
  [' It failed. ', 'It failed.'],
  ['Did it fail?', 'Did it fail?'],
  ['It failed!', 'It failed!'],
  ['It failed because…', 'It failed because…'],
  ['It failed:', 'It failed:.'],
])('The sentence “%s” has one end', (text, whole) => {
  expect(sentence(text)).toBe(whole);
});

describe('A foreign text in a sentence', () => {
  it('stays as it is where nothing is written from right to left', () => {
    for (const text of ['invoice.pdf', 'Größe & Maß', '請求書.pdf', '']) expect(isolated(text)).toBe(text);
  });

  it('is isolated where it is written from right to left, once', () => {
    expect(isolated(hebrew)).toBe(`${begin}${hebrew}${end}`);
    expect(isolated(isolated(hebrew))).toBe(isolated(hebrew));
  });

  it.each(['\u202a', '\u202b', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069', '\u200e', '\u200f', '\u061c'])(
    'shows that %j is in it, which would turn what follows unseen',
    (character) => {
      expect(isolated(`invoice${character}fdp.exe`)).toBe('invoice\ufffdfdp.exe');
    },
  );

  it('cannot close its own isolate', () => {
    expect(isolated(`${begin}${hebrew}${end}${override}x${end}`)).toBe(`${begin}\ufffd${hebrew}\ufffd\ufffdx\ufffd${end}`);
  });

  it('turns nothing around it, whichever value of a message it is', () => {
    const path = `/scans/${override}dna seciovnI`;
    const wording = createWording('en', { now: () => 0, path: (each) => each });
    for (const message of [
      say('disk.missing', { path }),
      foreign(path),
      say('workspace.connection.noKeyYet', { origin: path }),
      say('keychain.variable', { variable: path, message: foreign(path) }),
    ]) {
      expect(wording.text(message)).toContain('/scans/\ufffddna seciovnI');
      expect(wording.text(message)).not.toContain(override);
      expect(inEnglish(message)).not.toContain(override);
    }
  });
});

describe('A message in words', () => {
  const at = Date.UTC(2026, 2, 14, 12, 0, 0);
  const wording = createWording('en', { timeZone: 'UTC', now: () => at, path: (path) => `<${path}>` });
  const words = (code: string, values: Message['values']) => wording.text({ code: code as Message['code'], values });
  // A code of another version shows its values.
  const shown = (values: Message['values']) => words('of.another.version', values).replaceAll('\u202f', ' ');

  it('has moments, lengths and sizes by the names of its values', () => {
    expect(shown({ at })).toBe('of.another.version 12:00:00 PM');
    expect(shown({ sentAt: at + 86_400_000 })).toBe('of.another.version Mar 15, 2026, 12:00:00 PM');
    expect(shown({ size: 2_048, fileSize: 3 * 1_024 ** 2 })).toBe('of.another.version 2 KB 3 MB');
    expect(shown({ waitMs: 5_000 })).toBe('of.another.version 5 s');
    expect(shown({ count: 5_000, late: 1 })).toBe('of.another.version 5000 1');
  });

  it('ends a sentence in it, and only a sentence, with a full stop', () => {
    expect(shown({ message: 'It failed', name: 'It failed' })).toBe('of.another.version It failed. It failed');
    expect(shown({ message: foreign('It failed'), problem: foreign('It failed') })).toBe(
      'of.another.version It failed. It failed',
    );
  });

  it('shows paths as its surface does, and joins lists', () => {
    expect(shown({ paths: ['a', 'b', foreign('c')] })).toBe('of.another.version <a>, <b>, and c');
    expect(shown({ names: ['a', 'b'], path: 'a' })).toBe('of.another.version a and b a');
    expect(createWording('en', { now: () => at }).text({ code: 'x' as never, values: { paths: ['a'] } })).toBe('x a');
  });

  it('isolates each of a list that is written from right to left', () => {
    expect(shown({ paths: [hebrew, 'a'] })).toBe(`of.another.version ${begin}<${hebrew}>${end} and <a>`);
    expect(shown({ names: [hebrew, foreign(hebrew)] })).toBe(
      `of.another.version ${begin}${hebrew}${end} and ${begin}${hebrew}${end}`,
    );
  });

  it('is one of several', () => {
    expect(wording.text([foreign('One.'), foreign('Two.')])).toBe('One. Two.');
    expect(words('common.foreign', { text: 'One.' })).toBe('One.');
  });

  it('is in English and UTC for the log', () => {
    expect(inEnglish({ code: 'x' as never, values: { at } }).replaceAll('\u202f', ' ')).toBe('x Mar 14, 2026, 12:00:00 PM');
  });
});

describe('A stored message', () => {
  it.each<[string, unknown, Message]>([
    ['of this version', say('disk.missing', { path: '/a' }), say('disk.missing', { path: '/a' })],
    ['of another version', { code: 'x.y', values: { n: 1 } }, { code: 'x.y' as Message['code'], values: { n: 1 } }],
    ['of an older one', 'It failed.', foreign('It failed.')],
    [
      'with messages and lists in it',
      { code: 'x', values: { message: foreign('No.'), list: ['a', foreign('b')] } },
      { code: 'x' as Message['code'], values: { message: foreign('No.'), list: ['a', foreign('b')] } },
    ],
  ])('is read as it was: %s', (_, stored, message) => expect(messageSchema.parse(stored)).toEqual(message));

  it.each([
    7,
    null,
    {},
    { code: 'x' },
    { code: 7, values: {} },
    { code: 'x', values: { a: true } },
    { code: 'x', values: { a: [7] } },
  ])('is none: %j', (stored) => expect(messageSchema.safeParse(stored).success).toBe(false));

  it('is what an error says that a person may read, and the text of any other', () => {
    const cause = new Error('EACCES');
    const error = new MessageError(say('disk.missing', { path: '/a' }), { cause });
    expect([error.message, error.name, error.cause]).toEqual([inEnglish(error.said), 'MessageError', cause]);
    expect([error, cause, 'No.'].map(messageOf)).toEqual([error.said, foreign('EACCES'), foreign('No.')]);
  });
});

it.each([
  ['de', ['de-DE'], '1.234.567'],
  ['de', [], '1.234.567'],
  ['en', ['en-IN'], '12,34,567'],
  ['en', ['de-DE'], '1,234,567'],
  ['en', ['de-DE', 'en-IN'], '12,34,567'],
] as const)('Words in %s follow the region of a person with %j: %s', (language, systemLanguages, number) => {
  const wording = createWording(language, { systemLanguages, timeZone: 'UTC', now: () => 0 });
  expect(wording.text(say('leftOut.link', { count: 1_234_567 }))).toContain(number);
  expect([wording.language, wording.formats.number(1_234_567)]).toEqual([language, number]);
});
