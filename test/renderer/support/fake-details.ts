import type {
  DocumentDetails,
  DocumentSummary,
  FieldView,
  HistoryLine,
  PreviewKind,
  Progress,
  ResultView,
} from '../../../electron/core/contract/documents.ts';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import type { ReviewReason } from '../../../electron/core/review/review-reasons.ts';
import { type FakeDocument, type FakeFolder, invoiceFields, mailCategories, receiptFields, whyOf } from './fake-document.ts';

/** What the contract says of a fake document. */
export class FakeDetails {
  readonly #folderOf: (document: FakeDocument) => FakeFolder;
  readonly #pathOfId: (id: number) => string;

  constructor(folderOf: (document: FakeDocument) => FakeFolder, pathOfId: (id: number) => string) {
    this.#folderOf = folderOf;
    this.#pathOfId = pathOfId;
  }

  summary(document: FakeDocument): DocumentSummary {
    const { id, folderId, path, size, state, delivery, dismissed, foundAt, changedAt } = document;
    const progress = progressOf(document);
    return {
      id,
      folderId,
      path,
      size,
      state,
      delivery,
      attention: needsPerson(document),
      dismissed,
      ...(progress !== undefined && { progress }),
      why: whyOf(
        document,
        this.#outputs(document).map((output) => output.path),
        this.#pathOfId,
      ),
      sendAgain: state === 'unresolved' ? 'paid' : state === 'failed' || state === 'rejected' || document.held ? 'yes' : 'no',
      foundAt,
      changedAt,
    };
  }

  details(document: FakeDocument): DocumentDetails {
    const folder = this.#folderOf(document);
    const result = this.#result(document, folder);
    return {
      ...this.summary(document),
      file: `${folder.path}/${document.path}`,
      folder: folder.path,
      route: {
        kind: folder.kind === 'mail' ? 'classification' : 'extraction',
        id: `00000000-0000-4000-8000-00000000000${folder.id}`,
      },
      routeName: { invoices: 'Invoices', receipts: 'Receipts', mail: 'Incoming mail' }[folder.kind],
      ...(document.state !== 'settling' && {
        contentType: typeOf(document.path),
        sha256: document.id.toString(16).padStart(64, '3f9a'),
      }),
      ...(isAtService(document) && {
        serviceBatchId: `b-${7_000 + Math.floor(document.id / 10)}`,
        serviceFileId: `f-${document.id}`,
      }),
      history: historyOf(document),
      outputs: this.#outputs(document),
      possibleDuplicate: document.possibleDuplicate,
      ...(document.duplicateOf !== undefined && {
        duplicateOf: { id: document.duplicateOf, path: this.#pathOfId(document.duplicateOf) },
      }),
      ...(result !== undefined && { result }),
      preview: previewOf(document),
    };
  }

  #outputs(document: FakeDocument): { kind: 'json' | 'csv'; path: string }[] {
    if (document.delivery !== 'done') return [];
    const folder = this.#folderOf(document);
    return [
      { kind: 'json', path: `${folder.path}/${document.path}.json` },
      { kind: 'csv', path: `${folder.path}/intray-${folder.kind}.csv` },
    ];
  }

  #result(document: FakeDocument, folder: FakeFolder): ResultView | undefined {
    const { state } = document;
    if (state !== 'processed' && state !== 'needs_review' && state !== 'confirmed' && state !== 'duplicate') return undefined;
    const status = state === 'duplicate' ? 'processed' : state;
    const review = {
      ...(document.confirmedAt !== undefined && { confirmed: { at: document.confirmedAt, by: 'mara' } }),
      changes: document.changes,
      conflict: document.newer !== undefined,
    };
    const reasons = reasonsOf(document);
    if (folder.kind === 'mail') {
      const none: ReviewReason = { kind: 'no-category', message: foreign('The service assigned no category.') };
      return {
        kind: 'classification',
        status,
        ...(document.category !== undefined && {
          category: document.category,
          confidence: 0.62 + (document.id % 38) / 100,
          reasoning: `The letterhead and the words in its first lines are those of a ${document.category.name.toLowerCase()}.`,
        }),
        categories: mailCategories,
        reasons: document.category === undefined ? [...reasons, none] : reasons,
        review,
      };
    }
    const definitions = folder.kind === 'receipts' ? receiptFields : invoiceFields;
    return {
      kind: 'extraction',
      status,
      modelUsed: 'reader-3',
      fields: definitions.map(({ key, description }) => fieldOf(document, key, description)),
      reasons,
      review,
    };
  }
}

/** Whether it counts as attention. */
export function needsPerson(document: FakeDocument): boolean {
  if (document.dismissed) return false;
  const { state } = document;
  if (state === 'needs_review') return document.confirmedAt === undefined;
  return (
    state === 'unresolved' ||
    state === 'failed' ||
    state === 'rejected' ||
    document.held ||
    (document.delivery === 'pending' && document.message !== undefined)
  );
}

/** What the preview of a document shows. */
export function previewOf({ path, state }: FakeDocument): PreviewKind {
  if (state === 'gone') return 'none';
  if (path.endsWith('.docx')) return 'text';
  return /\.(png|jpg)$/.test(path) ? 'image' : 'pdf';
}

function fieldOf(document: FakeDocument, key: string, description: string): FieldView {
  const service = document.values[key];
  const mine = document.corrections[key];
  const value = mine ?? service;
  const newer = document.newer?.[key];
  const reasons: ReviewReason[] = [];
  if (document.state === 'needs_review') {
    if (value === undefined)
      reasons.push({ kind: 'missing-field', field: key, message: foreign(`No value for "${key}" came back.`) });
    else if (value === '') reasons.push({ kind: 'empty-field', field: key, message: foreign(`The value of "${key}" is empty.`) });
  }
  return {
    key,
    description,
    ...(value !== undefined && { value }),
    ...(mine !== undefined && service !== undefined && mine !== service && { serviceValue: service }),
    ...(newer !== undefined && { newerServiceValue: newer }),
    reasons,
  };
}

function reasonsOf(document: FakeDocument): ReviewReason[] {
  const reasons: ReviewReason[] = [];
  if (document.possibleDuplicate) {
    reasons.push({
      kind: 'possible-duplicate',
      message: foreign('It was sent twice, because the answer to the first upload was lost; the service may count it twice.'),
    });
  }
  if (document.state === 'needs_review') reasons.push({ kind: 'service', message: foreign('The service asks for a review.') });
  return reasons;
}

function progressOf(document: FakeDocument): Progress | undefined {
  switch (document.state) {
    case 'settling':
      return { kind: 'settling', since: document.changedAt, until: document.changedAt + 60_000 };
    case 'uploading':
      return { kind: 'upload', sent: document.sent, total: document.size, files: 1 + (document.id % 5) };
    case 'queued':
    case 'processing':
      return { kind: 'service', since: document.changedAt };
    default:
      return undefined;
  }
}

function isAtService({ state }: FakeDocument): boolean {
  return !['settling', 'waiting', 'uploading', 'rejected', 'gone', 'unresolved'].includes(state);
}

const order = ['found', 'ready', 'assigned', 'sent', 'accepted', 'reported', 'delivered'] as const;

function historyOf(document: FakeDocument): HistoryLine[] {
  const { state, foundAt, changedAt, message } = document;
  const steps = {
    settling: 1,
    waiting: 2,
    uploading: 3,
    unresolved: 4,
    queued: 5,
    processing: 6,
    processed: 7,
    needs_review: 7,
    confirmed: 7,
    failed: 5,
    duplicate: 2,
    rejected: 1,
    gone: 2,
  }[state];
  const lines: HistoryLine[] = order.slice(0, steps).map((event, position) => ({
    at: Math.round(foundAt + ((changedAt - foundAt) * (position + 1)) / (steps + 1)),
    event,
    ...(event === 'reported' && { note: foreign(state) }),
    ...(event === 'delivered' && { note: say('notes.written', { paths: [`${document.path}.json`] }) }),
  }));
  const text = typeof message === 'object' ? inEnglish(message) : message;
  const note = text === undefined ? {} : { note: foreign(text) };
  if (state === 'unresolved') lines.push({ at: changedAt, event: 'lost', ...note });
  if (state === 'failed') lines.push({ at: changedAt, event: 'reported', note: foreign(`failed: ${text ?? ''}`) });
  if (state === 'rejected') lines.push({ at: changedAt, event: 'refused', ...note });
  if (state === 'duplicate') lines.push({ at: changedAt, event: 'result-taken' });
  if (state === 'gone') lines.push({ at: changedAt, event: 'vanished' });
  if (document.held) lines.push({ at: changedAt, event: 'held', ...note });
  return lines;
}

function typeOf(path: string): string {
  if (path.endsWith('.docx')) return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  if (path.endsWith('.jpg')) return 'image/jpeg';
  return path.endsWith('.png') ? 'image/png' : 'application/pdf';
}
