import type { Document } from '../../electron/core/document/document.ts';
import type { HistoryEntry } from '../../electron/core/document/records.ts';
import type { Route } from '../../electron/core/protocol/route.ts';
import type { DocumentChanges, Ledger } from '../../electron/ledger/ledger.ts';
import { Died, type Process } from './process.ts';

/** Notified of what a process does to the ledger, within the same transaction. */
export interface LedgerWitness {
  added(document: Document): void;
  updated(after: Document, changes: DocumentChanges): void;
  /** It is in its next step. */
  advanced(before: Document, after: Document): void;
  /** It is back in the step before. */
  rewound(before: Document, after: Document): void;
  removed(id: number): void;
  /** It leaves what it had on a route to another document of its content, or takes it up itself. */
  released(document: Document, route: Route): void;
  /** Its result and history are dropped: it as it was. */
  dropped(before: Document): void;
  /** Its history has a new line. */
  noted(id: number): void;
  /** The outermost transaction has ended. */
  ended(how: 'committed' | 'rolled back'): void;
}

/** The writing methods, by name, in every part of the ledger. Nobody leaves a request here that is done at once, so `requests.take` is not one. */
const writing =
  /^(add|advance|update|put|putRow|replaceRow|rewind|updatePassed|remove|removeRow|removeInto|leaveOut|set|setInfo|setNames|setPages|setPassed|setBaseline|setCounted|pause|resume|hurry|ensure|forgetSkipped|readAgain|readValues|dropResult|takeUpVerdict|dropSome|want|takeWanted|markByHand|setSaid|retry|setUndone|setDone|setProblem)$/;

/**
 * The ledger as one process sees it. The process may die before any transaction, at its end before the commit, and after
 * it. A write outside a transaction is its own transaction.
 *
 * @param asked a question about a folder is opened, or changed
 */
export function ledgerOf(process: Process, real: Ledger, witness: LedgerWitness, asked: (folderId: number) => void): Ledger {
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
  const history = {
    add(entry: HistoryEntry) {
      real.history.add(entry);
      witness.noted(entry.documentId);
    },
  };
  const documents = {
    add(...values: Parameters<Ledger['documents']['add']>) {
      const document = real.documents.add(...values);
      witness.added(document);
      return document;
    },
    update(id: number, changes: DocumentChanges) {
      const after = real.documents.update(id, changes);
      witness.updated(after, changes);
      return after;
    },
    setPages(id: number, pages: number) {
      real.documents.setPages(id, pages);
      const after = real.documents.get(id);
      if (after !== undefined) witness.updated(after, { pages });
    },
    advance(...[id, route, changes]: Parameters<Ledger['documents']['advance']>) {
      const before = real.documents.get(id);
      const after = real.documents.advance(id, route, changes);
      if (before !== undefined) witness.advanced(before, after);
      return after;
    },
    rewind(...[id, changes]: Parameters<Ledger['documents']['rewind']>) {
      const before = real.documents.get(id);
      const after = real.documents.rewind(id, changes);
      if (before !== undefined) witness.rewound(before, after);
      return after;
    },
    dropResult(id: number, at: number) {
      const document = real.documents.get(id);
      real.documents.dropResult(id, at);
      if (document !== undefined) witness.dropped(document);
    },
    leaveOut(id: number) {
      real.documents.leaveOut(id);
      witness.removed(id);
    },
    removeInto(id: number, into: number) {
      real.documents.removeInto(id, into);
      witness.removed(id);
    },
  };
  const leftSteps = {
    remove(id: number, route: Route) {
      const document = real.documents.get(id);
      if (document !== undefined && real.leftSteps.get(id, route) !== undefined) witness.released(document, route);
      real.leftSteps.remove(id, route);
    },
  };
  const retention = {
    /** It is seen where it drops one: to compare all documents before and after takes longer than the rest of a run. */
    dropSome(...values: Parameters<Ledger['retention']['dropSome']>) {
      const { dropResult } = real.documents;
      const counted = () => real.retention.dropped()?.documents ?? 0;
      const [before, seen] = [counted(), new Set<Document>()];
      real.documents.dropResult = (id, at) => {
        const document = real.documents.get(id);
        if (document !== undefined) seen.add(document);
        Reflect.apply(dropResult, real.documents, [id, at]);
      };
      try {
        const next = real.retention.dropSome(...values);
        if (counted() - before !== seen.size)
          throw new Error(`${counted() - before} results are gone, and ${seen.size} were seen`);
        for (const document of seen) witness.dropped(document);
        return next;
      } finally {
        Reflect.deleteProperty(real.documents, 'dropResult');
      }
    },
  };
  const meta = {
    write(...values: readonly unknown[]) {
      Reflect.apply(real.meta.write, real.meta, values);
      const [name, value, folderId] = values;
      if (name === 'question' && value !== undefined && typeof folderId === 'number') asked(folderId);
    },
  };
  const special: Readonly<Record<string, Parameters<typeof guarded>[2]>> = { documents, history, leftSteps, meta, retention };
  const parts = Object.entries(real).map(([name, part]) => [name, guarded(part, name, special[name])]);
  const ledger = {
    ...Object.fromEntries(parts),
    isChangedElsewhere: () => real.isChangedElsewhere(),
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
