import { describe, expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import { type Failure, type FailureKind, traitsOfFailure } from '../../../electron/core/protocol/failure.ts';

const kinds: readonly FailureKind[] = [
  ...(['offline', 'unresolved', 'server', 'unreadable', 'bad-request', 'too-large', 'key'] as const),
  ...(['forbidden', 'not-found', 'rate', 'withdrawn', 'aborted'] as const),
];
const traits = (kind: FailureKind) => traitsOfFailure({ kind, message: foreign('No.') } as Failure);

describe('A call that failed', () => {
  it('may have been carried out if no answer came, or one that nobody can read', () => {
    expect(kinds.filter((kind) => traits(kind).mayBeDone)).toEqual(['offline', 'unresolved', 'unreadable', 'aborted']);
  });

  it('is repeated as soon as the connection, the key or the rate allows it, after a wait of its own otherwise', () => {
    expect(kinds.filter((kind) => traits(kind).waitsForGate)).toEqual(['offline', 'key', 'rate']);
  });

  it('tells something about the connection, the account, the service, this request or nothing', () => {
    expect(Object.groupBy(kinds, (kind) => traits(kind).about)).toEqual({
      connection: ['offline'],
      account: ['key', 'forbidden', 'rate'],
      service: ['server', 'unreadable'],
      request: ['bad-request', 'too-large', 'not-found', 'withdrawn'],
      nothing: ['unresolved', 'aborted'],
    });
  });
});
