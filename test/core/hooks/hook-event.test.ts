import { expect, it } from 'vitest';
import { hookEventSchema } from '../../../electron/core/hooks/hook-event.ts';
import { foreign } from '../../../electron/core/messages/message.ts';

const event = {
  ...{ id: 1, eventId: 'e-1', name: 'onDelivered', folderId: 2, documentId: 0, at: 3, body: '{}', state: 'pending', attempts: 4 },
  ...{ nextAt: 5, triedAt: 6, message: foreign('refused'), output: 'no' },
} as const;

it('An event for a hook is read as it was stored', () => {
  expect(hookEventSchema.parse(event)).toEqual(event);
  const { body: _, triedAt: __, message: ___, output: ____, ...told } = { ...event, state: 'done' };
  expect(hookEventSchema.parse(told)).toEqual(told);
  for (const name of ['onDelivered', 'onAttention', 'onFailed', 'onChanged'])
    for (const state of ['pending', 'done', 'given-up'])
      expect(hookEventSchema.parse({ ...event, name, state })).toMatchObject({ name, state });
});

it.each(['id', 'eventId', 'name', 'folderId', 'documentId', 'at', 'state', 'attempts', 'nextAt'])('It has its %s', (member) => {
  expect(hookEventSchema.safeParse({ ...event, [member]: undefined }).success).toBe(false);
});
