import type { Document } from '../../../core/document/document.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { given } from '../../../core/plain-data.ts';
import { announcedPages } from '../../../engine/review/announced-pages.ts';
import { chosenVerdict, classifiable, mayBeRedone, verdictOf } from '../../../engine/review/classified-document.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import type { KnownCategory } from '../../../ledger/routes.ts';
import { recordedFolders, recordedWork } from '../../../workspace/engine/engine-snapshot.ts';
import { Refusal } from '../../input/refusal.ts';
import { userName } from '../../input/user-name.ts';
import { type JsonEvent, tell } from '../../output/events.ts';
import { type Asked, knownDocument, onlyPath } from './asked.ts';

/** The category of a document, and those that there are; nothing of a document that has none. */
export function categoryOf(ledger: LedgerReader, path: string, asked: Document): { events: JsonEvent[]; lines: Message[] } {
  const found = inClassification(ledger, asked);
  const verdict = found.ok ? verdictOf(found.value) : undefined;
  if (!found.ok || verdict === undefined) return { events: [], lines: [] };
  const known = categoriesFor(ledger, found.value);
  const { categoryId, categoryName } = verdict;
  const name = categoryName ?? known.find(({ id }) => id === categoryId)?.name ?? categoryId;
  const category = categoryId === undefined ? null : given({ id: categoryId, name: categoryName });
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
export async function changeCategory(asked: Asked, flag: '--category' | '--classify-again'): Promise<0> {
  const { kept, flags, host } = asked;
  const path = onlyPath(asked, flag);
  const by = userName('intray answer');
  const { event, lines } = await kept.write(async (ledger) => {
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
    const request = { documentId: known.id, agreedPages: announced?.pages ?? null, by };
    const said = { path, id: known.id, pages: announced?.pages ?? 0, accepted: true };
    const first = announced === undefined ? [] : [announced.message];
    if (chosen !== undefined) {
      ledger.requests.add({ ...request, kind: 'set-category', categoryId: chosen.id });
      const category = { id: chosen.id, name: chosen.name };
      const line = say('answers.category.set', { path, category: chosen.name });
      return { event: { event: 'set-category', ...said, category }, lines: [...first, line] };
    }
    if (!mayBeRedone(ledger, document)) throw new Refusal(say('reviewing.cannotRedo', { path }));
    ledger.requests.add({ ...request, kind: 'classify-again' });
    return { event: { event: 'classify-again', ...said }, lines: [...first, say('answers.category.redone', { path })] };
  });
  return tell(host, flags, event, [...lines, kept.soon()]);
}

/** The document as it is in its classification. */
function inClassification(ledger: LedgerReader, { id, origin }: Pick<Document, 'id' | 'origin'>) {
  return classifiable(ledger, recordedWork(ledger.meta)?.origin ?? origin, id);
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
