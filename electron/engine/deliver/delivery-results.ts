import { isDeepStrictEqual } from 'node:util';
import { backOff } from '../../core/account/back-off.ts';
import { type Delivery, type Document, directoryOf, type Filed, fileNameOf } from '../../core/document/document.ts';
import { hasResult } from '../../core/document/states.ts';
import { foreign, type Message, sameMessage, say } from '../../core/messages/message.ts';
import { given } from '../../core/plain-data.ts';
import { assertNever } from '../../core/result.ts';
import type { FileChanges } from '../../ledger/ledger.ts';
import { writtenFor } from '../../ledger/tables.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { Scans } from '../loop/stage.ts';
import { fileRecordOf, type WatchedFolder } from '../loop/watched-folders.ts';
import type { World } from '../ports.ts';
import type { DeliveryOutcome } from './deliver.ts';
import type { FileAwayOutcome } from './file-away.ts';

export interface DeliveryResultsContext {
  readonly world: Pick<World, 'ledger' | 'clock' | 'random'>;
  readonly writer: Pick<DocumentWriter, 'amend' | 'apply'>;
  readonly scans: Pick<Scans, 'completed' | 'request'>;
}

/** A result whose file is not there, or is being looked at again, is tried again after this time, in milliseconds. */
const retryMs = 1_000;
/** Likewise a renamed file, in milliseconds. */
const notThereMs = 5_000;

/** Turns what became of deliveries into changes of their documents. */
export class DeliveryResults {
  readonly #context: DeliveryResultsContext;
  /** Documents whose delivery something prevented, and how many times. */
  readonly #blocked = new Map<number, number>();
  /** Documents whose file was not there, and how many full scans of the folder had been completed then. */
  readonly #missing = new Map<number, number>();
  /** Documents whose source was removed after they were delivered: outputs that are still there follow their review. */
  readonly #withoutSource = new Set<number>();

  constructor(context: DeliveryResultsContext) {
    this.#context = context;
  }

  /** Documents whose result cannot be written until a person makes room, closes a program or grants permission. */
  get blocked(): ReadonlySet<number> {
    return new Set(this.#blocked.keys());
  }

  get withoutSource(): ReadonlySet<number> {
    return this.#withoutSource;
  }

  applyWritten(folder: WatchedFolder, document: Document, outcome: DeliveryOutcome): void {
    const { world, writer } = this.#context;
    const now = world.clock.now();
    const current = world.ledger.documents.get(document.id);
    // A newer result, or a review, or something that its own checks found, came in while this one was being written: that is delivered next.
    if (
      current === undefined ||
      current.delivery.kind !== 'pending' ||
      !isDeepStrictEqual(writtenOf(current), writtenOf(document))
    )
      return;
    switch (outcome.kind) {
      case 'written': {
        this.#blocked.delete(document.id);
        this.#missing.delete(document.id);
        this.#withoutSource.delete(document.id);
        // What a person has taken back is moved, however the folder files by now.
        const isLeft = folder.settings.fileAway.kind === 'leave' && current.undone?.to === undefined;
        // A name that it got meanwhile is followed.
        const done = isLeft && current.path === document.path;
        const written = { kind: 'written' as const, at: now, ...(isLeft && { renamed: true as const }) };
        writer.amend(
          document.id,
          { delivery: done ? { kind: 'done', at: now } : written, dueAt: done ? undefined : now },
          { event: 'delivered', note: writtenNote(outcome) },
        );
        return;
      }
      case 'missing':
      case 'changed':
        this.#sourceNotThere(folder, current, now);
        return;
      case 'blocked':
        this.block(current, outcome.message);
        return;
      default:
        assertNever(outcome);
    }
  }

  /** @param renamed whether its outputs have to follow the name that it was given */
  applyFiledAway(document: Document, outcome: FileAwayOutcome, renamed: boolean): void {
    const { scans, world, writer } = this.#context;
    const now = world.clock.now();
    const current = world.ledger.documents.get(document.id);
    // A result that came in while the file was being moved is still to be written.
    const isWritten = current?.delivery.kind === 'written';
    const done = !isWritten
      ? {}
      : renamed
        ? { delivery: { kind: 'written' as const, at: now, renamed: true as const }, dueAt: now }
        : { delivery: { kind: 'done' as const, at: now }, dueAt: undefined };
    switch (outcome.kind) {
      case 'moved': {
        this.#blocked.delete(document.id);
        if (outcome.path === document.path) {
          this.#applyStays(
            document,
            { ...done, ...(document.undone?.to !== undefined && { undone: withoutTarget(document) }) },
            outcome.unfiled,
          );
          return;
        }
        const next = isWritten && outcome.unfinished === true ? { dueAt: now } : done;
        const isBack = document.undone?.to === outcome.path;
        const filed = isBack
          ? this.#takenBack(current ?? document, outcome)
          : [...(current?.filed ?? []), { id: world.ledger.filings.nextId(), from: document.path, to: outcome.path, at: now }];
        const { directory, name, folderId } = fileRecordOf(document);
        // A file that came back meanwhile was taken for another one: a scan tells what became of that.
        const isKnownHere = world.ledger.files.get(folderId, directory, name)?.documentId === document.id;
        if (isKnownHere) world.ledger.files.remove(folderId, directory, name);
        else if (!isBack) scans.request(folderId);
        writer.amend(
          document.id,
          {
            ...{ ...next, filed, moving: undefined, path: outcome.path, facts: outcome.facts },
            ...(isBack && { undone: withoutTarget(document) }),
          },
          { event: isBack ? 'filing undone' : 'filed away', note: foreign(outcome.path) },
        );
        return;
      }
      case 'missing':
        // It was renamed meanwhile, and is filed away from there.
        if (current?.path !== document.path) return;
        writer.amend(
          document.id,
          { ...done, ...(document.undone !== undefined && { undone: withoutTarget(document) }) },
          { event: 'not filed away', note: say('notes.movedAlready') },
        );
        return;
      case 'blocked':
        this.block(document, outcome.message);
        return;
      default:
        assertNever(outcome);
    }
  }

  /** It is where it was before, and known there: no scan takes it for a new file. */
  #takenBack(document: Document, { path, facts }: Extract<FileAwayOutcome, { kind: 'moved' }>): readonly Filed[] {
    const { ledger, clock } = this.#context.world;
    const { filed = [] } = document;
    const first = filed.findLastIndex(({ from, undoneAt }) => from === path && undoneAt === undefined);
    ledger.files.put(fileRecordOf({ ...document, path }, facts));
    return filed.map((each, index) =>
      first < 0 || index < first || each.undoneAt !== undefined ? each : { ...each, undoneAt: clock.now() },
    );
  }

  /** @param unfiled why it was not filed by its values */
  #applyStays(
    { id }: Document,
    done: FileChanges & { readonly delivery?: Extract<Delivery, { kind: 'written' | 'done' }> },
    unfiled: Message | undefined,
  ): void {
    const { writer } = this.#context;
    if (unfiled === undefined || done.delivery === undefined) writer.amend(id, done);
    // Also where what was written has to follow a new name first.
    else writer.amend(id, { ...done, delivery: { ...done.delivery, unfiled } }, { event: 'not filed away', note: unfiled });
  }

  /** What was written for it has followed its name, which may be another one again. */
  applyFollowed({ id, path }: Document): void {
    const { world, writer } = this.#context;
    const { delivery, path: now } = world.ledger.documents.get(id) ?? {};
    if (delivery?.kind !== 'written' || delivery.renamed !== true || now !== path) return;
    this.#blocked.delete(id);
    const { at, unfiled } = delivery;
    writer.amend(id, { delivery: { kind: 'done', at, ...given({ unfiled }) }, dueAt: undefined });
  }

  /** A renamed document is no longer where it was found: a scan tells, unless it has already. */
  applyNotThere(folder: WatchedFolder, document: Document, message: Message | undefined): void {
    const { scans, world } = this.#context;
    const { id, folderId, path } = document;
    if (message !== undefined) this.block(document, message);
    else if (
      folder.active &&
      !folder.paused &&
      world.ledger.files.get(folderId, directoryOf(path), fileNameOf(path))?.documentId === id
    ) {
      scans.request(folderId);
      world.ledger.documents.update(id, { dueAt: world.clock.now() + notThereMs });
    } else this.applyFollowed(document);
  }

  /** Something prevents the delivery: it is tried again, less and less often. */
  block(document: Document, message: Message): void {
    const { world, writer } = this.#context;
    const tries = (this.#blocked.get(document.id) ?? 0) + 1;
    this.#blocked.set(document.id, tries);
    const waitMs = Math.max(2_000, backOff(tries, { firstMs: 4_000, maxMs: 60_000 }, world.random));
    const dueAt = world.clock.now() + waitMs;
    // A result or a person's word that has come in meanwhile is still to be written.
    const delivery = world.ledger.documents.get(document.id)?.delivery;
    if (delivery === undefined || delivery.kind === 'none' || delivery.kind === 'done') return;
    if (sameMessage(delivery.message, message)) world.ledger.documents.update(document.id, { dueAt });
    else writer.amend(document.id, { delivery: { ...delivery, message }, dueAt }, { event: 'not delivered', note: message });
  }

  /** The file was renamed, written again, replaced or removed: the next full scan tells which. */
  #sourceNotThere(folder: WatchedFolder, document: Document, now: number): void {
    const { scans, world, writer } = this.#context;
    const completed = scans.completed(folder.id);
    const since = this.#missing.get(document.id);
    const record = world.ledger.files.get(folder.id, directoryOf(document.path), fileNameOf(document.path));
    const successor =
      record?.documentId === undefined || record.documentId === document.id
        ? undefined
        : world.ledger.documents.get(record.documentId);
    // A file that was refused before its content was read, such as an empty one, does not have this content either.
    const isReplaced = successor?.hash === undefined ? successor?.state.kind === 'rejected' : successor.hash !== document.hash;
    // The later document of this file has the same content, and the same result written for it. Before it has, it may turn out to be
    // this one.
    if (successor !== undefined && successor.hash === document.hash && hasResult(successor.state.kind)) {
      this.#missing.delete(document.id);
      writer.amend(
        document.id,
        { delivery: { kind: 'done', at: now }, dueAt: undefined },
        { event: 'delivered', note: say('notes.writtenForLater') },
      );
      return;
    }
    // Its name is free, or that of a file that is not taken.
    const isUnclaimed = record?.documentId === undefined;
    const isRemoved = since !== undefined && (folder.active ? isUnclaimed && completed > since : true);
    if (isRemoved && !isReplaced && this.#followsReview(document)) {
      this.#withoutSource.add(document.id);
      world.ledger.documents.update(document.id, { dueAt: now });
      return;
    }
    if (isRemoved && !isReplaced && folder.paused) {
      this.block(document, say('delivery.notHere', { path: document.path }));
      return;
    }
    if (isReplaced || isRemoved) {
      this.#missing.delete(document.id);
      this.#withoutSource.delete(document.id);
      writer.apply([
        {
          id: document.id,
          event: { kind: 'vanished' },
          set: { delivery: { kind: 'none' } },
          note: say('notes.contentGone'),
        },
      ]);
      return;
    }
    if (since === undefined) {
      this.#missing.set(document.id, completed);
      scans.request(folder.id);
    }
    world.ledger.documents.update(document.id, { dueAt: now + retryMs });
  }

  /** Whether it was delivered before, so that a person's review is to reach the outputs that are there. */
  #followsReview(document: Document): boolean {
    if (document.review === undefined || this.#withoutSource.has(document.id)) return false;
    return writtenFor(this.#context.world.ledger, document).length > 0;
  }
}

function withoutTarget({ undone }: Document): Document['undone'] {
  return undone && { at: undone.at, by: undone.by };
}

/** What of a document is written into its outputs, and may change meanwhile. */
function writtenOf({ result, review, findings, route, verdict }: Document): readonly unknown[] {
  return [result, review, findings, route, verdict?.result, verdict?.review];
}

function writtenNote({ json, csv, notes = [] }: Extract<DeliveryOutcome, { kind: 'written' }>): Message {
  const paths = [json, csv].filter((path) => path !== undefined);
  if (paths.length === 0) return say('notes.nothingToWrite');
  if (notes.length === 0) return say('notes.written', { paths });
  return say('notes.writtenWithNote', { paths, message: notes.reduce((one, other) => say('common.both', { one, other })) });
}
