import type { Document } from '../../core/document/document.ts';
import { isHeldAs, statesBeforeService } from '../../core/document/states.ts';
import { type Message, say } from '../../core/messages/message.ts';
import type { MetaValue } from '../../ledger/meta.ts';
import type { UnverifiedDecision } from '../api.ts';
import type { EngineContext } from './engine-context.ts';

/**
 * After a lost ledger (`ledger/safekeeping.ts`), files without proof of what happened to them are held until a person has
 * decided once: those that the restored ledger has as not sent, and those that the next full scan of a folder finds new or
 * changed. A document with a batch at the service is simply polled again; what comes to a folder after that scan is new and
 * goes its usual way.
 */
export class Unverified {
  readonly #context: Pick<EngineContext, 'world' | 'writer' | 'folders'>;
  #note: MetaValue<'unverified'> | undefined;

  constructor(context: Pick<EngineContext, 'world' | 'writer' | 'folders'>) {
    this.#context = context;
    this.#note = context.world.ledger.meta.read('unverified');
  }

  /** The decision that is awaited: since when, and why; undefined if none is. */
  get awaited(): { readonly since: number; readonly message: Message } | undefined {
    if (this.#note === undefined || this.#note.decision !== undefined) return undefined;
    const { since, message } = this.#note;
    return { since, message };
  }

  /** To be called at the start of an engine, before anything else is taken up. */
  resume(): void {
    const note = this.#note;
    if (note === undefined || note.known !== undefined) return;
    const { writer, world } = this.#context;
    writer.together(() => {
      for (const state of statesBeforeService) {
        for (const document of world.ledger.documents.inState(state)) this.#hold(document);
      }
      this.#write({ ...note, known: world.ledger.folders.all().map(({ id }) => id), scanned: [] });
      if (note.decision !== undefined) this.#resolve(note.decision);
    });
  }

  /**
   * The marker of a folder shows that the ledger is not what it was: what the folder has that was not sent, and what comes to it until
   * it is decided, is without proof. Whoever may write to a folder can say so, which is why it is about no other one.
   */
  suspect(folderId: number, message: Message): void {
    const { writer, world } = this.#context;
    const { documents } = world.ledger;
    world.log.error('the ledger was lost', { message });
    writer.together(() => {
      const note = this.#note ?? { since: world.clock.now(), message, known: [], scanned: [], suspect: [] };
      const { known = [], scanned = [], suspect } = note;
      const added = (ids: readonly number[]) => [...ids.filter((id) => id !== folderId), folderId];
      this.#write({
        ...note,
        known: added(known),
        scanned: scanned.filter((id) => id !== folderId),
        ...(suspect !== undefined && { suspect: added(suspect) }),
      });
      for (const state of statesBeforeService) {
        for (const document of documents.inState(state, undefined, folderId)) {
          this.#hold(document);
          if (note.decision !== undefined) this.#resolveOne(document.id, note.decision);
        }
      }
    });
  }

  /**
   * Whether files that a scan finds in a folder now are without proof. Once a person has decided, that only applies to the
   * folders of that time: a folder that is added later is not concerned.
   */
  concerns(folderId: number): boolean {
    if (this.#note === undefined) return false;
    const { decision, known, scanned, suspect } = this.#note;
    if (scanned?.includes(folderId) === true) return decision === undefined && suspect?.includes(folderId) === true;
    return known?.includes(folderId) === true || (decision === undefined && suspect === undefined);
  }

  /** A scan found a file new or changed in a folder that is concerned; its document exists already. */
  found(documentId: number): void {
    const document = this.#context.world.ledger.documents.get(documentId);
    if (document === undefined) return;
    this.#hold(document);
    if (this.#note?.decision !== undefined) this.#resolveOne(documentId, this.#note.decision);
  }

  /** A full scan of a folder is complete. */
  scanned(folderId: number): void {
    const note = this.#note;
    if (note === undefined || note.scanned?.includes(folderId) === true || !this.concerns(folderId)) return;
    this.#write({ ...note, scanned: [...(note.scanned ?? []), folderId] });
  }

  /** A person has decided. Files that are only found later in the folders concerned are treated alike. */
  decide(decision: UnverifiedDecision): void {
    const note = this.#note;
    if (note === undefined) return;
    this.#context.world.log.info('decided about files without proof', { decision });
    this.#context.writer.together(() => {
      this.#write({ ...note, decision });
      this.#resolve(decision);
    });
  }

  #hold(document: Document): void {
    const { state, id } = document;
    const { writer } = this.#context;
    if (state.kind === 'waiting' && state.wait.kind === 'held' && !isHeldAs(state, 'asked')) return;
    writer.apply([{ id, event: { kind: 'held', why: 'unverified', message: say('outcome.ledgerLost') } }]);
  }

  #resolve(decision: UnverifiedDecision): void {
    const { documents } = this.#context.world.ledger;
    for (const { id, state } of documents.inState('waiting')) if (isHeldAs(state, 'unverified')) this.#resolveOne(id, decision);
  }

  #resolveOne(id: number, decision: UnverifiedDecision): void {
    const { writer, world } = this.#context;
    const document = world.ledger.documents.get(id);
    if (document === undefined) return;
    if (decision === 'leave') {
      leaveOut(this.#context, id);
      return;
    }
    const { file, job } = document;
    const at = world.clock.now();
    const note = say('notes.asDecided');
    // The service may have it already.
    const set = { attempts: 0, possibleDuplicate: true };
    if (file.kind === 'waiting') {
      if (job !== undefined) writer.amendJob(job, set);
      writer.apply([{ id, event: { kind: 'released', at }, set: { doubtful: true }, note }]);
    } else if (job !== undefined) writer.apply([{ job, event: { kind: 'send-again', at }, set, note }]);
  }

  /** Once it is decided and every folder of that time has been scanned, the note is done with. */
  #write(note: MetaValue<'unverified'>): void {
    const done = note.decision !== undefined && note.known?.every((id) => note.scanned?.includes(id) === true) === true;
    const left = done ? undefined : note;
    this.#context.world.ledger.meta.write('unverified', left);
    this.#note = left;
  }
}

/** A person does not want a held document sent: its file counts as one that was there before. */
export function leaveOut({ world, writer }: Pick<EngineContext, 'world' | 'writer'>, id: number): void {
  const { documents } = world.ledger;
  if (documents.get(id)?.json === undefined && documents.replacing(id) === undefined) documents.leaveOut(id);
  else writer.apply([{ id, event: { kind: 'unfit', message: say('outcome.leftOut') } }]);
}
