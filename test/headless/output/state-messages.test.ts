import { describe, expect, it } from 'vitest';
import type { Gate } from '../../../electron/core/account/gate.ts';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import { gateMessage, healthMessage } from '../../../electron/headless/output/state-messages.ts';
import { createTerminalWording, printable } from '../../../electron/headless/output/terminal-wording.ts';

const now = Date.UTC(2026, 2, 1);
const url = 'https://api.example.com';
const { text } = createTerminalWording('en', { now: () => now });

describe('a shut gate', () => {
  it.each<[Gate, string]>([
    [
      { kind: 'offline', message: foreign('No route'), since: now, until: now + 19_500, tries: 2 },
      'Offline: No route. Trying again in 20 s; nothing is lost.',
    ],
    [
      { kind: 'key', message: foreign('Invalid API key'), reason: 'invalid' },
      'Key problem: Invalid API key. Everything is waiting for a valid key (intray key set --url https://api.example.com).',
    ],
    [
      { kind: 'key', message: foreign('No.'), reason: 'unclear', until: now + 3_600_000 },
      'Key problem: No. Everything is waiting for a valid key (intray key set --url https://api.example.com). This one is tried again in 60 min.',
    ],
    [
      { kind: 'forbidden', message: foreign('None left'), reason: 'pages', until: now + 7_200_000 },
      'The service has no pages left (“None left.”). Results of what was sent are still collected; uploads are tried again in 2 h.',
    ],
    [
      { kind: 'rate', message: foreign('Slow down'), until: now - 5, tries: 1 },
      'The service asks for a pause: Slow down. Continuing in 1 s.',
    ],
  ])('is reported with what follows: %j', (gate, words) => {
    expect(text(gateMessage(gate, now, url) ?? [])).toBe(words);
  });

  it('is not reported while it is open', () => {
    expect(gateMessage({ kind: 'open' }, now, url)).toBeUndefined();
  });
});

describe('a folder', () => {
  it('that cannot be worked on is reported with the reason', () => {
    expect(healthMessage('/scans', { kind: 'unreachable', message: foreign('it is not there') })).toEqual(
      say('runReport.folder.unreachable', { path: '/scans', message: foreign('it is not there') }),
    );
    expect(healthMessage('/scans', { kind: 'watching', by: 'events' })).toBeUndefined();
  });
});

describe('the wording of a terminal', () => {
  it('quotes nothing that could act on it', () => {
    expect(printable('a\u001b[31m\nb\u202ecod.exe')).toBe('a\ufffd[31m\ufffdb\ufffdcod.exe');
    expect(printable('Rechnung Müller – 請求書 🧾.pdf')).toBe('Rechnung Müller – 請求書 🧾.pdf');
    const reason = say('why.unseen.unreadable', { message: foreign('a\u001b[31m') });
    expect(text(say('runReport.folder.paused', { path: 'b\nc', message: reason }))).toBe(
      'b\ufffdc is paused: It cannot be read: a\ufffd[31m.',
    );
    expect(text(say('runReport.results', { places: ['d\ne'] }))).toBe('Results: d\ufffde.');
  });
});
