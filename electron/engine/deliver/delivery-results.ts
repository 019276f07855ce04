import { isDeepStrictEqual } from 'node:util';
import { backOff } from '../../core/account/back-off.ts';
import { type Document, directoryOf, type Filed, fileNameOf } from '../../core/document/document.ts';
import { hasResult } from '../../core/document/states.ts';
import { foreign, type Message, sameMessage, say } from '../../core/messages/message.ts';
import { given } from '../../core/plain-data.ts';
import { writtenFor } from '../../ledger/tables.ts';
import type { EngineContext } from '../loop/engine-context.ts';
import { fileRecordOf, type WatchedFolder } from '../loop/watched-folders.ts';
import type { DeliveryOutcome } from './deliver.ts';
import type { FileAwayOutcome } from './file-away.ts';

/** A result whose file is not there, or is being looked at again, is tried again after this time, in milliseconds. */
const retryMs = 1_000;
/** Likewise a renamed file, in milliseconds. */
const notThereMs = 5_000;

/** Turns what became of deliveries into changes of their documents. */
export class DeliveryResults {
  readonly #context: Pick<EngineContext, 'world' | 'writer' | 'scans'>;
  /** Documents whose delivery something prevented, and how many times. */
  readonly #blocked = new Map<number, number>();
  /** Documents whose file was not there, and how many full scans of the folder had been completed then. */
  readonly #missing = new Map<number, number>();
  /** Documents whose source was removed after they were delivered: outputs that are still there follow their review. */
  readonly withoutSource = new Set<number>();

  constructor(context: Pick<EngineContext, 'world' | 'writer' | 'scans'>) {
    this.#context = context;
  }

  /** Documents whose result cannot be written until a person makes room, closes a program or grants permission. */
  get blocked(): ReadonlySet<number> {
    return new Set(this.#blocked.keys());
  }

  applyWritten(folder: WatchedFolder, document: Document, outcome: DeliveryOutcome): void {
    const { world, writer } = this.#context;
    const { id } = document;
    const current = world.ledger.documents.get(id);
    // A newer result, or a review, or something that its own checks found, came in while this one was being written: that is delivered next.
    if (current?.delivery.kind !== 'pending' || !isDeepStrictEqual(writtenOf(current), writtenOf(document))) return;
    if (outcome.kind === 'blocked') this.block([current], outcome.message);
    if (outcome.kind === 'missing' || outcome.kind === 'changed') this.#sourceNotThere(folder, current);
    if (outcome.kind !== 'written') return;
    this.#blocked.delete(id);
    this.#missing.delete(id);
    this.withoutSource.delete(id);
    const at = world.clock.now();
    // What a person has taken back is moved, however the folder files by now.
    const isLeft = folder.settings.fileAway.kind === 'leave' && current.undone?.to === undefined;
    // A name that it got meanwhile is followed.
    const done = isLeft && current.path === document.path;
    const written = { kind: 'written' as const, at, ...(isLeft && { renamed: true as const }) };
    const { json, csv, notes = [] } = outcome;
    const paths = [...(json === undefined ? [] : [json]), ...(csv === undefined ? [] : [csv])];
    let note = paths.length === 0 ? say('notes.nothingToWrite') : say('notes.written', { paths });
    if (paths.length > 0 && notes.length > 0) {
      const message = notes.reduce((one, other) => say('common.both', { one, other }));
      note = say('notes.writtenWithNote', { paths, message });
    }
    const changes = done ? { delivery: { kind: 'done' as const, at }, dueAt: undefined } : { delivery: written, dueAt: at };
    writer.amend(id, changes, { event: 'delivered', note });
  }

  /** @param next whether its delivery is done now, but for its rows, which have to follow the name that it was given */
  applyFiledAway(document: Document, outcome: FileAwayOutcome, next: 'goes on' | 'rows follow' | 'done' = 'goes on'): void {
    const { scans, world, writer } = this.#context;
    const { filings, files, documents } = world.ledger;
    const { id, path, undone } = document;
    const at = world.clock.now();
    const current = documents.get(id);
    // A result that came in while the file was being moved is still to be written.
    const isWritten = current?.delivery.kind === 'written';
    const delivery = next === 'done' ? ({ kind: 'done', at } as const) : ({ kind: 'written', at, renamed: true } as const);
    const done = { ...(next !== 'goes on' && { delivery }), dueAt: next === 'done' ? undefined : at };
    const back = undone && { undone: { at: undone.at, by: undone.by } };
    // It was renamed meanwhile, and is filed away from there.
    if (outcome.kind === 'missing' && current?.path !== path) return;
    if (outcome.kind === 'missing') {
      writer.amend(id, { ...(isWritten && done), ...back }, { event: 'not filed away', note: say('notes.movedAlready') });
      return;
    }
    this.#blocked.delete(id);
    const { facts, path: to, unfiled } = outcome;
    if (to === path) {
      if (unfiled === undefined || !isWritten) writer.amend(id, { ...(isWritten && done), ...back });
      // Also where what was written has to follow a new name first.
      else writer.amend(id, { ...done, ...back, delivery: { ...delivery, unfiled } }, { event: 'not filed away', note: unfiled });
      return;
    }
    const isBack = undone?.to === to;
    const before = (current ?? document).filed ?? [];
    const filed = isBack ? takenBack(before, to, at) : [...before, { id: filings.nextId(), from: path, to, at }];
    // It is where it was before, and known there: no scan takes it for a new file.
    if (isBack) files.put(fileRecordOf({ ...(current ?? document), path: to }, facts));
    const { directory, name, folderId } = fileRecordOf(document);
    // A file that came back meanwhile was taken for another one: a scan tells what became of that.
    if (files.has(document)) files.remove(folderId, directory, name);
    else if (!isBack) scans.request(folderId);
    writer.amend(
      id,
      { ...(isWritten && done), filed, moving: undefined, path: to, facts, ...(isBack && back) },
      { event: isBack ? 'filing undone' : 'filed away', note: foreign(to) },
    );
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
  applyNotThere(folder: WatchedFolder, document: Document): void {
    const { scans, world } = this.#context;
    if (!folder.active || folder.paused || !world.ledger.files.has(document)) this.applyFollowed(document);
    else {
      scans.request(folder.id);
      world.ledger.documents.update(document.id, { dueAt: world.clock.now() + notThereMs });
    }
  }

  /** Something prevents the delivery: it is tried again, less and less often. */
  block(documents: readonly Document[], message: Message): void {
    const { world, writer } = this.#context;
    writer.together(() => {
      for (const { id } of documents) {
        const tries = (this.#blocked.get(id) ?? 0) + 1;
        this.#blocked.set(id, tries);
        const waitMs = Math.max(2_000, backOff(tries, { firstMs: 4_000, maxMs: 60_000 }, world.random));
        const dueAt = world.clock.now() + waitMs;
        // A result or a person's word that has come in meanwhile is still to be written.
        const delivery = world.ledger.documents.get(id)?.delivery;
        if (delivery === undefined || delivery.kind === 'none' || delivery.kind === 'done') continue;
        if (sameMessage(delivery.message, message)) world.ledger.documents.update(id, { dueAt });
        else writer.amend(id, { delivery: { ...delivery, message }, dueAt }, { event: 'not delivered', note: message });
      }
    });
  }

  /** The file was renamed, written again, replaced or removed: the next full scan tells which. */
  #sourceNotThere(folder: WatchedFolder, document: Document): void {
    const { scans, world, writer } = this.#context;
    const { documents, files } = world.ledger;
    const { id, hash, path } = document;
    const now = world.clock.now();
    const completed = scans.completed(folder.id);
    const since = this.#missing.get(id);
    const record = files.get(folder.id, directoryOf(path), fileNameOf(path));
    const isOther = record?.documentId !== undefined && record.documentId !== id;
    const successor = isOther ? documents.get(record.documentId ?? 0) : undefined;
    // The later document of this file has the same content, and the same result written for it. Before it has, it may turn out to be
    // this one.
    if (successor !== undefined && successor.hash === hash && hasResult(successor.state.kind)) {
      this.#missing.delete(id);
      const done = { delivery: { kind: 'done', at: now }, dueAt: undefined } as const;
      writer.amend(id, done, { event: 'delivered', note: say('notes.writtenForLater') });
      return;
    }
    // A file that was refused before its content was read, such as an empty one, does not have this content either.
    const isReplaced = successor?.hash === undefined ? successor?.state.kind === 'rejected' : successor.hash !== hash;
    // Its name is free, or that of a file that is not taken.
    const isUnclaimed = record?.documentId === undefined;
    const isGone = since !== undefined && (!folder.active || (isUnclaimed && completed > since));
    const isRemoved = isGone && !isReplaced;
    if (
      isRemoved &&
      document.review !== undefined &&
      !this.withoutSource.has(id) &&
      writtenFor(world.ledger, document).length > 0
    ) {
      this.withoutSource.add(id);
      documents.update(id, { dueAt: now });
    } else if (isRemoved && folder.paused) this.block([document], say('delivery.notHere', { path }));
    else if (isReplaced || isRemoved) {
      this.#missing.delete(id);
      this.withoutSource.delete(id);
      writer.apply([{ id, event: { kind: 'vanished' }, set: { delivery: { kind: 'none' } }, note: say('notes.contentGone') }]);
    } else {
      if (since === undefined) {
        this.#missing.set(id, completed);
        scans.request(folder.id);
      }
      documents.update(id, { dueAt: now + retryMs });
    }
  }
}

/** All moves since the first one away from a path are taken back. */
function takenBack(filed: readonly Filed[], path: string, at: number): readonly Filed[] {
  const first = filed.findLastIndex(({ from, undoneAt }) => from === path && undoneAt === undefined);
  return filed.map((each, index) =>
    first < 0 || index < first || each.undoneAt !== undefined ? each : { ...each, undoneAt: at },
  );
}

/** What of a document is written into its outputs, and may change meanwhile. */
function writtenOf({ result, review, findings, route, verdict }: Document): readonly unknown[] {
  return [result, review, findings, route, verdict?.result, verdict?.review];
}
