import { describe, expect, it } from 'vitest';
import { foreign, say } from '../../../electron/core/messages/message.ts';
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
