import { usualUnknownPages } from '../../core/account/budget.ts';
import type { FolderQuestion, QuestionAnswer } from '../../core/contract/status.ts';
import type { Document } from '../../core/document/document.ts';
import type { FileRecord } from '../../core/document/records.ts';
import { isHeldAs, traitsOf } from '../../core/document/states.ts';
import { type Message, say } from '../../core/messages/message.ts';
import type { AskedCount } from '../../ledger/document-queries.ts';
import type { Ledger, LedgerReader } from '../../ledger/ledger.ts';
import type { MetaValue } from '../../ledger/meta.ts';
import type { Outbox } from '../hooks/outbox.ts';
import type { Stage } from './control-loop.ts';
import type { EngineContext } from './engine-context.ts';
import { leaveOut } from './unverified.ts';
import { fileRecordOf, type WatchedFolder } from './watched-folders.ts';

/** So many files of a folder that were left alone may become other ones within an hour; about more a person is asked. */
const fewAtOnce = 5;
const hourMs = 3_600_000;
/** How often the ledger is asked for an answer from another process, in milliseconds. */
const answersMs = 2_000;

/** Those of no file: what comes back under its name looks changed. */
const unknownFacts = { mtimeMs: 0, ino: 0 };

type Asked = Pick<LedgerReader, 'arrivals' | 'documents' | 'meta'>;

type QuestionsContext = EngineContext & { readonly outbox: Outbox };

/**
 * The one question that a folder may have open: the documents it is about are held, and nothing of them is sent, until a
 * person answers. It is kept in the ledger and closes by itself when none of them is left. Whether another Intray's folder is
 * taken over (`Markers`) is asked first.
 *
 * Files that were left alone lead to it, files that changed once they were sent, and far more new ones than usual, or one of
 * unusually many pages (`Guard`). Without a reading of all that was there before, a hash of them is not known, so
 * one that has another time and the same size may be the same still, and is asked about in any case. One of another size is
 * new; where many become so at once, a program may have gone through the folder.
 */
export class Questions implements Stage {
  readonly #context: QuestionsContext;
  /** By folder: since when the question has been open that was announced. */
  readonly #announced = new Map<number, number>();
  readonly everyMs = answersMs;

  constructor(context: QuestionsContext) {
    this.#context = context;
  }

  start(now: number): undefined {
    const { folders, guard, world, announce, outbox, scans } = this.#context;
    for (const folder of folders.own()) {
      const { id, path } = folder;
      this.#carryOut(id);
      guard.hold(folder);
      this.#countPages(folder);
      if (folders.isHeld(id) && world.ledger.meta.read('other-intray', id)?.answer === 'send') scans.request(id);
      const { question } = questionOf(world.ledger, { id, path });
      if (question === undefined || this.#announced.get(id) === question.since || Math.abs(now - question.since) < answersMs)
        continue;
      this.#announced.set(id, question.since);
      outbox.asked(id, question);
      announce({ kind: 'question', path, question });
    }
  }

  /** A scan found a file that was left alone with other facts; its document exists already. Within a transaction. */
  leftAlone(folderId: number, documentId: number, hasSameSize: boolean): void {
    const { clock, ledger } = this.#context.world;
    const at = clock.now();
    const others = (ledger.meta.read('left-alone-changed', folderId) ?? []).filter((each) => Math.abs(at - each.at) < hourMs);
    if (!hasSameSize) {
      others.push({ id: documentId, at });
      ledger.meta.write('left-alone-changed', others, folderId);
    }
    const open = ledger.meta.read('question', folderId);
    if (!hasSameSize && others.length <= fewAtOnce && open?.why === undefined) return;
    const ids = others.length > fewAtOnce ? others.map(({ id }) => id) : [];
    for (const id of new Set([...ids, documentId])) this.#hold(id);
    if (open?.why === undefined)
      ledger.meta.write('question', { ...open, since: open?.since ?? at, why: 'left-alone' }, folderId);
  }

  /** The file of a document that is held is no longer there. If it comes back, it is asked about anew. @returns whether it is done with */
  vanished(id: number): boolean {
    const { ledger } = this.#context.world;
    const document = ledger.documents.get(id);
    if (document === undefined || !isHeldAs(document.state, 'asked')) return false;
    leaveOut(this.#context, id);
    if (ledger.documents.get(id) !== undefined) return false;
    const { documentId: _, ...file } = fileRecordOf(document, { ...document.facts, ...unknownFacts });
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
    const { ledger } = world;
    const kept = ledger.meta.read('question', folderId);
    if (kept === undefined) return;
    const { answer, first } = kept;
    const asked = ledger.documents.asked(folderId);
    const coming = () => (first === undefined ? [] : ledger.arrivals.open(folderId, first));
    if (answer === undefined && (asked.length > 0 || coming().length > 0 || ledger.documents.isReplacing(folderId))) return;
    writer.together(() => {
      if (answer === 'leave') this.#leave(asked, coming());
      else this.#send(asked);
      ledger.meta.write('question', undefined, folderId);
      if (answer === undefined) return;
      ledger.meta.write('left-alone-changed', undefined, folderId);
      if (first !== undefined) ledger.meta.write('answered-many', ledger.documents.last(), folderId);
    });
  }

  #send(asked: readonly number[]): void {
    const { world, writer } = this.#context;
    const event = { kind: 'released', at: world.clock.now() } as const;
    // What was asked about by its pages, or would be next, is so no more.
    for (const id of asked) {
      const state = world.ledger.documents.get(id)?.state;
      if (state !== undefined && !isHeldAs(state, 'asked')) world.ledger.arrivals.markByHand(id);
    }
    writer.apply(asked.map((id) => ({ id, event, note: say('notes.asDecided') })));
  }

  #leave(asked: readonly number[], coming: readonly number[]): void {
    for (const id of [...asked, ...coming]) leaveOut(this.#context, id);
  }

  /** So that the question can say what it is about; what more comes is counted as well. */
  #countPages(folder: WatchedFolder): void {
    const { options, pageCounts, world } = this.#context;
    const { meta } = world.ledger;
    const question = meta.read('question', folder.id);
    if (question === undefined || question.answer !== undefined || options.mode !== 'watch') return;
    const { counted, ...kept } = question;
    const isCounted = pageCounts.countAsked(folder);
    if (isCounted !== (counted === true)) meta.write('question', { ...kept, ...(isCounted && { counted: true }) }, folder.id);
  }

  #hold(id: number): void {
    const { world, writer } = this.#context;
    const state = world.ledger.documents.get(id)?.state;
    if (
      state === undefined ||
      traitsOf[state.kind].progress !== 'waiting' ||
      (state.kind === 'waiting' && state.wait.kind === 'held')
    )
      return;
    writer.apply([{ id, event: { kind: 'held', why: 'asked', message: say('outcome.heldLeftAlone') } }]);
  }
}

/** Whether a file was asked about, and has not been seen since its document went with it: whatever its time, it is asked about anew. */
export function isToBeAskedAgain({ skipped, facts }: FileRecord): boolean {
  return skipped === 'left' && facts.mtimeMs === unknownFacts.mtimeMs && facts.ino === unknownFacts.ino;
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
  ledger: Asked,
  { id, path }: { readonly id: number; readonly path: string },
): { readonly question?: FolderQuestion } {
  const other = ledger.meta.read('other-intray', id);
  if (other !== undefined && other.answer === undefined)
    return {
      question: { since: other.since, documents: 0, message: otherMessage(other) },
    };
  const kept = ledger.meta.read('question', id);
  if (kept === undefined) return {};
  const held = ledger.documents.askedCounts(id, usualUnknownPages);
  const coming = kept.first === undefined ? 0 : ledger.arrivals.open(id, kept.first).length;
  const isCounted = kept.counted === true && coming === 0;
  const counted = isCounted ? 'yes' : 'no';
  const messages = held.map((each) => {
    const count = each.why === 'asked' ? each.count + coming : each.count;
    return askedOf(each, kept.why, { count, path, pages: each.pages, counted });
  });
  // What is still being taken in may turn out to be known, and then costs nothing.
  const [first, ...others] = messages;
  if (first === undefined) return {};
  const sum = (of: 'count' | 'pages') => held.reduce((total, each) => total + each[of], 0);
  const message = others.reduce((one, other) => say('common.both', { one, other }), first);
  return {
    question: { since: kept.since, documents: sum('count') + coming, ...(isCounted && { pages: sum('pages') }), message },
  };
}

/** Says of another Intray that it watches a folder; a `twin` has the same computer name and data directory. */
export function otherMessage({ host, path, twin }: Pick<MetaValue<'other-intray'>, 'host' | 'path' | 'twin'>): Message {
  return say(twin === true ? 'outcome.twinIntray' : 'outcome.otherIntray', { host, path });
}

/** The documents that a folder's question is about, in the order in which they were found. */
export function askedDocuments({ arrivals, documents, meta }: Asked, folderId: number): Document[] {
  const first = meta.read('question', folderId)?.first;
  const ids = [...documents.asked(folderId), ...(first === undefined ? [] : arrivals.open(folderId, first))];
  return ids.toSorted((one, other) => one - other).flatMap((id) => documents.get(id) ?? []);
}

function askedOf(
  { why, afterMs }: AskedCount,
  together: MetaValue<'question'>['why'],
  values: { readonly count: number; readonly path: string; readonly pages: number; readonly counted: string },
): Message {
  if (why === 'pages') return say('outcome.manyPages', values);
  if (why === 'changed') return say('outcome.changedSince', { ...values, afterMs: Math.max(0, afterMs ?? 0) });
  return together === 'many' ? say('outcome.manyNew', values) : say('outcome.leftAlone', values);
}
