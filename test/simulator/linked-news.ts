import { sameRoute } from '../../electron/core/protocol/route.ts';
import { nameOfFile, type Seen } from '../support/seen.ts';
import { type Store, terminal } from '../support/strict/store.ts';
import type { Dice } from './random.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** A batch that the service has made itself, of one file that it passed on from a classification. */
interface LinkedBatch {
  readonly extraction: string;
  readonly batchId: string;
  readonly fileId: string;
  readonly hash: string;
  /** Intray has taken the event that names it. */
  isTold: boolean;
}

/** How often the service tries to deliver an event to a process that does not run. */
const maxTries = 8;

/** The service's events about what it passes on by itself: early, late, repeated, or lost for ever. */
export class LinkedNews {
  readonly batches = new Map<string, LinkedBatch>();
  readonly #store: Store;
  readonly #clock: VirtualClock;
  readonly #dice: Dice;
  readonly #tell: (extraction: string, batchId: string) => boolean;

  /** @param tell whether Intray has taken the event */
  constructor(store: Store, clock: VirtualClock, dice: Dice, tell: (extraction: string, batchId: string) => boolean) {
    this.#store = store;
    this.#clock = clock;
    this.#dice = dice;
    this.#tell = tell;
  }

  /** The service may have passed something on. `uploaded`: the batches that Intray has made. */
  look(isUploaded: (batchId: string) => boolean): void {
    for (const { id: batchId, owner: extraction, files } of this.#store.batches.values()) {
      const [file] = files;
      if (file === undefined || isUploaded(batchId) || !this.#store.extractions.has(extraction) || this.batches.has(batchId))
        continue;
      const batch = { extraction, batchId, fileId: file.id, hash: file.sha256, isTold: false };
      this.batches.set(batchId, batch);
      if (this.#dice.chance(0.15)) continue;
      const afterMs = this.#dice.pick([0, 0, this.#dice.whole(1, 10_000), this.#dice.whole(10_000, 100_000)]);
      const times = this.#dice.chance(0.2) ? 2 : 1;
      for (let time = 0; time < times; time += 1) this.#later(batch, afterMs + time * this.#dice.whole(0, 30_000), maxTries);
    }
  }

  #later(batch: LinkedBatch, afterMs: number, tries: number): void {
    if (tries === 0) return;
    this.#clock.after(
      afterMs,
      () => {
        if (this.#tell(batch.extraction, batch.batchId)) batch.isTold = true;
        else this.#later(batch, this.#dice.whole(1_000, 60_000), tries - 1);
      },
      this,
    );
  }
}

/**
 * What the service has told where its values are has them by now, or somebody is asked which of the results of that name is its own.
 * @returns complaints
 */
export function linkedRight({ clock, incidents, seen, plan, service }: SimulatedWorld): string[] {
  if (plan.mode === 'run') return [];
  return [...service.linked.batches.values()].flatMap(({ extraction, batchId, fileId, hash, isTold }) => {
    if (!isTold || !service.has(batchId) || incidents.forgotten.has(batchId)) return [];
    if (!service.hasResult(extraction, batchId, fileId, clock.elapsed)) return [];
    if (isDropped(seen, extraction, hash)) return [];
    return seen
      .awaiting(extraction)
      .filter((file) => file.hash === hash && file.stage !== 'copied')
      .filter((file) => !seen.offered(file).some((offered) => offered.fileId === fileId))
      .map((file) => `${nameOfFile(file)} waits, although Intray was told where the values are: ${batchId}`);
  });
}

/** The values have been here, and were dropped: who comes back to them waits until a person names their batch. */
function isDropped(seen: Seen, id: string, hash: string): boolean {
  const route = { kind: 'extraction', id } as const;
  return seen.jobs(hash).some((job) => sameRoute(job.route, route) && job.isResultDropped);
}

/** Whether nothing more happens to a file at the service. */
export function isEnded(status: string): boolean {
  return terminal.includes(status) && status !== 'failed';
}
