/** Pages that are counted before something is sent. */
import { expect, it } from 'vitest';
import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import type { Document } from '../../../electron/core/document/document.ts';
import { retryPolicies } from '../../../electron/core/retry-policies.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { PageCounts } from '../../../electron/engine/loop/page-counts.ts';
import { Retries } from '../../../electron/engine/loop/retries.ts';
import type { PageCount } from '../../../electron/engine/ports.ts';
import { freshLedger } from '../../ledger/fixture.ts';
import { become, putDocument } from '../../support/jobs.ts';

/** A PDF that is ready to be sent, and what a look at its pages says, one look after the other. */
function counting(...looks: readonly (() => PageCount)[]) {
  const { ledger, folderId } = freshLedger();
  let [elapsed, looked] = [0, 0];
  const running: Promise<unknown>[] = [];
  const clock = { now: () => elapsed, elapsed: () => elapsed, after: () => () => {} };
  const counts = new PageCounts({
    world: { ...{ files: createFiles(), ledger, clock }, countPages: async () => looks[looked++]?.() },
    retries: new Retries({ clock, random: () => 0.5 }),
    tasks: { isResting: () => false, isUnderWay: () => false, launch: (_, __, work) => void running.push(work()) },
    stopping: new AbortController().signal,
  });
  const path = '/scans';
  const folder = { id: folderId, path, settings: folderSettingsSchema.parse({ path, route: { kind: 'extraction', id: 'e' } }) };
  const ready = { kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } } as const;
  const { id } = putDocument(ledger, folderId, { hash: 'aa', contentType: 'application/pdf', state: ready });
  const document = () => ledger.documents.get(id) as Document;
  /** @returns whether it may be sent */
  const count = async () => {
    const isCounted = counts.countFirst(folder, [document()]).length === 1;
    await Promise.all(running.splice(0));
    return isCounted;
  };
  const isNow = (hash: string) => become(ledger, id, { hash });
  return { count, counts, document, isNow, looked: () => looked, pass: (milliseconds: number) => (elapsed += milliseconds) };
}

it('are those of the document, which is sent once they are known', async () => {
  const { count, document, looked } = counting(() => 7);
  expect(await count()).toBe(false);
  expect([document().pages, await count(), looked()]).toEqual([7, true, 1]);
});

it('are not those of another content that the document had while they were counted', async () => {
  const scene = counting(
    () => {
      scene.isNow('bb');
      return 50;
    },
    () => 3,
  );
  expect(await scene.count()).toBe(false);
  expect(scene.document().pages).toBeUndefined();
  expect(await scene.count()).toBe(false);
  expect([scene.document().pages, await scene.count()]).toEqual([3, true]);
});

it('are not asked about again where nothing tells them, unless its content is another one', async () => {
  const { count, document, isNow, looked } = counting(
    () => undefined,
    () => 3,
  );
  expect(await count()).toBe(false);
  expect([await count(), looked(), document().pages]).toEqual([true, 1, undefined]);
  isNow('bb');
  expect(await count()).toBe(false);
  expect(document().pages).toBe(3);
});

it('are asked about again soon where the file cannot be read now', async () => {
  const { count, counts, document, looked, pass } = counting(
    () => 'later',
    () => 3,
  );
  expect(await count()).toBe(false);
  expect([await count(), looked(), counts.underway]).toEqual([false, 1, 1]);
  pass(retryPolicies.uncounted.restMs());
  expect(await count()).toBe(false);
  expect([document().pages, counts.underway, await count()]).toEqual([3, 0, true]);
});
