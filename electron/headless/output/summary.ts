import { type Document, deliveryProblem, unfiledBecause } from '../../core/document/document.ts';
import { askingStandings, type Balance } from '../../core/document/standing.ts';
import { type StateName, urgencyOf } from '../../core/document/states.ts';
import { type Message, say } from '../../core/messages/message.ts';
import type { Wording } from '../../core/messages/wording.ts';
import { assertNever } from '../../core/result.ts';
import { reviewReasons } from '../../core/review/local-review.ts';
import type { LeftOut } from '../../core/watch/left-out.ts';
import type { Ending } from '../../engine/api.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import { columns, leftOutLines } from './columns.ts';
import { balanceMessage, healthMessage, stateMessage } from './state-messages.ts';
import { printable } from './terminal-wording.ts';

/** A document that needs a person before it can go on. */
export interface AttentionItem {
  readonly id: number;
  /** Absolute path of the watched folder. */
  readonly folder: string;
  /** Relative to it, with `/`. */
  readonly path: string;
  /** Its state; `held` and `blocked` for one that waits for a person's decision, or for a location that can be written to. */
  readonly state: StateName | 'held' | 'blocked';
  readonly reasons: readonly Message[];
}

export interface Attention {
  /** How many need a person before they can go on. */
  readonly total: number;
  /** Some of them, the most urgent first. */
  readonly items: readonly AttentionItem[];
  /** Some of those whose result cannot be written for now; Intray keeps trying. */
  readonly undelivered: readonly AttentionItem[];
  /** Folders that stand still because of their route, or that cannot be reached, also in part; each a sentence. */
  readonly folders?: readonly Message[];
  /** When a run ended before them: those that still wait for the service. */
  readonly waiting?: readonly AttentionItem[];
}

/** How many documents of these folders need a person, and the `limit` most recently changed ones. Only reads. */
export function listAttention(ledger: LedgerReader, folderIds: readonly number[], limit: number): Attention {
  let total = 0;
  const pressing: { readonly item: AttentionItem; readonly urgency: number }[] = [];
  const undelivered: AttentionItem[] = [];
  const folders: Message[] = [];
  const watched = ledger.meta.read('work')?.folders;
  for (const folderId of folderIds) {
    const folder = ledger.folders.get(folderId)?.path ?? '';
    const page = ledger.documents.page({ standings: askingStandings, folderId, limit });
    total += page.total;
    const health = ledger.meta.read('folder-health', folderId);
    // What an earlier engine has said of a folder that is no longer watched is of no interest.
    const isWatched = watched === undefined || watched.includes(folderId);
    const problem = health === undefined || health.kind === 'resting' || !isWatched ? undefined : healthMessage(folder, health);
    if (problem !== undefined) folders.push(problem);
    for (const document of page.documents) {
      const item = attentionItem(document, folder, fieldsOf(ledger, document));
      const refused = deliveryProblem(document.delivery);
      if (refused === undefined) pressing.push({ item, urgency: urgencyOf(document.state) });
      else undelivered.push({ ...item, reasons: [refused] });
    }
  }
  pressing.sort((a, b) => b.urgency - a.urgency);
  const items = pressing.slice(0, limit).map(({ item }) => item);
  return { total: total - undelivered.length, items, undelivered: undelivered.slice(0, limit), folders };
}

/** Documents of these folders that are on their way, at most `limit` of each folder, with why they are not done. Only reads. */
export function listWaiting(
  ledger: LedgerReader,
  folderIds: readonly number[],
  limit: number,
  why: (document: Document) => readonly Message[],
): AttentionItem[] {
  return folderIds.flatMap((folderId) => {
    const folder = ledger.folders.get(folderId)?.path ?? '';
    const { documents } = ledger.documents.page({ standings: ['on-the-way'], folderId, limit });
    return documents.map((document) => ({ ...attentionItem(document, folder, []), reasons: why(document) }));
  });
}

/** What is shown of such a document. Pure. */
export function attentionItem(document: Document, folder: string, fields: readonly string[]): AttentionItem {
  const { id, path, state } = document;
  const held = state.kind === 'waiting' && 'message' in state.wait ? state.wait.kind : undefined;
  return { id, folder, path, state: held ?? state.kind, reasons: reasonsOf(document, fields) };
}

/** How many items a list for people is made from; similar ones share a line. */
export const itemsForPeople = 500;
export const itemsForMachines = 1_000;

const maxGroups = 20;
const maxPaths = 3;

/** Lines for a terminal: documents with the same state and the same reason are listed together. Pure. */
export function attentionLines({ total, items, undelivered, folders = [], waiting = [] }: Attention, wording: Wording): string[] {
  const { text } = wording;
  const none = folders.length + undelivered.length === 0 ? [text(say('runReport.attention.none'))] : [];
  const needing =
    total === 0 ? none : [text(say('runReport.attention.needYou', { count: total })), ...listLines(items, total, wording)];
  const headed = (items: readonly AttentionItem[], heading: 'undelivered' | 'waiting') =>
    items.length === 0
      ? []
      : [text(say(`runReport.attention.${heading}`, { count: items.length })), ...listLines(items, items.length, wording)];
  return [...folders.map(text), ...needing, ...headed(undelivered, 'undelivered'), ...headed(waiting, 'waiting')];
}

function listLines(items: readonly AttentionItem[], total: number, wording: Wording): string[] {
  const { text } = wording;
  const groups = [...Map.groupBy(items, ({ state, reasons }) => JSON.stringify([state, reasons])).values()].slice(0, maxGroups);
  const left = total - groups.reduce((sum, group) => sum + group.length, 0);
  const rows = groups.map((group) => ['', text(stateMessage(group[0]?.state ?? 'held')), groupText(group, wording)]);
  return [...columns(rows), ...(left > 0 ? [`  ${text(say('runReport.attention.more', { count: left }))}`] : [])];
}

function groupText(group: readonly AttentionItem[], { text }: Wording): string {
  const [{ path, reasons } = { path: '', reasons: [] }] = group;
  const reason = text(asSentences(reasons));
  if (group.length === 1) return text(say('runReport.attention.one', { path, reason }));
  const more = group.length - maxPaths;
  const paths = [
    ...group.slice(0, maxPaths).map((each) => printable(each.path)),
    ...(more > 0 ? [text(say('runReport.attention.morePaths', { count: more }))] : []),
  ];
  return `${text(say('runReport.attention.several', { count: group.length, reason }))}\n${paths.join(', ')}`;
}

/** Ends each message with a full stop, so that several make one text. Pure. */
export function asSentences(reasons: readonly Message[]): readonly Message[] {
  return reasons.map((message) => say('runReport.reason', { message }));
}

function reasonsOf(document: Document, fields: readonly string[]): readonly Message[] {
  const { state, delivery, result, possibleDuplicate, review, findings } = document;
  if (state.kind === 'waiting' && 'message' in state.wait) return [state.wait.message];
  if ('message' in state) return [state.message];
  const reasons = result === undefined ? [] : reviewReasons(result, fields, possibleDuplicate, review, findings);
  const ofValues = ['empty-field', 'missing-field'];
  const empty = reasons.flatMap(({ kind, field }) => (ofValues.includes(kind) ? (field ?? []) : []));
  const unfiled = unfiledBecause(delivery);
  const others = [
    ...reasons.flatMap(({ kind, message }) => (kind === 'check' ? [message] : [])),
    ...(unfiled === undefined ? [] : [say('filing.stays', { message: unfiled })]),
  ];
  if (empty.length > 0) return [emptyMessage(empty, fields), ...others];
  if (reasons.length === 0 && others.length > 0) return others;
  return reasons.length === 0 ? [say('runReport.attention.reviewAsked')] : reasons.map(({ message }) => message);
}

const maxNamed = 3;

function emptyMessage(empty: readonly string[], fields: readonly string[]): Message {
  if (empty.length > 1 && empty.length === fields.length) return say('runReport.attention.noValues');
  const more = Math.max(0, empty.length - maxNamed);
  return say('runReport.attention.emptyFields', { fields: empty.slice(0, maxNamed).join(', '), more });
}

/** The fields of the extraction that a document is on, as far as they are known. */
export function fieldsOf(ledger: LedgerReader, document: Document): readonly string[] {
  return ledger.routes.info(document.origin, document.route)?.fields ?? [];
}

/** What a person reads when `run` or `watch` has ended. */
export interface SummaryView {
  readonly mode: 'run' | 'watch';
  readonly ending: Ending;
  readonly balance: Balance;
  readonly attention: Attention;
  /** Absolute paths of the tables that hold the results. */
  readonly tables: readonly string[];
  readonly json: boolean;
  /** What the folders do not pick up. */
  readonly leftOut: readonly LeftOut[];
}

/** 0: everything found is delivered. 1: some of it is not, needs a person, or cannot be reached. Pure. */
export function exitCode(view: Pick<SummaryView, 'mode' | 'ending' | 'balance' | 'attention'>): 0 | 1 {
  if (view.mode === 'watch') return view.ending.kind === 'stopped' ? 0 : 1;
  const { attention, balance, ending } = view;
  const isAll = attention.total === 0 && balance.moving === 0 && (attention.folders ?? []).length === 0;
  return ending.kind === 'done' && isAll ? 0 : 1;
}

/** The closing lines. Pure. */
export function summaryLines(view: SummaryView, wording: Wording): string[] {
  const { balance, attention } = view;
  const lines = [`${wording.text(endingMessage(view))} ${wording.text(balanceMessage(balance))}.`];
  if (balance.delivered + balance.duplicate > 0) lines.push(...resultMessages(view).map(wording.text));
  const { folders = [], undelivered, waiting = [] } = attention;
  if (attention.total + folders.length + undelivered.length + waiting.length > 0)
    lines.push(...attentionLines(attention, wording));
  // What cannot be read is named already.
  const others = view.leftOut.filter(({ reason }) => reason !== 'directory' && reason !== 'entry');
  lines.push(...leftOutLines(others, wording, false));
  return lines;
}

function endingMessage({ attention, balance, ending, mode }: SummaryView): Message {
  switch (ending.kind) {
    case 'done':
      if (balance.moving === 0 && (attention.folders ?? []).length > 0) return say('runReport.ending.doneInPart');
      return say(balance.moving === 0 ? 'runReport.ending.done' : 'runReport.ending.stoppedEarly');
    case 'stopped':
      return mode === 'watch' ? say('runReport.ending.stopped') : say('runReport.ending.stoppedEarly');
    case 'offline':
    case 'stalled':
    case 'halted':
      return say('runReport.ending.broken', { message: ending.message });
    default:
      return assertNever(ending);
  }
}

function resultMessages({ tables, json }: SummaryView): Message[] {
  const places = [...(json ? [say('runReport.besideDocuments')] : []), ...tables];
  return places.length === 0 ? [] : [say('runReport.results', { places })];
}
