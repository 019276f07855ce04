import { describe, expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import {
  type Failure,
  type FailureKind,
  forbiddenReasons,
  keyProblems,
  traitsOfFailure,
} from '../../../electron/core/protocol/failure.ts';
import { maxFileBytes, maxFilesPerClassificationBatch } from '../../../electron/core/protocol/service-shapes.ts';

const kinds: readonly FailureKind[] = [
  ...(['offline', 'unresolved', 'server', 'unreadable', 'bad-request', 'too-large', 'key'] as const),
  ...(['forbidden', 'not-found', 'rate', 'withdrawn', 'aborted'] as const),
];
const traits = (kind: FailureKind) => traitsOfFailure({ kind, message: foreign('No.') } as Failure);

describe('A call that failed', () => {
  it('may have been carried out if no answer came, or one that nobody can read', () => {
    expect(kinds.filter((kind) => traits(kind).mayBeDone)).toEqual(['offline', 'unresolved', 'unreadable', 'aborted']);
  });

  it('says so of each kind', () => {
    for (const kind of kinds)
      expect(Object.values(traits(kind)).map((trait) => typeof trait)).toEqual(['string', 'boolean', 'boolean']);
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

it('Refusals have these reasons, and the service these limits', () => {
  expect(keyProblems).toEqual(['missing', 'invalid', 'revoked', 'unclear']);
  expect(forbiddenReasons).toEqual(['pages', 'revoked', 'unclear']);
  expect([maxFileBytes, maxFilesPerClassificationBatch]).toEqual([26_214_400, 30]);
});
