/**
 * One life of the engine in a process of its own, in which a person changes the category of a document, or has it classified again,
 * and at the end of which the process kills itself: at a named point after that, or once nothing moves any more. Bundled and started by
 * `change-category.slow.test.ts` with a `CategoryLifePlan` as its only argument.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type FolderSettings, folderSettingsSchema } from '../../electron/core/config/folder-settings.ts';
import { seededRandom } from '../../electron/sandbox/random.ts';
import { createServiceClient } from '../../electron/service/client.ts';
import { fastClock } from '../support/fast-clock.ts';
import { createEngine, createFiles, type Engine } from '../support/inside/engine.ts';
import { type MortalLedger, openMortal, take } from '../support/inside/mortal-ledger.ts';
import type { SeenFile } from '../support/seen.ts';
import { end, Fate, type KillPoint } from './fate.ts';
import { mortalFiles, mortalService } from './mortal-ports.ts';

export interface CategoryLifePlan {
  /** Holds the data directory and the folder `mail`. */
  readonly root: string;
  readonly url: string;
  readonly key: string;
  readonly classification: string;
  /** Where documents of each category go on to, by its name: an extraction's id. */
  readonly extractions: Readonly<Record<string, string>>;
  /** What a person wants, one after the other. */
  readonly deeds: readonly Deed[];
  /** Where the process ends, counted from the deeds on. Absent: it ends in peace. */
  readonly kill?: KillPoint;
}

interface Deed {
  readonly path: string;
  /** Absent: the document is classified again. */
  readonly categoryId?: string;
  /** In the window, or on the command line, which leaves a request in the ledger. */
  readonly where: 'window' | 'command line';
}

/** What a life that did not come to its point says before it ends. */
export const missed = 'missed';

const route = ({ classification }: CategoryLifePlan) => ({ kind: 'classification', id: classification }) as const;

function folderOf(plan: CategoryLifePlan): FolderSettings {
  const targets = Object.entries(plan.extractions).map(([name, extraction]) => [name, { extraction, linked: false }]);
  return folderSettingsSchema.parse({
    ...{ path: join(plan.root, 'mail'), route: route(plan), settleSeconds: 0.2, existing: 'send', unresolved: 'hold' },
    next: { categories: Object.fromEntries(targets), otherwise: 'review' },
  });
}

/** Nothing moves for it, unless a person says so. */
const isAtRest = ({ outputs, stage }: SeenFile): boolean => outputs === 'done' || stage === 'in doubt';

async function until(what: string, condition: () => boolean): Promise<void> {
  const latest = performance.now() + 60_000;
  while (!condition()) {
    if (performance.now() > latest) throw new Error(`Not within a minute: ${what}`);
    await pause(20);
  }
}

async function act(plan: CategoryLifePlan, engine: Engine, { seen, wish }: MortalLedger, fate: Fate): Promise<void> {
  for (const { path, categoryId, where } of plan.deeds) {
    const file = () => seen.files().find((each) => each.path === path);
    // What an earlier life began may still be under way.
    await until(`${path} is at rest`, () => {
      const now = file();
      return now !== undefined && isAtRest(now);
    });
    const id = file()?.id ?? 0;
    if (where === 'command line') {
      const wanted =
        categoryId === undefined ? ({ kind: 'classify-again' } as const) : ({ kind: 'set-category', categoryId } as const);
      wish({ documentId: id, act: { ...wanted, agreedPages: 1 }, by: 'Anna' });
      fate.arm();
      await until('it is done', () => seen.wishes().length === 0);
      continue;
    }
    fate.arm();
    const answer =
      categoryId === undefined
        ? await engine.redo(id, 'Anna', true)
        : await engine.overrideCategory(id, categoryId, 'Anna', true);
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(answer.error)}`);
  }
}

async function live(plan: CategoryLifePlan): Promise<void> {
  const release = take(join(plan.root, 'data'));
  const ledger = openMortal(join(plan.root, 'data'), plan.url);
  const service = createServiceClient({ url: plan.url, key: () => plan.key });
  const fate = new Fate(plan.kill, false);
  const silent = () => {};
  const engine = createEngine(
    {
      files: mortalFiles(createFiles(), fate),
      watcher: { watch: () => ({ by: 'polling', close: async () => {} }) },
      service: mortalService(service, fate),
      ledger: ledger.portFor(fate),
      clock: fastClock(10),
      random: seededRandom(1),
      log: { debug: silent, info: silent, warn: silent, error: (message, details) => console.error(message, details) },
    },
    { folders: [folderOf(plan)], mode: 'watch', locale: 'en-GB' },
  );
  const areAtRest = () => ledger.seen.files().length > 0 && ledger.seen.files().every(isAtRest);
  await engine.start();
  await act(plan, engine, ledger, fate);
  await until('nothing moves', areAtRest);
  if (plan.kill !== undefined) {
    console.log(missed);
    end();
  }
  await engine.stop();
  ledger.close();
  await service.close();
  release();
  console.log(JSON.stringify(fate.points));
}

if (process.argv[1] === import.meta.filename) await live(JSON.parse(process.argv[2] ?? '') as CategoryLifePlan);
