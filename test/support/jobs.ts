/**
 * Documents for tests, by the state that a person sees: a file and its job are made to match it. Plain ones, and ones in a ledger.
 */
import {
  type Document,
  documentOf,
  type FileRow,
  type FileState,
  type Job,
  type JobState,
  type PresentFile,
} from '../../electron/core/document/document.ts';
import type { DocumentState } from '../../electron/core/document/states.ts';
import type { Route } from '../../electron/core/protocol/route.ts';
import { assertNever } from '../../electron/core/result.ts';
import type { FileChanges, NewDocument } from '../../electron/ledger/documents.ts';
import type { JobChanges } from '../../electron/ledger/jobs.ts';
import type { Ledger } from '../../electron/ledger/ledger.ts';

const jobNames = [
  ...(['batchId', 'fileId', 'sentAs', 'result', 'droppedAt', 'review'] as const),
  ...(['attempts', 'possibleDuplicate', 'from', 'tries'] as const),
];
type OfJob = (typeof jobNames)[number];

/** Members of a document; those that are not given are those of a file just found. Of one that is ready, `dueAt` is its job's. */
export interface Members extends Omit<FileChanges, 'file' | 'job' | 'verdict' | 'duplicateOf'>, Pick<JobChanges, OfJob> {
  readonly state?: DocumentState;
}

interface Parts {
  readonly file: FileState;
  readonly job?: JobState;
  readonly duplicateOf?: number;
}

const file = {
  id: 1,
  folderId: 1,
  path: 'invoice.pdf',
  facts: { size: 1000, mtimeMs: 1_700_000_000_000.25, ino: 42 },
  origin: 'https://service.example',
  route: { kind: 'extraction', id: 'e-1' },
  file: { kind: 'settling', since: 5 },
  delivery: { kind: 'none' },
  foundAt: 10,
  changedAt: 10,
} as const satisfies FileRow;

const ready = { kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } } as const satisfies JobState;

/** What the file and the job of a document are that is in this state. */
export function partsOf(state: DocumentState): Parts {
  switch (state.kind) {
    case 'gone': {
      const { file: was, ...parts } = partsOf(state.was);
      return { ...parts, file: { kind: 'gone', was: was as PresentFile } };
    }
    case 'settling':
      return { file: state };
    case 'duplicate':
      return { file: { kind: 'there' }, job: { kind: 'processed' }, duplicateOf: state.of };
    case 'waiting':
      return state.wait.kind === 'ready' ? { file: { kind: 'there' }, job: state } : { file: state };
    case 'rejected':
      return state.by === 'service' ? { file: { kind: 'there' }, job: state } : { file: state };
    case 'uploading':
    case 'unresolved':
    case 'queued':
    case 'processing':
    case 'processed':
    case 'needs_review':
    case 'confirmed':
    case 'failed':
      return { file: { kind: 'there' }, job: state };
  }
  return assertNever(state);
}

/** A job; one that nobody has sent, unless it is said otherwise. */
export function jobWith(members: Partial<Job> = {}): Job {
  const { origin, route } = file;
  return { id: 1, origin, route, hash: hashOf(1), state: ready, tries: 0, attempts: 0, possibleDuplicate: false, ...members };
}

/** A document as the ledger would give it. `verdict`: the job that classified it, if it has gone on. */
export function documentWith({
  state,
  ...members
}: Members & Partial<Pick<Document, 'id' | 'foundAt' | 'verdict'>> = {}): Document {
  const { file: own, job, duplicateOf } = partsOf(state ?? file.file);
  const { verdict, ...rest } = present(members) as Partial<Document>;
  const [ofJob, ofFile] = split(rest);
  const row = { ...file, ...ofFile, file: own, ...(job && { job: 1 }), ...(duplicateOf && { duplicateOf }) } as FileRow;
  const at = { origin: row.origin, route: row.route };
  return documentOf(row, jobWith({ ...at, ...(job && { state: job }), ...ofJob }), verdict);
}

/** What `documents.add` is given for a file that was just found. */
export function found(folderId: number, members: Partial<NewDocument> = {}): NewDocument {
  const { id: _, delivery: __, changedAt: ___, ...rest } = file;
  return { ...rest, folderId, ...members };
}

/** Puts a document into a ledger. With a state that needs a job, or a result, it has the job of its content on its route. */
export function putDocument(
  ledger: Ledger,
  folderId: number,
  members: Members & Pick<Partial<NewDocument>, 'foundAt' | 'byHand'> = {},
): Document {
  const { path, facts, origin, route, foundAt, byHand, replaces, ...rest } = members;
  const row = present({ path, facts, origin, route, foundAt, byHand, replaces }) as Partial<NewDocument>;
  return ledger.transaction(() => become(ledger, ledger.documents.add(found(folderId, row)).id, rest));
}

/** Changes a document of a ledger, and its job. A first result says of itself what the state is then. */
export function become(ledger: Ledger, id: number, { state: given, ...members }: Members): Document {
  return ledger.transaction(() => {
    const before = known(ledger, id);
    const { result } = members;
    const isFirst = result !== undefined && before.job === undefined;
    const state = given ?? (isFirst ? { kind: result.status === 'needs_review' ? 'needs_review' : 'processed' } : undefined);
    const parts = state && partsOf(state);
    const [ofJob, ofFile] = split(members);
    const { dueAt, ...undue } = ofFile;
    const own = { ...undue, ...(parts && { file: parts.file, duplicateOf: parts.duplicateOf }) };
    const isJobDue = parts?.job?.kind === 'waiting';
    const due = 'dueAt' in ofFile ? { dueAt } : {};
    const ofItsJob = { ...ofJob, ...(parts?.job && { state: parts.job }), ...(isJobDue && due) };
    const ofItsFile = { ...own, ...(!isJobDue && due) };
    if (Object.keys(ofItsJob).length === 0) return ledger.documents.update(id, ofItsFile);
    const hash = members.hash ?? before.hash ?? hashOf(id);
    const route = members.route ?? before.route;
    const job = before.job ?? ledger.jobs.jobFor(members.origin ?? before.origin, route, hash, 0).id;
    ledger.documents.update(id, { ...ofItsFile, hash, job });
    ledger.documents.changeJob(job, ofItsJob, before.changedAt, (_, { changedAt }) => ({ changedAt }));
    return known(ledger, id);
  });
}

/** A document that has its verdict goes on to the job of its content on another route. */
export function goOn(ledger: Ledger, id: number, route: Route, members: Members = {}): Document {
  return ledger.transaction(() => {
    const { origin, hash = hashOf(id), job: verdict } = known(ledger, id);
    const { id: job } = ledger.jobs.jobFor(origin, route, hash, 0);
    ledger.documents.update(id, { verdict, job, route, delivery: { kind: 'none' } });
    return become(ledger, id, members);
  });
}

/** The service itself passes a document that has its verdict on into an extraction. */
export function passOn(ledger: Ledger, id: number, route: Route, since = 1): Document {
  return ledger.transaction(() => {
    const { origin, hash = hashOf(id), job: verdict } = known(ledger, id);
    const { id: job } = ledger.jobs.jobFor(origin, route, hash, 0);
    ledger.documents.changeJob(job, { state: { kind: 'passed-on', since }, dueAt: undefined }, since);
    ledger.documents.update(id, { verdict, job });
    return known(ledger, id);
  });
}

/** The hash of a content that no other number has. */
export function hashOf(content: number): string {
  return content.toString(16).padStart(64, '0');
}

function known(ledger: Ledger, id: number): Document {
  const document = ledger.documents.get(id);
  if (document === undefined) throw new Error(`There is no document ${id}.`);
  return document;
}

function split<Given extends object>(
  members: Given,
): readonly [ofJob: Pick<Given, OfJob & keyof Given>, ofFile: Omit<Given, OfJob>] {
  const isOfJob = ([name]: readonly [string, unknown]) => (jobNames as readonly string[]).includes(name);
  const all = Object.entries(members);
  const [ofJob, ofFile] = [all.filter(isOfJob), all.filter((entry) => !isOfJob(entry))].map((part) => Object.fromEntries(part));
  return [ofJob as Pick<Given, OfJob & keyof Given>, ofFile as Omit<Given, OfJob>];
}

function present(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
