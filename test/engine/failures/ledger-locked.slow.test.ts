/** The failure table, row about the ledger: while it cannot be written everything waits, says why, and goes on by itself. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

/** Another program has the ledger until it is let go. */
function locked(): () => void {
  const other = new DatabaseSync(join(scene.root, 'ledger.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  let isHeld = true;
  const letGo = () => {
    if (!isHeld) return;
    isHeld = false;
    other.exec('ROLLBACK');
    other.close();
  };
  scene.atEnd(letGo);
  return letGo;
}

async function prepared(mode: 'run' | 'watch' = 'watch') {
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf', 'b.pdf');
  return { folder, run: scene.prepare({ url: sandbox.url, key: sandbox.key, folders: [folder], mode }) };
}

const told = (run: Awaited<ReturnType<typeof prepared>>['run']) =>
  run.notices.flatMap((notice) => (notice.kind === 'ledger' ? [notice.message === undefined ? 'back' : 'waits'] : []));

it.each(['beforeSent', 'afterSent'] as const)(
  'locked %s: it waits, says so once, and what was sent is paid for once',
  async (when) => {
    const { folder, run } = await prepared();
    let letGo = (): void => undefined;
    run[when] = () => {
      run[when] = () => undefined;
      letGo = locked();
    };
    await run.engine.start();
    await scene.until('it says why it waits', () => run.engine.status().ledger !== undefined);
    await scene.pass(25 * minute);
    expect(run.hasEnded).toBe(false);
    expect(run.engine.status().ledger?.code).toBe('outcome.ledgerWaits');
    expect(scene.names(folder)).toEqual(['a.pdf', 'b.pdf']);
    letGo();
    await scene.until('both are delivered', () => run.delivered() === 2, { within: 2 * minute });
    expect(run.engine.status().ledger).toBeUndefined();
    expect(told(run)).toEqual(['waits', 'back']);
    expect(sandbox.allAccepted().sort()).toEqual(['a.pdf', 'b.pdf']);
    expect(run.documents().map(({ possibleDuplicate }) => possibleDuplicate)).toEqual([false, false]);
  },
);

it('locked at the start: it begins to wait, and then to work', async () => {
  const { run } = await prepared();
  const letGo = locked();
  await run.engine.start();
  await scene.pass(minute);
  expect(run.documents()).toEqual([]);
  letGo();
  await scene.until('both are delivered', () => run.delivered() === 2);
  expect(told(run)).toEqual(['waits', 'back']);
});

it('a run waits ten minutes for it, and ends; the next one goes on', async () => {
  const { folder, run } = await prepared('run');
  let letGo = (): void => undefined;
  run.beforeSent = () => {
    run.beforeSent = () => undefined;
    letGo = locked();
  };
  await run.engine.start();
  expect(await run.ending()).toMatchObject({ kind: 'halted', message: { code: 'ledger.unavailable' } });
  letGo();
  await run.end();
  const next = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], mode: 'run' });
  expect(await next.ending()).toEqual({ kind: 'done' });
  expect(next.delivered()).toBe(2);
  expect(sandbox.allAccepted().sort()).toEqual(['a.pdf', 'b.pdf']);
});
