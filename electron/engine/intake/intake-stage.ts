import { type Document, type FileFacts, sameFacts } from '../../core/document/document.ts';
import { awaitsDecision, traitsOf } from '../../core/document/states.ts';
import type { Wait } from '../../core/document/wait.ts';
import { type Message, sameMessage } from '../../core/messages/message.ts';
import { assertNever } from '../../core/result.ts';
import type { Limits } from '../api.ts';
import type { TakenIn } from '../loop/document-writer.ts';
import { earlier, type Scans, type Stage } from '../loop/stage.ts';
import type { Tasks } from '../loop/tasks.ts';
import { fileRecordOf, type WatchedFolder, type WatchedFolders } from '../loop/watched-folders.ts';
import { DiskProblem, type World } from '../ports.ts';
import { DueFiles } from './due-files.ts';
import { GroupCommit } from './group-commit.ts';
import { type IntakeOutcome, lookAtFile } from './look-at-file.ts';
import { type TakeInContext, takingIn } from './take-in.ts';

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

/** What this stage needs of the engine. */
interface IntakeContext extends TakeInContext {
  readonly limits: Pick<Limits, 'hashing'>;
  readonly folders: Pick<WatchedFolders, 'get' | 'health' | 'working'>;
  readonly tasks: Pick<Tasks, 'isResting' | 'launch'>;
  readonly scans: Pick<Scans, 'request'>;
  readonly wake: (only: Stage) => void;
  readonly isPaused: () => boolean;
  readonly stopping: AbortSignal;
}

/** A file that is not where it was is looked for again after this time. */
const missingMs = 1_000;
/** A file that cannot be read for this long waits for a person, in milliseconds. */
const unreadableMs = 60_000;
/** A document whose result could not be written, or whose file could not be read, is tried again after this time. */
const blockedMs = 15_000;

/** Waits until files have settled and takes them in: a few at once, folders in turn. */
export class IntakeStage implements Stage {
  readonly #context: IntakeContext;
  readonly #inFlight = new Set<number>();
  /** Those of them that wait for the others' transaction: they take up no room. */
  readonly #committing = new Set<number>();
  readonly #groupCommit: GroupCommit;
  /** Blocked documents, and when each is tried again. */
  readonly #blocked = new Map<number, number>();
  #hasLookedForDropped = false;
  readonly #unreadableSince = new Map<number, number>();
  readonly #due: DueFiles<WatchedFolder>;
  readonly #directories: WritableDirectories;

  constructor(context: IntakeContext) {
    this.#context = context;
    this.#groupCommit = new GroupCommit(context.world.clock, (work) => context.writer.together(work), this.#inFlight);
    this.#due = new DueFiles(context.world.ledger, this.#inFlight);
    this.#directories = new WritableDirectories(context.world);
    for (const document of context.world.ledger.documents.waitingFor(['blocked', 'held'])) {
      if (document.state.kind !== 'waiting') continue;
      if (document.state.wait.kind === 'blocked') this.#blocked.set(document.id, 0);
      else if (this.#isNoLongerHeld(document, document.state.wait))
        context.writer.apply([{ id: document.id, event: { kind: 'released', at: context.world.clock.now() } }]);
    }
  }

  /** The folder's settings have changed since: it sends incomplete files. */
  #isNoLongerHeld({ folderId }: Document, wait: Wait): boolean {
    const isHeld = wait.kind === 'held' && wait.why === 'incomplete';
    return isHeld && this.#context.folders.get(folderId)?.settings.incomplete === 'send';
  }

  retryNow(): void {
    this.#lookForDropped();
    for (const id of this.#blocked.keys()) this.#blocked.set(id, 0);
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
    const { ledger, clock } = this.#context.world;
    const at = clock.now();
    // One that could not be read, or whose result could not be written, may not have settled either.
    const blocked = ledger.documents.inState('waiting').filter(({ id }) => this.#blocked.has(id));
    const unsettled = [...ledger.documents.inState('settling'), ...blocked];
    this.#context.writer.apply(unsettled.map(({ id }) => ({ id, event: { kind: 'touched', at } })));
  }

  start(now: number): number | undefined {
    if (this.#context.isPaused()) return undefined;
    if (!this.#hasLookedForDropped) this.#lookForDropped();
    let next: number | undefined;
    for (const [id, at] of this.#blocked) {
      if (this.#inFlight.has(id)) continue;
      if (at > now) next = earlier(next, at);
      else if (this.#hasRoom()) this.#beginBlocked(id);
    }
    const folders = this.#context.folders.working().filter(({ id }) => this.#context.folders.health(id).kind !== 'unreachable');
    this.#due.newTurn();
    while (this.#hasRoom()) {
      const due = this.#due.next(folders, now);
      if (due === undefined) break;
      this.#begin(due.folder, due.document);
    }
    // Where there is no room, whoever has read a file asks for another turn.
    return this.#hasRoom() ? earlier(next, this.#due.dueAt) : next;
  }

  #hasRoom(): boolean {
    return this.#inFlight.size - this.#committing.size < this.#context.limits.hashing;
  }

  #beginBlocked(id: number): void {
    const document = this.#context.world.ledger.documents.get(id);
    const folder = document === undefined ? undefined : this.#context.folders.get(document.folderId);
    if (document?.state.kind !== 'waiting' || document.state.wait.kind !== 'blocked' || folder?.active !== true) {
      this.#blocked.delete(id);
      return;
    }
    this.#begin(folder, document);
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
      if (state !== undefined && traitsOf(state.kind).progress === 'waiting') this.#block(document.id, message);
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
        if (this.#blocked.has(id)) this.#blocked.set(id, now + missingMs);
        else world.ledger.documents.update(id, { dueAt: now + missingMs });
        scans.request(folder.id);
        return;
      case 'refused':
        writer.apply([{ id, event: { kind: 'unfit', message: outcome.message } }]);
        return;
      case 'blocked':
        this.#block(id, outcome.message, { hash: outcome.hash, contentType: outcome.contentType });
        return;
      case 'settled': {
        this.#blocked.delete(id);
        const decide = await takingIn(this.#context, folder, id, outcome);
        if (decide === undefined) return;
        this.#committing.add(id);
        const committed = this.#groupCommit.run(decide);
        // What has been read waits for its transaction, and makes room for another.
        this.#context.wake(this);
        return committed;
      }
      default:
        return assertNever(outcome);
    }
  }

  #waiting(folder: WatchedFolder, id: number, { at, changed, delayed }: Extract<IntakeOutcome, { kind: 'wait' }>): void {
    const { writer, world } = this.#context;
    const wasBlocked = this.#blocked.delete(id);
    const event = { kind: 'touched', at: world.clock.now() } as const;
    const state = world.ledger.documents.get(id)?.state;
    const isSaid = state?.kind === 'settling' && state.delayed !== undefined && sameMessage(state.delayed, delayed);
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
    else if (this.#blocked.has(id)) this.#blocked.set(id, at);
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
    this.#blocked.set(id, world.clock.now() + blockedMs);
    const state = world.ledger.documents.get(id)?.state;
    // It is tried again and again, and recorded once.
    if (state?.kind === 'waiting' && state.wait.kind === 'blocked' && sameMessage(state.wait.message, message)) return;
    const event = { kind: 'blocked', message } as const;
    if (found === undefined) writer.apply([{ id, event }]);
    else writer.takeIn(id, event, found);
  }
}
