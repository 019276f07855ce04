import { describe, expect, it } from 'vitest';
import type { Gate } from '../../electron/core/account/gate.ts';
import { foreign } from '../../electron/core/messages/message.ts';
import { lineOf } from '../../electron/workspace/engine/status.ts';

type LineFacts = Parameters<typeof lineOf>[0];

const fine: LineFacts = { chosen: true, paused: false, stopped: undefined, gate: { kind: 'open' } };
const gate = (given: Gate): LineFacts => ({ ...fine, gate: given });

describe('the status line', () => {
  it.each<[string, LineFacts, object]>([
    ['watches when nothing stands in the way', fine, { kind: 'watching' }],
    ['knows a first run', { ...fine, chosen: false }, { kind: 'first-run' }],
    ['is paused by a person', { ...fine, paused: true }, { kind: 'paused' }],
    [
      'says why the engine stopped, before all else',
      { ...fine, chosen: false, paused: true, stopped: foreign('Broken.') },
      { kind: 'stopped', message: foreign('Broken.') },
    ],
    [
      'is offline',
      gate({ kind: 'offline', message: foreign('No connection'), since: 1, until: 2, tries: 1 }),
      { kind: 'offline', message: foreign('No connection'), since: 1, until: 2 },
    ],
    [
      'asks for a key',
      gate({ kind: 'key', message: foreign('Invalid'), reason: 'invalid' }),
      { kind: 'key', message: foreign('Invalid') },
    ],
    [
      'takes a revoked key for a key problem',
      gate({ kind: 'forbidden', message: foreign('Revoked'), reason: 'revoked', until: 9 }),
      { kind: 'key', message: foreign('Revoked') },
    ],
    [
      'is out of pages',
      gate({ kind: 'forbidden', message: foreign('None'), reason: 'pages', until: 9 }),
      { kind: 'pages', message: foreign('None'), until: 9 },
    ],
    [
      'slows down',
      gate({ kind: 'rate', message: foreign('Slow'), until: 9, tries: 1 }),
      { kind: 'rate', message: foreign('Slow'), until: 9 },
    ],
  ])('%s', (_, facts, line) => {
    expect(lineOf(facts)).toEqual(line);
  });
});
