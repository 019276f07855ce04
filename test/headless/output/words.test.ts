import { describe, expect, it } from 'vitest';
import type { Gate } from '../../../electron/core/account/gate.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { usageSentence } from '../../../electron/headless/command-line.ts';
import { bytes, fromNow, gateSentence, healthSentence, printable, sentence } from '../../../electron/headless/output/words.ts';

const now = Date.UTC(2026, 2, 1);
const url = 'https://api.example.com';

describe('a shut gate', () => {
  it.each<[Gate, string]>([
    [
      { kind: 'offline', message: foreign('No route'), since: now, until: now + 19_500, tries: 2 },
      'Offline: No route. Trying again in 20 s; nothing is lost.',
    ],
    [
      { kind: 'key', message: foreign('Invalid API key'), reason: 'invalid' },
      'Key problem: Invalid API key. Everything waits for a good key (intray key set --url https://api.example.com).',
    ],
    [
      { kind: 'key', message: foreign('No.'), reason: 'unclear', until: now + 3_600_000 },
      'Key problem: No. Everything waits for a good key (intray key set --url https://api.example.com). This one is tried again in 60 min.',
    ],
    [
      { kind: 'forbidden', message: foreign('No pages left'), reason: 'pages', until: now + 7_200_000 },
      'Out of pages: No pages left. What was sent is still collected; uploads are tried again in 2 h.',
    ],
    [
      { kind: 'rate', message: foreign('Slow down'), until: now + 900, tries: 1 },
      'The service asks for a pause: Slow down. Going on in 1 s.',
    ],
  ])('is told with what follows: %j', (gate, text) => {
    expect(gateSentence(gate, now, url)).toBe(text);
  });

  it('is not told when it is open', () => {
    expect(gateSentence({ kind: 'open' }, now, url)).toBeUndefined();
  });
});

describe('texts', () => {
  it('say why a folder is not worked through', () => {
    expect(healthSentence('/scans', { kind: 'unreachable', message: foreign('it is not there') })).toBe(
      '/scans cannot be reached: it is not there.',
    );
    expect(healthSentence('/scans', { kind: 'watching', by: 'events' })).toBeUndefined();
  });

  it('hold nothing that a file name could do to a terminal', () => {
    expect(printable('a\u001b[31m\nb\u202ecod.exe')).toBe('a\ufffd[31m\ufffdb\ufffdcod.exe');
    expect(printable('Rechnung Müller – 請求書 🧾.pdf')).toBe('Rechnung Müller – 請求書 🧾.pdf');
  });

  it.each([
    ['It is so', 'It is so.'],
    ['It is so. ', 'It is so.'],
    ['Is it?', 'Is it?'],
  ])('end with one full stop: %j', (text, ended) => {
    expect(sentence(text)).toBe(ended);
  });

  it.each([
    [0, 'now'],
    [-5, 'now'],
    [400, 'in 1 s'],
    [99_000, 'in 99 s'],
    [150_000, 'in 3 min'],
    [7_300_000, 'in 2 h'],
  ])('%i ms from now is "%s"', (ms, text) => {
    expect(fromNow(now + ms, now)).toBe(text);
  });

  it.each([
    [0, '0 B'],
    [1_500, '1 KB'],
    [26_214_400, '25.0 MB'],
    [2 ** 31, '2.00 GB'],
  ])('%i bytes are %s', (count, text) => {
    expect(bytes(count)).toBe(text);
  });

  it.each([
    [
      "error: unknown option '--extractoin'\n(Did you mean --extraction?)",
      "Unknown option '--extractoin'; did you mean --extraction? --help explains it.",
    ],
    ["error: missing required argument 'FOLDER'", "Missing required argument 'FOLDER'; --help explains it."],
  ])('make one sentence of what the argument parser says', (message, text) => {
    expect(usageSentence(message)).toBe(text);
  });
});
