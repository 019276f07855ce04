import type { Category } from '../../../electron/core/contract/documents.ts';
import type { Delivery, Document } from '../../../electron/core/document/document.ts';
import type { DocumentResult } from '../../../electron/core/document/result.ts';
import { type DocumentState, hasResult, type StateName, traitsOf } from '../../../electron/core/document/states.ts';
import { foreign, type Message } from '../../../electron/core/messages/message.ts';
import type { UnmatchedResult } from '../../../electron/core/poll/poll-outcome.ts';
import type { Route } from '../../../electron/core/protocol/route.ts';
import { assertNever } from '../../../electron/core/result.ts';
import { partsOf } from '../../support/jobs.ts';

export const origin = 'https://documents.example';

/** A document of the fake host: a row of the ledger that a test may change. */
export type FakeDocument = { -readonly [Member in keyof Document]: Document[Member] } & {
  /** Bytes of its upload that are out. */
  sent: number;
  /** Results of its batch that fit no document. */
  unmatched?: readonly UnmatchedResult[];
  /** What another category would have sent, to which somebody has to agree first. */
  wouldPay?: Message;
};

export interface FakeFolder {
  readonly id: number;
  readonly path: string;
  readonly kind: 'invoices' | 'receipts' | 'mail';
}

export const invoiceFields = [
  { key: 'invoice_number', description: 'The number of the invoice', example: 'RE-2026-0417' },
  { key: 'supplier', description: 'Who sent the invoice', example: 'Harbour Paper Ltd' },
  { key: 'invoice_date', description: 'Date of the invoice, as printed', example: '2026-03-12' },
  { key: 'due_date', description: 'When it is to be paid', example: '2026-04-11' },
  { key: 'total', description: 'Total with tax', example: '1,284.50' },
  { key: 'currency', description: 'Currency code', example: 'EUR' },
  { key: 'vat_id', description: 'VAT number of the supplier', example: 'DE811234567' },
];
export const receiptFields = [
  { key: 'merchant', description: 'Name of the shop', example: 'Bäckerei Korn' },
  { key: 'date', description: 'Date of the receipt', example: '2026-03-12' },
  { key: 'total', description: 'Total paid', example: '12.80' },
  { key: 'payment', description: 'How it was paid', example: 'card' },
];
export const mailCategories: Category[] = [
  { id: 'cat-invoice', name: 'Invoice' },
  { id: 'cat-contract', name: 'Contract' },
  { id: 'cat-reminder', name: 'Reminder' },
  { id: 'cat-letter', name: 'Letter' },
];

const suppliers = [
  'Harbour Paper',
  'Stadtwerke',
  'Alpenblick Treuhand',
  'Müller & Söhne',
  'Brightwater Consulting',
  'Seguros Miramar',
  'Aurora Libri',
  'Nordlys Energi',
];
const shops = ['Bäckerei Korn', 'Harbour Inn', 'Parkhaus Mitte', 'Taxi Lemoine', 'Tankstelle März', 'Casa Verde'];
const states: readonly [StateName, number][] = [
  ['settling', 6],
  ['waiting', 14],
  ['uploading', 10],
  ['unresolved', 3],
  ['queued', 18],
  ['processing', 24],
  ['processed', 760],
  ['needs_review', 46],
  ['confirmed', 180],
  ['failed', 9],
  ['duplicate', 60],
  ['rejected', 12],
  ['gone', 22],
];

/** Documents in every state, the newest first by their change; the same for the same count. */
export function makeDocuments(count: number, now: number, folders: readonly FakeFolder[]): FakeDocument[] {
  const dealt = deal(count);
  return dealt.map((state, position) =>
    makeDocument(position + 1, state, now, folders[position % 7 < 4 ? 0 : position % 7 < 6 ? 1 : 2] ?? folders[0]),
  );
}

/** A document of a state, with what belongs to it. Ids count up; a higher id changed earlier. */
export function makeDocument(id: number, state: StateName, now: number, folder: FakeFolder | undefined): FakeDocument {
  const kind = folder?.kind ?? 'invoices';
  const folderId = folder?.id ?? 1;
  const number = 10_000 + ((id * 7_919) % 89_999);
  const age = isOnItsWay(state) ? (id % 60) * 900 : 60_000 + ((id * 97) % 20_000) * 4_000;
  const [foundAt, changedAt] = [now - age - 42_000 - (id % 30) * 1_000, now - age];
  const size = 40_000 + ((id * 104_729) % 4_000_000);
  const path = pathOf(id, number, kind);
  const own = stateOf(state, id, changedAt);
  return {
    id,
    folderId,
    path,
    facts: { size, mtimeMs: foundAt, ino: id },
    origin,
    route: routeOf(folderId, kind),
    file: partsOf(own).file,
    state: own,
    delivery: deliveryOf(state, id, changedAt),
    ...(state !== 'settling' && { contentType: typeOf(path), hash: id.toString(16).padStart(64, '3f9a') }),
    ...(hasResult(state) && { result: resultOf(state, kind, valuesOf(id, number, kind, state), categoryOf(id, state)) }),
    ...(hasReachedService(state) && { fileId: `f-${id}` }),
    batchId: id,
    attempts: 0,
    possibleDuplicate: state === 'needs_review' && id % 11 === 0,
    foundAt,
    changedAt,
    sent: state === 'uploading' ? Math.round(size * (0.15 + (id % 8) / 10)) : 0,
  };
}

/** What the service found, as the kind of folder has it. */
export function resultOf(
  state: StateName,
  kind: FakeFolder['kind'],
  values: Readonly<Record<string, string>>,
  category?: Category,
): DocumentResult {
  const status = state === 'needs_review' || state === 'confirmed' ? state : 'processed';
  if (kind !== 'mail') return { kind: 'extraction', status, extractedData: values, modelUsed: 'reader-3', extra: {} };
  if (category === undefined) return { kind: 'classification', status, extra: {} };
  return {
    kind: 'classification',
    status,
    ...(category.id !== undefined && { categoryId: category.id }),
    categoryName: category.name,
    confidence: 0.87,
    reasoning: `The letterhead and the words in its first lines are those of a ${category.name.toLowerCase()}.`,
    extra: {},
  };
}

/** What the service read in a field. */
export function valueIn(document: FakeDocument | undefined, field: string): string {
  return readValues(document)[field] ?? '';
}

/** What the service read, field by field. */
export function readValues(document: FakeDocument | undefined): Readonly<Record<string, string>> {
  const result = document?.result;
  const values = result?.kind === 'extraction' ? result.extractedData : {};
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
}

export function routeOf(folderId: number, kind: FakeFolder['kind']): Route {
  return { kind: kind === 'mail' ? 'classification' : 'extraction', id: `00000000-0000-4000-8000-00000000000${folderId}` };
}

function hasReachedService(state: StateName): boolean {
  const { progress, result } = traitsOf[state];
  return progress === 'atService' || result === 'own' || state === 'failed';
}

export function isOnItsWay(state: StateName): boolean {
  return traitsOf[state].progress !== 'none';
}

function stateOf(kind: StateName, id: number, at: number): DocumentState {
  switch (kind) {
    case 'settling':
      return { kind, since: at };
    case 'waiting':
      return id % 3 === 0
        ? { kind, wait: { kind: 'held', why: 'changed', message: foreign(fileChanged) } }
        : { kind, wait: { kind: 'ready', notBefore: at } };
    case 'uploading':
      return { kind };
    case 'unresolved':
      return { kind, message: foreign('The upload was whole, and the connection broke before the answer.') };
    case 'queued':
    case 'processing':
      return { kind, status: kind };
    case 'processed':
    case 'needs_review':
    case 'confirmed':
      return { kind };
    case 'failed':
      return { kind, by: 'service', message: foreign('The document could not be read by the model.') };
    case 'duplicate':
      return { kind, of: Math.max(1, id - 1) };
    case 'rejected':
      return {
        kind,
        by: 'intray',
        message: foreign(id % 2 === 0 ? 'It has 31.4 MB; the service takes 25 MB at most.' : 'The file is empty.'),
      };
    case 'gone':
      return { kind, was: { kind: 'processed' } };
    default:
      return assertNever(kind);
  }
}

const fileChanged = 'The file changed after its result was written, and this folder asks first.';

function deliveryOf(state: StateName, id: number, at: number): Delivery {
  if (!hasResult(state)) return { kind: 'none' };
  if (id % 61 === 0) return { kind: 'pending', message: foreign('The CSV is open in another program.') };
  return { kind: 'done', at };
}

export function typeOf(path: string): string {
  if (path.endsWith('.docx')) return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  if (path.endsWith('.jpg')) return 'image/jpeg';
  return path.endsWith('.png') ? 'image/png' : 'application/pdf';
}

function deal(count: number): StateName[] {
  const sum = states.reduce((total, [, share]) => total + share, 0);
  const moving: StateName[] = [];
  const rest: StateName[] = [];
  for (const [state, share] of states) {
    // However many documents there are, not more than these are on their way.
    const many = isOnItsWay(state) ? share : Math.max(1, Math.round((share / sum) * count));
    for (let each = 0; each < many; each += 1) (share < 30 && state !== 'gone' ? moving : rest).push(state);
  }
  // Spread evenly, the same at each run.
  const spread = rest.map((state, position) => ({ state, key: (position * 7_919) % 10_007 })).sort((a, b) => a.key - b.key);
  return [...moving, ...spread.map(({ state }) => state)].slice(0, count);
}

function pathOf(id: number, number: number, kind: FakeFolder['kind']): string {
  const day = `2026-${String(1 + (id % 11)).padStart(2, '0')}-${String(1 + (id % 28)).padStart(2, '0')}`;
  const inFolder = id % 4 === 0 ? `${day.slice(0, 7)}/` : '';
  if (id % 9 === 0) return `${inFolder}scan${String(id).padStart(4, '0')}.pdf`;
  if (kind === 'receipts') return `${inFolder}${day} ${shops[id % shops.length]}.${id % 3 === 0 ? 'jpg' : 'pdf'}`;
  if (kind === 'mail') return `${inFolder}Letter ${suppliers[id % suppliers.length]} ${number}.${id % 2 === 0 ? 'docx' : 'pdf'}`;
  return `${inFolder}${day} ${suppliers[id % suppliers.length]} ${number}.pdf`;
}

function valuesOf(id: number, number: number, kind: FakeFolder['kind'], state: StateName): Record<string, string> {
  const unsure = state === 'needs_review';
  const date = `2026-${String(1 + (id % 11)).padStart(2, '0')}-${String(1 + (id % 28)).padStart(2, '0')}`;
  const total = `${(number / 37).toFixed(2)}`;
  if (kind === 'receipts')
    return { merchant: shops[id % shops.length] ?? '', date, total, ...(unsure ? {} : { payment: 'card' }) };
  if (kind === 'mail') return {};
  return {
    invoice_number: unsure ? '' : `RE-2026-${number}`,
    supplier: `${suppliers[id % suppliers.length]} GmbH`,
    invoice_date: date,
    ...(unsure ? {} : { due_date: '2026-12-01' }),
    total,
    currency: 'EUR',
    vat_id: `DE8${number}012`.slice(0, 11),
  };
}

/** None for some of those that a person has to look at. */
function categoryOf(id: number, state: StateName): Category | undefined {
  return state === 'needs_review' && id % 2 === 0 ? undefined : mailCategories[id % mailCategories.length];
}
