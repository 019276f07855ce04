import { type Document, type FileFacts, sameFacts } from '../../core/document/document.ts';
import { awaitsDecision, isReady, traitsOf } from '../../core/document/states.ts';
import type { Wait } from '../../core/document/wait.ts';
import type { Message } from '../../core/messages/message.ts';
import { sameJson } from '../../core/plain-data.ts';
import { assertNever } from '../../core/result.ts';
import { earlier, type Stage } from '../loop/control-loop.ts';
import { blockedMs, type TakenIn } from '../loop/document-writer.ts';
import { fileRecordOf, type WatchedFolder } from '../loop/watched-folders.ts';
import { type Clock, DiskProblem, type World } from '../ports.ts';
import { type IntakeOutcome, lookAtFile } from './look-at-file.ts';
import { type IntakeContext, takingIn } from './take-in.ts';

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
/** A file that cannot be read for this long waits for a person, in milliseconds. */
const unreadableMs = 60_000;

/** Waits until files have settled and takes them in: a few at once, folders in turn. */
export class IntakeStage implements Stage {
  readonly #context: IntakeContext;
  readonly #inFlight = new Set<number>();
  /** Those of them that wait for the others' transaction: they take up no room. */
  readonly #committing = new Set<number>();
  readonly #groupCommit: GroupCommit;
  #hasLookedForDropped = false;
  readonly #unreadableSince = new Map<number, number>();
  readonly #due: DueFiles<WatchedFolder>;
  readonly #directories: WritableDirectories;

  constructor(context: IntakeContext) {
    this.#context = context;
    const due = new DueFiles<WatchedFolder>(context.world.ledger, this.#inFlight);
    const inFlight = this.#inFlight;
    this.#due = due;
    this.#groupCommit = new GroupCommit(context.world.clock, (work) => context.writer.together(work), {
      // What is known to be due is about to begin.
      get size() {
        return inFlight.size + due.count;
      },
    });
    this.#directories = new WritableDirectories(context.world);
    const at = context.world.clock.now();
    for (const document of context.world.ledger.documents.waitingFor(['held']))
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
    for (const { id, state, dismissed } of world.ledger.documents.waitingFor(['held']))
      if (dismissed !== true && state.kind === 'waiting' && state.wait.kind === 'held' && state.wait.why === 'dropped')
        writer.apply([{ id, event: { kind: 'touched', at } }]);
  }

  /** How long a file has been unchanged is no longer known: it settles anew. */
  clockJumped(): void {
    const { clock, ledger } = this.#context.world;
    const at = clock.now();
    // One that could not be read, or whose result could not be written, may not have settled either.
    const unsettled = [...ledger.documents.inState('settling'), ...ledger.documents.waitingFor(['blocked'])];
    this.#context.writer.apply(unsettled.map(({ id }) => ({ id, event: { kind: 'touched', at } })));
  }

  start(now: number): number | undefined {
    if (this.#context.isPaused()) return undefined;
    if (!this.#hasLookedForDropped) this.#lookForDropped();
    const folders = this.#context.folders.working().filter(({ id }) => this.#context.folders.health(id).kind !== 'unreachable');
    this.#due.newTurn();
    const { waitMs } = this.#context.contents;
    if (waitMs > 0) return now + waitMs;
    while (this.#hasRoom()) {
      const due = this.#due.next(folders, now);
      if (due === undefined) break;
      this.#begin(due.folder, due.document);
    }
    // Where there is no room, whoever has read a file asks for another turn.
    return this.#hasRoom() ? this.#due.dueAt : undefined;
  }

  #hasRoom(): boolean {
    return this.#inFlight.size - this.#committing.size < this.#context.limits.hashing;
  }

  #begin(folder: WatchedFolder, document: Document): void {
    const { stopping, tasks, world } = this.#context;
    const name = `intake of ${document.path} in ${folder.path}`;
    if (tasks.isResting(name)) return;
    this.#inFlight.add(document.id);
    const work = async () => {
      try {
        const outcome = await lookAtFile(world, folder, document, this.#directories, stopping);
        if (stopping.aborted) return;
        await this.#apply(folder, document.id, outcome);
      } finally {
        this.#inFlight.delete(document.id);
        this.#committing.delete(document.id);
        this.#groupCommit.commitIfComplete();
      }
    };
    tasks.launch('intake', name, work, (message) => {
      const state = world.ledger.documents.get(document.id)?.state;
      if (state !== undefined && traitsOf[state.kind].progress === 'waiting') this.#block(document.id, message);
    });
  }

  async #apply(folder: WatchedFolder, id: number, outcome: IntakeOutcome): Promise<void> {
    const { scans, writer, world } = this.#context;
    const now = world.clock.now();
    const state = world.ledger.documents.get(id)?.state;
    // Meanwhile a person is asked about it, or has left it out.
    if (state === undefined || awaitsDecision(state)) return;
    if (outcome.kind !== 'unreadable') this.#unreadableSince.delete(id);
    switch (outcome.kind) {
      case 'unreadable':
        return this.#unreadable(id, outcome);
      case 'wait':
        return this.#waiting(folder, id, outcome);
      case 'gone':
        // A scan tells whether only the file has gone, or its whole folder; until then nothing changes.
        world.ledger.documents.update(id, { dueAt: now + missingMs });
        scans.request(folder.id);
        return;
      case 'refused':
        writer.apply([{ id, event: { kind: 'unfit', message: outcome.message } }]);
        return;
      case 'blocked':
        this.#block(id, outcome.message, { hash: outcome.hash, contentType: outcome.contentType });
        return;
      case 'settled': {
        const decide = await takingIn(this.#context, folder, id, outcome);
        if (decide === undefined) return;
        this.#committing.add(id);
        const committed = this.#groupCommit.run(decide);
        // What has been read waits for its transaction, and makes room for another.
        this.#context.wake(this);
        await committed;
        const { content, hash } = outcome;
        const taken = world.ledger.documents.get(id);
        if (content !== undefined && taken?.hash === hash && isReady(taken.state)) this.#context.contents.keep(hash, content);
        else content?.giveBack();
        return;
      }
      default:
        return assertNever(outcome);
    }
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

  /** The document is never dropped; after a while it waits for a person, who may have to close a program. */
  #unreadable(id: number, { at, message }: Extract<IntakeOutcome, { kind: 'unreadable' }>): void {
    const { ledger, clock } = this.#context.world;
    const now = clock.now();
    const since = this.#unreadableSince.get(id);
    if (since === undefined) {
      this.#unreadableSince.set(id, now);
      ledger.documents.note({ documentId: id, at: now, event: 'unreadable', note: message });
    }
    if (since !== undefined && now >= since + unreadableMs) this.#block(id, message);
    else ledger.documents.update(id, { dueAt: at });
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
    else writer.takeIn(id, event, found);
  }
}

/** How many ids are read at once; in a burst each turn of the loop takes one. */
const readAhead = 64;

/** The documents whose files may have settled, or may no longer be blocked: folders in turn, and in each the longest due first. */
export class DueFiles<Folder extends { readonly id: number }> {
  readonly #ledger: Pick<World['ledger'], 'documents'>;
  readonly #underWay: ReadonlySet<number>;
  /** What has been read, by folder. */
  readonly #ids = new Map<number, number[]>();
  /** Folders whose due documents were read in this turn of the loop, and when more of them will be due. */
  readonly #read = new Map<number, number | undefined>();
  /** The folder whose turn it was last. */
  #last: number | undefined;

  /** @param underWay documents that have begun, and which the ledger may still call due */
  constructor(ledger: Pick<World['ledger'], 'documents'>, underWay: ReadonlySet<number>) {
    this.#ledger = ledger;
    this.#underWay = underWay;
  }

  /** Another turn of the loop begins: the ledger may be asked again. */
  newTurn(): void {
    this.#read.clear();
  }

  /** How many have been read, and not been given out. */
  get count(): number {
    return [...this.#ids.values()].reduce((sum, ids) => sum + ids.length, 0);
  }

  /** When the next document will be due, once `next` has none. Milliseconds since the epoch. */
  get dueAt(): number | undefined {
    return [...this.#read.values()].reduce(earlier, undefined);
  }

  /** The next document of the folder after the one whose turn it was last, or of the next one that has any. */
  next(folders: readonly Folder[], now: number): { readonly folder: Folder; readonly document: Document } | undefined {
    const { documents } = this.#ledger;
    const first = folders.findIndex(({ id }) => id === this.#last) + 1;
    for (const folder of [...folders.slice(first), ...folders.slice(0, first)]) {
      for (;;) {
        const id = this.#ids.get(folder.id)?.shift();
        if (id === undefined) {
          if (this.#read.has(folder.id)) break;
          const due = documents.toTakeIn(folder.id, now, readAhead + this.#underWay.size);
          this.#read.set(folder.id, due.next);
          this.#ids.set(folder.id, [...due.ids]);
          continue;
        }
        const document = this.#underWay.has(id) ? undefined : documents.get(id);
        // It may have changed since it was read.
        if (document === undefined || !isTakenIn(document) || document.folderId !== folder.id) continue;
        if ((document.dueAt ?? Number.POSITIVE_INFINITY) > now) continue;
        this.#last = folder.id;
        return { folder, document };
      }
    }
    return undefined;
  }
}

function isTakenIn({ state }: Document): boolean {
  return state.kind === 'settling' || (state.kind === 'waiting' && state.wait.kind === 'blocked');
}

/** At most this many share a transaction. */
const maxShared = 32;
/** Nothing waits longer than this for others, in milliseconds: one of them may be reading a large file over a slow network. */
const maxWaitMs = 20;

/**
 * Commits what several tasks write in one transaction: each transaction waits for the disk, and while one waits the next is
 * ready. A task goes on once what it wrote is on disk. A task that is alone waits for nobody.
 */
export class GroupCommit {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #together: (work: () => void) => void;
  readonly #tasks: { readonly size: number };
  #waiting: { readonly work: () => void; readonly done: PromiseWithResolvers<void> }[] = [];
  #cancel: () => void = () => {};

  /**
   * @param together runs work in one transaction
   * @param tasks those that are under way or about to begin, including those that wait here: when all of them wait, nothing more comes
   */
  constructor(clock: Pick<Clock, 'after'>, together: (work: () => void) => void, tasks: { readonly size: number }) {
    this.#clock = clock;
    this.#together = together;
    this.#tasks = tasks;
  }

  /** Resolves when `work` is committed. @throws what the transaction throws: then none of it was written */
  run(work: () => void): Promise<void> {
    const done = Promise.withResolvers<void>();
    this.#waiting.push({ work, done });
    if (this.#waiting.length === 1) this.#cancel = this.#clock.after(maxWaitMs, () => this.#commit());
    this.commitIfComplete();
    return done.promise;
  }

  /** Commits if nobody is left to wait for. To be called when a task has ended. */
  commitIfComplete(): void {
    if (this.#waiting.length >= maxShared || this.#waiting.length >= this.#tasks.size) this.#commit();
  }

  #commit(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    this.#cancel();
    try {
      this.#together(() => {
        for (const { work } of waiting) work();
      });
      for (const { done } of waiting) done.resolve();
    } catch (error) {
      for (const { done } of waiting) done.reject(error);
    }
  }
}
