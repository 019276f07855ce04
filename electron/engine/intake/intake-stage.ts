import { type Document, type FileFacts, sameFacts } from '../../core/document/document.ts';
import { traitsOf } from '../../core/document/states.ts';
import { decideIntake, type SameContent } from '../../core/intake/intake.ts';
import { type Message, sameMessage } from '../../core/messages/message.ts';
import { inEnglish } from '../../core/messages/wording.ts';
import { assertNever } from '../../core/result.ts';
import { type EngineContext, earlier, type Stage } from '../loop/engine-context.ts';
import { GroupCommit } from '../loop/group-commit.ts';
import type { WatchedFolder } from '../loop/watched-folders.ts';
import { fileRecord } from '../watch/scan-stage.ts';
import { type IntakeOutcome, lookAtFile } from './look-at-file.ts';
import { checkPresence } from './presence-check.ts';
import { releaseDuplicates } from './release-duplicates.ts';
import { Writable } from './writable.ts';

/** A file that is not where it was is looked for again after so long. */
const lookAgainMs = 1_000;
/** A file that cannot be read for so long waits for a person, in milliseconds. */
const unreadableMs = 60_000;
/** A document whose result could not be written, or whose file could not be read, is tried again after so long. */
const blockedMs = 15_000;

/** Settles files and takes them in: a few at once, folders in turn. */
export class IntakeStage implements Stage {
  readonly #context: EngineContext;
  readonly #isPaused: () => boolean;
  readonly #wake: () => void;
  readonly #inFlight = new Set<number>();
  readonly #groupCommit: GroupCommit;
  readonly #blocked = new Map<number, number>();
  readonly #unreadableSince = new Map<number, number>();
  readonly #writable: Writable;

  /** @param wake called when another file may be begun */
  constructor(context: EngineContext, isPaused: () => boolean, wake: () => void) {
    this.#context = context;
    this.#isPaused = isPaused;
    this.#wake = wake;
    this.#groupCommit = new GroupCommit(
      context.world.clock,
      (work) => context.writer.together(work),
      () => this.#inFlight.size,
    );
    this.#writable = new Writable(context.world);
    for (const document of context.world.ledger.documents.inState('waiting')) {
      if (document.state.kind === 'waiting' && document.state.wait.kind === 'blocked') this.#blocked.set(document.id, 0);
    }
  }

  /** Something is being hashed, or will have settled within `ms`: a batch may wait for it. */
  soonReady(now: number, ms: number): boolean {
    if (this.#inFlight.size > 0) return true;
    const due = this.#context.world.ledger.documents.nextDueIn('settling', now);
    return due !== undefined && due <= now + ms;
  }

  /** Tries again what waits for its directory. */
  hurry(): void {
    for (const id of this.#blocked.keys()) this.#blocked.set(id, 0);
    this.#writable.forget();
  }

  /** For how long a file has been unchanged is not known any more: its wait starts anew. */
  clockJumped(): void {
    const { ledger, clock } = this.#context.world;
    const at = clock.now();
    this.#context.writer.apply(ledger.documents.inState('settling').map(({ id }) => ({ id, event: { kind: 'touched', at } })));
  }

  start(now: number): number | undefined {
    if (this.#isPaused()) return undefined;
    const { ledger } = this.#context.world;
    let next: number | undefined;
    for (const [id, at] of this.#blocked) {
      if (this.#inFlight.has(id)) continue;
      if (at > now) next = earlier(next, at);
      else if (this.#hasRoom()) this.#beginBlocked(id);
    }
    const folders = this.#context.folders.active().filter(({ id }) => this.#context.folders.health(id).kind !== 'unreachable');
    const queues = folders.map((folder) => ({
      folder,
      due: this.#hasRoom()
        ? ledger.documents.due('settling', now, this.#context.limits.hashing + this.#inFlight.size, folder.id)
        : [],
    }));
    for (let turn = 0; this.#hasRoom() && queues.some(({ due }) => turn < due.length); turn += 1) {
      for (const { folder, due } of queues) {
        const id = due[turn];
        if (id === undefined || this.#inFlight.has(id) || !this.#hasRoom()) continue;
        const document = ledger.documents.get(id);
        if (document !== undefined) this.#begin(folder, document);
      }
    }
    return earlier(next, ledger.documents.nextDueIn('settling', now));
  }

  /** What has been read and waits for the others' transaction takes no room. */
  #hasRoom(): boolean {
    return this.#inFlight.size - this.#groupCommit.waiting < this.#context.limits.hashing;
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
    this.#inFlight.add(document.id);
    this.#context.tasks.launch(`intake of ${document.path}`, async () => {
      try {
        const outcome = await lookAtFile(
          this.#context.world,
          folder,
          document,
          (directory) => this.#writable.ask(directory),
          this.#context.stopping,
        );
        if (this.#context.stopping.aborted) return;
        await this.#apply(folder, document.id, outcome);
      } finally {
        this.#inFlight.delete(document.id);
        this.#groupCommit.lookAgain();
      }
    });
  }

  async #apply(folder: WatchedFolder, id: number, outcome: IntakeOutcome): Promise<void> {
    const { writer, world } = this.#context;
    const now = world.clock.now();
    if (outcome.kind !== 'unreadable') this.#unreadableSince.delete(id);
    switch (outcome.kind) {
      case 'unreadable':
        return this.#unreadable(id, outcome);
      case 'wait':
        if (outcome.changed !== undefined) {
          this.#blocked.delete(id);
          if (this.#wasSentWith(id, outcome.changed)) return this.#leaveToScan(folder, id);
          writer.apply([
            {
              id,
              event: { kind: 'touched', at: now },
              set: { facts: outcome.changed, hash: undefined, attempts: 0, dueAt: outcome.at },
            },
          ]);
        } else if (this.#blocked.delete(id)) {
          writer.apply([{ id, event: { kind: 'touched', at: now } }]);
        } else {
          world.ledger.documents.update(id, { dueAt: outcome.at });
        }
        return;
      case 'gone':
        // A scan tells whether the file has gone, or the whole folder; until then it is as it was.
        if (this.#blocked.has(id)) this.#blocked.set(id, now + lookAgainMs);
        else world.ledger.documents.update(id, { dueAt: now + lookAgainMs });
        this.#context.lookAgain(folder.id);
        return;
      case 'refused':
        writer.apply([{ id, event: { kind: 'refused', by: 'intray', message: outcome.message } }]);
        return;
      case 'blocked':
        this.#becomeBlocked(id, outcome.message);
        return;
      case 'settled':
        this.#blocked.delete(id);
        return this.#takeIn(folder, id, outcome);
      default:
        return assertNever(outcome);
    }
  }

  /** It is never dropped; after a while it is said to wait for a person, who may have to close a program. */
  #unreadable(id: number, { at, message }: Extract<IntakeOutcome, { kind: 'unreadable' }>): void {
    const { ledger, clock } = this.#context.world;
    const now = clock.now();
    const since = this.#unreadableSince.get(id);
    if (since === undefined) {
      this.#unreadableSince.set(id, now);
      ledger.history.add({ documentId: id, at: now, event: 'unreadable', note: inEnglish(message) });
    }
    if (since !== undefined && now >= since + unreadableMs) this.#becomeBlocked(id, message);
    else if (this.#blocked.has(id)) this.#blocked.set(id, at);
    else ledger.documents.update(id, { dueAt: at });
  }

  /** Its answer was lost, and what is at its path now is another content than the service may have. */
  #wasSentWith(id: number, now: FileFacts): boolean {
    const document = this.#context.world.ledger.documents.get(id);
    return document?.possibleDuplicate === true && !sameFacts(document.facts, now);
  }

  /** What is known of the document stays with its content; what is there now is found as a new one. */
  #leaveToScan(folder: WatchedFolder, id: number): void {
    const { world, writer } = this.#context;
    writer.together(() => {
      const document = world.ledger.documents.get(id);
      if (document === undefined) return;
      const { directory, name } = fileRecord(document, document.facts);
      if (world.ledger.files.get(folder.id, directory, name)?.documentId === id)
        world.ledger.files.remove(folder.id, directory, name);
      writer.apply([{ id, event: { kind: 'vanished' } }]);
    });
    this.#context.lookAgain(folder.id);
  }

  #becomeBlocked(id: number, message: Message): void {
    const { world, writer } = this.#context;
    this.#blocked.set(id, world.clock.now() + blockedMs);
    const state = world.ledger.documents.get(id)?.state;
    // Tried again and again, it is noted once.
    if (state?.kind === 'waiting' && state.wait.kind === 'blocked' && sameMessage(state.wait.message, message)) return;
    writer.apply([{ id, event: { kind: 'blocked', message } }]);
  }

  /** Gathers the facts, then decides and applies in one go: no other document can slip in between. */
  async #takeIn(folder: WatchedFolder, id: number, settled: Extract<IntakeOutcome, { kind: 'settled' }>): Promise<void> {
    const { writer, world } = this.#context;
    const { ledger } = world;
    const self = ledger.documents.get(id);
    if (self === undefined) return;
    const here = await checkPresence(
      this.#context,
      ledger.documents.withContent(self.origin, self.route, settled.hash).filter((other) => other.id !== id),
    );
    const committed = this.#groupCommit.run(() => {
      const document = ledger.documents.get(id);
      if (document === undefined || traitsOf(document.state.kind).progress !== 'waiting') return;
      if (!sameFacts(document.facts, settled.facts) || document.path !== self.path) return;
      const read = () =>
        ledger.documents.withContent(document.origin, document.route, settled.hash).filter((other) => other.id !== id);
      const known = read();
      const others = releaseDuplicates(this.#context, known) ? read() : known;
      const replaced = document.replaces === undefined ? undefined : ledger.documents.get(document.replaces);
      const decision = decideIntake(
        document,
        others.map((other) => this.#sameContent(document, other, here)),
        replaced,
        folder.settings.changed,
      );
      const now = world.clock.now();
      const set = { facts: settled.facts, hash: settled.hash, contentType: settled.contentType };
      // What was sent once, and its answer lost, may be at the service, in whichever file it is now.
      const marked = others.some(({ possibleDuplicate }) => possibleDuplicate) ? { possibleDuplicate: true } : {};
      ledger.files.put(fileRecord(document, settled.facts));
      switch (decision.kind) {
        case 'ready':
          return writer.apply([{ id, event: { kind: 'ready', at: now }, set: { ...set, ...marked } }]);
        case 'behind':
          return writer.apply([{ id, event: { kind: 'copied', first: decision.first }, set }]);
        case 'held':
          return writer.apply([{ id, event: { kind: 'held', why: decision.why, message: decision.message }, set }]);
        case 'refused':
          return writer.apply([{ id, event: { kind: 'refused', by: decision.by, message: decision.message }, set }]);
        case 'duplicate': {
          const first = ledger.documents.get(decision.of);
          ledger.documents.update(id, set);
          if (first !== undefined) writer.takeResult(id, first);
          return;
        }
        case 'same': {
          const into = ledger.documents.get(decision.as);
          if (into !== undefined) writer.absorb({ ...document, facts: settled.facts }, into);
          return;
        }
        default:
          return assertNever(decision);
      }
    });
    this.#wake();
    await committed;
  }

  #sameContent(self: Document, other: Document, here: ReadonlyMap<number, boolean>): SameContent {
    const { ledger } = this.#context.world;
    const record = ledger.files.get(
      other.folderId,
      fileRecord(other, other.facts).directory,
      fileRecord(other, other.facts).name,
    );
    const [latest] = ledger.documents.atPath(other.folderId, other.path).filter(({ id }) => id !== self.id);
    return {
      id: other.id,
      folderId: other.folderId,
      path: other.path,
      state: other.state,
      delivery: other.delivery.kind,
      here: here.get(other.id) ?? true,
      current: latest?.id === other.id,
      known: record?.documentId === other.id,
    };
  }
}
