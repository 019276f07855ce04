/**
 * One life of the engine in a process of its own: real disk, real ledger, real client, and a clock that runs ten times as
 * fast as the machine's. Every call to the outside world passes a named point, and at one of them the process kills itself.
 * Bundled and started by `kill-points.slow.test.ts` with a `LifePlan` as its only argument.
 */
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderSettingsSchema } from '../../electron/core/config/folder-settings.ts';
import { seededRandom } from '../../electron/sandbox/random.ts';
import { createServiceClient } from '../../electron/service/client.ts';
import { fastClock } from '../support/fast-clock.ts';
import { createEngine, createFiles, type Log } from '../support/inside/engine.ts';
import { openMortal, take } from '../support/inside/mortal-ledger.ts';
import { makeBytes } from '../support/make-files.ts';
import { Fate, type KillPoint } from './fate.ts';
import { mortalFiles, mortalService } from './mortal-ports.ts';

export interface LifePlan {
  /** Holds the data directory and the three folders. */
  readonly root: string;
  readonly url: string;
  readonly key: string;
  readonly extraction: string;
  readonly classification: string;
  readonly unresolved: 'hold' | 'resend';
  /** Makes the contents of this life's documents unlike those of any other. */
  readonly seed: string;
  /** `prepare`: what has been before is done first, then what is new is put there and the points are armed. */
  readonly begin: 'prepare' | 'again';
  readonly kill?: KillPoint;
  /** A bug, so that it can be seen that it would be found. */
  readonly plant?: 'sends before it has marked' | 'writes in place';
}

/** What is in the folders before, and what comes to them then; the text is the content. */
export const before = { 'filed/old.pdf': 'old', 'kept/changed.pdf': 'first version' };
export const fresh = {
  'filed/a.pdf': 'a',
  'filed/copy of a.pdf': 'a',
  'filed/below/b.png': 'b',
  'kept/changed.pdf': 'second version',
  'mail/letter.pdf': 'letter',
};

async function put(plan: LifePlan, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(plan.root, path, '..'), { recursive: true });
    await writeFile(join(plan.root, path), makeBytes(path.endsWith('.png') ? 'png' : 'pdf', `${plan.seed} ${text}`));
  }
}

/** One engine, from its start to its end. */
async function work(plan: LifePlan, fate: Fate): Promise<void> {
  const ledger = openMortal(join(plan.root, 'data'), plan.url);
  const service = createServiceClient({ url: plan.url, key: () => plan.key });
  const common = { settleSeconds: 0.2, existing: 'send', changed: 'send', unresolved: plan.unresolved };
  const extraction = { kind: 'extraction', id: plan.extraction };
  const folders = [
    {
      ...common,
      path: join(plan.root, 'filed'),
      route: extraction,
      fileAway: { kind: 'move', as: '{supplier}/{invoice_number}.pdf' },
    },
    { ...common, path: join(plan.root, 'kept'), route: extraction },
    {
      ...common,
      path: join(plan.root, 'mail'),
      route: { kind: 'classification', id: plan.classification },
      fileAway: { kind: 'move', to: 'Filed', as: '{category}/{found_date:yyyy}/{file_name}.pdf' },
    },
  ].map((folder) => folderSettingsSchema.parse(folder));
  const silent = () => {};
  const complain: Log['error'] = (message, details) => console.error(message, details);
  const engine = createEngine(
    {
      files: mortalFiles(createFiles(), fate, plan.plant === 'writes in place'),
      watcher: { watch: () => ({ by: 'polling', close: async () => {} }) },
      service: mortalService(service, fate, plan.plant === 'sends before it has marked'),
      ledger: ledger.portFor(fate),
      clock: fastClock(10),
      random: seededRandom(1),
      log: { debug: silent, info: silent, warn: silent, error: complain },
    },
    { folders, mode: 'run', locale: 'en-GB' },
  );
  await engine.start();
  const ending = await engine.ended;
  ledger.close();
  await service.close();
  if (ending.kind !== 'done') throw new Error(`It ended otherwise: ${JSON.stringify(ending)}`);
}

async function live(plan: LifePlan): Promise<void> {
  for (const name of ['data', 'filed', 'kept', 'mail']) mkdirSync(join(plan.root, name), { recursive: true });
  const release = take(join(plan.root, 'data'));
  if (plan.begin === 'prepare') {
    await put(plan, before);
    const { plant: _, ...sound } = plan;
    await work(sound, new Fate(undefined));
    await put(plan, fresh);
  }
  const fate = new Fate(plan.kill);
  await work(plan, fate);
  release();
  console.log(JSON.stringify(fate.points));
}

if (process.argv[1] === import.meta.filename) await live(JSON.parse(process.argv[2] ?? '') as LifePlan);
