import type { FolderQuestion, QuestionAnswer } from '../../core/contract/status.ts';
import { isAsked, traitsOf } from '../../core/document/states.ts';
import { say } from '../../core/messages/message.ts';
import type { Ledger, LedgerReader } from '../../ledger/ledger.ts';
import type { EngineContext } from './engine-context.ts';
import { fileRecordOf } from './folder.ts';
import type { Stage } from './stage.ts';
import { leaveOut } from './unverified.ts';

/** So many files of a folder that were left alone may become other ones within an hour; about more than these a person is asked. */
const fewAtOnce = 5;
const hourMs = 3_600_000;
/** How often the ledger is asked for an answer from another process, in milliseconds. */
const answersMs = 2_000;

/**
 * The one question that a folder may have open: the documents it is about are held, and nothing of them is sent, until a
 * person answers. It is kept in the ledger and closes by itself when none of them is left. Whether another Intray's folder is
 * taken over (`Markers`) is asked first.
 *
 * Files that were left alone lead to it. Without a reading of all that was there before, a hash of them is not known, so
 * one that has another time and the same size may be the same still, and is asked about in any case. One of another size is
 * new; where many become so at once, a program may have gone through the folder.
 */
export class Questions implements Stage {
  readonly #context: Pick<EngineContext, 'world' | 'writer' | 'folders' | 'scans' | 'announce'>;
  /** By folder: documents of files that were left alone and have another size, and when each was found (elapsed ms). */
  readonly #others = new Map<number, { readonly id: number; readonly at: number }[]>();
  /** By folder: since when the question has been open that was announced. */
  readonly #announced = new Map<number, number>();
  #next = Number.NEGATIVE_INFINITY;

  constructor(context: Pick<EngineContext, 'world' | 'writer' | 'folders' | 'scans' | 'announce'>) {
    this.#context = context;
  }

  start(now: number): number {
    if (now < this.#next && this.#next - now <= answersMs) return this.#next;
    this.#next = now + answersMs;
    const { folders, world, announce, scans } = this.#context;
    for (const { id, path } of folders.own()) {
      this.#carryOut(id);
      if (folders.isHeld(id) && world.ledger.meta.read('other-intray', id)?.answer === 'send') scans.request(id);
      const { question } = questionOf(world.ledger, { id, path });
      if (question === undefined || this.#announced.get(id) === question.since || Math.abs(now - question.since) < answersMs)
        continue;
      this.#announced.set(id, question.since);
      announce({ kind: 'question', path, question });
    }
    return this.#next;
  }

  /** A scan found a file that was left alone with other facts; its document exists already. Within a transaction. */
  leftAlone(folderId: number, documentId: number, hasSameSize: boolean): void {
    const { world } = this.#context;
    const elapsed = world.clock.elapsed();
    const others = (this.#others.get(folderId) ?? []).filter(({ at }) => at > elapsed - hourMs);
    if (!hasSameSize) others.push({ id: documentId, at: elapsed });
    this.#others.set(folderId, others);
    if (!hasSameSize && others.length <= fewAtOnce && world.ledger.meta.read('question', folderId) === undefined) return;
    const ids = others.length > fewAtOnce ? others.map(({ id }) => id) : [];
    for (const id of new Set([...ids, documentId])) this.#hold(id);
    if (world.ledger.meta.read('question', folderId) === undefined)
      world.ledger.meta.write('question', { since: world.clock.now(), why: 'left-alone' }, folderId);
  }

  /** The file of a document that is held is no longer there. If it comes back, it is asked about anew. @returns whether it is done with */
  vanished(id: number): boolean {
    const { ledger } = this.#context.world;
    const document = ledger.documents.get(id);
    if (document === undefined || !isAsked(document.state)) return false;
    leaveOut(this.#context, id);
    if (ledger.documents.get(id) !== undefined) return false;
    const { documentId: _, ...file } = fileRecordOf(document, { ...document.facts, mtimeMs: 0, ino: 0 });
    ledger.files.put({ ...file, skipped: 'left' });
    return true;
  }

  answer(folderId: number, answer: QuestionAnswer): void {
    const { ledger, log } = this.#context.world;
    if (!recordAnswer(ledger, folderId, answer)) return;
    log.info('answered about a folder', { folder: folderId, answer });
    this.#carryOut(folderId);
    if (this.#context.folders.isHeld(folderId)) this.#context.scans.request(folderId);
  }

  #carryOut(folderId: number): void {
    const { world, writer } = this.#context;
    const { clock, ledger } = world;
    const kept = ledger.meta.read('question', folderId);
    if (kept === undefined) return;
    const asked = ledger.documents.asked(folderId);
    if (kept.answer === undefined && asked.length > 0) return;
    const event = { kind: 'send-again', at: clock.now() } as const;
    if (kept.answer !== undefined) this.#others.delete(folderId);
    writer.together(() => {
      for (const id of asked) {
        if (kept.answer === 'leave') leaveOut(this.#context, id);
        else writer.apply([{ id, event, set: { attempts: 0 }, note: say('notes.asDecided') }]);
      }
      ledger.meta.write('question', undefined, folderId);
    });
  }

  #hold(id: number): void {
    const { world, writer } = this.#context;
    const state = world.ledger.documents.get(id)?.state;
    if (
      state === undefined ||
      traitsOf(state.kind).progress !== 'waiting' ||
      (state.kind === 'waiting' && state.wait.kind === 'held')
    )
      return;
    writer.apply([{ id, event: { kind: 'held', why: 'asked', message: say('outcome.heldLeftAlone') } }]);
  }
}

/** Notes what a person has answered; also a change of mind about another Intray. @returns false if no question is open */
export function recordAnswer({ meta }: Pick<Ledger, 'meta'>, folderId: number, answer: QuestionAnswer): boolean {
  const other = meta.read('other-intray', folderId);
  const kept = meta.read('question', folderId);
  if (other !== undefined && (other.answer === undefined || kept === undefined))
    meta.write('other-intray', { ...other, answer }, folderId);
  else if (kept !== undefined) meta.write('question', { ...kept, answer }, folderId);
  else return false;
  return true;
}

/** The question that a folder has open, as a member of its status. */
export function questionOf(
  ledger: Pick<LedgerReader, 'documents' | 'meta'>,
  { id, path }: { readonly id: number; readonly path: string },
): { readonly question?: FolderQuestion } {
  const other = ledger.meta.read('other-intray', id);
  if (other !== undefined && other.answer === undefined)
    return {
      question: { since: other.since, documents: 0, message: say('outcome.otherIntray', { host: other.host, path: other.path }) },
    };
  const kept = ledger.meta.read('question', id);
  const count = kept === undefined ? 0 : ledger.documents.asked(id).length;
  if (kept === undefined || count === 0) return {};
  return { question: { since: kept.since, documents: count, message: say('outcome.leftAlone', { count, path }) } };
}
