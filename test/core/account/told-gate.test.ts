import { describe, expect, it } from 'vitest';
import { type Gate, gateAfterFailure, mayCall, openGate } from '../../../electron/core/account/gate.ts';
import type { KnownTrouble, Trouble } from '../../../electron/core/account/shared.ts';
import { gateAsTold, troubleOf } from '../../../electron/core/account/told-gate.ts';
import { foreign } from '../../../electron/core/messages/message.ts';

const message = foreign('What the service said');
const key: Trouble = { kind: 'key', message, reason: 'revoked' };
const pages: Trouble = { kind: 'forbidden', message, reason: 'pages' };
const pause: Trouble = { kind: 'rate', message, tries: 2 };
const offline: Gate = { kind: 'offline', message: foreign('No connection'), since: 0, tries: 1, until: 500 };

function known(trouble: Trouble, number: number, leftMs?: number): KnownTrouble {
  return { trouble, number, ...(leftMs !== undefined && { leftMs }) };
}

describe('What the service has said to another machine', () => {
  it.each([
    ['a refused key stops every call', [known(key, 1)], 'no', 'no'],
    ['no pages left stops uploads', [known(pages, 1, 1_000)], 'no', 'yes'],
    ['a pause stops every call for its time', [known(pause, 1, 1_000)], 'no', 'no'],
    ['a pause that is over stops nothing', [known(pause, 1, 0)], 'yes', 'yes'],
    ['uploads are still refused after a pause', [known(pause, 1, 0), known(pages, 2, 1_000)], 'no', 'yes'],
    ['nothing stops nothing', [], 'yes', 'yes'],
  ] as const)('%s', (_, told, upload, other) => {
    const gate = gateAsTold(openGate, told, 0, false);
    expect([mayCall(gate, 'upload', 0), mayCall(gate, 'other', 0)]).toEqual([upload, other]);
  });

  it('is tried by the machine whose turn it is', () => {
    const gate = gateAsTold(openGate, [known(key, 1), known(pages, 2, 1_000)], 0, true);
    expect(mayCall(gate, 'other', 0)).toBe('probe');
  });

  it('is over when it is not told any more', () => {
    expect(gateAsTold(gateAsTold(openGate, [known(key, 1)], 0, false), [], 10, false)).toEqual(openGate);
  });

  it('leaves a lost connection as it is, with the refusal beneath it', () => {
    expect(gateAsTold(offline, [], 0, false)).toBe(offline);
    expect(gateAsTold(offline, [known(pages, 1, 1_000)], 0, false)).toEqual({
      ...offline,
      beneath: { ...pages, until: 1_000 },
    });
    expect(gateAsTold(offline, [known(key, 1)], 0, false)).toEqual(key);
  });

  it('is no news the second time, however long the telling took', () => {
    const told = (leftMs: number) => [known(pause, 1, leftMs), known(pages, 2, leftMs + 60_000)];
    const gate = gateAsTold(openGate, told(30_000), 0, false);
    expect(gateAsTold(gate, told(20_050), 10_000, false)).toBe(gate);
    expect(gateAsTold(gate, told(25_000), 10_000, false)).not.toBe(gate);
  });

  it('shuts the gate of the others as it shuts that of the one that heard it', () => {
    for (const failure of [
      { kind: 'key', message, reason: 'unclear', status: 401 },
      { kind: 'forbidden', message, reason: 'pages', status: 403 },
      { kind: 'rate', message, status: 429, retryAfterMs: 5_000 },
    ] as const) {
      const gate = gateAfterFailure(openGate, failure, 100, () => 0.5);
      const told = troubleOf(failure, gate, 100);
      expect(told).toBeDefined();
      expect(gateAsTold(openGate, told === undefined ? [] : [known(told.trouble, 1, told.forMs)], 100, false)).toEqual(gate);
    }
    expect(troubleOf({ kind: 'offline', message }, offline, 0)).toBeUndefined();
  });
});
