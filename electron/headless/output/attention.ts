import { deliveryProblem } from '../../core/document/delivery.ts';
import type { Document } from '../../core/document/document.ts';
import { type StateName, urgencyOf } from '../../core/document/states.ts';
import { reviewReasons } from '../../core/review/review-reasons.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import { plural, printable, sentence } from './words.ts';

/** A document that goes no further without a person. */
export interface AttentionItem {
  readonly id: number;
  /** Absolute path of the watched folder. */
  readonly folder: string;
  /** Relative to it, with `/`. */
  readonly path: string;
  /** Its state; `held` and `blocked` for one that waits for a person's word, or for a place to write to. */
  readonly state: StateName | 'held' | 'blocked';
  readonly reason: string;
}

export interface Attention {
  /** Those that go no further without a person. */
  readonly total: number;
  /** Some of them, most pressing first. */
  readonly items: readonly AttentionItem[];
  /** Those whose result is there and cannot be written for now; it is tried again. The first of them. */
  readonly undelivered: readonly AttentionItem[];
}

/** How many documents of these folders need a person, and the `limit` that changed last. Reads, never writes. */
export function listAttention(ledger: LedgerReader, folderIds: readonly number[], limit: number): Attention {
  let total = 0;
  const pressing: { readonly item: AttentionItem; readonly urgency: number }[] = [];
  const undelivered: AttentionItem[] = [];
  for (const folderId of folderIds) {
    const folder = ledger.folders.get(folderId)?.path ?? '';
    const page = ledger.documents.page({ attention: true, folderId, limit });
    total += page.total;
    for (const document of page.documents) {
      const item = attentionItem(document, folder, fieldsOf(ledger, document));
      const refused = deliveryProblem(document.delivery);
      if (refused === undefined) pressing.push({ item, urgency: urgencyOf(document.state) });
      else undelivered.push({ ...item, reason: sentence(refused) });
    }
  }
  pressing.sort((a, b) => b.urgency - a.urgency);
  const items = pressing.slice(0, limit).map(({ item }) => item);
  return { total: total - undelivered.length, items, undelivered: undelivered.slice(0, limit) };
}

/** What a person reads of such a document. Pure. */
export function attentionItem(document: Document, folder: string, fields: readonly string[]): AttentionItem {
  const { id, path, state } = document;
  const held = state.kind === 'waiting' && 'message' in state.wait ? state.wait.kind : undefined;
  return { id, folder, path, state: held ?? state.kind, reason: reasonOf(document, fields) };
}

/** As many items as a list for people is made of; what is alike takes one line of it. */
export const itemsForPeople = 500;
export const itemsForMachines = 1_000;

const maxGroups = 20;
const maxPaths = 3;

/** Lines for a terminal: what has the same state and the same reason stands together. Pure. */
export function attentionLines({ total, items, undelivered }: Attention): string[] {
  const needing =
    total === 0
      ? ['Nothing needs a person.']
      : [plural(total, 'document needs a person:', 'documents need a person:'), ...listLines(items, total)];
  if (undelivered.length === 0) return needing;
  const heading = plural(undelivered.length, 'result cannot be written yet:', 'results cannot be written yet:');
  return [...needing, heading, ...listLines(undelivered, undelivered.length)];
}

function listLines(items: readonly AttentionItem[], total: number): string[] {
  const groups = [...Map.groupBy(items, ({ state, reason }) => `${state}\n${reason}`).values()].slice(0, maxGroups);
  const left = total - groups.reduce((sum, group) => sum + group.length, 0);
  return [
    ...groups.flatMap(groupLines).map((line) => `  ${line}`),
    ...(left > 0 ? [`  … and ${left} more: intray status --json lists them.`] : []),
  ];
}

/** The same for machines. Pure. */
export function attentionMembers({ total, items, undelivered }: Attention): Readonly<Record<string, unknown>> {
  const plain = ({ folder, path, state, reason }: AttentionItem) => ({ folder, path, state, reason });
  return { attention: total, needs: items.map(plain), undelivered: undelivered.map(plain) };
}

function groupLines(group: readonly AttentionItem[]): string[] {
  const [first] = group;
  if (first === undefined) return [];
  const [state, reason] = [first.state.padEnd(12), printable(first.reason)];
  if (group.length === 1) return [`${state} ${printable(first.path)}: ${reason}`];
  const paths = group.slice(0, maxPaths).map(({ path }) => printable(path));
  if (group.length > maxPaths) paths.push(`and ${group.length - maxPaths} more`);
  return [`${state} ${group.length} documents: ${reason}`, `${' '.repeat(12)} ${paths.join(', ')}`];
}

function reasonOf(document: Document, fields: readonly string[]): string {
  const { state, result, possibleDuplicate, review } = document;
  if (state.kind === 'waiting' && 'message' in state.wait) return sentence(state.wait.message);
  if ('message' in state) return sentence(state.message);
  const reasons = result === undefined ? [] : reviewReasons(result, fields, possibleDuplicate, review);
  const empty = reasons.flatMap(({ kind, field }) => (kind === 'conflict' ? [] : (field ?? [])));
  if (empty.length > 0) return emptyWords(empty, fields);
  return reasons.length === 0 ? 'The service asks for a review.' : reasons.map(({ message }) => sentence(message)).join(' ');
}

const maxNamed = 3;

function emptyWords(empty: readonly string[], fields: readonly string[]): string {
  if (empty.length > 1 && empty.length === fields.length) return 'No value was found.';
  const named = empty.slice(0, maxNamed).join(', ');
  return `No value for ${named}${empty.length > maxNamed ? ` and ${empty.length - maxNamed} more` : ''}.`;
}

function fieldsOf(ledger: LedgerReader, document: Document): readonly string[] {
  return ledger.routes.info(document.origin, document.route)?.fields ?? [];
}
