import { type Balance, balanceOf, bucketOf } from '../../../../core/document/balance.ts';
import type { Bucket } from '../../../../core/document/state-table.ts';
import { inEnglish } from '../../../../core/messages/wording.ts';
import { pathIn } from '../../../../core/watch/compare-directory.ts';
import { createFilter } from '../../../../engine/watch/filter.ts';
import type { LedgerReader } from '../../../../ledger/ledger.ts';
import { recordedFolders } from '../../../../workspace/engine/engine-snapshot.ts';
import type { EngineHolder } from '../../../input/engine-holder.ts';
import { balanceLine, healthSentence, plural, printable } from '../../../output/words.ts';
import type { WhySources } from './around.ts';
import { directoryReason } from './ignored.ts';
import type { Place } from './place.ts';

/** More files than these are not looked at one by one. */
const maxFiles = 20_000;

/** What is known of a directory: whether it is watched, and the books of what lies in it. */
export function describeDirectory(place: Extract<Place, { kind: 'inside' }>, { ledger, holder }: WhySources): string[] {
  const { folder, inside, link } = place;
  if (link !== undefined) return [`It is not watched: "${printable(link)}" is a link, and links are not followed.`];
  const watched = holder.kind === 'running' && folder.active;
  if (inside === '') {
    const problem = watched && folder.health !== undefined ? healthSentence(folder.path, folder.health) : undefined;
    return [
      watched ? 'It is a folder that Intray works for.' : `It is a folder that Intray has worked for. ${notNow(holder)}`,
      ...(problem === undefined ? [] : [problem]),
      `${balanceLine(ledger.documents.balance(folder.id))}.`,
    ];
  }
  const filter = folder.settings === undefined ? undefined : createFilter(folder.settings);
  const ignored = filter?.directory(inside);
  const own = ignored === undefined ? undefined : inEnglish(ignored);
  const reason = filter === undefined ? undefined : (directoryReason(filter, inside) ?? own);
  const { balance, skipped, more } = booksBelow(ledger, folder.id, inside);
  const known = balance.found + skipped > 0;
  return [
    reason ??
      (watched
        ? `It is a part of ${printable(folder.path)}, which Intray works for.`
        : `It is a part of ${printable(folder.path)}. ${notNow(holder)}`),
    ...(known ? [`${balanceLine(balance)}${more ? ' among the first of its files' : ''}.`] : ['No file in it is known.']),
    ...(skipped > 0 ? [`${plural(skipped, 'file was', 'files were')} there before, and skipped.`] : []),
  ];
}

function notNow({ kind }: EngineHolder): string {
  return kind === 'none' ? 'Intray is not running now.' : 'The Intray that is running works for other folders.';
}

function booksBelow(
  ledger: LedgerReader,
  folderId: number,
  inside: string,
): { balance: Balance; skipped: number; more: boolean } {
  const counts: { bucket: Bucket; count: number }[] = [];
  let skipped = 0;
  const below = ledger.files
    .directories(folderId)
    .filter((directory) => directory === inside || directory.startsWith(pathIn(inside, '')));
  for (const directory of below) {
    for (const { documentId, skipped: why } of ledger.files.directory(folderId, directory)) {
      if (counts.length + skipped >= maxFiles) return { balance: balanceOf(counts), skipped, more: true };
      if (why !== undefined) skipped += 1;
      const document = documentId === undefined ? undefined : ledger.documents.get(documentId);
      if (document !== undefined) counts.push({ bucket: bucketOf(document.state.kind, document.delivery.kind), count: 1 });
    }
  }
  return { balance: balanceOf(counts), skipped, more: false };
}

const maxNamed = 10;

/** For a path that no folder holds: which folders there are. */
export function describeOutside({ disk }: Extract<Place, { kind: 'outside' }>, { ledger }: Pick<WhySources, 'ledger'>): string[] {
  const folders = recordedFolders(ledger).map(({ path }) => printable(path));
  const there = disk.kind === 'nothing' ? ['There is nothing at this path.'] : [];
  if (folders.length === 0) return [...there, 'No folder has been watched yet.'];
  const named = folders.slice(0, maxNamed).join(', ');
  const more = folders.length > maxNamed ? ` and ${folders.length - maxNamed} more` : '';
  return [...there, `It is in no folder that Intray watches or has watched. Those are: ${named}${more}.`];
}
