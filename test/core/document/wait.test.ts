import { describe, expect, it } from 'vitest';
import { endsWhenReplaced } from '../../../electron/core/document/states.ts';
import {
  endsWithResult,
  type HeldWhy,
  heldForDismissed,
  heldForPassedOn,
  heldReasons,
  reasonsInQuestion,
  waitNames,
  waits,
} from '../../../electron/core/document/wait.ts';
import { foreign, say } from '../../../electron/core/messages/message.ts';

const reasons = Object.keys(heldReasons) as HeldWhy[];

describe('A document that is held', () => {
  it('needs nobody any more once its content has a result, where it was asked about only whether to send that', () => {
    expect(reasons.filter(endsWithResult)).toEqual(['changed', 'incomplete', 'dropped', 'pages', 'budget']);
  });

  it('may be paid for twice where nothing proves that it was not sent, or its result is lost, or comes without it', () => {
    expect(reasons.filter((why) => heldReasons[why].mayPayTwice)).toEqual(['unverified', 'dropped', 'passed-on']);
  });

  it('is part of its folder’s question where many of them may be', () => {
    expect(reasonsInQuestion).toEqual(['changed', 'asked', 'pages']);
  });
});

it('A document that waits goes on by itself once its time comes or the disk has room, unless a person decides', () => {
  expect(waitNames.filter((name) => waits[name].goesOn)).toEqual(['ready', 'blocked']);
  expect(waitNames.filter((name) => waits[name].needsPerson)).toEqual(['held', 'blocked']);
  expect(heldForDismissed).toEqual({ kind: 'held', why: 'dismissed', message: say('outcome.dismissed') });
  expect(heldForPassedOn).toEqual({ kind: 'held', why: 'passed-on', message: say('sending.passedOn') });
});

it.each([
  ['to be sent', { kind: 'ready', notBefore: 0 }, true],
  ['blocked', { kind: 'blocked', message: foreign('no room') }, true],
  ['held for a person', { kind: 'held', why: 'asked', message: foreign('many') }, false],
] as const)('A document that is %s ends or not when another one has its path', (_, wait, ends) => {
  expect(endsWhenReplaced({ kind: 'waiting', wait })).toBe(ends);
});
