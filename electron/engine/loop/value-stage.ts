import type { World } from '../ports.ts';
import type { Stage } from './stage.ts';
import type { WatchedFolders } from './watched-folders.ts';

/** So many documents are read at a time: that takes some hundredths of a second. */
const atOnce = 50;
/** Other work has its turn between them. Milliseconds. */
const pauseMs = 25;
/** A folder that is looked through for the first time is looked through first. Milliseconds until it is asked about again. */
const firstMs = 500;
/** Unless that takes longer, in milliseconds. */
const longestMs = 60_000;

interface ValueStageContext {
  readonly world: Pick<World, 'clock' | 'ledger'>;
  readonly folders: Pick<WatchedFolders, 'all' | 'health'>;
}

/** Reads the values of documents that an earlier version has recorded, or that are to be read otherwise now, in small steps. */
export class ValueStage implements Stage {
  readonly #context: ValueStageContext;
  readonly #until: number;
  #next = 0;

  constructor(context: ValueStageContext) {
    this.#context = context;
    this.#until = context.world.clock.elapsed() + longestMs;
  }

  start(now: number): number | undefined {
    if (now < this.#next && this.#next <= now + firstMs) return this.#next;
    this.#next = this.#isStarting() ? now + firstMs : this.#read() ? now + pauseMs : 0;
    return this.#next === 0 ? undefined : this.#next;
  }

  #read(): boolean {
    return this.#context.world.ledger.documents.readValues(atOnce);
  }

  #isStarting(): boolean {
    const { folders, world } = this.#context;
    if (world.clock.elapsed() >= this.#until) return false;
    return folders.all().some(({ id }) => folders.health(id).kind === 'scanning');
  }
}
