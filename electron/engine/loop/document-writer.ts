import { isDeepStrictEqual } from 'node:util';
import { breachesIn } from '../../core/checks/rules.ts';
import {
  awaitsValues,
  type Document,
  directoryOf,
  type FileState,
  fileNameOf,
  isPending,
  type Job,
  onRename,
  type PresentFile,
} from '../../core/document/document.ts';
import { isNewConcern } from '../../core/document/standing.ts';
import { type AnyState, hasResult, isHeldAs, isReady, traitsOf } from '../../core/document/states.ts';
import { type FileEvent, fileTransition, type JobEvent, jobTransition, withStatus } from '../../core/document/transition.ts';
import { endsWithResult, type HeldWhy, heldForPassedOn, reasonsInQuestion } from '../../core/document/wait.ts';
import { foreign, type Message, say } from '../../core/messages/message.ts';
import type { Review } from '../../core/review/local-review.ts';
import type { FileChanges, NewDocument } from '../../ledger/documents.ts';
import type { JobChanges } from '../../ledger/jobs.ts';
import type { Notice } from '../api.ts';
import type { Outbox } from '../hooks/outbox.ts';
import type { World } from '../ports.ts';
import { Moves } from './moves.ts';
import { ownFindings } from './own-checks.ts';
import { isFiledAway, type WatchedFolders } from './watched-folders.ts';

/** An event of a document's file, and what else changes with it. */
export interface FileChange {
  readonly id: number;
  readonly event: FileEvent;
  readonly set?: FileChanges;
  readonly note?: Message;
}

/** An event of a job, and what else changes with it. */
export interface JobChange {
  readonly job: number;
  readonly event: JobEvent;
  readonly set?: JobChanges;
  readonly note?: Message;
}

export type Change = FileChange | JobChange;

/** What is said of a change in the history of a document. */
interface Line {
  readonly event: string;
  readonly note?: Message | undefined;
}

/** What intake has found out about a file that has settled. */
export interface TakenIn extends Pick<FileChanges, 'facts' | 'contentType' | 'pages'> {
  readonly hash: string;
}

/**
 * The only place that changes documents and jobs. A change, its history and everything it implies are one transaction of the ledger,
 * and so is what hooks are told of it; notices go out after it.
 */
export class DocumentWriter {
  readonly #world: Pick<World, 'ledger' | 'clock' | 'log'>;
  readonly #folders: Pick<WatchedFolders, 'get' | 'pathOf'>;
  readonly #announce: (notice: Notice) => void;
  readonly #outbox: Pick<Outbox, 'changed'> | undefined;
  /** From the job that classified a document to the next one, and back. */
  readonly moves: Moves;
  #announced: Document[] = [];
  #depth = 0;

  constructor(
    world: Pick<World, 'ledger' | 'clock' | 'log'>,
    folders: Pick<WatchedFolders, 'get' | 'pathOf'>,
    announce: (notice: Notice) => void,
    outbox?: Pick<Outbox, 'changed'>,
  ) {
    this.#world = world;
    this.#folders = folders;
    this.#announce = announce;
    this.#outbox = outbox;
    const change = (id: number, changes: FileChanges, line?: Line) => this.amend(id, changes, line);
    const fileAt = (document: Document, job: number) =>
      isAboutItsJob(document.file) ? this.#fileAt(document, job, world.clock.now()) : document.file;
    const passOn = (job: number, set: JobChanges) =>
      this.#applyToJob({ job, event: { kind: 'passed on', at: world.clock.now() }, set, note: heldForPassedOn.message });
    const changeJob = (job: number, set: JobChanges) => this.amendJob(job, set);
    this.moves = new Moves({ world, folders, change, passOn, changeJob, fileAt, arrived: (id) => this.#hasMoved(id) });
  }

  /** Runs `work` in one transaction; the notices of the documents it changed follow the commit. Nested calls join. */
  together<Value>(work: () => Value): Value {
    this.#depth += 1;
    try {
      return this.#world.ledger.transaction(work);
    } catch (error) {
      if (this.#depth === 1) this.#announced = [];
      throw error;
    } finally {
      this.#depth -= 1;
      if (this.#depth === 0) this.#tell();
    }
  }

  /** A document that was not known before. To be called within `together`. */
  add(document: NewDocument): Document {
    const added = this.#world.ledger.documents.add(document);
    this.#outbox?.changed(undefined, added);
    this.#announced.push(added);
    return added;
  }

  /** Applies events. One that means nothing in the state of its file or job is dropped and logged. */
  apply(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.together(() => {
      for (const change of changes) {
        if ('job' in change) this.#applyToJob(change);
        else this.#applyToFile(change);
      }
    });
  }

  /** Changes what no event is about: delivery, facts, when to look next. */
  amend(id: number, changes: FileChanges, line?: Line): Document {
    return this.together(() => {
      const { clock, ledger } = this.#world;
      const before = ledger.documents.get(id);
      const after = ledger.documents.update(id, { changedAt: clock.now(), ...changes });
      return this.#follow(before, before?.dismissed === true ? this.#askedAgain(before, after) : after, line);
    });
  }

  /** The same of a job, for all its documents. */
  amendJob(job: number, changes: JobChanges, line?: Line): void {
    this.together(() => this.#changeJob(job, changes, line));
  }

  /**
   * The content of a file is known: the document has its job from now on, which may be sent, be at the service, or have its result. To be
   * called in a transaction.
   *
   * @param event `ready`, or why it is not to be sent for the moment
   */
  takeIn(id: number, event: Extract<FileEvent, { kind: 'ready' | 'held' | 'blocked' }>, found: TakenIn): void {
    const { ledger, clock } = this.#world;
    const document = ledger.documents.get(id);
    if (document === undefined) return;
    const { doubtful, origin, route } = document;
    const job = ledger.jobs.jobFor(origin, route, found.hash, clock.now(), doubtful === true);
    const pages = found.pages ?? (document.hash === found.hash ? document.pages : undefined);
    this.#applyToFile({ id, event, set: { ...found, pages, job: job.id } });
  }

  /**
   * What people made of a result: what has gone on from a verdict may have to go elsewhere. The files of all its documents are written
   * anew.
   */
  review(id: number, review: Review | undefined, changes: Pick<JobChanges, 'result'>, line: Line): void {
    this.together(() => {
      const job = this.#world.ledger.jobs.get(id);
      if (job === undefined) return;
      const state = changes.result === undefined ? job.state : withStatus(job.state, changes.result.status);
      this.#changeJob(id, { ...changes, state, review }, line, true);
    });
  }

  /** Another content may have come to the path of a document that is to be sent: it goes no further. To be called in a transaction. */
  checkPath(id: number): void {
    const document = this.#world.ledger.documents.get(id);
    if (document !== undefined && isReady(document.state) && !this.#isAtItsPath(document))
      this.#applyToFile({ id, event: { kind: 'vanished' } });
  }

  /** Its file has another name now, and what was written for it follows. What took its place at the old one did not replace it. */
  rename(document: Document, path: string, facts = document.facts): Document {
    const later = document.path === path ? undefined : this.#world.ledger.documents.replacing(document.id);
    if (later !== undefined) this.amend(later.id, { replaces: document.replaces });
    const delivery = onRename(document.delivery);
    const dueAt = isPending(delivery) ? this.#world.clock.now() : document.dueAt;
    const line = { event: 'renamed', note: say('notes.renamed', { path: document.path }) };
    return this.amend(document.id, { path, facts, delivery, dueAt }, document.path === path ? undefined : line);
  }

  /** A placeholder turned out to have another document's content: that document goes on at this path, the placeholder is removed. */
  absorb(placeholder: Document, into: Document): void {
    this.together(() => {
      const { ledger, clock } = this.#world;
      ledger.documents.removeInto(placeholder.id, into.id);
      this.rename(into, placeholder.path, placeholder.facts);
      ledger.files.put({
        folderId: placeholder.folderId,
        directory: directoryOf(placeholder.path),
        name: fileNameOf(placeholder.path),
        facts: placeholder.facts,
        documentId: into.id,
      });
      this.#takePlace(into.id, placeholder.replaces);
      if (into.path === placeholder.path) this.#note(into.id, { event: 'unchanged', note: say('notes.sameContentWritten') });
      if (into.file.kind === 'gone') this.#applyToFile({ id: into.id, event: { kind: 'returned', at: clock.now() } });
      const back = ledger.documents.get(into.id);
      if (back?.json?.isBehind === true && back.delivery.kind !== 'none') this.amend(into.id, toBeWritten(back, clock.now()));
    });
  }

  /** A content that had been replaced at its path is there again: what replaced it since is an earlier content now. */
  #takePlace(id: number, latest: number | undefined): void {
    const { ledger, clock } = this.#world;
    const document = ledger.documents.get(id);
    const later = ledger.documents.replacing(id);
    if (document === undefined || later === undefined || latest === undefined || latest === id) return;
    this.amend(later.id, { replaces: document.replaces });
    const written = document.delivery.kind === 'none' ? {} : toBeWritten(document, clock.now());
    this.amend(id, { replaces: latest, ...written });
  }

  /**
   * Checks results again that are about to be written: what is known of their extraction's fields may have come since.
   * @returns the documents as they are now
   */
  check(documents: readonly Document[]): readonly Document[] {
    return this.together(() =>
      documents.map((document) => {
        const findings = ownFindings(this.#world.ledger, this.#folders.get(document.folderId)?.settings, document);
        return isDeepStrictEqual(findings, document.findings) ? document : this.amend(document.id, { findings });
      }),
    );
  }

  /** The same for a document that was checked before: what was written for it is written anew, if that says something else now. */
  checkAgain(document: Document): void {
    const [checked] = this.check([document]);
    if (checked === undefined || checked === document) return;
    const note = say('notes.checkedAgain', { count: breachesIn(checked.findings).length });
    this.amend(document.id, toBeWritten(checked, this.#world.clock.now()), { event: 'checked again', note });
  }

  #applyToFile({ id, event, set, note }: FileChange): void {
    const { ledger, clock, log } = this.#world;
    const before = ledger.documents.get(id);
    if (before === undefined) return;
    const job = set !== undefined && 'job' in set ? set.job : before.job;
    const next = fileTransition(before.file, before.state, event, before.verdict !== undefined);
    if (next === undefined) {
      log.debug('event dropped', { document: id, state: before.state.kind, event: event.kind });
      return;
    }
    const now = clock.now();
    const file = next.kind === 'there' ? this.#fileAt(before, job, now) : next;
    // Of a new content, the job is another one.
    const isNew = set !== undefined && 'hash' in set && set.hash === undefined;
    const settleMs = (this.#folders.get(before.folderId)?.settings.settleSeconds ?? 2) * 1_000;
    const pendingAt = isPending(before.delivery) ? now : undefined;
    const isBlocked = file.kind === 'waiting' && file.wait.kind === 'blocked';
    const settledAt = file.kind === 'settling' ? Math.min(file.since, now) + settleMs : undefined;
    const dueAt = settledAt ?? (isBlocked ? now + blockedMs : pendingAt);
    const changes = { file, dueAt, changedAt: now, ...(isNew && { job: undefined }), ...set };
    const changed = ledger.documents.update(id, changes);
    const after = before.dismissed === true ? this.#askedAgain(before, changed) : changed;
    const said = note ?? noteOf(after.state);
    const isSaid = after.state.kind !== before.state.kind || said !== undefined;
    this.#follow(before, after, isSaid ? { event: namesInLog[event.kind] ?? event.kind, note: said } : undefined);
    if (file.kind === 'there' && before.file.kind !== 'there' && hasResult(after.state.kind)) this.#arrived(id);
    if (event.kind === 'released' && !this.#isAtItsPath(after)) this.#applyToFile({ id, event: { kind: 'vanished' } });
  }

  #applyToJob({ job: id, event, set, note }: JobChange): void {
    const { ledger, log } = this.#world;
    const before = ledger.jobs.get(id);
    const state = before && jobTransition(before.state, event);
    if (before === undefined || state === undefined) {
      log.debug('event dropped', { job: id, state: before?.state.kind, event: event.kind });
      return;
    }
    const dueAt = state.kind === 'waiting' && state.wait.kind === 'ready' ? state.wait.notBefore : undefined;
    const reason = note ?? noteOf(state);
    // The service's own word for the state of a document.
    const said = reason ?? (event.kind === 'reported' || event.kind === 'accepted' ? foreign(event.status) : undefined);
    const isSaid = state.kind !== before.state.kind || reason !== undefined;
    const line = isSaid ? { event: event.kind, note: said } : undefined;
    const isNews = hasResult(state.kind) && (!hasResult(before.state.kind) || (set !== undefined && 'result' in set));
    this.#changeJob(id, { state, dueAt, ...set }, line, isNews);
    // While a file is classified again, what it has gone on to waits.
    if (event.kind === 'redone')
      for (const document of [...ledger.documents.wentOnFrom(id), ...ledger.documents.ofJob(id)]) this.moves.leave(document);
    // What was not accepted may be what the service has passed on meanwhile.
    if (event.kind === 'put-back') for (const document of ledger.documents.ofJob(id)) this.moves.reconsider(document.id);
    if (event.kind === 'redo-refused') for (const document of ledger.documents.ofJob(id)) this.moves.toNextStep(document.id);
    if (isReady(state)) for (const document of ledger.documents.ofJob(id)) this.checkPath(document.id);
  }

  /** @param isNews it has a result that is new, or judged anew: each of its documents goes on by it, or is written anew */
  #changeJob(id: number, changes: JobChanges, line: Line | undefined, isNews = false): void {
    const { ledger, clock } = this.#world;
    const now = clock.now();
    const followed = ledger.documents.changeJob(id, changes, now, (document, before) => {
      const also = {
        ...(isNews && this.#written(document, now)),
        ...(awaitsValues(before) && !awaitsValues(document) && unwritten),
      };
      const after = { ...document, ...also } as Document;
      return { ...also, ...(before.dismissed === true && isNewConcern(before, after) && { dismissed: undefined }) };
    });
    for (const { before, after } of followed) this.#follow(before, after, line);
    const job = ledger.jobs.get(id);
    if (job === undefined) return;
    // What kept a file from being sent keeps no result from it that another file has brought.
    if (hasResult(job.state.kind) && job.result !== undefined)
      for (const { after } of followed) {
        const { file } = after;
        const isAskedToSend = file.kind === 'waiting' && file.wait.kind === 'held' && endsWithResult(file.wait.why);
        if (isAskedToSend && this.moves.costsNothing(after, job)) this.#applyToFile({ id: after.id, event: { kind: 'ready' } });
      }
    if (job.route.kind !== 'classification') return;
    // The documents that it has led on to other jobs.
    const before = ledger.documents.wentOnFrom(id);
    if (line !== undefined) for (const document of before) this.#note(document.id, line);
    if (!isNews) return;
    for (const { before, after } of followed) this.moves.toNextStep(after.id, !hasResult(before.state.kind));
    for (const document of before)
      if (this.moves.reconsider(document.id) && document.result !== undefined)
        this.amend(document.id, toBeWritten(document, now));
  }

  /** What a result changes of a document: its outputs are out of date, and the folder's own checks say what they think of it. */
  #written(document: Document, now: number): FileChanges {
    const { id, delivery, duplicateOf, folderId, job, result } = document;
    if (result?.kind === 'classification' && document.verdict === undefined && this.moves.isLedOn(document)) return {};
    const findings = ownFindings(this.#world.ledger, this.#folders.get(folderId)?.settings, document);
    const from = job === undefined ? undefined : this.#world.ledger.jobs.get(job)?.from;
    const isCopy = from !== undefined && from !== id && duplicateOf === undefined && delivery.kind === 'none';
    return {
      ...toBeWritten(document, now),
      ...(isDeepStrictEqual(findings, document.findings) ? {} : { findings }),
      ...(isCopy && { duplicateOf: from }),
    };
  }

  /** A document has come to another job: what had its path may have another one by now. */
  #hasMoved(id: number): void {
    this.checkPath(id);
    this.#arrived(id);
  }

  /** A document has come to a job, or its file is back: what the job has is its own. */
  #arrived(id: number): void {
    const { ledger, clock } = this.#world;
    const document = ledger.documents.get(id);
    const job = document?.job === undefined ? undefined : ledger.jobs.get(document.job);
    if (document === undefined || job === undefined || document.file.kind !== 'there') return;
    if (!hasResult(job.state.kind) || document.delivery.kind !== 'none' || this.moves.toNextStep(id)) return;
    const { duplicateOf, ...changes } = this.#written(document, clock.now());
    const path = duplicateOf === undefined ? undefined : this.#pathOf(job);
    const line = path === undefined ? undefined : { event: 'result-taken', note: say('notes.resultTaken', { path }) };
    this.amend(id, { ...changes, ...(duplicateOf !== undefined && { duplicateOf }) }, line);
  }

  /**
   * The state of a file that comes to a job, and is whole. Where the job's result was dropped, a person decides, unless it had been
   * delivered for this file; a content that was never looked at settles first.
   */
  #fileAt({ delivery, path }: Document, id: number | undefined, now: number): PresentFile {
    const job = id === undefined ? undefined : this.#world.ledger.jobs.get(id);
    if (job === undefined) return { kind: 'settling', since: now };
    const isLacking = hasResult(job.state.kind) && job.result === undefined && delivery.kind === 'none';
    if (!isLacking) return { kind: 'there' };
    const message = say('sending.paidBefore', { path: this.#pathOf(job) ?? path, paidAt: this.#paidAt(job) });
    return { kind: 'waiting', wait: { kind: 'held', why: 'dropped', message } };
  }

  /** When the service took a job, ms since the epoch. */
  #paidAt({ batchId, from }: Job): number {
    const { batches, documents } = this.#world.ledger;
    const batch = batchId === undefined ? undefined : batches.get(batchId);
    return batch?.acceptedAt ?? (from === undefined ? undefined : documents.get(from)?.foundAt) ?? this.#world.clock.now();
  }

  #pathOf({ from }: Job): string | undefined {
    return from === undefined ? undefined : this.#world.ledger.documents.get(from)?.path;
  }

  #isAtItsPath(document: Document): boolean {
    const folder = this.#folders.get(document.folderId);
    // No scan looks where documents are filed away to.
    if (folder !== undefined && isFiledAway(folder, document.path)) return true;
    return this.#world.ledger.files.has(document);
  }

  /** A document that somebody has dismissed needs attention again once something else is the matter with it. */
  #askedAgain(before: Document, after: Document): Document {
    if (after.dismissed !== true || !isNewConcern(before, after)) return after;
    return this.#world.ledger.documents.update(after.id, { dismissed: undefined });
  }

  /** What follows from each change of a document: its history, what hooks are told, the question of its folder, and the notice. */
  #follow(before: Document | undefined, after: Document, line: Line | undefined): Document {
    const { clock, ledger } = this.#world;
    const { folderId, id, state } = after;
    if (before !== undefined) this.#outbox?.changed(before, after);
    if (line !== undefined) this.#note(id, line);
    if (isHeldAs(state, ...reasonsInQuestion) && ledger.meta.read('question', folderId) === undefined)
      ledger.meta.write('question', { since: clock.now() }, folderId);
    this.#announced.push(after);
    return after;
  }

  #note(documentId: number, { event, note }: Line): void {
    this.#world.ledger.documents.note({ documentId, at: this.#world.clock.now(), event, ...(note !== undefined && { note }) });
  }

  #tell(): void {
    const announced = this.#announced;
    this.#announced = [];
    for (const document of announced) {
      this.#announce({
        kind: 'document',
        id: document.id,
        folder: this.#folders.pathOf(document.folderId),
        path: document.path,
        state: document.state,
        delivered: document.delivery.kind === 'done',
      });
    }
  }
}

/** A document whose result could not be written, or whose file could not be read, is tried again after this time, in milliseconds. */
export const blockedMs = 15_000;

/** Whether with another job a file is not what it was. */
function isAboutItsJob(file: FileState): boolean {
  return file.kind === 'there' || (file.kind === 'waiting' && file.wait.kind === 'held' && heldForJob.includes(file.wait.why));
}

/** Why a person is asked before a job is sent: where it is another one, that is asked of this one, if it is to be sent. */
const heldForJob: readonly HeldWhy[] = ['dropped', 'budget', 'pages'];

/** Its verdict is not its result any more. */
const unwritten: FileChanges = { delivery: { kind: 'none' }, dueAt: undefined, dismissed: undefined, findings: undefined };

/** The outputs are out of date. Those of a file that has gone are written anew when it is back. */
export function toBeWritten({ state }: Document, now: number): FileChanges {
  if (hasResult(state.kind)) return { delivery: { kind: 'pending' }, dueAt: now };
  return traitsOf[state.kind].hasFile ? {} : { delivery: { kind: 'none' } };
}

/** Events that have another name in the history. */
const namesInLog: { readonly [Kind in FileEvent['kind']]?: string } = { unfit: 'refused', released: 'send-again' };

function noteOf(state: AnyState): Message | undefined {
  const said = state.kind === 'waiting' ? state.wait : state;
  if ('reason' in said) return said.reason;
  return 'message' in said ? said.message : undefined;
}
