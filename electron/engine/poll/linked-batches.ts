import { linkedRoutes } from '../../core/config/next-step.ts';
import { overdueMs } from '../../core/document/awaits.ts';
import { fileNameOf } from '../../core/document/document.ts';
import type { Batch } from '../../core/document/records.ts';
import { hasResult, presentState } from '../../core/document/states.ts';
import { say } from '../../core/messages/message.ts';
import { given } from '../../core/plain-data.ts';
import { mapLinked } from '../../core/poll/linked-files.ts';
import type { PolledFile } from '../../core/poll/poll-outcome.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import { takeUpLinked } from '../loop/linked.ts';
import type { Stage } from '../loop/stage.ts';
import type { WatchedFolders } from '../loop/watched-folders.ts';
import type { World } from '../ports.ts';

interface LinkedBatchesContext {
  readonly world: Pick<World, 'ledger' | 'clock' | 'service'>;
  readonly writer: Pick<DocumentWriter, 'amend' | 'apply' | 'moves' | 'together'>;
  readonly folders: Pick<WatchedFolders, 'own' | 'get'>;
  readonly wake: () => void;
}

/** So many batches that were only named are asked about at a time: anybody may send events where there is no secret. */
const mostNamed = 200;
/** No event is about more batches. */
const mostInEvent = 10;
/** How often it is asked which documents have waited for long, in milliseconds. */
const everyMs = 60_000;

/**
 * The batches that the service makes itself, of what it passes on from a classification. There is no call that lists them: an event
 * names them, which is a hint and no more, or a person does. What the service answers about such a batch is all that counts.
 */
export class LinkedBatches implements Stage {
  readonly #context: LinkedBatchesContext;
  #next = Number.NEGATIVE_INFINITY;

  constructor(context: LinkedBatchesContext) {
    this.#context = context;
  }

  /** Documents that have waited for long need a person. */
  start(now: number): number {
    if (now < this.#next && this.#next <= now + everyMs) return this.#next;
    this.#next = now + everyMs;
    const { world, writer } = this.#context;
    const waiting = world.ledger.documents.awaitingSince(now - overdueMs);
    if (waiting.length > 0)
      writer.together(() => {
        for (const { id, awaits } of waiting)
          if (awaits !== undefined) writer.amend(id, { awaits: { ...awaits, overdue: true } }, { event: 'not answered' });
      });
    return this.#next;
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
   * The service has answered about a linked batch: the documents whose files it lists go on into its extraction. What fits none is kept
   * for a person to assign, for as long as a document waits that may own it. To be called in a transaction.
   */
  answered(batch: Batch, files: readonly PolledFile[]): void {
    const { world, writer } = this.#context;
    const { batches, documents, jobs, unmatched } = world.ledger;
    const { id: batchId, origin, route: of, serviceBatchId = '' } = batch;
    const known = new Set(jobs.inBatch(batchId).flatMap(({ fileId }) => fileId ?? []));
    const free = files.filter(({ id }) => !known.has(id));
    if (free.length === 0) {
      if (files.length > 0) batches.update(batchId, { linked: 'whole' });
      return;
    }
    // What is being classified again may have to go elsewhere. Of several files with one content, one is asked for all.
    const waiting = documents
      .awaiting(origin, of.id)
      .filter(({ job }, index, all) => all.findIndex((other) => other.job === job) === index)
      .filter(({ state }) => hasResult(presentState(state).kind));
    const expectant = waiting.flatMap(({ id, path, sentAs, hash, awaits }) =>
      awaits === undefined ? [] : [{ id, fileName: sentAs ?? fileNameOf(path), awaits, ...given({ hash }) }],
    );
    const fitting = mapLinked(expectant, free, serviceBatchId);
    const mayBe = (id: number, file: string) => {
      const { hash = '' } = documents.get(id) ?? {};
      return jobs.mayBe(jobs.find(origin, of, hash)?.id, origin, serviceBatchId, file);
    };
    const mapped = new Map([...fitting].filter(([id, file]) => mayBe(id, file.id)));
    for (const document of waiting) {
      const file = mapped.get(document.id);
      if (file !== undefined) takeUpLinked({ world, writer }, document, { batchId, fileId: file.id, fileName: file.fileName });
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
    for (const { id, awaits } of world.ledger.documents.awaiting(origin, of.id))
      if (awaits?.named?.batch === serviceBatchId) {
        const { named: _, ...rest } = awaits;
        writer.amend(id, { awaits: rest }, { event: 'not answered', note });
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
    return [...new Set([...world.ledger.documents.awaitedExtractions(), ...known])];
  }
}

function route(id: string) {
  return { kind: 'extraction', id } as const;
}
