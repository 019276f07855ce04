/**
 * The process is killed before and after every call to the outside world in the life of its documents, at points that are
 * named, and started again. `INTRAY_EVERY_KILL=1` takes every occurrence of every point, and the name of an operation
 * (`INTRAY_EVERY_KILL=commit`) those of that one; else one or some of each are taken.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFiles } from '../support/inside/engine.ts';
import { filesKnown } from '../support/inside/mortal-ledger.ts';
import { isSet } from '../support/programs.ts';
import { inWords } from '../support/seen.ts';
import { type StrictService, startStrictService } from '../support/strict/strict-service.ts';
import { namesBelow, seenHalfWritten, sha256, wrongAtRest } from './after-life.ts';
import type { KillPoint } from './fate.ts';
import type { LifePlan } from './life.ts';
import { bundle, type Life, startLife } from './lives.ts';

const everyPoint = isSet('INTRAY_EVERY_KILL');
const onlyOperation = everyPoint && process.env.INTRAY_EVERY_KILL !== '1' ? process.env.INTRAY_EVERY_KILL : undefined;
/** Scenes at once: each waits more than it works. */
const atOnce = availableParallelism() + 1;
/** Of most points, one occurrence is taken; of the ledger's commits, which are of many kinds, so many. */
const commitsTaken = 4;
/** What only looks leaves nothing behind: who dies around it dies as after what was done before it. */
const looking = /^(stat|list|read|hash|contentType|open|view\w+|get\w+) /;
/** Likewise who dies before another call of the disk. */
const beforeDisk = /^(?!upload|commit)\w+ before$/;
const folders = ['filed', 'kept', 'mail'];

let service: StrictService;
let directory: string;
let program: string;
let routes: Pick<LifePlan, 'url' | 'key' | 'extraction' | 'classification'>;

beforeAll(async () => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'intray-kill-')));
  program = await bundle('life.ts', join(directory, 'program'));
  service = await startStrictService({ answerMilliseconds: 80, processingMilliseconds: 50 });
  routes = {
    url: service.url,
    key: service.key,
    extraction: service.addExtraction(),
    classification: service.addClassification([{ name: 'Letters' }, { name: 'Bills' }]),
  };
});

afterAll(async () => {
  await service.close();
  rmSync(directory, { recursive: true, force: true });
});

const live = (plan: LifePlan): Promise<Life> => startLife(program, plan, join(directory, 'compiled'));

function planOf(name: string, unresolved: LifePlan['unresolved'], more: Pick<LifePlan, 'kill' | 'plant'> = {}): LifePlan {
  const root = join(directory, name);
  mkdirSync(root);
  return { ...routes, root, unresolved, seed: name, begin: 'prepare', ...more };
}

/** How often each point is passed in a life in which nobody dies. */
function recorded(unresolved: LifePlan['unresolved']): Promise<ReadonlyMap<string, number>> {
  const known = recordings.get(unresolved) ?? record(unresolved);
  recordings.set(unresolved, known);
  return known;
}

const recordings = new Map<LifePlan['unresolved'], Promise<ReadonlyMap<string, number>>>();

async function record(unresolved: LifePlan['unresolved']): Promise<ReadonlyMap<string, number>> {
  const plan = planOf(`recorded-${unresolved}`, unresolved);
  const life = await live(plan);
  expect(life, life.complaints).toMatchObject({ code: 0 });
  expect(wrongAfter(plan)).toEqual([]);
  return new Map(Object.entries(JSON.parse(life.said) as Record<string, number>));
}

/** Everything that can be said of one scene, once its work is done. */
function wrongAfter(plan: LifePlan): string[] {
  const known = (name: string) => filesKnown(join(plan.root, 'data'), join(plan.root, name));
  const all = folders.flatMap(known);
  const wrong = folders.flatMap((name) => {
    const folder = join(plan.root, name);
    return wrongAtRest({ folder, files: known(name), uploads: service.uploads, unresolved: plan.unresolved }).map(
      (what) => `${name}: ${what}`,
    );
  });
  // The first versions, the copy, and the rest: every source is still there, once.
  const sources = folders.flatMap((name) =>
    namesBelow(join(plan.root, name))
      .filter((path) => /\.(pdf|png)$/.test(path))
      .map((path) => join(plan.root, name, path)),
  );
  const contents = sources.map(sha256);
  if (sources.length !== 6 || new Set(contents).size !== 5) wrong.push(`the sources are ${sources.join(', ')}`);
  if (all.length !== 7)
    wrong.push(`there are ${all.length} documents: ${all.map((file) => `${file.path} ${inWords(file)}`).join(', ')}`);
  return wrong;
}

/**
 * Kills at the point, looks, starts again, looks again.
 * @param more a bug; a point at which the second life ends as well
 * @returns what is wrong; undefined if a point was not reached
 */
async function killAt(
  kill: KillPoint,
  unresolved: LifePlan['unresolved'],
  { plant, again, attempt }: { readonly plant?: LifePlan['plant']; readonly again?: KillPoint; readonly attempt?: string } = {},
): Promise<string[] | undefined> {
  const name = [kill, ...(again === undefined ? [] : [again])]
    .flatMap(({ operation, moment, occurrence }) => [operation, moment, occurrence])
    .concat(plant ?? attempt ?? '')
    .join('-');
  const plan = planOf(`${name}-${unresolved}`, unresolved, { kill, ...(plant !== undefined && { plant }) });
  const first = await live(plan);
  if (first.code === 0) return undefined;
  if (first.signal !== 'SIGKILL') return [`${name}: it ended with ${first.code ?? first.signal}: ${first.complaints}`];
  const between = folders.flatMap((folder) => seenHalfWritten(join(plan.root, folder)));
  const { kill: _, plant: __, ...rest } = plan;
  if (again !== undefined) {
    const second = await live({ ...rest, begin: 'again', kill: again });
    if (second.code === 0) return undefined;
    if (second.signal !== 'SIGKILL') return [`${name}: it ended with ${second.code ?? second.signal}: ${second.complaints}`];
    between.push(...folders.flatMap((folder) => seenHalfWritten(join(plan.root, folder))));
  }
  const last = await live({ ...rest, begin: 'again' });
  const ending = last.code === 0 ? [] : [`it ended with ${last.code ?? last.signal}: ${last.complaints}`];
  const wrong = [...between, ...ending, ...wrongAfter(plan)].map((what) => `${name}: ${what}`);
  if (wrong.length === 0) rmSync(plan.root, { recursive: true, force: true });
  return wrong;
}

/** What is done at once is not done in the same order each time, nor as often: a late occurrence may not come, and an earlier one is taken. */
async function killAtOrBefore(kill: KillPoint, unresolved: LifePlan['unresolved']): Promise<string[] | undefined> {
  for (let { occurrence } = kill; occurrence > 0; occurrence = Math.floor(occurrence * 0.7)) {
    const attempt = occurrence === kill.occurrence ? {} : { attempt: `for-${kill.occurrence}` };
    const wrong = await killAt({ ...kill, occurrence }, unresolved, attempt);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** `createWhole half 1` */
function pointOf(text: string): KillPoint {
  const [operation = '', moment = '', occurrence = ''] = text.split(' ');
  return { operation, moment: moment as KillPoint['moment'], occurrence: Number(occurrence) };
}

/** The points to be tried; each is taken at another occurrence, so that all together they are spread over the life. */
function chosen(points: ReadonlyMap<string, number>, wanted: (operation: string, moment: string) => boolean): KillPoint[] {
  return [...points].sort().flatMap(([name, count], index) => {
    const [operation = '', moment = ''] = name.split(' ');
    if (!everyPoint && (looking.test(name) || beforeDisk.test(name))) return [];
    if (!wanted(operation, moment) || (onlyOperation !== undefined && operation !== onlyOperation)) return [];
    const all = Array.from({ length: count }, (_, at) => at + 1);
    const some = operation === 'commit' ? commitsTaken : 1;
    const taken =
      everyPoint || count <= some
        ? all
        : Array.from({ length: some }, (_, at) => 1 + Math.floor(((at + ((index * 7) % 10) / 10) * count) / some));
    return taken.map((occurrence) => ({ operation, moment: moment as KillPoint['moment'], occurrence }));
  });
}

describe('Killed before and after every call to the outside world', () => {
  it.each([
    ['hold', () => true],
    // The folder's word counts for what may have been sent.
    ['resend', (operation: string, moment: string) => /^upload/.test(operation) && moment !== 'before'],
  ] as const)(
    'loses nothing, and sends nothing twice unless it may (unresolved: %s)',
    async (unresolved, wanted) => {
      const points = await recorded(unresolved);
      const kills = chosen(points, wanted);
      const limit = pLimit(atOnce);
      const ends = await Promise.all(kills.map((kill) => limit(() => killAtOrBefore(kill, unresolved))));
      expect(ends.flatMap((wrong) => wrong ?? [])).toEqual([]);
      const reached = ends.filter((wrong) => wrong !== undefined).length;
      expect(reached).toBeGreaterThan(kills.length * 0.85);
    },
    everyPoint ? 7_200_000 : 900_000,
  );

  it('and once more while it takes up what was left', async () => {
    const deaths = [
      ['createWhole half 1', 'removeLeftover before 1', 'hold'],
      ['createWhole half 2', 'removeLeftover after 1', 'hold'],
      ['replaceWhole half 1', 'commit before 2', 'hold'],
      ['writeAt half 1', 'commit after 1', 'hold'],
      ['moveNew half 1', 'moveNew after 1', 'hold'],
      ['uploadFiles whole 1', 'commit before 1', 'hold'],
      ['uploadFiles whole 1', 'commit after 1', 'resend'],
      ['uploadClassificationBatch sent 1', 'commit after 1', 'resend'],
    ] as const;
    const limit = pLimit(atOnce);
    const ends = await Promise.all(
      deaths.map(([first, second, unresolved]) => limit(() => killAt(pointOf(first), unresolved, { again: pointOf(second) }))),
    );
    expect(ends).toEqual(deaths.map(() => []));
  }, 300_000);

  it.each([
    ['sends before it has marked', { operation: 'uploadFiles', moment: 'whole', occurrence: 1 }, / was sent 2 times/],
    ['writes in place', { operation: 'createWhole', moment: 'half', occurrence: 1 }, / is half written/],
  ] as const)(
    'would see an engine that %s',
    async (plant, kill, wrong) => {
      const seen = await killAt(kill, 'hold', { plant });
      expect(seen).toEqual(expect.arrayContaining([expect.stringMatching(wrong)]));
    },
    120_000,
  );

  it('knows every operation of the disk, and every call to the service that the engine makes', async () => {
    const points = await recorded('hold');
    const passed = new Set([...points.keys()].map((name) => name.split(' ')[0]));
    const calls = ['uploadFiles', 'getBatchResults', 'uploadClassificationBatch', 'getClassificationBatch', 'viewExtraction'];
    // After a crash only, a leftover is removed, and what may not be on the disk is synced.
    // A folder's path is resolved by whoever names it to the engine.
    const operations = Object.keys(createFiles()).filter(
      (name) => !['removeLeftover', 'sync', 'realPath', 'resolve', 'linkTarget', 'isBeingWritten'].includes(name),
    );
    expect([...passed].sort()).toEqual([...operations, ...calls, 'commit'].sort());
    const moments = ['before', 'boundary', 'sent', 'whole', 'after'];
    for (const moment of moments) expect(points.has(`uploadFiles ${moment}`), moment).toBe(true);
  });
});
