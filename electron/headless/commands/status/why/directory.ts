import { type Balance, balanceOf, bucketOf } from '../../../../core/document/standing.ts';
import type { Bucket } from '../../../../core/document/states.ts';
import { type Message, say } from '../../../../core/messages/message.ts';
import { pathIn } from '../../../../core/watch/compare-directory.ts';
import { createFilter } from '../../../../engine/watch/filter.ts';
import type { LedgerReader } from '../../../../ledger/ledger.ts';
import { recordedFolders } from '../../../../workspace/engine/engine-snapshot.ts';
import { balanceMessage, watchMessage } from '../../../output/state-messages.ts';
import type { WhySources } from './documents.ts';
import type { Inside, Location } from './location.ts';
import { directoryReason } from './not-taken.ts';

/** At most this many files are counted one by one. */
const maxFiles = 20_000;

/** What is known of a directory: whether it is watched, and the totals of what is in it. */
export function describeDirectory(location: Inside, { ledger, holder }: WhySources): Message[] {
  const { folder, inside, link } = location;
  if (link !== undefined) return [say('why.directory.belowLink', { path: link })];
  const watched = watchMessage(folder, holder.kind === 'running');
  if (inside === '') return [watched, say('runReport.sentence', { line: balanceMessage(ledger.documents.balance(folder.id)) })];
  const { balance, skipped, more } = totalsBelow(ledger, folder.id, inside);
  const known = balance.found + skipped > 0;
  const line = balanceMessage(balance);
  const totals = more ? say('why.directory.firstFiles', { line }) : say('runReport.sentence', { line });
  return [
    ...(unwatchedPart(location) ?? [say('why.directory.part', { path: folder.path }), watched]),
    known ? totals : say('why.directory.nothingKnown'),
    ...(skipped > 0 ? [say('why.directory.skipped', { count: skipped })] : []),
  ];
}

/** Why this part of a folder is not watched. */
function unwatchedPart({ folder, inside }: Inside): Message[] | undefined {
  const filter = folder.settings === undefined ? undefined : createFilter(folder.settings);
  const reason = filter && (directoryReason(filter, inside) ?? filter.directory(inside));
  return reason && [reason];
}

function totalsBelow(
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

/** For a path that is in no folder: which folders there are. */
export function describeOutside(
  { disk }: Extract<Location, { kind: 'outside' }>,
  { ledger }: Pick<WhySources, 'ledger'>,
): Message[] {
  const folders = recordedFolders(ledger).map(({ path }) => path);
  const there = disk.kind === 'nothing' ? [say('why.outside.nothing')] : [];
  if (folders.length === 0) return [...there, say('why.outside.noFolders')];
  const more = Math.max(0, folders.length - maxNamed);
  return [...there, say('why.outside.folders', { folders: folders.slice(0, maxNamed).join(', '), more })];
}
