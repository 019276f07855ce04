import { describe, expect, it } from 'vitest';
import type { Gate } from '../../../electron/core/account/gate.ts';
import { gateShape } from '../../../electron/core/account/gate-shape.ts';

describe('a gate that was kept', () => {
  it.each<Gate>([
    { kind: 'open' },
    { kind: 'offline', message: 'no route', since: 1, until: 2, tries: 3 },
    { kind: 'key', message: 'revoked', reason: 'revoked' },
    { kind: 'key', message: 'no', reason: 'unclear', until: 5 },
    { kind: 'forbidden', message: 'out of pages', reason: 'pages', until: 5 },
    { kind: 'rate', message: 'slow down', until: 5, tries: 1 },
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
