import { type Message, say } from '../../core/messages/message.ts';
import { given } from '../../core/plain-data.ts';
import { type AnnouncedPages, announcedPages } from '../../engine/review/announced-pages.ts';
import {
  type Classifiable,
  chosenVerdict,
  classifiable,
  mayBeRedone,
  verdictOf,
} from '../../engine/review/classified-document.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { KnownCategory } from '../../ledger/routes.ts';
import { expandPath } from '../../settings/paths.ts';
import { recordedFolders, recordedWork } from '../../workspace/engine/engine-snapshot.ts';
import type { Host } from '../host.ts';
import { ledgerFor } from '../input/ledger-access.ts';
import { Refusal } from '../input/refusal.ts';
import { userName } from '../input/user-name.ts';
import { type JsonEvent, tell } from '../output/events.ts';
import { defineCommand, type FlagsOf } from './command.ts';
import { examples, ledgerOptions } from './options.ts';
import { documentAt } from './status/why/location.ts';

const options = [
  { flag: '--to', value: say('help.terms.category'), text: say('help.category.to') },
  { flag: '--again', text: say('help.category.again') },
  { flag: '--yes', text: say('help.category.yes') },
  ...ledgerOptions,
] as const;

type Flags = FlagsOf<typeof options>;

export const command = defineCommand({
  name: 'category',
  summary: say('help.category.summary'),
  operands: [{ term: say('help.terms.file') }],
  options,
  help: [
    say('help.category.about'),
    examples(
      'intray category ~/mail/scan.pdf',
      'intray category ~/mail/scan.pdf --to Receipts --yes',
      'intray category ~/mail/scan.pdf --again --yes',
    ),
  ],
  run: ({ operands: [file = ''], flags, host }) => category(file, flags, host),
});

/** A classified document, as it is in its classification, and what can be done with it. */
interface Classified {
  /** Of the file that was asked about, which may be a copy. */
  readonly id: number;
  readonly document: Classifiable;
  readonly verdict: NonNullable<ReturnType<typeof verdictOf>>;
  readonly known: readonly KnownCategory[];
}

/**
 * `intray category FILE`: the category of a document, and those that there are. `--to CATEGORY` sets another one, `--again` has the
 * service classify the document again: the request is left in the ledger, and the engine makes the call within seconds, or when it
 * runs next. What that would have sent to another extraction is said first, and needs `--yes`.
 *
 * @returns 0
 * @throws Refusal if there is no such document or category, it has no verdict, or nobody has agreed to the pages
 */
export async function category(file: string, flags: Flags, host: Host): Promise<0> {
  if (flags.to !== undefined && flags.again === true) throw new Refusal(say('answers.category.one'));
  const kept = ledgerFor(flags, host);
  const path = expandPath(file, host.paths);
  if (flags.to === undefined && flags.again !== true) {
    const found = await kept.read((ledger) => classifiedAt(ledger, path));
    tell(host, flags, shown(path, found), listed(path, found));
    return 0;
  }
  const by = userName('intray category');
  const { id, chosen, announced } = await kept.write(async (ledger) => {
    const found = await classifiedAt(ledger, path);
    const { id, document, known } = found;
    const context = { world: { ledger }, folders: foldersOf(ledger) };
    const chosen = flags.to === undefined ? undefined : choiceOf(known, flags.to);
    const verdict = chosen && chosenVerdict(ledger, document, chosen.id, { at: Date.now(), by });
    const announced = announcedPages(context, document, verdict);
    if (announced !== undefined && flags.yes !== true) throw new Refusal([announced.message, say('answers.category.agree')]);
    const asked = { documentId: id, agreedPages: announced?.pages ?? null, by };
    if (chosen !== undefined) ledger.requests.add({ ...asked, kind: 'set-category', categoryId: chosen.id });
    else if (mayBeRedone(ledger, document)) ledger.requests.add({ ...asked, kind: 'classify-again' });
    else throw new Refusal(say('reviewing.cannotRedo', { path }));
    return { id, chosen, announced };
  });
  tell(host, flags, accepted({ path, id, chosen, announced }), [
    ...(announced === undefined ? [] : [announced.message]),
    soon(path, chosen, kept.isSoon()),
  ]);
  return 0;
}

async function classifiedAt(ledger: LedgerReader, path: string): Promise<Classified> {
  const asked = await documentAt(ledger, path);
  if (asked === undefined) throw new Refusal(say('answers.sendAgain.not', { path, message: say('answers.sendAgain.unknown') }));
  const found = classifiable(ledger, recordedWork(ledger.meta)?.origin ?? asked.origin, asked.id);
  if (!found.ok) throw new Refusal(found.error.message);
  const document = found.value;
  const verdict = verdictOf(document);
  if (verdict === undefined) throw new Refusal(say('reviewing.noCategory', { path }));
  return { id: asked.id, document, verdict, known: ledger.categories.of(document.origin, document.route.id) };
}

/** By its name, however that is written, or the service's id. */
function choiceOf(known: readonly KnownCategory[], wanted: string): KnownCategory {
  const plain = (text: string) => text.trim().normalize('NFC').toLowerCase();
  const [named, another] = known.filter(({ name }) => plain(name) === plain(wanted));
  const chosen = known.find(({ id }) => id === wanted) ?? (another === undefined ? named : undefined);
  if (chosen !== undefined) return chosen;
  throw new Refusal([
    another === undefined
      ? say('answers.category.unknown', { category: wanted })
      : say('answers.category.several', { category: wanted }),
    ...listOf(known),
  ]);
}

function foldersOf(ledger: LedgerReader) {
  const folders = new Map(recordedFolders(ledger).map(({ id, settings }) => [id, { settings }]));
  return { get: (id: number) => folders.get(id) };
}

function listed(path: string, { verdict, known }: Classified): Message[] {
  const { categoryId, categoryName } = verdict;
  const name = categoryName ?? known.find(({ id }) => id === categoryId)?.name ?? categoryId;
  return [
    name === undefined ? say('answers.category.none', { path }) : say('answers.category.is', { path, category: name }),
    ...listOf(known),
    say('answers.category.how', { command: 'intray category FILE --to CATEGORY' }),
  ];
}

function listOf(known: readonly KnownCategory[]): Message[] {
  if (known.length === 0) return [say('answers.category.noneKnown')];
  return [say('answers.category.known'), ...known.map(({ id, name }) => say('answers.category.each', { id, name }))];
}

function shown(path: string, { id, verdict, known }: Classified): JsonEvent {
  const { categoryId, categoryName } = verdict;
  const category = given({ id: categoryId, name: categoryName });
  const categories = known.map((each) => ({ id: each.id, name: each.name }));
  return { event: 'category', path, id, category: categoryId === undefined ? null : category, categories };
}

interface Accepted {
  readonly path: string;
  readonly id: number;
  readonly chosen: KnownCategory | undefined;
  readonly announced: AnnouncedPages | undefined;
}

function accepted({ path, id, chosen, announced }: Accepted): JsonEvent {
  const pages = announced?.pages ?? 0;
  if (chosen === undefined) return { event: 'classify-again', path, id, pages, accepted: true };
  return { event: 'set-category', path, id, category: { id: chosen.id, name: chosen.name }, pages, accepted: true };
}

function soon(path: string, chosen: KnownCategory | undefined, isRunning: boolean): Message {
  const when = isRunning ? 'yes' : 'no';
  if (chosen === undefined) return say('answers.category.redone', { path, soon: when });
  return say('answers.category.set', { path, category: chosen.name, soon: when });
}
