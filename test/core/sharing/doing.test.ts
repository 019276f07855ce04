import { describe, expect, it } from 'vitest';
import { doingOf, doingText, readDoing } from '../../../electron/core/sharing/doing.ts';

describe('What a machine tells the others that it is doing', () => {
  const counts = [
    { state: 'waiting', count: 2 },
    { state: 'uploading', count: 3 },
    { state: 'queued', count: 4 },
    { state: 'processed', count: 5 },
  ] as const;

  it('says how much waits, is sent and is at the service, and where it writes', () => {
    expect(doingOf(counts, ['office'])).toEqual({ waiting: 2, uploading: 3, atService: 4, writesTo: ['office'] });
  });

  it('comes back as it was, and counts as nothing from another version', () => {
    const doing = doingOf(counts, ['office', 'branch']);
    expect(readDoing(doingText(doing))).toEqual(doing);
    for (const text of [undefined, 'sleeps', '{}', '{"waiting":-1}']) expect(readDoing(text)).toBeUndefined();
  });
});
