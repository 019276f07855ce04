import { basename, join } from 'node:path';
import { type Document, directoryOf, fileNameOf, sameFacts } from '../../../../core/document/document.ts';
import type { FileRecord, HistoryEntry } from '../../../../core/document/records.ts';
import { csvsOf } from '../../../../core/document/table.ts';
import { type Message, say } from '../../../../core/messages/message.ts';
import { assertNever } from '../../../../core/result.ts';
import type { LedgerReader } from '../../../../ledger/ledger.ts';
import { closestName } from '../../../../settings/schema-problems.ts';
import type { RecordedFolder } from '../../../../workspace/engine/engine-snapshot.ts';
import { describeDirectory, describeOutside } from './directory.ts';
import { documentsFormerlyAt, explainDocument, type WhySources } from './documents.ts';
import type { Inside, Location } from './location.ts';
import { whyIgnored, whyUnseen } from './not-taken.ts';

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

export interface EarlierDocument {
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
