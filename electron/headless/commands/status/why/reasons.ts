import { openGate } from '../../../../core/account/gate.ts';
import { type Document, isPending, pathIn } from '../../../../core/document/document.ts';
import { type Balance, balanceOf, bucketOf } from '../../../../core/document/standing.ts';
import { type Bucket, traitsOf } from '../../../../core/document/states.ts';
import { waits } from '../../../../core/document/wait.ts';
import { type Message, say } from '../../../../core/messages/message.ts';
import { createFilter, type Filter } from '../../../../engine/watch/filter.ts';
import type { LedgerReader } from '../../../../ledger/ledger.ts';
import { whyOf } from '../../../../workspace/documents/why-facts.ts';
import { type RecordedFolder, recordedFolders, recordedGate } from '../../../../workspace/engine/engine-snapshot.ts';
import type { EngineHolder } from '../../../input/ledger-access.ts';
import { balanceMessage, watchMessage } from '../../../output/state-messages.ts';
import type { Inside, Location } from './location.ts';

/** What a question about a file is answered from. */
export interface WhySources {
  readonly ledger: LedgerReader;
  readonly holder: EngineHolder;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Why a document is not done: what holds for it alone, and what keeps the engine from working on it. */
export function explainDocument(document: Document, folder: RecordedFolder, sources: WhySources) {
  const { ledger, holder, now } = sources;
  const gate = recordedGate(ledger.meta);
  const running = holder.kind === 'running';
  const own = whyOf(document, {
    ledger,
    now,
    // What blocked an engine that has ended may have passed: it is reported separately.
    gate: running ? gate : openGate,
    folder: () => ({ settleSeconds: folder.settings?.settleSeconds, health: running ? folder.health : undefined }),
  });
  if (!isMoving(document)) return { own, engine: [] };
  if (running) return { own, engine: folder.active ? [] : [say('why.otherFolder')] };
  const blocked = gate.kind === 'open' ? [] : [say('statusReport.blockedBefore', { message: gate.message })];
  return { own, engine: [say('why.notRunning'), ...blocked] };
}

/** Whether an engine would still do something by itself. */
function isMoving({ state, delivery }: Document): boolean {
  if (isPending(delivery)) return true;
  return state.kind === 'waiting' ? waits[state.wait.kind].goesOn : traitsOf[state.kind].progress !== 'none';
}

/**
 * Documents whose file was at this path and is elsewhere now, under another name or filed away, newest first.
 *
 * @param inside relative to the folder, with `/`
 */
export function documentsFormerlyAt(ledger: LedgerReader, folder: RecordedFolder, inside: string): Document[] {
  const renamed = ledger.history
    .whereNoted('renamed', say('notes.renamed', { path: inside }))
    .flatMap((id) => ledger.documents.get(id) ?? [])
    .filter((document) => document.folderId === folder.id && document.path !== inside);
  const filed = ledger.filings
    .from(folder.id, inside)
    .flatMap((id) => ledger.documents.get(id) ?? [])
    .filter(({ path }) => path !== inside);
  const all = new Map([...renamed, ...filed].map((document) => [document.id, document]));
  return [...all.values()].sort((a, b) => b.id - a.id);
}

/** Why a file in a folder is not taken, whatever its content; undefined if it would be. */
export function whyIgnored({ folder, inside, disk, link }: Inside): Message | undefined {
  if (link === inside || disk.kind === 'link') return say('why.ignored.link');
  if (link !== undefined) return say('why.ignored.belowLink', { path: link });
  if (disk.kind === 'other') return say('why.ignored.noFile');
  const { settings } = folder;
  if (settings === undefined) return undefined;
  const filter = createFilter(settings);
  return directoryReason(filter, inside) ?? filter.file(inside);
}

/** Why the directory that a path is in is not entered. */
function directoryReason(filter: Pick<Filter, 'directory'>, inside: string): Message | undefined {
  const parts = inside.split('/').slice(0, -1);
  for (const [index] of parts.entries()) {
    const path = parts.slice(0, index + 1).join('/');
    const reason = filter.directory(path);
    if (reason !== undefined) return say('why.ignored.inDirectory', { path, message: reason });
  }
  return undefined;
}

/** Why Intray does not know a file that it would take. */
export function whyUnseen({ folder, disk }: Inside, { holder }: WhySources): Message[] {
  const yet = say('why.unseen.yet');
  if (disk.kind === 'unknown') return [yet, say('why.unseen.unreadable', { message: disk.message })];
  if (folder.settings === undefined) return [yet, say('why.unseen.folderUnknown')];
  return [yet, watchMessage(folder, holder.kind === 'running')];
}

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
