import type { Document } from '../../../electron/core/document/document.ts';
import type { HistoryEntry } from '../../../electron/core/document/records.ts';
import type { Ledger } from '../../../electron/ledger/ledger.ts';
import { Died, type Process } from '../../simulator/process.ts';
import type { SeenFile } from '../seen.ts';
import type { SeenInLedger } from './seen-in-ledger.ts';

/** Notified of what a process writes down, within the same transaction. */
export interface LedgerWitness {
  /** A file is new, or something of it has changed. */
  changed(file: SeenFile): void;
  removed(id: number): void;
  /** Its log has a new line. */
  noted(id: number): void;
  /** A question about a folder is opened, or changed. */
  asked(folderId: number): void;
  /** The outermost transaction has ended. */
  ended(how: 'committed' | 'rolled back'): void;
}

/** The writing methods, by name, in every part of the ledger. Nobody leaves a request here that is done at once, so `requests.take` is not one. */
const writing =
  /^(add|note|update|changeJob|jobFor|put|putRow|replaceRow|remove|removeRow|removeInto|leaveOut|set|setInfo|setNames|setPages|setPassed|setBaseline|setCounted|pause|resume|hurry|ensure|forgetSkipped|readInvoiceKey|dropResult|dropSome|want|takeWanted|markByHand|setSaid|retry|setUndone|setDone|setProblem)$/;

/**
 * The ledger as one process sees it. The process may die before any transaction, at its end before the commit, and after
 * it. A write outside a transaction is its own transaction.
 */
export function ledgerOf(process: Process, real: Ledger, seen: SeenInLedger, witness: LedgerWitness): Ledger {
  let depth = 0;
  const outermost = <Value>(name: string, work: () => Value): Value => {
    process.stepNow(`ledger ${name} before`);
    let how: 'committed' | 'rolled back' = 'rolled back';
    depth += 1;
    try {
      const value = real.transaction(() => {
        const done = work();
        process.stepNow(`ledger ${name} uncommitted`);
        return done;
      });
      how = 'committed';
      return value;
    } finally {
      depth -= 1;
      witness.ended(how);
      if (how === 'committed') process.stepNow(`ledger ${name} committed`);
    }
  };
  const guarded = (part: object, partName: string, special: Record<string, (...values: never[]) => unknown> = {}): object => {
    const methods = methodsOf(part);
    const calls = methods.flatMap((name): [string, unknown][] => {
      const method = special[name] ?? Reflect.get(part, name);
      if (typeof method !== 'function') return [];
      const call = (...values: unknown[]): unknown => {
        if (!process.alive) throw new Died(name);
        if (depth > 0 || !writing.test(name)) return method.apply(part, values);
        return outermost(`${partName}.${name}`, () => method.apply(part, values));
      };
      return [[name, call]];
    });
    return Object.fromEntries(calls);
  };
  const told = (document: Document): Document => {
    witness.changed(seen.seen(document));
    return document;
  };
  const changed = (id: number) => {
    const file = seen.file(id);
    if (file !== undefined) witness.changed(file);
  };
  const { documents: rows } = real;
  const documents = {
    add(...values: Parameters<typeof rows.add>) {
      const added = rows.add(...values);
      witness.noted(added.id);
      return told(added);
    },
    update: (...values: Parameters<typeof rows.update>) => told(rows.update(...values)),
    changeJob(...values: Parameters<typeof rows.changeJob>) {
      const followed = rows.changeJob(...values);
      for (const { after } of followed) told(after);
      return followed;
    },
    note(entry: HistoryEntry) {
      rows.note(entry);
      witness.noted(entry.documentId);
    },
    setPages(id: number, pages: number) {
      rows.setPages(id, pages);
      changed(id);
    },
    dropResult(id: number, at: number) {
      rows.dropResult(id, at);
      changed(id);
    },
    leaveOut(id: number) {
      rows.leaveOut(id);
      witness.removed(id);
    },
    removeInto(id: number, into: number) {
      rows.removeInto(id, into);
      witness.removed(id);
    },
  };
  const retention = {
    /** It is seen where it drops one: to compare all files before and after takes longer than the rest of a run. */
    dropSome(...values: Parameters<Ledger['retention']['dropSome']>) {
      const { dropResult } = rows;
      const counted = () => real.retention.dropped()?.documents ?? 0;
      const [before, dropped] = [counted(), new Set<number>()];
      rows.dropResult = (id, at) => {
        dropped.add(id);
        Reflect.apply(dropResult, rows, [id, at]);
      };
      try {
        const next = real.retention.dropSome(...values);
        if (counted() - before !== dropped.size)
          throw new Error(`${counted() - before} results are gone, and ${dropped.size} were seen`);
        for (const id of dropped) changed(id);
        return next;
      } finally {
        Reflect.deleteProperty(rows, 'dropResult');
      }
    },
  };
  const meta = {
    write(...values: readonly unknown[]) {
      Reflect.apply(real.meta.write, real.meta, values);
      const [name, value, folderId] = values;
      if (name === 'question' && value !== undefined && typeof folderId === 'number') witness.asked(folderId);
    },
  };
  const special: Readonly<Record<string, Parameters<typeof guarded>[2]>> = { documents, meta, retention };
  const parts = Object.entries(real).map(([name, part]) => [name, guarded(part, name, special[name])]);
  const ledger = {
    ...Object.fromEntries(parts),
    isChangedElsewhere: () => real.isChangedElsewhere(),
    /** Who has died waits for ever: what was committed by then may be lost. */
    durably: <Value>(work: () => Value): Promise<Value> => (process.alive ? real.durably(work) : new Promise<never>(() => {})),
    synced: () => (process.alive ? real.synced() : new Promise<never>(() => {})),
    readAgain() {
      if (!process.alive) throw new Died('readAgain');
      if (depth > 0) real.readAgain();
      else outermost('readAgain', () => real.readAgain());
    },
    transaction<Value>(...given: Parameters<typeof real.transaction<Value>>): Value {
      if (!process.alive) throw new Died('transaction');
      return depth > 0 ? real.transaction(...given) : outermost('transaction', () => real.transaction(...given));
    },
  };
  // A stand-in lacks the private members, which the engine does not use.
  return ledger as unknown as Ledger;
}

/** The names of the methods of an object, also of those that its class has inherited. */
function methodsOf(part: object): string[] {
  const names = new Set<string>();
  for (let owner = Object.getPrototypeOf(part); owner !== Object.prototype; owner = Object.getPrototypeOf(owner))
    for (const name of Object.getOwnPropertyNames(owner)) names.add(name);
  names.delete('constructor');
  return [...names];
}
