import { describe, expect, it } from 'vitest';
import type { DocumentState, PresentState } from '../../../electron/core/document/states.ts';
import type { Wait } from '../../../electron/core/document/wait.ts';
import {
  decideIntake,
  delayMs,
  type IntakeDecision,
  nextLook,
  oddTailMs,
  type SameContent,
} from '../../../electron/core/intake/intake.ts';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import { assertNever } from '../../../electron/core/result.ts';

const path = 'new.pdf';

/** Another document of the same content: a processed and delivered one that still lies where it was, unless told otherwise. */
const other = (rest: Partial<SameContent> = {}): SameContent => ({
  id: 1,
  path: 'first.pdf',
  state: { kind: 'processed' },
  delivery: 'done',
  here: true,
  vacant: false,
  current: true,
  replaced: false,
  known: true,
  ...rest,
});
const waiting = (wait: Wait): PresentState => ({ kind: 'waiting', wait });
const ready = waiting({ kind: 'ready', notBefore: 0 });
const gone = (was: PresentState): DocumentState => ({ kind: 'gone', was });
const failed = { kind: 'failed', by: 'service', message: foreign('It is blurred.') } as const;

/** The decision in a word: `ready`, `same 1`, `held changed`, … */
const wordsOf = (decision: IntakeDecision): string => {
  switch (decision.kind) {
    case 'ready':
      return 'ready';
    case 'held':
      return `held ${decision.why}`;
    case 'same':
      return `same ${decision.as}`;
    default:
      return assertNever(decision);
  }
};
/** @param isKnown the content was sent on its route before: of course it was if another document has it */
const decide = (
  others: readonly SameContent[],
  {
    changed = 'send',
    replaced,
    isKnown = others.length > 0,
  }: { changed?: 'send' | 'ask'; replaced?: DocumentState; isKnown?: boolean } = {},
) => wordsOf(decideIntake(path, others, isKnown, replaced && { state: replaced }, changed));

describe('A content that nothing else in its folder has', () => {
  it('is sent', () => {
    expect(decide([])).toBe('ready');
  });

  it.for([
    ['send', { kind: 'processed' }, 'ready'],
    ['ask', { kind: 'processed' }, 'held changed'],
    ['ask', { kind: 'confirmed' }, 'held changed'],
    ['ask', { kind: 'uploading' }, 'held changed'],
    ['ask', { kind: 'unresolved', message: foreign('') }, 'held changed'],
    ['ask', gone({ kind: 'needs_review' }), 'held changed'],
    ['ask', { kind: 'duplicate', of: 3 }, 'ready'],
    ['ask', ready, 'ready'],
  ] as const)('with changed: "%s", in place of one that was %j, is %s', ([changed, replaced, expected]) => {
    expect(decide([], { changed, replaced })).toBe(expected);
  });

  it('is sent where it is in place of nothing', () => {
    expect(decide([], { changed: 'ask' })).toBe('ready');
  });

  it('is never asked about as a change where it was sent from elsewhere: it costs nothing', () => {
    expect(decide([], { changed: 'ask', replaced: { kind: 'processed' }, isKnown: true })).toBe('ready');
  });

  it('and of which a part is missing is held for that, whatever it replaces', () => {
    const missing = foreign('its end');
    for (const replaced of [undefined, { state: { kind: 'processed' } }] as const)
      expect(wordsOf(decideIntake(path, [], false, replaced, 'ask', missing))).toBe('held incomplete');
    expect(wordsOf(decideIntake(path, [], true, undefined, 'ask', missing))).toBe('ready');
  });
});

describe('A copy', () => {
  it.for([
    ['to be sent', ready],
    ['held for a person', waiting({ kind: 'held', why: 'changed', message: foreign('') })],
    ['uploaded', { kind: 'uploading' }],
    ['of an unknown fate', { kind: 'unresolved', message: foreign('') }],
    ['queued', { kind: 'queued', status: 'queued' }],
    ['processed', { kind: 'processed' }],
    ['failed', failed],
    ['refused by the service', { kind: 'rejected', by: 'service', message: foreign('') }],
    ['a duplicate itself', { kind: 'duplicate', of: 5 }],
  ] as const)('of one that is %s is whatever their job is', ([, state]) => {
    expect(decide([other({ state, delivery: 'none' })])).toBe('ready');
  });

  it('of a known result is never asked about as a change', () => {
    expect(decide([other()], { changed: 'ask', replaced: { kind: 'processed' } })).toBe('ready');
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
    expect(decide([other({ path, state, here: false })], { changed: 'ask', replaced: state })).toBe('same 1');
  });

  it('after another content in between is the document that it was', () => {
    expect(decide([other({ path, current: false, replaced: true, here: false, known: false })])).toBe('same 1');
  });

  it('is the document that it was if the file was written anew, and renamed before anybody had read it', () => {
    expect(decide([other({ current: false, replaced: true, here: false, known: false })])).toBe('same 1');
  });

  it('after another content in between takes the result of one that has another place by now, at no cost', () => {
    const first = other({ path, current: false, here: false, known: false });
    expect(decide([first], { replaced: { kind: 'processed' } })).toBe('ready');
    expect(decide([first], { changed: 'ask', replaced: { kind: 'processed' } })).toBe('ready');
  });

  it('after another content in between is the first one again if that is not delivered yet, or had gone', () => {
    const first = other({ path, current: false, here: false, known: false, delivery: 'none' });
    expect(decide([{ ...first, state: { kind: 'queued', status: 'queued' } }], { replaced: ready })).toBe('same 1');
    expect(decide([{ ...first, delivery: 'done', state: gone({ kind: 'processed' }) }], { replaced: ready })).toBe('same 1');
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
    expect(decide([other({ here: false, known: false })])).toBe('ready');
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
    expect(decide(copies.map((copy) => ({ ...copy, file: 'unread' })))).toBe('ready');
  });
});

describe('Another document of the same content', () => {
  it('is a copy where its file is here, or is yet to be read', () => {
    expect(decide([other({ here: true, known: false })])).toBe('ready');
    expect(decide([other({ here: false, file: 'unread' })])).toBe('ready');
  });

  it.for<readonly [string, Partial<SameContent>, string]>([
    ['was sent and is not delivered', { state: { kind: 'processed' }, delivery: 'pending' }, 'same 1'],
    ['was delivered', { state: { kind: 'processed' }, delivery: 'done' }, 'ready'],
    ['was not sent', { state: ready, delivery: 'none' }, 'ready'],
    ['had gone', { state: gone(ready), delivery: 'done' }, 'same 1'],
    ['failed', { state: failed, delivery: 'none' }, 'same 1'],
  ])('that went long ago and %s: %s', ([, rest, expected]) => {
    expect(decide([other({ here: false, known: false, ...rest })])).toBe(expected);
  });

  it('is the current one of the path, not one that had it before', () => {
    const [earlier, current] = [other({ id: 1, path, current: false }), other({ id: 2, path })];
    expect(decide([earlier, current])).toBe('same 2');
    expect(decide([other({ id: 1, path: 'x.pdf', replaced: true }), current])).toBe('same 1');
  });

  it('is told why a change is held', () => {
    const decision = decideIntake(path, [], false, { state: { kind: 'processed' } }, 'ask');
    expect(decision).toEqual({ kind: 'held', why: 'changed', message: say('sending.changed') });
    const missing = foreign('its end');
    expect(decideIntake(path, [], false, undefined, 'send', missing)).toEqual({
      kind: 'held',
      why: 'incomplete',
      message: missing,
    });
  });
});

it('While something is missing, looks are two seconds apart at first, and the last is at the end of the long wait', () => {
  const at = (now: number) => nextLook(1_000, now, 60_000);
  expect([1_000, 9_000, 9_004, 41_000, 50_000, 61_000].map(at)).toEqual([3_000, 11_000, 11_005, 51_000, 61_000, 61_000]);
  expect([oddTailMs, delayMs]).toEqual([60_000, 600_000]);
});
