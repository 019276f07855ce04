import type { UnsyncedJson } from '../../ledger/document-queries.ts';
import type { Stage } from '../loop/control-loop.ts';
import type { Tasks } from '../loop/tasks.ts';
import type { World } from '../ports.ts';
import { mayBeLost } from './json-file.ts';

/** What this stage needs of the engine. */
interface FlushContext {
  readonly world: Pick<World, 'files' | 'ledger' | 'clock'>;
  readonly tasks: Pick<Tasks, 'isResting' | 'launch'>;
}

/** At most so long after an output was created it is on disk for sure, in milliseconds. */
const flushMs = 30_000;
/** So many are flushed, and recorded, at once. */
const maxOutputs = 5_000;

/**
 * Makes outputs durable that were created without waiting for the disk, many with one sync of their volume. Their results are
 * in the ledger: what the machine loses before that is written again (`lookForLost`).
 */
export class FlushStage implements Stage {
  readonly #context: FlushContext;
  /** Elapsed milliseconds. */
  #dueAt: number;
  #isBusy = false;

  constructor(context: FlushContext) {
    this.#context = context;
    this.#dueAt = context.world.clock.elapsed() + flushMs;
  }

  start(now: number): number | undefined {
    const { clock, ledger } = this.#context.world;
    if (this.#isBusy || this.#context.tasks.isResting('flush')) return undefined;
    const elapsed = clock.elapsed();
    if (this.#dueAt > elapsed) return now + this.#dueAt - elapsed;
    this.#dueAt = elapsed + flushMs;
    if (ledger.documents.unsynced(undefined, 1).length === 0) return now + flushMs;
    this.#isBusy = true;
    this.#context.tasks.launch('deliver', 'flush', async () => {
      try {
        await this.flush();
      } finally {
        this.#isBusy = false;
      }
    });
    return undefined;
  }

  async flush(): Promise<void> {
    const { files, ledger } = this.#context.world;
    const written: UnsyncedJson[] = [];
    const paths: string[] = [];
    for (const each of ledger.documents.unsynced(undefined, maxOutputs)) {
      // One that is yet to be created comes to the disk after this.
      if (each.json.was !== undefined || mayBeLost({ files }, each.json)) continue;
      written.push(each);
      paths.push(each.json.path);
    }
    if (written.length === 0 || files.flush === undefined) return;
    await files.flush(paths);
    ledger.transaction(() => ledger.documents.setSynced(written));
  }
}
