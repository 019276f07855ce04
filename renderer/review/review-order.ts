import type { DocumentSummary } from '../../electron/core/contract/documents.ts';

/**
 * What a person works through: the documents that wait, in an order that stays while they look. A document that is done
 * keeps its place with a tick, so that "3 of 20" counts up and one can go back; what comes meanwhile joins at the end.
 */
export interface Round {
  readonly items: readonly RoundItem[];
  /** How many wait, those that were not listed yet included. */
  readonly waiting: number;
}

export interface RoundItem {
  readonly document: DocumentSummary;
  readonly done: boolean;
}

export const emptyRound: Round = { items: [], waiting: 0 };

/**
 * Takes up what the host lists as waiting now.
 * @param listed documents that wait, from the first one on
 * @param total how many wait; if all of them are listed, whatever else is in the round is done
 */
export function takeUp(round: Round, listed: readonly DocumentSummary[], total: number): Round {
  const waiting = new Map(listed.map((document) => [document.id, document]));
  const whole = waiting.size >= total;
  const known = new Set(round.items.map(({ document }) => document.id));
  const kept = round.items.map((item): RoundItem => {
    const now = waiting.get(item.document.id);
    if (now !== undefined) return { document: now, done: false };
    return whole ? { ...item, done: true } : item;
  });
  const added = [...waiting.values()].filter(({ id }) => !known.has(id)).map((document) => ({ document, done: false }));
  return { items: [...kept, ...added], waiting: total };
}

/** A document that was opened by its address without being listed joins at the end. */
export function join(round: Round, document: DocumentSummary): Round {
  if (round.items.some((item) => item.document.id === document.id)) return round;
  return { ...round, items: [...round.items, { document, done: !document.attention }] };
}

/** A person is done with it, or not any more. How many wait is for the host's list to say. */
export function settle(round: Round, id: number, done = true): Round {
  return { ...round, items: round.items.map((each) => (each.document.id === id ? { ...each, done } : each)) };
}

/** How many documents the round has: those that are done, and all that wait. */
export function sizeOf(round: Round): number {
  return round.items.filter((item) => item.done).length + round.waiting;
}

/** Where a document stands, from 1; 0 if it is not in the round. */
export function positionOf(round: Round, id: number): number {
  return round.items.findIndex((item) => item.document.id === id) + 1;
}

/** The one to look at after this one: the next that waits, from the beginning again at the end; undefined if none does. */
export function nextWaiting(round: Round, id: number | undefined): number | undefined {
  const at = round.items.findIndex((item) => item.document.id === id);
  const ahead = [...round.items.slice(at + 1), ...round.items.slice(0, Math.max(at, 0))];
  return ahead.find((item) => !item.done)?.document.id;
}

/** A neighbour in the round, done or not; undefined at either end. */
export function neighbour(round: Round, id: number | undefined, step: 1 | -1): number | undefined {
  const at = round.items.findIndex((item) => item.document.id === id);
  return at < 0 ? round.items[0]?.document.id : round.items[at + step]?.document.id;
}
