import { isDeepStrictEqual } from 'node:util';
import { asksPerson } from '../../electron/core/document/attention.ts';
import { type Document, isAtLaterStep } from '../../electron/core/document/document.ts';
import { type DocumentState, hasResult, presentState } from '../../electron/core/document/states.ts';
import { type DocumentEvent, transition, withoutFile } from '../../electron/core/document/transition.ts';
import { type Route, routeKey } from '../../electron/core/protocol/route.ts';
import { assertNever } from '../../electron/core/result.ts';
import type { DocumentChanges, Ledger } from '../../electron/ledger/ledger.ts';
import { valueIn } from './contents.ts';
import type { LedgerWitness } from './ledger-port.ts';
import { isWithin, type MemoryDisk, sha256 } from './memory-disk.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** How often everything is counted afresh; changes are counted each time. */
const recountEvery = 25;

/** Checks what is written to the ledger: every change of state is a step of `transition`, and the counts balance. */
export class LedgerReferee implements LedgerWitness {
  readonly #belongings: SimulatedWorld['belongings'];
  readonly #ledger: Ledger;
  readonly #disk: MemoryDisk;
  readonly #clock: VirtualClock;
  readonly #complain: (what: string) => void;
  /** The state of each document, committed or being written. */
  #states = new Map<number, DocumentState>();
  /** What the current transaction has changed, with the former state. */
  readonly #before = new Map<number, DocumentState | undefined>();
  /** Documents whose history has a new line in this transaction. */
  readonly #noted = new Set<number>();
  /** Route and content of what was left to another document in this transaction. */
  readonly #released = new Set<string>();
  #transactions = 0;

  constructor({
    belongings,
    ledger,
    disk,
    clock,
    complain,
  }: Pick<SimulatedWorld, 'belongings' | 'ledger' | 'disk' | 'clock' | 'complain'>) {
    this.#belongings = belongings;
    this.#ledger = ledger;
    this.#disk = disk;
    this.#clock = clock;
    this.#complain = complain;
  }

  /** Takes up what the ledger holds: a dying machine may have lost some of it. */
  begin(): void {
    const { documents } = this.#ledger.documents.page({ limit: 100_000 });
    this.#states = new Map(documents.map(({ id, state }) => [id, state]));
  }

  added({ id, state }: Document): void {
    if (state.kind !== 'settling') this.#complain(`#${id} began as ${state.kind}`);
    this.#set(id, state);
  }

  updated(document: Document, changes: DocumentChanges): void {
    if (changes.result !== undefined && isOfAnother(document))
      this.#complain(`#${document.id} has the values of another document: ${JSON.stringify(changes.result)}`);
    if (changes.state === undefined) return;
    const { id, state } = document;
    const before = this.#states.get(id);
    if (state.kind === 'gone' && this.#isHidden(document)) this.#complain(`#${id} is said to be gone while its folder is away`);
    if (before === undefined) this.#complain(`#${id} changed and was never added`);
    else if (!isStep(before, state, isAtLaterStep(document)) && !this.#isTakenUp(before, document)) {
      this.#complain(`#${id} went from ${JSON.stringify(before)} to ${JSON.stringify(state)}, which is no step`);
    }
    this.#set(id, state);
  }

  advanced(before: Document, { id, state, batchId }: Document): void {
    const was = presentState(before.state);
    if (state.kind === before.state.kind && state.kind !== 'gone') return;
    const now = presentState(state);
    const isReady = now.kind === 'waiting' && now.wait.kind === 'ready';
    // Another one of its content is asked for what the service has passed on itself.
    const isBehind = before.awaits !== undefined && now.kind === 'waiting' && now.wait.kind === 'behind';
    // The service has it there: it has passed it on itself, or the document had left it there. Or nothing of it was sent.
    const isTakenUp = batchId !== undefined || (now.kind === 'waiting' && now.wait.kind === 'held') || now.kind === 'rejected';
    // What is there of it, and awaited, is asked for wherever its file is.
    const isThere = isDeepStrictEqual(state, before.state.kind === 'gone' ? withoutFile(now) : now);
    if (!hasResult(was.kind) || !isThere || !(isReady || isBehind || isTakenUp))
      this.#complain(`#${id} went on as ${before.state.kind}, and is ${state.kind}`);
    this.#set(id, state);
  }

  rewound(before: Document, { id, state, result }: Document): void {
    const now = presentState(state);
    if (result?.kind !== 'classification' && before.droppedAt === undefined) this.#complain(`#${id} is back, and has no verdict`);
    if (!hasResult(now.kind) || (before.state.kind === 'gone') !== (state.kind === 'gone'))
      this.#complain(`#${id} is back as ${now.kind}, and was ${before.state.kind}`);
    this.#set(id, state);
  }

  /** Another document of its content has left it what it had on this route. */
  #isTakenUp(before: DocumentState, { hash, route, state }: Document): boolean {
    const event = { kind: 'resumed', state: presentState(state) } as const;
    return this.#released.has(`${routeKey(route)} ${hash}`) && isDeepStrictEqual(transition(before, event), state);
  }

  released({ hash }: Document, route: Route): void {
    this.#released.add(`${routeKey(route)} ${hash}`);
  }

  removed(id: number): void {
    const before = this.#states.get(id);
    if (before?.kind !== 'settling' && before?.kind !== 'waiting') this.#complain(`#${id} was removed as ${before?.kind}`);
    this.#set(id, undefined);
  }

  dropped(document: Document): void {
    const { id, delivery, state } = document;
    this.#belongings.resultsDropped.add(id);
    if (delivery.kind !== 'done') this.#complain(`the result of #${id} was dropped before it was delivered`);
    if (asksPerson({ ...document, state: presentState(state) }))
      this.#complain(`the result of #${id} was dropped while a person is asked about it`);
    if (this.#ledger.documents.behind(id).length > 0)
      this.#complain(`the result of #${id} was dropped while a copy waits for it`);
  }

  noted(id: number): void {
    this.#noted.add(id);
  }

  ended(how: 'committed' | 'rolled back'): void {
    for (const [id, before] of this.#before) {
      const state = this.#states.get(id);
      if (how === 'rolled back') this.#put(id, before);
      else if (state !== undefined && state.kind !== before?.kind && !this.#noted.has(id)) {
        this.#complain(`#${id} went from ${before?.kind} to ${state.kind}, and its history does not say so`);
      }
    }
    this.#noted.clear();
    this.#released.clear();
    if (this.#before.size === 0) return;
    this.#before.clear();
    this.#transactions += 1;
    if (this.#transactions % recountEvery === 0) this.recount();
  }

  /** The ledger's own counts match the documents that were added. */
  recount(): void {
    const counts = new Map<string, number>();
    for (const { kind } of this.#states.values()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    for (const { state, count } of this.#ledger.documents.counts()) counts.set(state, (counts.get(state) ?? 0) - count);
    for (const [state, difference] of counts) {
      if (difference !== 0) this.#complain(`the balance is wrong: ${-difference} too many are ${state}`);
    }
    const { found, ...buckets } = this.#ledger.documents.balance();
    const sum = Object.values(buckets).reduce((total, count) => total + count, 0);
    if (found !== sum || found !== this.#states.size) {
      this.#complain(`the balance is wrong: ${this.#states.size} were found, ${JSON.stringify({ found, ...buckets })}`);
    }
  }

  /**
   * Whether a document's file is on a share that has been away for long enough that everybody could know. One that a person had
   * removed or replaced before is gone whether or not the share is there.
   */
  #isHidden({ folderId, facts, hash }: Document): boolean {
    const { away } = this.#disk;
    if (away === undefined || away.leaves === 'other' || away.path !== this.#ledger.folders.get(folderId)?.path) return false;
    if (this.#clock.elapsed - away.since <= 1_000) return false;
    return this.#disk.paths().some((path) => {
      const file = isWithin(path, away.path) ? this.#disk.file(path) : undefined;
      return file?.ino === facts.ino && (hash === undefined || hash === sha256(file.bytes));
    });
  }

  #set(id: number, state: DocumentState | undefined): void {
    if (!this.#before.has(id)) this.#before.set(id, this.#states.get(id));
    this.#put(id, state);
  }

  #put(id: number, state: DocumentState | undefined): void {
    if (state === undefined) this.#states.delete(id);
    else this.#states.set(id, state);
  }
}

/** What the service has found in a content says whose it is; of a category that a person has chosen, nobody has given a reason. */
function isOfAnother({ hash = '', result }: Document): boolean {
  const found = result?.kind === 'classification' ? result.reasoning : result?.extractedData.value;
  return typeof found === 'string' && !found.startsWith(valueIn(hash));
}

/** Whether some event leads from one state to the other. */
export function isStep(from: DocumentState, to: DocumentState, isLaterStep = false): boolean {
  const back = { kind: 'redo-refused', was: to } as const;
  return (
    [...eventsTo(to), back].some((event) => isDeepStrictEqual(transition(from, event, isLaterStep), to)) ||
    isDeepStrictEqual(from, to)
  );
}

/** The events that could have led to a state. */
function eventsTo(to: DocumentState): readonly DocumentEvent[] {
  switch (to.kind) {
    case 'settling':
      return [
        { kind: 'touched', at: to.since },
        { kind: 'returned', at: to.since },
        { kind: 'send-again', at: to.since },
        ...(to.delayed === undefined ? [] : [{ kind: 'delayed', message: to.delayed } as const]),
      ];
    case 'waiting':
      return [{ kind: 'returned', at: 0 }, ...eventsToWait(to.wait)];
    case 'uploading':
      return [{ kind: 'assigned' }, { kind: 'sent' }];
    case 'unresolved':
      return [
        { kind: 'lost', message: to.message },
        { kind: 'returned', at: 0 },
      ];
    case 'queued':
    case 'processing':
      return [
        ...(to.kind === 'processing' && to.redo !== undefined ? [{ kind: 'redone', at: to.redo.since } as const] : []),
        { kind: 'accepted', status: to.status },
        { kind: 'reported', status: to.status },
        { kind: 'reported', status: to.status, lacking: true },
        { kind: 'returned', at: 0 },
      ];
    case 'processed':
    case 'needs_review':
    case 'confirmed':
      return [
        { kind: 'reported', status: to.kind },
        { kind: 'returned', at: 0 },
      ];
    case 'failed':
      return [
        { kind: 'reported', status: 'failed' },
        { kind: 'reported', status: 'failed', message: to.message },
        { kind: 'given-up', message: to.message },
        { kind: 'returned', at: 0 },
      ];
    case 'duplicate':
      return [
        { kind: 'result-taken', of: to.of },
        { kind: 'returned', at: 0 },
      ];
    case 'rejected':
      return [
        { kind: 'refused', by: to.by, message: to.message },
        { kind: 'returned', at: 0 },
      ];
    case 'gone':
      return [{ kind: 'vanished' }];
    default:
      return assertNever(to);
  }
}

function eventsToWait(wait: Extract<DocumentState, { kind: 'waiting' }>['wait']): readonly DocumentEvent[] {
  switch (wait.kind) {
    case 'ready': {
      const { again, cohort, reason, notBefore } = wait;
      const extra = { ...(cohort !== undefined && { cohort }), ...(reason !== undefined && { reason }) };
      return [
        { kind: 'ready', at: notBefore },
        { kind: 'send-again', at: notBefore, again },
        { kind: 'put-back', notBefore, ...extra },
      ];
    }
    case 'behind':
      return [{ kind: 'copied', first: wait.first }];
    case 'elsewhere':
      return [{ kind: 'elsewhere', machine: wait.machine }];
    case 'held':
      return [{ kind: 'held', why: wait.why, message: wait.message }];
    case 'blocked':
      return [{ kind: 'blocked', message: wait.message }];
    default:
      return assertNever(wait);
  }
}
