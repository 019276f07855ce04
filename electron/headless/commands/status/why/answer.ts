import { basename, join } from 'node:path';
import { type Document, directoryOf, fileNameOf, sameFacts } from '../../../../core/document/document.ts';
import type { FileRecord, HistoryEntry } from '../../../../core/document/records.ts';
import type { LedgerReader } from '../../../../ledger/ledger.ts';
import { closestName } from '../../../../settings/schema-problems.ts';
import type { RecordedFolder } from '../../../../workspace/engine/engine-snapshot.ts';
import { printable } from '../../../output/words.ts';
import { explainDocument, type WhySources } from './around.ts';
import { describeDirectory, describeOutside } from './directory.ts';
import { documentsFormerlyAt } from './formerly.ts';
import { describeUntaken } from './ignored.ts';
import type { Place } from './place.ts';
import { describeUnseen } from './unseen.ts';

/** What is known of a file, and why it is not done. */
export interface WhyAnswer {
  /** Absolute. */
  readonly path: string;
  readonly kind: 'document' | 'output' | 'skipped' | 'ignored' | 'not-seen' | 'not-there' | 'moved' | 'directory' | 'outside';
  /** The first one answers; the others are around it. */
  readonly sentences: readonly string[];
  /** The document that the answer is about. */
  readonly document?: Document;
  /** Its history, oldest first. */
  readonly history: readonly HistoryEntry[];
  /** Documents that were at this path earlier, newest first, each with its own sentence. */
  readonly earlier: readonly EarlierDocument[];
}

export interface EarlierDocument {
  readonly document: Document;
  /** Absolute, where its file is or was last. */
  readonly path: string;
  readonly sentence: string;
}

type Inside = Extract<Place, { kind: 'inside' }>;

/** Answers for any path: a document, an output, what is not taken, what was never seen. Reads, never writes. */
export function answerWhy(place: Place, sources: WhySources): WhyAnswer {
  const { ledger } = sources;
  const bare = (kind: WhyAnswer['kind'], sentences: readonly string[]): WhyAnswer => ({
    path: place.path,
    kind,
    sentences,
    history: [],
    earlier: [],
  });
  if (place.kind === 'outside') return bare('outside', describeOutside(place, sources));

  const { folder, inside, disk } = place;
  if (inside === '') return bare('directory', describeDirectory(place, sources));
  const row = ledger.files.get(folder.id, directoryOf(inside), fileNameOf(inside));
  const documents = ledger.documents.atPath(folder.id, inside);
  const current = documents.find(({ id }) => id === row?.documentId) ?? documents[0];
  if (current !== undefined) return aboutDocument(place, current, documents, row, sources);

  const ofOutput = describeOutput(place, ledger);
  if (ofOutput !== undefined) {
    return { ...bare('output', [ofOutput.sentence]), ...(ofOutput.document && { document: ofOutput.document }) };
  }
  const [latest, ...before] = documentsFormerlyAt(ledger, folder, inside);
  if (latest !== undefined) return aboutFormer(place, latest, before, row, sources);
  if (row?.skipped !== undefined) return bare('skipped', [skippedSentence(row.skipped, folder)]);
  if (disk.kind === 'directory') return bare('directory', describeDirectory(place, sources));
  const untaken = describeUntaken(place);
  if (untaken !== undefined) return bare('ignored', [untaken]);
  if (disk.kind === 'nothing') return bare('not-there', notThere(place, ledger));
  return bare('not-seen', describeUnseen(place, sources));
}

function aboutDocument(
  place: Inside,
  document: Document,
  atPath: readonly Document[],
  row: FileRecord | undefined,
  sources: WhySources,
): WhyAnswer {
  const { ledger } = sources;
  const earlier = [...atPath, ...documentsFormerlyAt(ledger, place.folder, place.inside)].filter(
    ({ id }, index, all) => id !== document.id && all.findIndex((other) => other.id === id) === index,
  );
  return {
    path: place.path,
    kind: 'document',
    sentences: [...explainDocument(document, place.folder, sources), ...onDiskNow(place, document, row)],
    document,
    history: ledger.history.of(document.id),
    earlier: earlier.map((each) => earlierDocument(each, place.folder, sources)),
  };
}

/** What the disk says otherwise than the document: the engine will see it at its next look. */
function onDiskNow({ disk }: Inside, document: Document, row: FileRecord | undefined): string[] {
  const { state, delivery } = document;
  if (disk.kind === 'nothing' && state.kind !== 'gone') {
    return delivery.kind === 'done'
      ? ['Its file is no longer there; its result was delivered while it was.']
      : ['Its file is not there now.'];
  }
  if (disk.kind !== 'file' || state.kind === 'gone') return [];
  if (row === undefined || sameFacts(disk, row.facts)) return [];
  return ['The file has changed since Intray last looked at it.'];
}

/** The path is free, or has a file that is not taken: its document went on elsewhere. */
function aboutFormer(
  place: Inside,
  latest: Document,
  before: readonly Document[],
  row: FileRecord | undefined,
  sources: WhySources,
): WhyAnswer {
  const { folder, disk, path } = place;
  const { path: went, sentence } = earlierDocument(latest, folder, sources);
  const untaken = row?.skipped === undefined ? describeUntaken(place) : skippedSentence(row.skipped, folder);
  const now = disk.kind === 'file' ? [untaken ?? describeUnseen(place, sources).join(' ')] : [];
  const where = latest.state.kind === 'gone' ? 'was last' : 'is now';
  return {
    path,
    kind: 'moved',
    sentences: [...now, `The file that was here was moved or renamed, and ${where} ${printable(went)}. ${sentence}`],
    document: latest,
    history: sources.ledger.history.of(latest.id),
    earlier: before.map((document) => earlierDocument(document, folder, sources)),
  };
}

function earlierDocument(document: Document, folder: RecordedFolder, sources: WhySources): EarlierDocument {
  const replaced = sources.ledger.documents.replacing(document.id);
  const [sentence = ''] = explainDocument(document, folder, sources);
  return {
    document,
    path: join(folder.path, document.path),
    sentence: replaced === undefined ? sentence : `${sentence} Its file has another content since.`,
  };
}

function describeOutput(
  { path, folder }: Inside,
  ledger: LedgerReader,
): { readonly sentence: string; readonly document?: Document } | undefined {
  const table = ledger.csv.all(folder.id).find((csv) => csv.path === path);
  if (table !== undefined) {
    const rows = ledger.csv.rowCount(table.id);
    const left = 'It was edited or moved by someone, so that Intray leaves it alone and has begun another.';
    return {
      sentence: `It is a table that Intray writes: the results of ${rows} of this folder's documents. ${table.state === 'left' ? left : 'It is never sent.'}`,
    };
  }
  const output = ledger.outputs.atPath(path);
  const document = output === undefined ? undefined : ledger.documents.get(output.documentId);
  if (output === undefined || document === undefined) return undefined;
  const verb = output.state === 'written' ? 'It is' : 'It is to become';
  return { sentence: `${verb} an output of Intray: the result of ${printable(document.path)}. It is never sent.`, document };
}

function skippedSentence(skipped: NonNullable<FileRecord['skipped']>, folder: RecordedFolder): string {
  switch (skipped) {
    case 'existing':
      return (
        'It was there before the folder was first watched, and such files are skipped. To have it sent, copy it to a new name; ' +
        `to have all of them sent, give the folder "existing": "send" in the config file, or run it once: intray run ${printable(folder.path)}`
      );
    case 'left':
      return (
        'A person left it out: after a damaged ledger nothing proved whether it had been sent. ' +
        'To have it sent all the same, copy it to a new name.'
      );
  }
}

function notThere({ inside, folder, disk }: Inside, ledger: LedgerReader): string[] {
  if (disk.kind !== 'nothing') return [];
  const names = ledger.files.directory(folder.id, directoryOf(inside)).map(({ name }) => name);
  const meant = closestName(basename(inside), names);
  const hint = meant === undefined ? [] : [`Did you mean ${printable(meant)}?`];
  return ['There is no such file, and Intray has never seen one there.', ...hint];
}
