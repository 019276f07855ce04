import { backOff } from '../../core/account/back-off.ts';
import { type Document, directoryOf, fileNameOf } from '../../core/document/document.ts';
import { foreign, type Message, sameMessage } from '../../core/messages/message.ts';
import { inEnglish } from '../../core/messages/wording.ts';
import { type RouteInfo, routeKey } from '../../core/protocol/route.ts';
import { assertNever } from '../../core/result.ts';
import { type EngineContext, earlier, type Stage } from '../loop/engine-context.ts';
import type { WatchedFolder } from '../loop/watched-folders.ts';
import { fileRecord } from '../watch/scan-stage.ts';
import { settleCsvJournal } from './csv-recovery.ts';
import { type DeliveryOutcome, deliver } from './deliver.ts';
import { orProblem } from './delivery-context.ts';
import { type FileAwayOutcome, fileAway } from './file-away.ts';
import { journalledCsv } from './write-journal.ts';

const documentsAtOnce = 50;
/** A result whose file is not there, or is being looked at again, is tried again after so long, in milliseconds. */
const lookAgainMs = 1_000;
/** A CSV write that was not recorded, and that no delivery settles, is looked at so often, in milliseconds. */
const settleAgainMs = 60_000;

export interface DeliveryHooks {
  readonly scansCompleted: (folderId: number) => number;
  /** Asks for what a result's route is called; the answer says why that is not known, once it should be. */
  readonly wantRoute: (route: Document['route']) => Message | undefined;
}

/** Writes results beside their sources, one folder's at a time, and files the sources away. */
export class DeliveryStage implements Stage {
  readonly #context: EngineContext;
  readonly #hooks: DeliveryHooks;
  readonly #busy = new Set<number>();
  readonly #blocked = new Map<number, number>();
  readonly #missing = new Map<number, number>();
  /** Documents whose source was taken away after they were written: what is there of them follows their review. */
  readonly #withoutSource = new Set<number>();
  /** Folders whose last CSV write may not be recorded, and when to find out, in elapsed milliseconds. */
  readonly #unsettled = new Map<number, number>();

  constructor(context: EngineContext, hooks: DeliveryHooks) {
    this.#context = context;
    this.#hooks = hooks;
    for (const { id } of context.folders.all()) this.#unsettled.set(id, 0);
  }

  /** Results that the disk does not take: a person has to make room, close a program, or give permission. */
  get blocked(): ReadonlySet<number> {
    return new Set(this.#blocked.keys());
  }

  start(now: number): number | undefined {
    const { ledger, clock } = this.#context.world;
    let next: number | undefined;
    for (const folder of this.#context.folders.all()) {
      if (this.#busy.has(folder.id) || this.#context.folders.health(folder.id).kind === 'unreachable') continue;
      const due = ledger.documents.toDeliver(folder.id, now, documentsAtOnce);
      if ((due.length > 0 && this.#begin(folder, due)) || this.#settle(folder)) continue;
      const settleAt = this.#unsettled.get(folder.id);
      next = earlier(next, settleAt && now + settleAt - clock.elapsed());
      next = earlier(next, ledger.documents.nextDelivery(folder.id, now));
    }
    return next;
  }

  #begin(folder: WatchedFolder, due: readonly Document[]): boolean {
    const byRoute = Map.groupBy(due, (document) => `${document.origin} ${routeKey(document.route)}`);
    const groups: { readonly info: RouteInfo; readonly documents: readonly Document[] }[] = [];
    for (const documents of byRoute.values()) {
      const [first] = documents;
      if (first === undefined) continue;
      const info = this.#context.world.ledger.routes.info(first.origin, first.route);
      if (info !== undefined) {
        groups.push({ info, documents });
        continue;
      }
      const unknown = this.#hooks.wantRoute(first.route);
      if (unknown === undefined) continue;
      const now = this.#context.world.clock.now();
      this.#context.writer.together(() => {
        for (const document of documents) this.#standInTheWay(document, unknown, now);
      });
    }
    if (groups.length === 0) return false;
    this.#busy.add(folder.id);
    this.#context.tasks.launch(`delivery to ${folder.path}`, async () => {
      try {
        for (const { info, documents } of groups) {
          await this.#write(
            folder,
            info,
            documents.filter(({ delivery }) => delivery.kind === 'pending'),
          );
          await this.#fileAway(
            folder,
            documents.filter(({ delivery }) => delivery.kind === 'written'),
          );
        }
        this.#unsettled.set(folder.id, 0);
      } finally {
        this.#busy.delete(folder.id);
      }
    });
    return true;
  }

  /** What a write left that was not recorded, as part of a row, is made good even if its documents have gone since. */
  #settle(folder: WatchedFolder): boolean {
    const { world, tasks } = this.#context;
    if ((this.#unsettled.get(folder.id) ?? Number.POSITIVE_INFINITY) > world.clock.elapsed()) return false;
    this.#unsettled.delete(folder.id);
    if (journalledCsv(world, folder.id) === undefined) return false;
    this.#busy.add(folder.id);
    tasks.launch(`looking at the CSV of ${folder.path}`, async () => {
      try {
        const settled = await orProblem(() => settleCsvJournal(world, folder.id, 'wait'));
        if (settled !== true) this.#unsettled.set(folder.id, world.clock.elapsed() + settleAgainMs);
      } finally {
        this.#busy.delete(folder.id);
      }
    });
    return true;
  }

  async #write(folder: WatchedFolder, info: RouteInfo, documents: readonly Document[]): Promise<void> {
    if (documents.length === 0) return;
    const { world, writer, options } = this.#context;
    const outcomes = await deliver(world, { folder, info, locale: options.locale }, documents, this.#withoutSource);
    writer.together(() => {
      for (const document of documents) {
        const outcome = outcomes.get(document.id);
        if (outcome !== undefined) this.#applyWritten(folder, document, outcome);
      }
    });
  }

  #applyWritten(folder: WatchedFolder, document: Document, outcome: DeliveryOutcome): void {
    const { world, writer } = this.#context;
    const now = world.clock.now();
    const current = world.ledger.documents.get(document.id);
    // A newer result, or a person's word on it, came in while this one was being written: that is delivered next.
    if (
      current === undefined ||
      current.delivery.kind !== 'pending' ||
      JSON.stringify([current.result, current.review]) !== JSON.stringify([document.result, document.review])
    )
      return;
    switch (outcome.kind) {
      case 'written': {
        this.#blocked.delete(document.id);
        this.#missing.delete(document.id);
        this.#withoutSource.delete(document.id);
        const done = folder.settings.fileAway.kind === 'leave';
        const written = [outcome.json, outcome.csv].filter((path) => path !== undefined).join(', ');
        const note = [written || 'The folder writes neither JSON nor CSV.', ...(outcome.notes ?? [])].join('. ');
        writer.amend(
          document.id,
          { delivery: done ? { kind: 'done', at: now } : { kind: 'written', at: now }, dueAt: done ? undefined : now },
          { event: 'delivered', note },
        );
        return;
      }
      case 'missing':
      case 'changed':
        this.#sourceElsewhere(folder, current, now);
        return;
      case 'blocked':
        this.#standInTheWay(current, outcome.message, now);
        return;
      default:
        assertNever(outcome);
    }
  }

  /** Its file was renamed, written again, replaced, or removed: the next whole scan tells which. */
  #sourceElsewhere(folder: WatchedFolder, document: Document, now: number): void {
    const { world, writer } = this.#context;
    const scans = this.#hooks.scansCompleted(folder.id);
    const since = this.#missing.get(document.id);
    const record = world.ledger.files.get(folder.id, directoryOf(document.path), fileNameOf(document.path));
    const successor =
      record?.documentId === undefined || record.documentId === document.id
        ? undefined
        : world.ledger.documents.get(record.documentId);
    // One that was refused before its content was read, such as an empty file, is not this content either.
    const replaced = successor?.hash === undefined ? successor?.state.kind === 'rejected' : successor.hash !== document.hash;
    const removed = since !== undefined && (folder.active ? record === undefined && scans > since : true);
    if (removed && !replaced && this.#followsReview(document)) {
      this.#withoutSource.add(document.id);
      world.ledger.documents.update(document.id, { dueAt: now });
      return;
    }
    if (removed && !replaced && folder.resting) {
      const message = foreign(`Its file is not at ${document.path}, and is not looked for elsewhere while its folder is paused.`);
      this.#standInTheWay(document, message, now);
      return;
    }
    if (replaced || removed) {
      this.#missing.delete(document.id);
      this.#withoutSource.delete(document.id);
      writer.apply([
        {
          id: document.id,
          event: { kind: 'vanished' },
          set: { delivery: { kind: 'none' } },
          note: 'Its result came, but its content is no longer there; the result is kept in the history.',
        },
      ]);
      return;
    }
    if (since === undefined) {
      this.#missing.set(document.id, scans);
      this.#context.lookAgain(folder.id);
    }
    world.ledger.documents.update(document.id, { dueAt: now + lookAgainMs });
  }

  /** It was written before, and a person's word on it is to reach what was. */
  #followsReview({ id, review }: Document): boolean {
    if (review === undefined || this.#withoutSource.has(id)) return false;
    return this.#context.world.ledger.outputs.of(id).some(({ state }) => state === 'written');
  }

  #standInTheWay(document: Document, message: Message, now: number): void {
    const { world, writer } = this.#context;
    const tries = (this.#blocked.get(document.id) ?? 0) + 1;
    this.#blocked.set(document.id, tries);
    const dueAt = now + Math.max(2_000, backOff(tries, { firstMs: 4_000, maxMs: 60_000 }, world.random));
    const { delivery } = document;
    if (delivery.kind === 'none' || delivery.kind === 'done') return;
    if (sameMessage(delivery.message, message)) world.ledger.documents.update(document.id, { dueAt });
    else
      writer.amend(
        document.id,
        { delivery: { ...delivery, message }, dueAt },
        { event: 'not delivered', note: inEnglish(message) },
      );
  }

  async #fileAway(folder: WatchedFolder, documents: readonly Document[]): Promise<void> {
    for (const document of documents) {
      const outcome = await fileAway(this.#context.world, folder, document);
      this.#context.writer.together(() => this.#applyFiledAway(document, outcome));
    }
  }

  #applyFiledAway(document: Document, outcome: FileAwayOutcome): void {
    const { world, writer } = this.#context;
    const now = world.clock.now();
    // What came in while it was being moved is still to be written.
    const moved = world.ledger.documents.get(document.id)?.delivery.kind === 'written';
    const done = moved ? { delivery: { kind: 'done' as const, at: now }, dueAt: undefined } : {};
    switch (outcome.kind) {
      case 'moved': {
        this.#blocked.delete(document.id);
        if (outcome.path === document.path) {
          writer.amend(document.id, done);
          return;
        }
        const { directory, name, folderId } = fileRecord(document, document.facts);
        // One that came back meanwhile was taken for another: what has become of that, a scan tells.
        const isKnownHere = world.ledger.files.get(folderId, directory, name)?.documentId === document.id;
        if (isKnownHere) world.ledger.files.remove(folderId, directory, name);
        else this.#context.lookAgain(folderId);
        writer.amend(
          document.id,
          { ...done, path: outcome.path, facts: outcome.facts },
          { event: 'filed away', note: outcome.path },
        );
        return;
      }
      case 'missing':
        writer.amend(document.id, done, { event: 'not filed away', note: 'The file had been moved or removed already.' });
        return;
      case 'blocked':
        this.#standInTheWay(document, outcome.message, now);
        return;
      default:
        assertNever(outcome);
    }
  }
}
