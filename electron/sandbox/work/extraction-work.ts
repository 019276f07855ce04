import type { Timers } from '../clock.ts';
import type { Documents, Reading } from '../documents.ts';
import type { Faults } from '../faults/fault-set.ts';
import type { Log } from '../http/journal.ts';
import { type Duration, pickDuration, type Random } from '../random.ts';
import {
  batchStatus,
  decideOutcome,
  type ExtractionBatchRecord,
  type ExtractionFileRecord,
  type ExtractionStore,
  type Outcome,
} from '../state/extractions.ts';
import { type Announce, extractionEvent, fileEvent } from './events.ts';

export interface Delays {
  /** From acceptance until processing begins. */
  readonly queued: Duration;
  /** From then until the result, or longer if reading the document takes longer. */
  readonly processing: Duration;
}

export interface WorkDependencies {
  readonly documents: Pick<Documents, 'findFields' | 'findCategory'>;
  readonly timers: Timers;
  readonly delays: Delays;
  readonly random: Random;
  readonly faults: Faults;
  readonly announce: Announce;
  readonly log: Log;
}

export type ExtractionWork = ReturnType<typeof createExtractionWork>;

/** Takes the files of a batch through their states, each independently. */
export function createExtractionWork({
  extractions,
  documents,
  timers,
  delays,
  random,
  faults,
  announce,
  log,
}: WorkDependencies & { readonly extractions: ExtractionStore }) {
  async function outcomeOf(
    batch: ExtractionBatchRecord,
    file: ExtractionFileRecord,
    reading: Promise<Reading>,
  ): Promise<Outcome> {
    if (faults.takeFile('fail', batch.by, file.fileName)) return { status: 'failed', reason: 'A fault made it fail.' };
    const read = await reading;
    // The current definition: an update that came while the file waited counts.
    if (!extractions.has(batch.extractionId)) return { status: 'failed', reason: 'The extraction is gone.' };
    try {
      return await decideOutcome(read, extractions.get(batch.extractionId).definition.fields, documents.findFields);
    } catch (error) {
      return { status: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  async function finish(batch: ExtractionBatchRecord, file: ExtractionFileRecord, reading: Promise<Reading>): Promise<void> {
    const outcome = await outcomeOf(batch, file, reading);
    if (!extractions.apply(batch, file.id, { kind: 'finished', outcome })) return;
    log(`${file.fileName}: ${outcome.status}${outcome.status === 'failed' ? ` (${outcome.reason})` : ''}`);
    const status = batchStatus(batch.files.map(({ state }) => state));
    const batchEvents = status === undefined ? [] : [extractionEvent(batch, status)];
    // For a file passed on from a classification, file.processed comes after the extraction's completion.
    const chained = batch.by === 'uploadClassificationBatch';
    const events = chained ? [...batchEvents, fileEvent(batch, file)] : [fileEvent(batch, file), ...batchEvents];
    for (const event of events) announce(event);
  }

  return {
    /** `readings` are in the order of the batch's files. */
    start(batch: ExtractionBatchRecord, readings: readonly Promise<Reading>[]): void {
      for (const [index, file] of batch.files.entries()) {
        const reading = readings[index];
        if (reading === undefined) continue;
        timers.after(pickDuration(delays.queued, random), () => {
          if (!extractions.apply(batch, file.id, { kind: 'started' })) return;
          if (faults.takeFile('stuck', batch.by, file.fileName)) return;
          timers.after(pickDuration(delays.processing, random), () => void finish(batch, file, reading));
        });
      }
    },
  };
}
