import { join } from 'node:path';
import type { Document } from '../../../core/document/document.ts';
import { hasResult, traitsOf } from '../../../core/document/states.ts';
import { sendAgainOf } from '../../../core/document/transition.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { defined } from '../../../core/plain-data.ts';
import { lacksItsFile, shownValues } from '../../../core/poll/poll-outcome.ts';
import { announcedPages } from '../../../engine/review/announced-pages.ts';
import { chosenVerdict, classifiable, mayBeRedone, verdictOf } from '../../../engine/review/classified-document.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import type { KnownCategory } from '../../../ledger/routes.ts';
import { recordedFolders } from '../../../workspace/engine/engine-snapshot.ts';
import { Refusal } from '../../input/refusal.ts';
import { type JsonEvent, messagesMembers } from '../../output/events.ts';
import { stateMessage } from '../../output/state-messages.ts';
import type { Said } from '../command.ts';
import { type Asked, knownDocument, leaveRequests, onlyPath } from './asked.ts';

/** The category of a document, and those that there are; nothing of a document that has none. */
export function categoryOf(ledger: LedgerReader, path: string, asked: Document): Said {
  const found = inClassification(ledger, asked);
  const verdict = found.ok ? verdictOf(found.value) : undefined;
  if (!found.ok || verdict === undefined) return { events: [], lines: [] };
  const known = categoriesFor(ledger, found.value);
  const { categoryId, categoryName } = verdict;
  const name = categoryName ?? known.find(({ id }) => id === categoryId)?.name ?? categoryId;
  const category = categoryId === undefined ? null : defined({ id: categoryId, name: categoryName });
  const categories = known.map((each) => ({ id: each.id, name: each.name }));
  return {
    events: [{ event: 'category', path, id: asked.id, category, categories }],
    lines: [
      name === undefined ? say('answers.category.none', { path }) : say('answers.category.is', { path, category: name }),
      ...listOf(known),
      say('answers.category.how', { command: 'intray answer FILE --category CATEGORY' }),
    ],
  };
}

/**
 * Sets another category, or has the service classify a document again: the engine makes the call. What that would have sent to
 * another extraction is said first, and needs `--yes`.
 *
 * @throws Refusal if there is no such document or category, it has no verdict, or nobody has agreed to the pages
 */
export async function changeCategory(asked: Asked): Promise<Said> {
  const { ledger, flags, by } = asked;
  const path = onlyPath(asked, flags.category === undefined ? '--classify-again' : '--category');
  const known = await knownDocument(ledger, path);
  const found = inClassification(ledger, known);
  if (!found.ok) throw new Refusal(found.error.message);
  const document = found.value;
  if (verdictOf(document) === undefined) throw new Refusal(say('reviewing.noCategory', { path }));
  const chosen = flags.category === undefined ? undefined : choiceOf(categoriesFor(ledger, document), flags.category);
  const verdict = chosen && chosenVerdict(ledger, document, chosen.id, { at: Date.now(), by });
  const folders = new Map(recordedFolders(ledger).map((folder) => [folder.id, { settings: folder.settings }]));
  const announced = announcedPages({ world: { ledger }, folders }, document, verdict);
  if (announced !== undefined && flags.yes !== true) throw new Refusal([announced.message, say('answers.category.agree')]);
  if (chosen === undefined && !mayBeRedone(ledger, document)) throw new Refusal(say('reviewing.cannotRedo', { path }));
  const agreed = defined({ agreedPages: announced?.pages });
  const category = chosen && { id: chosen.id, name: chosen.name };
  const event = { event: chosen === undefined ? 'classify-again' : 'set-category', path, id: known.id };
  const act =
    chosen === undefined ? { kind: 'classify-again' as const } : { kind: 'set-category' as const, categoryId: chosen.id };
  ledger.requests.add({ documentId: known.id, act: { ...act, ...agreed }, by });
  return {
    events: [{ ...event, pages: announced?.pages ?? 0, accepted: true, ...defined({ category }) }],
    lines: [
      ...(announced === undefined ? [] : [announced.message]),
      category ? say('answers.category.set', { path, category: category.name }) : say('answers.category.redone', { path }),
      asked.soon(),
    ],
  };
}

/** The document as it is in its classification. */
function inClassification(ledger: LedgerReader, { id, origin }: Pick<Document, 'id' | 'origin'>) {
  return classifiable(ledger, ledger.meta.read('work')?.origin ?? origin, id);
}

function categoriesFor(ledger: LedgerReader, { origin, route }: Pick<Document, 'origin' | 'route'>): readonly KnownCategory[] {
  return ledger.categories.of(origin, route.id);
}

/** By its name, however that is written, or the service's id. */
function choiceOf(known: readonly KnownCategory[], wanted: string): KnownCategory {
  const plain = (text: string) => text.trim().normalize('NFC').toLowerCase();
  const [named, another] = known.filter(({ name }) => plain(name) === plain(wanted));
  const chosen = known.find(({ id }) => id === wanted) ?? (another === undefined ? named : undefined);
  if (chosen !== undefined) return chosen;
  const code = another === undefined ? 'answers.category.unknown' : 'answers.category.several';
  throw new Refusal([say(code, { category: wanted }), ...listOf(known)]);
}

function listOf(known: readonly KnownCategory[]): Message[] {
  if (known.length === 0) return [say('answers.category.noneKnown')];
  return [say('answers.category.known'), ...known.map(({ id, name }) => say('answers.category.each', { id, name }))];
}

/** Values of each result that a list for people shows, and the most characters of each. */
const maxShown = { values: 4, length: 60 };

/** The results that came back under names which fit no document, with the documents that lack theirs. @param of only those that it may have */
export function resultsFor(ledger: LedgerReader, of: Document | undefined): Said {
  const wanted = of === undefined ? undefined : new Set(ledger.unmatched.offeredTo(of).map(({ batchId }) => batchId));
  const events: JsonEvent[] = [];
  const lines: Message[] = [];
  for (const id of ledger.unmatched.batches()) {
    const found = ledger.batches.get(id);
    if (found === undefined || wanted?.has(id) === false) continue;
    const lacking =
      found.linked === undefined
        ? ledger.documents.inBatch(id).filter(lacksItsFile)
        : ledger.jobs.passedOn(found.origin, found.route).flatMap((job) => ledger.documents.awaiting(job.id));
    if (lacking.length === 0) continue;
    const batch = found.serviceBatchId ?? '';
    const route = ledger.routes.info(found.origin, found.route)?.name ?? found.route.id;
    const documents = lacking.map(({ folderId, path }) => join(ledger.folders.get(folderId)?.path ?? '', path));
    lines.push(say('answers.assign.batch', { batch, route }));
    for (const { fileId, fileName: name, result } of ledger.unmatched.of(id)) {
      const values = shownValues(result);
      events.push({ event: 'unmatched', batch, route, id: fileId, name, status: result.status, values, documents });
      const shown = values.slice(0, maxShown.values);
      const texts = shown.map(({ key, value }) => `${key === undefined ? '' : `${key} `}${value.slice(0, maxShown.length)}`);
      lines.push(say('answers.assign.result', { id: fileId, name, values: texts.join(' · ') }));
    }
    lines.push(say('answers.assign.documents', { paths: documents }));
  }
  if (lines.length > 0) lines.push(say('answers.assign.how', { command: 'intray answer FILE --assign ID' }));
  return { events, lines };
}

/** Assigns a result, or names the batch that has the values of what the service extracts by itself. @throws Refusal if it cannot be that one */
export async function assign(asked: Asked): Promise<Said> {
  const { ledger, flags, by } = asked;
  const { assign: result, batch } = flags;
  const path = onlyPath(asked, batch === undefined ? '--assign' : '--batch');
  const document = await knownDocument(ledger, path);
  const { id, passedOn } = document;
  if (batch !== undefined) {
    if (passedOn === undefined) throw new Refusal(say('reviewing.awaitsNoValues', { path }));
    ledger.requests.add({ documentId: id, act: { kind: 'name-batch', batch, ...defined({ fileId: result }) }, by });
  } else if (result !== undefined) {
    if (passedOn === undefined && !lacksItsFile(document)) throw new Refusal(say('reviewing.needsNoResult', { path }));
    const offered = ledger.unmatched.offeredTo(document).map(({ fileId }) => fileId);
    // Its beginning is enough, where no other one begins so.
    const [fileId, another] = offered.includes(result) ? [result] : offered.filter((each) => each.startsWith(result));
    if (another !== undefined) throw new Refusal(say('answers.assign.several', { id: result }));
    if (fileId === undefined) throw new Refusal(say('reviewing.notUnmatched', { path }));
    ledger.requests.add({ documentId: id, act: { kind: 'assign', fileId }, by });
  }
  return {
    events: [{ event: 'assign', path, id, ...defined({ batch, result }), accepted: true }],
    lines: [say(batch === undefined ? 'answers.assign.given' : 'answers.assign.asked', { path }), asked.soon()],
  };
}

/**
 * Sends documents once more that failed, were refused, or wait for a person's decision.
 * @returns exit 1 if some need not be or cannot be
 */
export async function sendAgain(asked: Asked): Promise<Said> {
  if (asked.paths.length === 0) throw new Refusal(say('answers.answer.onePath', { flag: '--send-again' }));
  const wishes = await leaveRequests(asked, { kind: 'send-again' }, whyNot);
  const again = wishes.flatMap(({ document, why }) => (document === undefined || why.length > 0 ? [] : [document]));
  const doubtful = again.filter((document) => sendAgainOf(document) === 'paid').length;
  return {
    events: wishes.map(({ path, document, why }) => ({
      ...{ event: 'send-again', path, accepted: why.length === 0 },
      ...(why.length === 0 ? { id: document?.id } : messagesMembers(why)),
    })),
    lines: [
      ...wishes.flatMap(({ path, why }) => why.map((message) => say('answers.about', { path, message }))),
      ...(again.length > 0 ? [say('answers.sendAgain.accepted', { count: again.length }), asked.soon()] : []),
      ...(doubtful > 0 ? [say('answers.sendAgain.maybePaid', { count: doubtful })] : []),
    ],
    exit: again.length === wishes.length ? 0 : 1,
  };
}

function whyNot(document: Document): readonly Message[] {
  if (sendAgainOf(document) !== 'no') return [];
  const { kind } = document.state;
  if (hasResult(kind)) return [say('answers.sendAgain.hasResult')];
  return traitsOf[kind].hasFile
    ? [say('answers.sendAgain.underWay', { state: stateMessage(kind) })]
    : [say('answers.sendAgain.gone')];
}
