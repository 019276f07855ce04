import { basename, join } from 'node:path';
import { openGate } from '../../../../core/account/gate.ts';
import { type Document, directoryOf, fileNameOf, isPending, pathIn, sameFacts } from '../../../../core/document/document.ts';
import { eventMessage } from '../../../../core/document/history-events.ts';
import type { FileRecord, HistoryEntry } from '../../../../core/document/records.ts';
import { type Balance, balanceOf, bucketOf } from '../../../../core/document/standing.ts';
import { type Bucket, traitsOf } from '../../../../core/document/states.ts';
import { csvsOf } from '../../../../core/document/table.ts';
import { waits } from '../../../../core/document/wait.ts';
import { type Message, say } from '../../../../core/messages/message.ts';
import { inEnglish, type Wording } from '../../../../core/messages/wording.ts';
import { assertNever } from '../../../../core/result.ts';
import { createFilter, type Filter } from '../../../../engine/watch/filter.ts';
import type { LedgerReader } from '../../../../ledger/ledger.ts';
import { expandPath } from '../../../../settings/paths.ts';
import { closestName } from '../../../../settings/schema-problems.ts';
import { whyOf } from '../../../../workspace/documents/why-facts.ts';
import { type RecordedFolder, recordedFolders, recordedGate } from '../../../../workspace/engine/engine-snapshot.ts';
import type { Host } from '../../../host.ts';
import { type EngineHolder, engineHolder, ledgerAt } from '../../../input/ledger-access.ts';
import { isoTime, type JsonMembers, messageMembers, messagesMembers } from '../../../output/events.ts';
import { balanceMessage, stateMessage, watchMessage } from '../../../output/state-messages.ts';
import { printable } from '../../../output/terminal-wording.ts';
import type { Said } from '../../command.ts';
import type { LedgerFlags } from '../../options.ts';
import { type Inside, type Location, locate } from './location.ts';

/** What is known of a file, and why it is not done. */
export interface WhyAnswer {
  /** Absolute. */
  readonly path: string;
  readonly kind: 'document' | 'output' | 'skipped' | 'ignored' | 'not-seen' | 'not-there' | 'moved' | 'directory' | 'outside';
  /** The first one answers; the others add to it. */
  readonly answer: readonly Message[];
  /** The document that the answer is about. */
  readonly document?: Document;
  /** Its history, oldest first. */
  readonly history?: readonly HistoryEntry[];
  /** Documents that were at this path earlier, newest first, each with its own answer. */
  readonly earlier?: readonly EarlierDocument[];
}

interface EarlierDocument {
  readonly document: Document;
  /** Absolute: where its file is, or was last. */
  readonly path: string;
  readonly answer: readonly Message[];
}

/** Answers for any path: a document, an output, what is not taken, what was never seen. Reads, never writes. */
export function answerWhy(location: Location, sources: WhySources): WhyAnswer {
  const { ledger } = sources;
  const bare = (kind: WhyAnswer['kind'], answer: readonly Message[]): WhyAnswer => ({ path: location.path, kind, answer });
  if (location.kind === 'outside') return bare('outside', describeOutside(location, sources));

  const { folder, inside, disk } = location;
  if (inside === '') return bare('directory', describeDirectory(location, sources));
  const row = ledger.files.get(folder.id, directoryOf(inside), fileNameOf(inside));
  const documents = ledger.documents.atPath(folder.id, inside);
  const former = documentsFormerlyAt(ledger, folder, inside);
  const about = (kind: 'document' | 'moved', document: Document, answer: readonly Message[], earlier: Iterable<Document>) => ({
    ...bare(kind, answer),
    document,
    history: ledger.history.of(document.id),
    earlier: Array.from(earlier, (each) => earlierDocument(each, folder, sources)),
  });
  const current = documents.find(({ id }) => id === row?.documentId) ?? documents[0];
  if (current !== undefined) {
    const earlier = new Map([...documents, ...former].map((each) => [each.id, each]));
    earlier.delete(current.id);
    const { own, engine } = explainDocument(current, folder, sources);
    return about('document', current, [...own, ...engine, ...onDiskNow(location, current, row)], earlier.values());
  }
  const ofOutput = describeOutput(location, ledger);
  if (ofOutput !== undefined) return { path: location.path, kind: 'output', ...ofOutput };
  const skipped = row?.skipped && skippedMessage(row.skipped, folder);
  const ignored = skipped ?? whyIgnored(location);
  const [latest, ...before] = former;
  if (latest !== undefined) {
    // The path is free, or has a file that is not taken: its document is elsewhere now.
    const { path, answer } = earlierDocument(latest, folder, sources);
    const now = disk.kind !== 'file' ? [] : ignored === undefined ? whyUnseen(location, sources) : [ignored];
    const went = say(latest.state.kind === 'gone' ? 'why.moved.last' : 'why.moved.now', { path });
    return about('moved', latest, [...now, went, ...answer], before);
  }
  if (skipped !== undefined) return bare('skipped', [skipped]);
  if (disk.kind === 'directory') return bare('directory', describeDirectory(location, sources));
  if (ignored !== undefined) return bare('ignored', [ignored]);
  if (disk.kind === 'nothing') return bare('not-there', notThere(location, ledger));
  return bare('not-seen', whyUnseen(location, sources));
}

/** Where the disk differs from the document: the engine will see it at its next scan. */
function onDiskNow({ disk }: Inside, document: Document, row: FileRecord | undefined): Message[] {
  const { state, delivery } = document;
  if (disk.kind === 'nothing' && state.kind !== 'gone') {
    return [say(delivery.kind === 'done' ? 'why.disk.goneDelivered' : 'why.disk.gone')];
  }
  if (disk.kind !== 'file' || state.kind === 'gone') return [];
  if (row === undefined || sameFacts(disk, row.facts)) return [];
  return [say('why.disk.changed')];
}

function earlierDocument(document: Document, folder: RecordedFolder, sources: WhySources): EarlierDocument {
  const replaced = sources.ledger.documents.replacing(document.id);
  const { own } = explainDocument(document, folder, sources);
  return {
    document,
    path: join(folder.path, document.path),
    answer: replaced === undefined ? own : [...own, say('why.disk.otherContent')],
  };
}

function describeOutput({ path, folder }: Inside, ledger: LedgerReader): Pick<WhyAnswer, 'answer' | 'document'> | undefined {
  const csv = csvsOf(ledger.tables.all(folder.id)).find((each) => each.path === path);
  if (csv !== undefined) {
    const count = ledger.tables.rowCount(csv.table.id, csv.number);
    return { answer: [say(csv.isLeft ? 'why.output.tableLeft' : 'why.output.table', { count })] };
  }
  const document = ledger.documents.withJsonAt(path);
  if (document === undefined) return undefined;
  const code = document.json?.was === '' ? 'why.output.planned' : 'why.output.written';
  return { answer: [say(code, { path: document.path })], document };
}

function skippedMessage(skipped: NonNullable<FileRecord['skipped']>, folder: RecordedFolder): Message {
  switch (skipped) {
    case 'existing':
      return say('why.skipped.existing', { path: folder.path });
    case 'left':
      return say('why.skipped.left');
    default:
      return assertNever(skipped);
  }
}

function notThere({ inside, folder }: Inside, ledger: LedgerReader): Message[] {
  const names = ledger.files.directory(folder.id, directoryOf(inside)).map(({ name }) => name);
  const meant = closestName(basename(inside), names);
  return [say('why.notThere'), ...(meant === undefined ? [] : [say('why.meant', { name: meant })])];
}

/** `intray status --why FILE`: one file's answer, and its history. */
export async function why(file: string, flags: LedgerFlags, host: Host): Promise<Said> {
  const { directory, isThere, read } = ledgerAt(flags, host);
  const path = expandPath(file, host.paths);
  const answer: WhyAnswer = isThere
    ? await read(async (ledger) =>
        answerWhy(await locate(path, recordedFolders(ledger)), { ledger, holder: engineHolder(directory), now: Date.now() }),
      )
    : { path, kind: 'outside', answer: [say('commandLine.noLedger', { path: directory })] };
  return { events: whyEvent(answer), lines: whyLines(answer, host.wording) };
}

/** For people. Pure. */
function whyLines({ path, answer, document, history = [], earlier = [] }: WhyAnswer, wording: Wording): string[] {
  const lines = [printable(path), ...(document === undefined ? [] : [`  ${wording.text(stateMessage(document.state.kind))}`])];
  lines.push(...answer.map((message) => `  ${wording.text(message)}`));
  if (history.length > 0) lines.push('', ...timelineLines(history, wording).map((line) => `  ${line}`));
  if (earlier.length > 0) {
    lines.push('', wording.text(say('why.earlier.heading')));
    for (const each of earlier) lines.push(`  ${earlierLine(each, path, wording)}`);
  }
  return lines;
}

function earlierLine({ document, path, answer }: EarlierDocument, asked: string, { text }: Wording): string {
  const values = { at: document.foundAt, state: stateMessage(document.state.kind), reason: text(answer) };
  return text(path === asked ? say('why.earlier.line', values) : say('why.earlier.lineElsewhere', { ...values, path }));
}

/** A document's history: a line each, oldest first. */
function timelineLines(history: readonly HistoryEntry[], { text, formats }: Wording): string[] {
  return history.map(({ at, event, note }) => {
    const what = text(eventMessage(event));
    return `${formats.moment(at)}  ${note === undefined ? what : `${what}: ${text(note)}`}`;
  });
}

/** For machines. Times are ISO 8601, UTC. Pure. */
function whyEvent({ path, kind, answer, document, history = [], earlier = [] }: WhyAnswer): JsonMembers {
  const plain = (each: NonNullable<WhyAnswer['document']>) => ({
    id: each.id,
    path: each.path,
    state: each.state.kind,
    found: isoTime(each.foundAt),
  });
  return {
    event: 'why',
    path,
    kind,
    answer: inEnglish(answer),
    ...messagesMembers(answer),
    ...(document !== undefined && { document: plain(document) }),
    history: history.map(({ at, event, note }) => ({
      at: isoTime(at),
      event,
      ...(note !== undefined && { note: inEnglish(note), ...messageMembers(note) }),
    })),
    earlier: earlier.map((each) => ({
      ...plain(each.document),
      answer: inEnglish(each.answer),
      ...messagesMembers(each.answer),
    })),
  };
}

/** What a question about a file is answered from. */
interface WhySources {
  readonly ledger: LedgerReader;
  readonly holder: EngineHolder;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Why a document is not done: what holds for it alone, and what keeps the engine from working on it. */
function explainDocument(document: Document, folder: RecordedFolder, sources: WhySources) {
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
function documentsFormerlyAt(ledger: LedgerReader, folder: RecordedFolder, inside: string): Document[] {
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
function whyIgnored({ folder, inside, disk, link }: Inside): Message | undefined {
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
function whyUnseen({ folder, disk }: Inside, { holder }: WhySources): Message[] {
  const yet = say('why.unseen.yet');
  if (disk.kind === 'unknown') return [yet, say('why.unseen.unreadable', { message: disk.message })];
  if (folder.settings === undefined) return [yet, say('why.unseen.folderUnknown')];
  return [yet, watchMessage(folder, holder.kind === 'running')];
}

/** At most this many files are counted one by one. */
const maxFiles = 20_000;

/** What is known of a directory: whether it is watched, and the totals of what is in it. */
function describeDirectory(location: Inside, { ledger, holder }: WhySources): Message[] {
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
function describeOutside({ disk }: Extract<Location, { kind: 'outside' }>, { ledger }: Pick<WhySources, 'ledger'>): Message[] {
  const folders = recordedFolders(ledger).map(({ path }) => path);
  const there = disk.kind === 'nothing' ? [say('why.outside.nothing')] : [];
  if (folders.length === 0) return [...there, say('why.outside.noFolders')];
  const more = Math.max(0, folders.length - maxNamed);
  return [...there, say('why.outside.folders', { folders: folders.slice(0, maxNamed).join(', '), more })];
}
