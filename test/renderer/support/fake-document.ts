import type { Category } from '../../../electron/core/contract/documents.ts';
import type { Delivery } from '../../../electron/core/document/delivery.ts';
import type { StateName } from '../../../electron/core/document/states.ts';
import { type Message, say } from '../../../electron/core/messages/message.ts';

/** A document of the fake host. Everything else about it follows from this (`fake-details.ts`). */
export interface FakeDocument {
  readonly id: number;
  readonly folderId: number;
  path: string;
  readonly size: number;
  state: StateName;
  delivery: Delivery['kind'];
  dismissed: boolean;
  foundAt: number;
  changedAt: number;
  /** What stands in its way, or why it failed. */
  message?: string | Message;
  /** Waits for a person (a waiting one), instead of going out with the next request. */
  held: boolean;
  /** Bytes of its upload that are out. */
  sent: number;
  /** What the service read, or, for a classification, its verdict. */
  values: Record<string, string>;
  category?: Category;
  corrections: Record<string, string>;
  changes: { at: number; by: string; field?: string; from?: string; to?: string }[];
  confirmedAt?: number;
  /** Field → what the service confirmed later, against a correction made here. */
  newer?: Record<string, string>;
  duplicateOf?: number;
  possibleDuplicate: boolean;
}

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
  const number = 10_000 + ((id * 7_919) % 89_999);
  const isDone = ['processed', 'needs_review', 'confirmed', 'duplicate'].includes(state);
  const isMoving = ['settling', 'waiting', 'uploading', 'queued', 'processing'].includes(state);
  const age = isMoving ? (id % 60) * 900 : 60_000 + ((id * 97) % 20_000) * 4_000;
  const blocked = isDone && id % 61 === 0;
  const size = 40_000 + ((id * 104_729) % 4_000_000);
  return {
    id,
    folderId: folder?.id ?? 1,
    path: pathOf(id, number, kind),
    size,
    state,
    delivery: !isDone ? 'none' : blocked ? 'pending' : 'done',
    dismissed: false,
    foundAt: now - age - 42_000 - (id % 30) * 1_000,
    changedAt: now - age,
    ...messageOf(state, id, blocked),
    held: state === 'waiting' && id % 3 === 0,
    sent: state === 'uploading' ? Math.round(size * (0.15 + (id % 8) / 10)) : 0,
    values: valuesOf(id, number, kind, state),
    ...(kind === 'mail' && isDone && !(state === 'needs_review' && id % 2 === 0) && categoryOf(id)),
    corrections: {},
    changes: [],
    ...(state === 'duplicate' && { duplicateOf: Math.max(1, id - 1) }),
    possibleDuplicate: state === 'needs_review' && id % 11 === 0,
  };
}

/** Why it is where it is, as the engine would say it. */
export function whyOf(document: FakeDocument, outputs: readonly string[], pathOfId: (id: number) => string): Message[] {
  const { state, message = '', changedAt } = document;
  const delivered =
    document.delivery === 'pending'
      ? say('explain.notWritten', { message })
      : outputs.length === 0
        ? say('explain.writesNothing')
        : say('explain.written', { paths: outputs });
  switch (state) {
    case 'settling':
      return [say('explain.settling', { at: changedAt, seconds: 2 })];
    case 'waiting':
      return [document.held ? say('explain.held', { message }) : say('explain.ready')];
    case 'uploading':
      return [say('explain.uploading')];
    case 'unresolved':
      return [say('explain.unresolved', { message })];
    case 'queued':
    case 'processing':
      return [
        say('explain.atServiceSince', { status: state, at: changedAt }),
        say('explain.askedAgainAt', { at: changedAt + 5_000 }),
      ];
    case 'processed':
    case 'confirmed':
      return [say(`explain.${state}`), delivered];
    case 'needs_review':
      return [say('explain.reviewAsked'), delivered];
    case 'duplicate':
      return [
        say('explain.duplicate', { path: document.duplicateOf === undefined ? '' : pathOfId(document.duplicateOf) }),
        delivered,
      ];
    case 'failed':
      return [say('explain.failedAtService', { message })];
    case 'rejected':
      return [say('explain.notSent', { message })];
    case 'gone':
      return [say('explain.gone')];
  }
}

function deal(count: number): StateName[] {
  const sum = states.reduce((total, [, share]) => total + share, 0);
  const moving: StateName[] = [];
  const rest: StateName[] = [];
  for (const [state, share] of states) {
    // However many documents there are, not more than these are on their way.
    const many = ['settling', 'waiting', 'uploading', 'queued', 'processing'].includes(state)
      ? share
      : Math.max(1, Math.round((share / sum) * count));
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

function messageOf(state: StateName, id: number, blocked: boolean): { message?: string } {
  if (blocked) return { message: 'The CSV is open in another program.' };
  switch (state) {
    case 'failed':
      return { message: 'The document could not be read by the model.' };
    case 'rejected':
      return { message: id % 2 === 0 ? 'It has 31.4 MB; the service takes 25 MB at most.' : 'The file is empty.' };
    case 'unresolved':
      return { message: 'The upload was whole, and the connection broke before the answer.' };
    case 'waiting':
      return id % 3 === 0 ? { message: 'The file changed after its result was written, and this folder asks first.' } : {};
    default:
      return {};
  }
}

function valuesOf(id: number, number: number, kind: FakeFolder['kind'], state: StateName): Record<string, string> {
  if (!['processed', 'needs_review', 'confirmed', 'duplicate'].includes(state)) return {};
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

function categoryOf(id: number): { category: Category } | undefined {
  const category = mailCategories[id % mailCategories.length];
  return category === undefined ? undefined : { category };
}
