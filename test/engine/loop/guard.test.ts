/** Far more new documents than usual: one question about them, and nothing of them is sent until it is answered. */
import { rmSync, utimesSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { isHeldAs } from '../../../electron/core/document/states.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { Guard, usualGuard } from '../../../electron/engine/loop/guard.ts';
import type { FileToCount } from '../../../electron/engine/ports.ts';
import { freshLedger, invoices, origin } from '../../ledger/fixture.ts';
import { become, putDocument } from '../../support/jobs.ts';
import { makeFile } from '../../support/make-files.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
let run: Run;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = scene.folder('scans', sandbox.extraction);
});
afterEach(() => scene.end());

const guard = { ...usualGuard, documents: 4 };
const countPages = async ({ path }: FileToCount) => Number(/(\d+) pages/.exec(await readFile(path, 'latin1'))?.[1]);

async function begin(options: Partial<RunOptions> = {}): Promise<void> {
  run = await scene.start({
    url: sandbox.url,
    key: sandbox.key,
    folders: [folder],
    countPages,
    ...options,
    limits: { guard, ...options.limits },
  });
}

/** New documents of two pages each, all at once. */
async function put(from: number, count: number): Promise<void> {
  for (let number = from; number < from + count; number += 1)
    await makeFile(join(folder.path, `${number}.pdf`), `2 pages of ${number}`);
  run.engine.lookNow();
}
const held = () => run.documents().filter(({ state }) => isHeldAs(state, 'asked')).length;
const question = () => run.engine.status().folders[0]?.question;

describe('many new documents at once', () => {
  it('are held for one question, which says how many they are and about how many pages they have', async () => {
    await begin();
    await put(0, 6);
    await scene.until('they are held, and their pages counted', () => question()?.pages === 12);
    expect(question()).toMatchObject({ documents: 6, pages: 12 });
    expect(inEnglish(question()?.message ?? { code: 'common.foreign', values: {} })).toMatch(
      /^6 new documents have come to .*scans, about 12 pages: far more within an hour than is usual there\. Nothing of it is sent/,
    );
    await put(6, 1);
    await scene.until('one that comes later is asked about as well', () => question()?.documents === 7 && held() === 7);
    await scene.until('its pages too', () => question()?.pages === 14);
    expect(run.notices.filter(({ kind }) => kind === 'question')).toHaveLength(1);
    expect(run.uploads()).toEqual([]);
  });

  it('are asked about once, from the first moment on, also while none of them has settled', async () => {
    folder = { ...folder, settleSeconds: 120 };
    await begin();
    await put(0, 6);
    await scene.until('they are found', () => run.documents().length === 6);
    const { clock } = scene;
    await scene.until('it is asked', () => run.seen.folder(folder.path)?.question !== undefined, { within: 5_000 });
    const since = run.seen.folder(folder.path)?.question?.since;
    expect(Math.abs(clock.now() - (since ?? 0))).toBeLessThan(5_000);
    expect(held()).toBe(0);
    await scene.until('they are held', () => held() === 6);
    await scene.pass(minute);
    expect(question()).toMatchObject({ documents: 6, since });
    expect(run.notices.filter(({ kind }) => kind === 'question')).toHaveLength(1);
  });

  it('are no question any more once all of them have gone', async () => {
    folder = { ...folder, settleSeconds: 120 };
    await begin();
    await put(0, 6);
    await scene.until('it is asked', () => run.seen.folder(folder.path)?.question !== undefined);
    for (let number = 0; number < 6; number += 1) rmSync(join(folder.path, `${number}.pdf`));
    run.engine.lookNow();
    await scene.until('it is closed', () => run.seen.folder(folder.path)?.question === undefined);
    expect(question()).toBeUndefined();
  });

  it.each(['send', 'leave'] as const)('through a restart, until the answer is to %s them', async (answer) => {
    await begin();
    await put(0, 6);
    await scene.until('they are held', () => held() === 6);
    await run.end();
    await begin();
    await scene.pass(minute);
    expect(question()).toMatchObject({ documents: 6 });
    run.engine.answerQuestion(1, answer);
    await scene.until('it is closed', () => question() === undefined);
    if (answer === 'send') await scene.until('they are delivered', () => run.delivered() === 6);
    else expect(run.documents()).toEqual([]);
    // What comes after it counts anew.
    await put(6, 4);
    await scene.until('those are delivered', () => run.delivered() === (answer === 'send' ? 10 : 4));
    await run.end();
    await begin();
    run.engine.lookNow();
    await scene.pass(minute);
    expect(run.documents()).toHaveLength(answer === 'send' ? 10 : 4);
    expect(run.documents().filter(({ possibleDuplicate }) => possibleDuplicate)).toEqual([]);
    await put(10, 1);
    await scene.until('a fifth is held', () => held() === 1);
  });

  it('are not asked about where an hour brought a tenth of them before', async () => {
    await begin();
    await put(0, 3);
    await scene.until('they are delivered', () => run.delivered() === 3);
    await scene.pass(2 * hour, { coarse: true });
    await put(3, 30);
    await scene.until('thirty are delivered', () => run.delivered() === 33);
    await put(33, 1);
    await scene.until('the next one is held', () => held() === 1);
    expect(run.delivered()).toBe(33);
  });

  it('are not asked about where the folder’s settings say so', async () => {
    folder = { ...folder, askAbove: 0 };
    await begin();
    await put(0, 6);
    await scene.until('they are delivered', () => run.delivered() === 6);
    expect(question()).toBeUndefined();
  });

  it('are asked about on the first day, but for those that were there and that a person has chosen to send', async () => {
    for (let number = 0; number < 6; number += 1) {
      await makeFile(join(folder.path, `${number}.pdf`), `2 pages of ${number}`);
      utimesSync(join(folder.path, `${number}.pdf`), 1_600_000_000, 1_600_000_000);
    }
    await begin();
    await scene.until('what was there is delivered', () => run.delivered() === 6);
    await put(6, 4);
    await scene.until('four are delivered', () => run.delivered() === 10);
    await put(10, 1);
    await scene.until('a fifth is held', () => held() === 1);
    expect(run.delivered()).toBe(10);
  });

  it('are asked about from as many on as the folder’s settings say', async () => {
    folder = { ...folder, askAbove: 6 };
    await begin();
    await put(0, 6);
    await scene.until('six are delivered', () => run.delivered() === 6);
    await put(6, 2);
    await scene.until('the others are held', () => held() === 2);
  });

  it('are sent where a person runs the folder, and count for nothing later', async () => {
    await begin({ mode: 'run', folders: [folder] });
    await put(0, 6);
    await run.ending();
    expect(run.delivered()).toBe(6);
    await run.end();
    await begin();
    await put(6, 4);
    await scene.until('these are delivered', () => run.delivered() === 10);
  });

  it('are sent where a person has put them there or sends them, also while a question is open', async () => {
    await begin();
    for (let number = 0; number < 6; number += 1) run.ledger.arrivals.want(1, `${number}.pdf`, scene.clock.now());
    await put(0, 6);
    await scene.until('they are delivered', () => run.delivered() === 6);
    await put(6, 5);
    await scene.until('others are held', () => held() === 5);
    await put(11, 1);
    run.ledger.arrivals.want(1, '11.pdf', scene.clock.now());
    run.engine.sendAgain([run.document('6.pdf').id]);
    await scene.until('two go out', () => run.delivered() === 8);
    expect(held()).toBe(4);
  });

  it('close the question once none of them is there any more', async () => {
    await begin();
    await put(0, 6);
    await scene.until('they are held', () => held() === 6);
    for (let number = 0; number < 6; number += 1) rmSync(join(folder.path, `${number}.pdf`));
    run.engine.lookNow();
    await scene.until('it is closed', () => run.ledger.meta.read('question', 1) === undefined);
    expect(run.uploads()).toEqual([]);
  });

  it('of one content are left together', async () => {
    await begin();
    for (let number = 0; number < 6; number += 1) await makeFile(join(folder.path, `${number}.pdf`), '2 pages of one content');
    run.engine.lookNow();
    await scene.until('they are held', () => held() === 6);
    await scene.until('their pages are counted, once', () => run.engine.status().folders[0]?.question?.pages === 2);
    run.engine.answerQuestion(1, 'leave');
    await scene.until('it is closed', () => run.ledger.meta.read('question', 1) === undefined);
    await scene.pass(minute);
    expect(run.documents()).toEqual([]);
    expect(run.uploads()).toEqual([]);
  });

  it('are not asked about where they are known, and only have another time', async () => {
    await begin();
    await put(0, 4);
    await scene.until('they are delivered', () => run.delivered() === 4);
    for (let number = 0; number < 4; number += 1) utimesSync(join(folder.path, `${number}.pdf`), 1_600_000_000, 1_600_000_000);
    run.engine.lookNow();
    await scene.pass(minute);
    expect(run.uploads().flatMap(({ fileNames }) => fileNames)).toHaveLength(4);
    expect(run.notices.filter(({ kind }) => kind === 'question')).toEqual([]);
    expect(run.ledger.meta.read('question', 1)).toBeUndefined();
  });

  it('are kept from a request that was begun before', async () => {
    await begin({ limits: { guard: { ...guard, documents: 1 } } });
    let opened = false;
    run.beforeSent = () => {
      if (opened) return;
      opened = true;
      run.ledger.meta.write('question', { since: scene.clock.now(), why: 'many', first: 1 }, 1);
    };
    await put(0, 1);
    await scene.until('it is held', () => held() === 1);
    expect(sandbox.allAccepted()).toEqual([]);
  });
});

describe('one document of very many pages', () => {
  const size = 2.5 * 2 ** 20;
  const message = () => inEnglish(question()?.message ?? { code: 'common.foreign', values: {} });
  const putLarge = async (name: string, pages: number) => {
    await makeFile(join(folder.path, name), `${pages} pages of ${name}`, { size });
    run.engine.lookNow();
  };

  it('is counted before it is sent, and asked about; the others go on', async () => {
    await begin();
    await putLarge('book.pdf', 10_000);
    await putLarge('letter.pdf', 3);
    await put(0, 1);
    await scene.until('it is asked about', () => question() !== undefined);
    await scene.until('the others are delivered', () => run.delivered() === 2);
    expect(question()).toMatchObject({ documents: 1 });
    expect(message()).toMatch(/^A document in .*scans has about 10,000 pages: far more than is usual\. Nothing of it is sent/);
    await scene.pass(minute);
    expect(sandbox.allAccepted()).not.toContain('book.pdf');
    run.engine.answerQuestion(1, 'send');
    await scene.until('it is delivered', () => run.delivered() === 3);
    await putLarge('another book.pdf', 9_000);
    await scene.until('one of no more pages goes out', () => run.delivered() === 4);
    expect(run.notices.filter(({ kind }) => kind === 'question')).toHaveLength(1);
  });

  it('is left alone where a person says so, and asked about beside many others', async () => {
    await begin();
    await putLarge('book.pdf', 10_000);
    await scene.until('it is asked about', () => question() !== undefined);
    await put(0, 6);
    await scene.until('so are the others', () => question()?.pages === 10_012);
    expect(message()).toMatch(/^6 new documents have come .* A document in .* has about 10,000 pages/);
    run.engine.answerQuestion(1, 'leave');
    await scene.until('it is closed', () => question() === undefined);
    await scene.pass(minute);
    expect(run.uploads()).toEqual([]);
  });

  it('goes out where a person has chosen to send it: it was there, it is run, it is sent by hand', async () => {
    await makeFile(join(folder.path, 'there.pdf'), '10000 pages', { size });
    utimesSync(join(folder.path, 'there.pdf'), 1_600_000_000, 1_600_000_000);
    await begin();
    await scene.until('what was there is delivered', () => run.delivered() === 1);
    await run.end();
    await makeFile(join(folder.path, 'run.pdf'), '20000 pages', { size });
    await begin({ mode: 'run' });
    await run.ending();
    await run.end();
    await begin();
    run.ledger.arrivals.want(1, 'wanted.pdf', scene.clock.now());
    await putLarge('wanted.pdf', 30_000);
    await scene.until('all are delivered', () => run.delivered() === 3);
    expect(question()).toBeUndefined();
  });

  it('goes out in its turn where its pages cannot be told', async () => {
    await begin({ countPages: async () => undefined });
    await putLarge('book.pdf', 10_000);
    await scene.until('it is delivered', () => run.delivered() === 1);
  });
});

it('a folder has a hundred new documents without a question', () => {
  expect(usualGuard.documents).toBe(100);
});

describe('the guard', () => {
  const ready = { kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } } as const;

  /** A guard over a folder of a ledger, and the documents that it has held. */
  function guarded() {
    const { ledger, folderId: id } = freshLedger();
    const heldNow: number[] = [];
    const now = 10 * hour;
    const rule = new Guard({
      world: { ledger, clock: { now: () => now, elapsed: () => now, after: () => () => {} } },
      writer: {
        apply: (changes) => void heldNow.push(...changes.flatMap((change) => ('id' in change ? change.id : []))),
        together: (work) => work(),
      },
      ...{ options: { mode: 'watch' }, limits: { guard } },
    });
    const watched = { id, path: '/scans', settings: { ...folder, path: '/scans' }, active: true, paused: false, firstWatched: 0 };
    const add = (path: string, pages?: number) =>
      putDocument(ledger, id, { path, state: ready, foundAt: now - minute, ...(pages !== undefined && { pages }) });
    return { ledger, id, rule, watched, add, heldNow };
  }

  it.each([
    ['none', undefined, { since: 10 * hour, why: 'many', first: 1 }],
    ['one about something else', { since: 7 }, { since: 7, why: 'many', first: 1 }],
    ['the same', { since: 7, why: 'many', first: 3 }, { since: 7, why: 'many', first: 3 }],
    ['one that a person has just answered', { since: 7, answer: 'send' }, { since: 7, answer: 'send' }],
  ] as const)('opens a question about many, where there is %s', (_, before, after) => {
    const { ledger, id, rule, watched, add } = guarded();
    for (let number = 0; number < 6; number += 1) add(`${number}.pdf`);
    ledger.meta.write('question', before, id);
    rule.look(watched);
    expect(ledger.meta.read('question', id)).toEqual(after);
  });

  it('asks about a document that has more pages than any that was sent, and not about one that has as many', () => {
    const { ledger, id, rule, watched, add, heldNow } = guarded();
    const sent = add('sent.pdf', 200);
    const batch = ledger.batches.add({ origin, route: invoices, madeAt: 1 }).id;
    become(ledger, sent.id, { from: sent.id });
    ledger.charges.add([
      { job: sent.job ?? 0, batch, day: '2026-03-04', folder: id, pages: 200, guessed: false, approved: false },
    ]);
    const [few, same, more] = [add('few.pdf', 100), add('same.pdf', 200), add('more.pdf', 201)];
    expect(rule.withoutLarge(watched, [few, same, more])).toEqual([few, same]);
    expect(heldNow).toEqual([more.id]);
  });
});
