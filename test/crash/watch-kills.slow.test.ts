/**
 * `intray watch` is killed twelve times, twice six, while documents pass. The moments are drawn from a seed, and spread over the start
 * of the program, its uploads, its questions and its writing; how far it is at each depends on the machine. `kill-points.slow.test.ts`
 * takes each point there is by its name.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { filesKnown } from '../support/inside/mortal-ledger.ts';
import { makeFile } from '../support/make-files.ts';
import { type Intray, jsonLines, makeWorkspace, startIntray, stopAll, type Workspace } from '../support/run-intray.ts';
import { inWords, type SeenFile } from '../support/seen.ts';
import { type StrictService, startStrictService } from '../support/strict/strict-service.ts';
import { seenHalfWritten, wrongAtRest } from './after-life.ts';

/** Of each of the two ways to treat what is in doubt. */
const kills = 6;
const atFirst = 14;
const eachTime = 6;
const documents = atFirst + kills * eachTime;

afterAll(stopAll);

/** Numbers in [0, 1), always the same ones. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Stage {
  readonly space: Workspace;
  readonly service: StrictService;
  start(): Intray;
  put(count: number): Promise<void>;
  close(): Promise<void>;
}

async function openStage(unresolved: 'hold' | 'resend'): Promise<Stage> {
  const space = await makeWorkspace();
  // An answer takes a while, so that a kill may come between the request and its answer.
  const service = await startStrictService({ answerMilliseconds: 60, processingMilliseconds: 300 });
  const route = { kind: 'extraction', id: service.addExtraction() };
  const folder = { path: space.folder, route, existing: 'send', unresolved, settleSeconds: 0.2, batchSize: 5, askAbove: 0 };
  const config = join(space.root, 'config.json');
  writeFileSync(config, JSON.stringify({ url: service.url, folders: [folder] }));
  const lives: Intray[] = [];
  let made = 0;
  return {
    space,
    service,
    start() {
      const intray = startIntray({
        args: ['watch', '--config', config, '--data-dir', space.dataDir, '--json'],
        home: space.home,
        key: service.key,
      });
      lives.push(intray);
      return intray;
    },
    async close() {
      for (const intray of lives) intray.signal('SIGKILL');
      await Promise.all(lives.map((intray) => intray.ended));
      await service.close();
      await space.remove();
    },
    async put(count) {
      for (const end = made + count; made < end; made += 1) {
        const name = `${made % 3 === 0 ? 'below/' : ''}scan ${made}.${made % 2 === 0 ? 'pdf' : 'png'}`;
        await makeFile(join(space.folder, name), `${unresolved} ${made}`);
      }
    },
  };
}

/** Starts it, and kills it some time after it has begun, or while it begins. @returns what could be seen half written */
async function killOnce({ space, start, put }: Stage, random: () => number): Promise<string[]> {
  const intray = start();
  await put(eachTime);
  if (random() < 0.15) await pause(random() * 600);
  else {
    await intray.until('it has begun', () => intray.stdout().includes('\n'), 120_000);
    // A batch is asked about two seconds after the start: half of the lives see an answer.
    await pause(random() * 3_200);
  }
  intray.signal('SIGKILL');
  const { signal, stderr } = await intray.ended;
  expect(signal, stderr).toBe('SIGKILL');
  return seenHalfWritten(space.folder);
}

/** Lets it work until nothing moves, and ends it. */
async function finish({ space, start }: Stage): Promise<void> {
  const intray = start();
  await intray.until(
    'nothing moves any more',
    () => {
      const all = filesKnown(space.dataDir, space.folder);
      return all.length === documents && all.every(({ stage, outputs }) => outputs === 'done' || isHeld(stage));
    },
    240_000,
  );
  intray.signal('SIGTERM');
  const end = await intray.ended;
  expect(end.code, end.stderr).toBe(0);
  expect(jsonLines(end.stdout).at(-1)).toMatchObject({ event: 'summary', balance: { found: documents } });
}

const isHeld = (stage: SeenFile['stage']): boolean => stage === 'in doubt' || stage === 'held';

describe.concurrent(`intray watch, killed ${kills} times while ${documents} documents pass`, () => {
  it.each(['resend', 'hold'] as const)(
    'delivers everything once (unresolved: %s)',
    async (unresolved) => {
      const stage = await openStage(unresolved);
      const { space, service } = stage;
      const random = dice(unresolved === 'hold' ? 7 : 17);
      try {
        await stage.put(atFirst);
        for (let kill = 0; kill < kills; kill += 1) expect(await killOnce(stage, random), `kill ${kill}`).toEqual([]);
        await finish(stage);

        const all = filesKnown(space.dataDir, space.folder);
        // JSON and row of each, its content, its mark, how often it was sent, and that nothing is left behind.
        expect(wrongAtRest({ folder: space.folder, files: all, uploads: service.uploads, unresolved })).toEqual([]);
        // An answer that a killed process did not hear is asked for again.
        expect(service.violations.filter((violation) => !/ms after every file was terminal$/.test(violation))).toEqual([]);
        const held = all.filter(({ outputs }) => outputs !== 'done');
        const sent = (hash: string | undefined) => service.uploads.get(hash ?? '') ?? 0;
        if (unresolved === 'hold') {
          expect([...service.uploads.values()].filter((times) => times !== 1)).toEqual([]);
          for (const file of held) expect(inWords(file)).toMatch(/^in doubt .*the service may have (it|the document)/);
        } else {
          // What was lost, sent once more, and lost again, is held by then.
          for (const file of held) expect(file).toMatchObject({ possibleDuplicate: true, stage: 'in doubt' });
          for (const { hash, path, possibleDuplicate } of all) {
            if (sent(hash) > 1) expect(possibleDuplicate, path).toBe(true);
          }
        }
        expect(all.length - held.length).toBeGreaterThan(documents / 2);
      } finally {
        await stage.close();
      }
    },
    600_000,
  );
});
