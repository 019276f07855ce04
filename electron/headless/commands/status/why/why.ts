import { basename, join } from 'node:path';
import { type Document, directoryOf, fileNameOf, sameFacts } from '../../../../core/document/document.ts';
import { eventMessage } from '../../../../core/document/history-events.ts';
import type { FileRecord, HistoryEntry } from '../../../../core/document/records.ts';
import { csvsOf } from '../../../../core/document/table.ts';
import { type Message, say } from '../../../../core/messages/message.ts';
import { inEnglish, type Wording } from '../../../../core/messages/wording.ts';
import { assertNever } from '../../../../core/result.ts';
import type { LedgerReader } from '../../../../ledger/ledger.ts';
import { expandPath } from '../../../../settings/paths.ts';
import { closestName } from '../../../../settings/schema-problems.ts';
import { type RecordedFolder, recordedFolders } from '../../../../workspace/engine/engine-snapshot.ts';
import type { Host } from '../../../host.ts';
import { engineHolder, ledgerAt } from '../../../input/ledger-access.ts';
import { isoTime, type JsonMembers, messageMembers, messagesMembers, tell } from '../../../output/events.ts';
import { stateMessage } from '../../../output/state-messages.ts';
import { printable } from '../../../output/terminal-wording.ts';
import type { LedgerFlags } from '../../options.ts';
import { type Inside, type Location, locate } from './location.ts';
import {
  describeDirectory,
  describeOutside,
  documentsFormerlyAt,
  explainDocument,
  type WhySources,
  whyIgnored,
  whyUnseen,
} from './reasons.ts';

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
export async function why(file: string, flags: LedgerFlags, host: Host): Promise<0> {
  const { directory, isThere, read } = ledgerAt(flags, host);
  const path = expandPath(file, host.paths);
  const answer: WhyAnswer = isThere
    ? await read(async (ledger) =>
        answerWhy(await locate(path, recordedFolders(ledger)), { ledger, holder: engineHolder(directory), now: Date.now() }),
      )
    : { path, kind: 'outside', answer: [say('commandLine.noLedger', { path: directory })] };
  return tell(host, flags, whyEvent(answer), whyLines(answer, host.wording));
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
