import { describe, expect, it } from 'vitest';
import type { Gate } from '../../../electron/core/account/gate.ts';
import { gateShape } from '../../../electron/core/account/gate-shape.ts';
import { foreign } from '../../../electron/core/messages/message.ts';

describe('a gate that was kept', () => {
  it.each<Gate>([
    { kind: 'open' },
    { kind: 'offline', message: foreign('no route'), since: 1, until: 2, tries: 3 },
    { kind: 'key', message: foreign('revoked'), reason: 'revoked' },
    { kind: 'key', message: foreign('no'), reason: 'unclear', until: 5 },
    { kind: 'forbidden', message: foreign('out of pages'), reason: 'pages', until: 5 },
    { kind: 'rate', message: foreign('slow down'), until: 5, tries: 1 },
  ])('is read as it was: $kind', (gate) => {
    expect(gateShape.parse(JSON.parse(JSON.stringify(gate)))).toEqual(gate);
  });

  it.each([undefined, 'open', { kind: 'ajar' }, { kind: 'rate' }, { kind: 'key', message: 1, reason: 'invalid' }])(
    'is none of: %j',
    (value) => {
      expect(gateShape.safeParse(value).success).toBe(false);
    },
  );
});
