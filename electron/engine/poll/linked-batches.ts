import { linkedRoutes } from '../../core/config/folder-settings.ts';
import { awaitsValues } from '../../core/document/document.ts';
import type { Batch } from '../../core/document/records.ts';
import { say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { mapLinked, type PolledFile } from '../../core/poll/poll-outcome.ts';
import type { Stage } from '../loop/control-loop.ts';
import type { EngineContext } from '../loop/engine-context.ts';

/** So many batches that were only named are asked about at a time: anybody may send events where there is no secret. */
const mostNamed = 200;
/** No event is about more batches. */
const mostInEvent = 10;

/**
 * The batches that the service makes itself, of what it passes on from a classification. There is no call that lists them: an event
 * names them, which is a hint and no more, or a person does. What the service answers about such a batch is all that counts.
 */
export class LinkedBatches implements Stage {
  readonly #context: EngineContext;
  readonly everyMs = 60_000;

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /** What is awaited for long needs a person. */
  start(now: number): undefined {
    const { world, writer } = this.#context;
    const waiting = world.ledger.jobs.passedOnSince(now);
    if (waiting.length > 0)
      writer.together(() => {
        for (const { id, state } of waiting)
          writer.amendJob(id, { state: { ...state, asked: true }, dueAt: undefined }, { event: 'not answered' });
      });
  }

  /**
   * An event of the service names these batches.
   * @param serviceIds everything that it names, among which may be the extraction
   */
  hinted(batchIds: readonly string[], serviceIds: readonly string[]): void {
    const { world, writer } = this.#context;
    if (batchIds.length === 0) return;
    const linked = this.#linkedInto();
    const named = linked.filter((id) => serviceIds.includes(id));
    writer.together(() => {
      for (const batch of batchIds.slice(0, mostInEvent)) {
        if (world.ledger.batches.isOurs(world.service.origin, batch)) continue;
        for (const extraction of named.length > 0 ? named : linked.slice(0, mostInEvent)) {
          const isKnown = world.ledger.batches.ofService(world.service.origin, route(extraction), batch).length > 0;
          if (isKnown || world.ledger.batches.namedCount() < mostNamed) this.name(extraction, batch);
        }
      }
    });
  }

  /** Asks about a batch that somebody has named, once the loop comes to it. To be called in a transaction. */
  name(extraction: string, serviceBatchId: string): void {
    const { clock, ledger, service } = this.#context.world;
    const now = clock.now();
    const [known] = ledger.batches.ofService(service.origin, route(extraction), serviceBatchId);
    if (known !== undefined) {
      if (known.linked === 'waiting')
        ledger.batches.update(known.id, { state: 'open', nextPollAt: now, missingSince: undefined });
      return;
    }
    const { id } = ledger.batches.add({ origin: service.origin, route: route(extraction), madeAt: now });
    ledger.batches.update(id, { state: 'open', serviceBatchId, linked: 'waiting', acceptedAt: now, nextPollAt: now });
  }

  /**
   * The service has answered about a linked batch: what was passed on, and is a file that it lists, is at the service like any other. What
   * fits none is kept for a person to assign, for as long as something is awaited that it may be. To be called in a transaction.
   */
  answered(batch: Batch, files: readonly PolledFile[]): void {
    const { world, writer } = this.#context;
    const { batches, documents, jobs, routes, unmatched } = world.ledger;
    const { id: batchId, origin, route: of, serviceBatchId = '' } = batch;
    const known = new Set(jobs.inBatch(batchId).flatMap(({ fileId }) => fileId ?? []));
    const free = files.filter(({ id }) => !known.has(id));
    if (free.length === 0) {
      if (files.length > 0) batches.update(batchId, { linked: 'whole' });
      return;
    }
    const waiting = jobs.passedOn(origin, of);
    const fitting = mapLinked(waiting, free, serviceBatchId);
    const mapped = new Map([...fitting].filter(([id, file]) => jobs.mayBe(id, origin, serviceBatchId, file.id)));
    const extraction = routes.info(origin, of)?.name ?? of.id;
    for (const [job, { id: fileId, fileName }] of mapped) {
      const note = say('notes.linkedFound', { extraction, name: fileName });
      const from = documents.awaiting(job).find(awaitsValues)?.id;
      const set = { batchId, fileId, dueAt: undefined, ...defined({ from }) };
      writer.apply([{ job, event: { kind: 'adopted' }, set, note }]);
      unmatched.remove(batchId, fileId);
    }
    const taken = new Set([...mapped.values()].map(({ id }) => id));
    const left = free.filter(({ id }) => !taken.has(id));
    if (left.length === 0) batches.update(batchId, { linked: 'whole' });
    if (waiting.length === mapped.size) return;
    for (const { id: fileId, fileName, result } of left) if (result) unmatched.put({ batchId, fileId, fileName, result });
  }

  /** The service does not know the batch. To be called in a transaction. */
  unknown({ origin, route: of, serviceBatchId = '' }: Batch): void {
    const { world, writer } = this.#context;
    const note = say('notes.namedUnknown', { batch: serviceBatchId });
    for (const { id, state } of world.ledger.jobs.passedOn(origin, of))
      if (state.named?.batch === serviceBatchId) {
        const { named: _, ...rest } = state;
        writer.amendJob(id, { state: rest }, { event: 'not answered', note });
      }
  }

  /** The extractions into which the service passes documents on, as far as anybody knows. */
  #linkedInto(): readonly string[] {
    const { folders, world } = this.#context;
    const known = folders.own().flatMap(({ settings: { next, route: of } }) => {
      if (next === undefined || of.kind !== 'classification') return [];
      const made = world.ledger.categories.of(world.service.origin, of.id);
      return [...linkedRoutes(next).map(({ id }) => id), ...made.flatMap(({ linkedExtractionId: id }) => id ?? [])];
    });
    return [...new Set([...world.ledger.jobs.passedOnTo(world.service.origin), ...known])];
  }
}

function route(id: string) {
  return { kind: 'extraction', id } as const;
}
