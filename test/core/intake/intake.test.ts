import { describe, expect, it } from 'vitest';
import type { PresentState } from '../../../electron/core/document/state-table.ts';
import type { DocumentState } from '../../../electron/core/document/states.ts';
import type { Wait } from '../../../electron/core/document/wait.ts';
import { decideBehind, decideIntake, type IntakeDecision, type SameContent } from '../../../electron/core/intake/intake.ts';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import { assertNever } from '../../../electron/core/result.ts';

const self = { id: 9, folderId: 1, path: 'new.pdf' };

/** Another document of the same content: a processed and delivered one that still lies where it was, unless told otherwise. */
const other = (rest: Partial<SameContent> = {}): SameContent => ({
  id: 1,
  folderId: 1,
  path: 'first.pdf',
  state: { kind: 'processed' },
  delivery: 'done',
  here: true,
  vacant: false,
  current: true,
  known: true,
  ...rest,
});
const waiting = (wait: Wait): PresentState => ({ kind: 'waiting', wait });
const ready = waiting({ kind: 'ready', notBefore: 0 });
const gone = (was: PresentState): DocumentState => ({ kind: 'gone', was });
const failed = { kind: 'failed', by: 'service', message: foreign('It is blurred.') } as const;

/** The decision in a word: `behind 1`, `same 1`, `held first-failed`, … */
const wordsOf = (decision: IntakeDecision): string => {
  switch (decision.kind) {
    case 'ready':
      return 'ready';
    case 'behind':
      return `behind ${decision.first}`;
    case 'duplicate':
      return `duplicate ${decision.of}`;
    case 'held':
      return `held ${decision.why}`;
    case 'refused':
      return `refused by ${decision.by}`;
    case 'same':
      return `same ${decision.as}`;
    default:
      return assertNever(decision);
  }
};
const decide = (others: readonly SameContent[], changed: 'send' | 'ask' = 'send', replaced?: DocumentState) =>
  wordsOf(decideIntake(self, others, replaced && { state: replaced }, changed));

describe('A content that nothing else has', () => {
  it('is sent', () => {
    expect(decide([])).toBe('ready');
  });

  it.for([
    ['send', { kind: 'processed' }, 'ready'],
    ['ask', { kind: 'processed' }, 'held changed'],
    ['ask', { kind: 'confirmed' }, 'held changed'],
    ['ask', { kind: 'uploading', sent: true }, 'held changed'],
    ['ask', { kind: 'unresolved', message: foreign('') }, 'held changed'],
    ['ask', gone({ kind: 'needs_review' }), 'held changed'],
    ['ask', { kind: 'uploading', sent: false }, 'ready'],
    ['ask', { kind: 'duplicate', of: 3 }, 'ready'],
    ['ask', ready, 'ready'],
  ] as const)('with changed: "%s", in place of one that was %j, is %s', ([changed, replaced, expected]) => {
    expect(decide([], changed, replaced)).toBe(expected);
  });

  it('and of which a part is missing is held for that, whatever it replaces', () => {
    const missing = foreign('its end');
    for (const replaced of [undefined, { state: { kind: 'processed' } }] as const)
      expect(wordsOf(decideIntake(self, [], replaced, 'ask', missing))).toBe('held incomplete');
    expect(wordsOf(decideIntake(self, [other({ state: { kind: 'processed' } })], undefined, 'ask', missing))).toBe('duplicate 1');
  });
});

describe('A copy', () => {
  it.for([
    ['sent with the next batch', ready, 'behind 1'],
    ['waiting for its directory', waiting({ kind: 'blocked', message: foreign('') }), 'ready'],
    ['held for a person', waiting({ kind: 'held', why: 'changed', message: foreign('') }), 'behind 1'],
    [
      'held because the first one failed',
      waiting({ kind: 'held', why: 'first-failed', message: foreign('') }),
      'held first-failed',
    ],
    ['dismissed before it was sent', waiting({ kind: 'held', why: 'dismissed', message: foreign('') }), 'ready'],
    ['uploading', { kind: 'uploading', sent: false }, 'behind 1'],
    ['uploaded', { kind: 'uploading', sent: true }, 'behind 1'],
    ['of an unknown fate', { kind: 'unresolved', message: foreign('') }, 'behind 1'],
    ['queued', { kind: 'queued', status: 'queued' }, 'behind 1'],
    ['processing', { kind: 'processing', status: 'odd' }, 'behind 1'],
    ['processed', { kind: 'processed' }, 'duplicate 1'],
    ['in review', { kind: 'needs_review' }, 'duplicate 1'],
    ['confirmed', { kind: 'confirmed' }, 'duplicate 1'],
    ['failed', failed, 'held first-failed'],
    ['refused by the service', { kind: 'rejected', by: 'service', message: foreign('') }, 'refused by service'],
    ['refused by Intray', { kind: 'rejected', by: 'intray', message: foreign('') }, 'ready'],
    ['a copy itself', waiting({ kind: 'behind', first: 5 }), 'ready'],
    ['a duplicate itself', { kind: 'duplicate', of: 5 }, 'ready'],
    ['settling', { kind: 'settling', since: 0 }, 'ready'],
  ] as const)('of one that is %s: %s → %s', ([, state, expected]) => {
    expect(decide([other({ state, delivery: 'none' })])).toBe(expected);
  });

  it.for([
    ['while it waited', ready, 'ready'],
    ['while it was uploaded in part', { kind: 'uploading', sent: false }, 'ready'],
    ['after it failed', failed, 'held first-failed'],
    ['after its result came', { kind: 'processed' }, 'duplicate 1'],
  ] as const)('in another folder, of one that went away %s, is: %s', ([, was, expected]) => {
    expect(decide([other({ folderId: 2, here: false, known: false, state: gone(was) })])).toBe(expected);
  });

  it('knows what the first one failed of', () => {
    expect(decideIntake(self, [other({ state: failed })], undefined, 'send')).toMatchObject({
      message: say('sending.sameFailedBefore', { path: 'first.pdf', message: failed.message }),
    });
  });

  it('looks past other copies for the one that is sent', () => {
    const copy = other({ id: 1, state: waiting({ kind: 'behind', first: 2 }) });
    expect(decide([copy, other({ id: 2, state: { kind: 'queued', status: 'queued' } })])).toBe('behind 2');
  });

  it.for([
    ['a result that is there', { kind: 'processed' }, 'duplicate 2'],
    ['one that is on its way', { kind: 'queued', status: 'queued' }, 'behind 2'],
  ] as const)('takes %s even if an older copy failed', ([, state, expected]) => {
    expect(decide([other({ id: 1, state: failed }), other({ id: 2, state })])).toBe(expected);
  });

  it('of a known result is never asked about as a change', () => {
    expect(decide([other()], 'ask', { kind: 'processed' })).toBe('duplicate 1');
  });
});

describe('The same content at the same path', () => {
  it.for([
    ready,
    { kind: 'processed' },
    failed,
    { kind: 'rejected', by: 'service', message: foreign('') },
    gone({ kind: 'processed' }),
  ] as const)('is nothing new, whatever became of it: %j', (state) => {
    expect(decide([other({ path: self.path, state, here: false })], 'ask', state)).toBe('same 1');
  });

  it('in another folder is a copy', () => {
    expect(decide([other({ folderId: 2, path: self.path })])).toBe('duplicate 1');
  });

  it('after another content in between takes the earlier result at no cost', () => {
    const first = other({ path: self.path, current: false, here: false, known: false });
    expect(decide([first], 'send', { kind: 'processed' })).toBe('duplicate 1');
    expect(decide([first], 'ask', { kind: 'processed' })).toBe('duplicate 1');
  });

  it('after another content in between is the first one again if that is not delivered yet', () => {
    const first = other({
      path: self.path,
      current: false,
      here: false,
      known: false,
      state: { kind: 'queued', status: 'queued' },
      delivery: 'none',
    });
    expect(decide([first], 'send', ready)).toBe('same 1');
  });
});

describe('The same content under another name, the old path gone', () => {
  it.for([
    ['waiting', ready, 'none'],
    ['queued', { kind: 'queued', status: 'queued' }, 'none'],
    ['processed and delivered', { kind: 'processed' }, 'done'],
    ['failed', failed, 'none'],
    ['a duplicate', { kind: 'duplicate', of: 5 }, 'done'],
  ] as const)('is the same document, renamed while it was %s', ([, state, delivery]) => {
    expect(decide([other({ state, delivery, here: false })])).toBe('same 1');
  });

  it('is the same document if its leaving was noticed first', () => {
    expect(decide([other({ here: false, known: false, state: gone(ready), delivery: 'none' })])).toBe('same 1');
    expect(decide([other({ here: false, known: false, state: { kind: 'processing', status: 'x' }, delivery: 'none' })])).toBe(
      'same 1',
    );
  });

  it('is a copy if the first was delivered and went long ago', () => {
    expect(decide([other({ here: false, known: false })])).toBe('duplicate 1');
  });

  it('in another folder is a copy: a result belongs beside its own file', () => {
    expect(decide([other({ folderId: 2, here: false })])).toBe('duplicate 1');
  });

  it('is a rename of the one that left, not of the copy that stayed', () => {
    expect(decide([other({ id: 1 }), other({ id: 2, here: false, state: { kind: 'duplicate', of: 1 } })])).toBe('same 2');
  });
});

describe('A content that several others had, and that none of them has where it was', () => {
  const copies = [
    other({ id: 1, path: 'a/first.pdf', here: false }),
    other({ id: 2, path: 'b/new.pdf', here: false, state: { kind: 'duplicate', of: 1 } }),
    other({ id: 3, path: 'c/third.pdf', here: false, state: { kind: 'duplicate', of: 1 } }),
  ] as const;

  it('is the one of its name: that has been moved with its directory', () => {
    expect(decide(copies)).toBe('same 2');
  });

  it('is not the one in whose place another file is now', () => {
    const [first, second, third] = copies;
    expect(decide([first, second, { ...third, vacant: true }])).toBe('same 3');
    expect(decide([{ ...first, vacant: true }, second, { ...third, vacant: true }])).toBe('same 1');
  });

  it('is the one whose file this was, whatever its name and whatever is in its place', () => {
    const [first, second, third] = copies;
    expect(decide([{ ...first, vacant: true }, second, { ...third, file: 'this' }])).toBe('same 3');
  });

  it('is not one whose file may be another that nobody has read yet', () => {
    const [first, second, third] = copies;
    expect(decide([first, { ...second, file: 'unread' }, third])).toBe('same 1');
    expect(decide(copies.map((copy) => ({ ...copy, file: 'unread' })))).toBe('duplicate 1');
  });
});

describe('A copy behind a first one', () => {
  const refusedHere: DocumentState = { kind: 'rejected', by: 'intray', message: foreign('Too large.') };
  const refusedThere: DocumentState = { kind: 'rejected', by: 'service', message: foreign('No pages.') };

  it.for([
    [{ kind: 'processed' }, 'take-result'],
    [{ kind: 'needs_review' }, 'take-result'],
    [{ kind: 'confirmed' }, 'take-result'],
    [gone({ kind: 'processed' }), 'take-result'],
    [failed, { held: say('sending.sameFailed', { message: failed.message }) }],
    [gone(failed), { held: say('sending.sameFailed', { message: failed.message }) }],
    [refusedThere, { refused: foreign('No pages.') }],
    [gone(refusedThere), { refused: foreign('No pages.') }],
    [refusedHere, 'promote'],
    [{ kind: 'settling', since: 0 }, 'promote'],
    [gone({ kind: 'settling', since: 0 }), 'promote'],
    [gone(ready), 'promote'],
    [gone(waiting({ kind: 'held', why: 'changed', message: foreign('') })), 'promote'],
    [gone({ kind: 'uploading', sent: false }), 'promote'],
    [ready, undefined],
    [waiting({ kind: 'held', why: 'changed', message: foreign('') }), undefined],
    [{ kind: 'uploading', sent: false }, undefined],
    [{ kind: 'uploading', sent: true }, undefined],
    [{ kind: 'unresolved', message: foreign('') }, undefined],
    [{ kind: 'queued', status: 'queued' }, undefined],
    [{ kind: 'processing', status: 'odd' }, undefined],
    [waiting({ kind: 'behind', first: 8 }), { behind: 8 }],
    [{ kind: 'duplicate', of: 8 }, { behind: 8 }],
    [gone({ kind: 'duplicate', of: 8 }), { behind: 8 }],
    [waiting({ kind: 'behind', first: 9 }), 'promote'],
    [{ kind: 'duplicate', of: 9 }, 'promote'],
  ] as const)('that is %j: %j', ([first, expected]) => {
    expect(decideBehind(first, 9)).toEqual(expected);
  });
});
