import { type Document, type FileFacts, sameFacts } from '../../core/document/document.ts';
import { awaitsDecision, isReady, traitsOf } from '../../core/document/states.ts';
import type { Wait } from '../../core/document/wait.ts';
import type { Message } from '../../core/messages/message.ts';
import { sameJson } from '../../core/plain-data.ts';
import { assertNever } from '../../core/result.ts';
import { earlier, type Stage } from '../loop/control-loop.ts';
import { blockedMs, type TakenIn } from '../loop/document-writer.ts';
import { fileRecordOf, type WatchedFolder } from '../loop/watched-folders.ts';
import { DiskProblem, type World } from '../ports.ts';
import { type IntakeOutcome, lookAtFile, type SettledFile } from './look-at-file.ts';
import { decide, type Gathered, gather, type IntakeContext } from './take-in.ts';

/** How long an answer about a directory is trusted, in milliseconds. */
const writableMs = 30_000;
const unwritableMs = 5_000;

/** Which directories can be written to. Each is tried once for many files. */
class WritableDirectories {
  readonly #world: Pick<World, 'files' | 'clock'>;
  readonly #known = new Map<string, { readonly until: number; readonly answer: Promise<Message | undefined> }>();

  constructor(world: Pick<World, 'files' | 'clock'>) {
    this.#world = world;
  }

  /** Resolves to why a directory cannot be written to, or undefined. */
  check(directory: string): Promise<Message | undefined> {
    const now = this.#world.clock.now();
    const known = this.#known.get(directory);
    if (known !== undefined && known.until > now) return known.answer;
    const answer = this.#world.files.probeWrite(directory).then(
      () => undefined,
      (problem: unknown) => {
        if (!(problem instanceof DiskProblem)) throw problem;
        this.#known.set(directory, { until: now + unwritableMs, answer });
        return problem.said;
      },
    );
    if (this.#known.size > 1_000) this.#known.clear();
    this.#known.set(directory, { until: now + writableMs, answer });
    return answer;
  }

  forget(): void {
    this.#known.clear();
  }
}

/** A file that is not where it was is looked for again after this time. */
const missingMs = 1_000;
/** How many ids are read from the ledger at once. */
const readAhead = 256;
/** At most this many files share a transaction: each waits for the disk. */
const maxShared = 32;
/** None waits longer than this for others, in milliseconds: one of them may be reading a large file over a slow network. */
const maxWaitMs = 20;

/** A document that the ledger calls due. */
interface DueId {
  readonly folder: WatchedFolder;
  readonly id: number;
}

/** A file that may have settled, or may no longer be blocked. */
interface Due {
  readonly folder: WatchedFolder;
  readonly document: Document;
  /** What the log calls its intake, and what rests if that fails. */
  readonly name: string;
}

/** A file that has, and is taken in together with others. */
interface Settled extends Due {
  readonly found: SettledFile;
  readonly gathered: Gathered;
}

/** Waits until files have settled and takes them in: a few are read at once, folders in turn. */
export class IntakeStage implements Stage {
  readonly #context: IntakeContext;
  readonly #directories: WritableDirectories;
  /** Documents whose files are read, or wait for their transaction: the ledger may still call them due. */
  readonly #underWay = new Set<number>();
  #readers = 0;
  /** What the ledger calls due, in the order in which it is read; and when more of it will be. */
  #due: DueId[] = [];
  #dueAt: number | undefined;
  #settled: Settled[] = [];
  #cancelWait: () => void = () => {};
  #hasLookedForDropped = false;

  constructor(context: IntakeContext) {
    this.#context = context;
    this.#directories = new WritableDirectories(context.world);
    const at = context.world.clock.now();
    for (const document of context.world.ledger.documents.waitingFor('held'))
      if (document.state.kind === 'waiting' && this.#isNoLongerHeld(document, document.state.wait))
        context.writer.apply([{ id: document.id, event: { kind: 'released', at } }]);
  }

  /** The folder's settings have changed since: it sends incomplete files. */
  #isNoLongerHeld({ folderId }: Document, wait: Wait): boolean {
    const isHeld = wait.kind === 'held' && wait.why === 'incomplete';
    return isHeld && this.#context.folders.get(folderId)?.settings.incomplete === 'send';
  }

  retryNow(): void {
    this.#lookForDropped();
    this.#directories.forget();
  }

  /** The JSON whose result is not in the ledger any more may be back. Not before what a person has asked for is taken up. */
  #lookForDropped(): void {
    this.#hasLookedForDropped = true;
    const { writer, world } = this.#context;
    const at = world.clock.now();
    for (const { id, state, dismissed } of world.ledger.documents.waitingFor('held'))
      if (dismissed !== true && state.kind === 'waiting' && state.wait.kind === 'held' && state.wait.why === 'dropped')
        writer.apply([{ id, event: { kind: 'touched', at } }]);
  }

  /** How long a file has been unchanged is no longer known: it settles anew. */
  clockJumped(): void {
    const { clock, ledger } = this.#context.world;
    const at = clock.now();
    // One that could not be read, or whose result could not be written, may not have settled either.
    const unsettled = [...ledger.documents.inState('settling'), ...ledger.documents.waitingFor('blocked')];
    this.#context.writer.apply(unsettled.map(({ id }) => ({ id, event: { kind: 'touched', at } })));
  }

  start(now: number): number | undefined {
    const { contents, isPaused, limits, tasks } = this.#context;
    if (isPaused()) return undefined;
    if (!this.#hasLookedForDropped) this.#lookForDropped();
    const { waitMs } = contents;
    if (waitMs > 0) return now + waitMs;
    // Each reader takes the next itself.
    if (this.#readers === limits.hashing) return undefined;
    let isRead = false;
    while (this.#readers < limits.hashing) {
      let due = this.#next(now);
      if (due === undefined && !isRead) {
        isRead = true;
        this.#readDue(now);
        due = this.#next(now);
      }
      if (due === undefined) return this.#dueAt;
      this.#readers += 1;
      tasks.launch('intake', 'reading files', () => this.#read(due));
    }
    return undefined;
  }

  /** Reads files one after the other for as long as there are any. */
  async #read(first: Due): Promise<void> {
    const { contents, isPaused, stopping, tasks, world } = this.#context;
    try {
      let due: Due | undefined = first;
      while (due !== undefined) {
        await this.#look(due);
        const isToStop = stopping.aborted || isPaused() || contents.waitMs > 0 || tasks.unwritable !== undefined;
        due = isToStop ? undefined : this.#next(world.clock.now());
      }
    } finally {
      this.#readers -= 1;
      // Nobody else will come.
      if (this.#readers === 0) this.#commit();
    }
  }

  /** The next file that is due: folders in turn, and in each the longest due first. */
  #next(now: number): Due | undefined {
    const { folders, retries, world } = this.#context;
    for (let due = this.#due.shift(); due !== undefined; due = this.#due.shift()) {
      const { folder, id } = due;
      if (this.#underWay.has(id) || folders.isHeld(folder.id)) continue;
      const document = world.ledger.documents.get(id);
      // It may have changed since the ledger was asked.
      if (document === undefined || document.folderId !== folder.id || (document.dueAt ?? Number.POSITIVE_INFINITY) > now)
        continue;
      const { state } = document;
      if (state.kind !== 'settling' && (state.kind !== 'waiting' || state.wait.kind !== 'blocked')) continue;
      const name = `intake of ${document.path} in ${folder.path}`;
      if (!retries.rests('fault', name)) return { folder, document, name };
    }
    return undefined;
  }

  #readDue(now: number): void {
    const { folders, world } = this.#context;
    this.#dueAt = undefined;
    const queues: { readonly folder: WatchedFolder; readonly ids: readonly number[] }[] = [];
    let longest = 0;
    for (const folder of folders.working()) {
      if (folders.health(folder.id).kind === 'unreachable') continue;
      const { ids, next } = world.ledger.documents.toTakeIn(folder.id, now, readAhead + this.#underWay.size);
      this.#dueAt = earlier(this.#dueAt, next);
      queues.push({ folder, ids });
      longest = Math.max(longest, ids.length);
    }
    for (let index = 0; index < longest; index += 1)
      for (const { folder, ids } of queues) {
        const id = ids[index];
        if (id !== undefined) this.#due.push({ folder, id });
      }
  }

  async #look(due: Due): Promise<void> {
    const { retries, stopping, tasks, world } = this.#context;
    const { folder, document, name } = due;
    this.#underWay.add(document.id);
    let isSettled = false;
    try {
      const outcome = await lookAtFile(world, folder, document, this.#directories, stopping);
      if (!stopping.aborted) isSettled = await this.#apply(due, outcome);
      retries.done('fault', name);
    } catch (error) {
      tasks.failed(name, error, (message) => this.#failed(document.id, message));
    }
    if (!isSettled) this.#underWay.delete(document.id);
  }

  #failed(id: number, message: Message): void {
    const state = this.#context.world.ledger.documents.get(id)?.state;
    if (state !== undefined && traitsOf[state.kind].progress === 'waiting') this.#block(id, message);
  }

  /** @returns whether it has settled, and waits for its transaction */
  async #apply(due: Due, outcome: IntakeOutcome): Promise<boolean> {
    const { retries, scans, tasks, writer, world } = this.#context;
    const { folder, document } = due;
    const { id } = document;
    const now = world.clock.now();
    const state = world.ledger.documents.get(id)?.state;
    // Meanwhile a person is asked about it, or has left it out.
    if (state === undefined || awaitsDecision(state)) return false;
    if (outcome.kind !== 'unreadable') retries.done('unreadable', id);
    switch (outcome.kind) {
      case 'unreadable':
        this.#unreadable(id, outcome);
        return false;
      case 'wait':
        this.#waiting(folder, id, outcome);
        return false;
      case 'gone':
        // A scan tells whether only the file has gone, or its whole folder; until then nothing changes.
        world.ledger.documents.update(id, { dueAt: now + missingMs });
        scans.request(folder.id);
        return false;
      case 'refused':
        writer.apply([{ id, event: { kind: 'unfit', message: outcome.message } }]);
        return false;
      case 'blocked':
        this.#block(id, outcome.message, { hash: outcome.hash, contentType: outcome.contentType });
        return false;
      case 'settled': {
        const gathered = await gather(this.#context, folder, id, outcome);
        if (gathered === undefined) return false;
        this.#settled.push({ ...due, found: outcome, gathered });
        if (this.#settled.length === 1)
          this.#cancelWait = world.clock.after(maxWaitMs, () => void tasks.attempt('taking in files', () => this.#commit()));
        if (this.#settled.length >= maxShared) this.#commit();
        return true;
      }
      default:
        return assertNever(outcome);
    }
  }

  /** Takes in what has settled, in one transaction. One that cannot be taken in holds up none of the others. */
  #commit(): void {
    const { contents, tasks, wake, world, writer } = this.#context;
    const settled = this.#settled;
    if (settled.length === 0) return;
    this.#settled = [];
    this.#cancelWait();
    const takeIn = (some: readonly Settled[]) =>
      writer.together(() => {
        for (const { folder, document, found, gathered } of some) decide(this.#context, folder, document, found, gathered);
      });
    try {
      takeIn(settled);
    } catch {
      for (const one of settled)
        try {
          takeIn([one]);
        } catch (error) {
          tasks.failed(one.name, error, (message) => this.#failed(one.document.id, message));
        }
    }
    for (const { document } of settled) this.#underWay.delete(document.id);
    for (const { document, found } of settled) {
      const { content, hash } = found;
      const taken = content && world.ledger.documents.get(document.id);
      if (content !== undefined && taken?.hash === hash && isReady(taken.state)) contents.keep(hash, content);
      else content?.giveBack();
    }
    wake();
  }

  #waiting(folder: WatchedFolder, id: number, { at, changed, delayed }: Extract<IntakeOutcome, { kind: 'wait' }>): void {
    const { writer, world } = this.#context;
    const event = { kind: 'touched', at: world.clock.now() } as const;
    const state = world.ledger.documents.get(id)?.state;
    const wasBlocked = state?.kind === 'waiting';
    const isSaid = state?.kind === 'settling' && state.delayed !== undefined && sameJson(state.delayed, delayed);
    if (delayed !== undefined && !isSaid) {
      if (wasBlocked) writer.apply([{ id, event }]);
      writer.apply([{ id, event: { kind: 'delayed', message: delayed }, set: { dueAt: at }, note: delayed }]);
    } else if (changed === undefined) {
      if (wasBlocked) writer.apply([{ id, event }]);
      else world.ledger.documents.update(id, { dueAt: at });
    } else if (this.#wasSentWithOtherContent(id, changed)) this.#leaveToScan(folder, id);
    else writer.apply([{ id, event, set: { facts: changed, hash: undefined, dismissed: undefined, dueAt: at } }]);
  }

  /** The document is never dropped: it waits for a person, who may have to give permission or, after a while, to close a program. */
  #unreadable(id: number, { message, isDenied }: Extract<IntakeOutcome, { kind: 'unreadable' }>): void {
    const { retries, world } = this.#context;
    const { ledger, clock } = world;
    const now = clock.now();
    const { times, until } = retries.failed('unreadable', id, message);
    if (times === 1) ledger.documents.note({ documentId: id, at: now, event: 'unreadable', note: message });
    if (isDenied || retries.lasts('unreadable', id)) this.#block(id, message);
    else ledger.documents.update(id, { dueAt: now + until - clock.elapsed() });
  }

  /** Whether it was sent, its answer was lost, and its file has another content now than the service may have. */
  #wasSentWithOtherContent(id: number, now: FileFacts): boolean {
    const document = this.#context.world.ledger.documents.get(id);
    return document?.possibleDuplicate === true && !sameFacts(document.facts, now);
  }

  /** What is known about the document stays with its content; a scan finds what is there now as a new document. */
  #leaveToScan(folder: WatchedFolder, id: number): void {
    const { scans, world, writer } = this.#context;
    writer.together(() => {
      const document = world.ledger.documents.get(id);
      if (document === undefined) return;
      const { directory, name } = fileRecordOf(document);
      if (world.ledger.files.has(document)) world.ledger.files.remove(folder.id, directory, name);
      writer.apply([{ id, event: { kind: 'vanished' } }]);
    });
    scans.request(folder.id);
  }

  /** @param found what is known of its content: it is the same document if its file comes back */
  #block(id: number, message: Message, found?: TakenIn): void {
    const { world, writer } = this.#context;
    const state = world.ledger.documents.get(id)?.state;
    const isSaid = state?.kind === 'waiting' && state.wait.kind === 'blocked' && sameJson(state.wait.message, message);
    const event = { kind: 'blocked', message } as const;
    // It is tried again and again, and recorded once.
    if (isSaid) world.ledger.documents.update(id, { dueAt: world.clock.now() + blockedMs });
    else if (found === undefined) writer.apply([{ id, event }]);
    else writer.together(() => writer.takeIn(id, event, found));
  }
}
