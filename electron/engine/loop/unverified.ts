import type { Document } from '../../core/document/document.ts';
import { isUnverified, statesBeforeService } from '../../core/document/states.ts';
import { foreign, type Message } from '../../core/messages/message.ts';
import type { MetaValue } from '../../ledger/meta.ts';
import type { UnverifiedDecision } from '../api.ts';
import type { EngineContext } from './engine-context.ts';

const heldMessage =
  'The ledger was lost and an older one taken up: nothing proves whether this file was sent. ' +
  'Decide once for all such files: send them, or leave them out.';

/**
 * After a lost ledger (`ledger/safekeeping.ts`): what the ledger that was taken up does not show as settled, and every
 * file that the next whole scan of a folder finds new or changed, is held until a person has decided once. What has a
 * batch at the service is simply asked for again; what comes to a folder after that scan is new, and goes its way.
 */
export class Unverified {
  readonly #context: Pick<EngineContext, 'world' | 'writer' | 'folders'>;
  #note: MetaValue<'unverified'> | undefined;

  constructor(context: Pick<EngineContext, 'world' | 'writer' | 'folders'>) {
    this.#context = context;
    this.#note = context.world.ledger.meta.read('unverified');
  }

  /** That a decision is awaited, and why; undefined if none is. */
  get awaited(): { readonly since: number; readonly message: Message } | undefined {
    if (this.#note === undefined || this.#note.decision !== undefined) return undefined;
    const { since, message } = this.#note;
    return { since, message };
  }

  /** At the start of an engine, before anything else is taken up. */
  takeUp(): void {
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
   * Whether what a scan finds in a folder now is without proof. Once it is decided, that is only so in the folders of
   * that time: one that is added later has nothing to do with it.
   */
  concerns(folderId: number): boolean {
    if (this.#note === undefined || this.#note.scanned?.includes(folderId) === true) return false;
    return this.#note.decision === undefined || this.#note.known?.includes(folderId) === true;
  }

  /** A file that a scan found new or changed in a folder that is concerned; its document is there already. */
  found(documentId: number): void {
    const document = this.#context.world.ledger.documents.get(documentId);
    if (document === undefined) return;
    this.#hold(document);
    if (this.#note?.decision !== undefined) this.#resolveOne(documentId, this.#note.decision);
  }

  /** A folder has been scanned whole. */
  scanned(folderId: number): void {
    const note = this.#note;
    if (note === undefined || !this.concerns(folderId)) return;
    this.#write({ ...note, scanned: [...(note.scanned ?? []), folderId] });
  }

  /** A person has decided; what the concerned folders still hide is treated alike when it is found. */
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
    const { writer, world } = this.#context;
    if (state.kind === 'waiting' && state.wait.kind === 'held') return;
    const now = world.clock.now();
    // Whether the last request was whole is no proof either: another may have followed.
    if (state.kind === 'uploading') writer.apply([{ id, event: { kind: 'put-back', notBefore: now } }]);
    writer.apply([{ id, event: { kind: 'held', why: 'unverified', message: foreign(heldMessage) } }]);
  }

  #resolve(decision: UnverifiedDecision): void {
    const { documents } = this.#context.world.ledger;
    for (const { id, state } of documents.inState('waiting')) if (isUnverified(state)) this.#resolveOne(id, decision);
  }

  #resolveOne(id: number, decision: UnverifiedDecision): void {
    const { writer, world } = this.#context;
    const at = world.clock.now();
    if (decision === 'send') {
      // The service may have it already.
      writer.apply([
        { id, event: { kind: 'send-again', at }, set: { attempts: 0, possibleDuplicate: true }, note: 'As decided.' },
      ]);
      return;
    }
    const { documents, outputs } = world.ledger;
    // A copy that came later is no longer one.
    for (const copy of documents.behind(id)) writer.apply([{ id: copy.id, event: { kind: 'touched', at } }]);
    if (outputs.of(id).length === 0 && documents.replacing(id) === undefined) documents.leaveOut(id);
    else
      writer.apply([
        { id, event: { kind: 'refused', by: 'intray', message: foreign('It was left out after the ledger was lost.') } },
      ]);
  }

  /** Decided, and every folder of that time scanned: then all is said. */
  #write(note: MetaValue<'unverified'>): void {
    const done = note.decision !== undefined && note.known?.every((id) => note.scanned?.includes(id) === true) === true;
    this.#note = done ? undefined : note;
    this.#context.world.ledger.meta.write('unverified', this.#note);
  }
}
