/** The ledger of a process that may end at any of its commits. */
import { join } from 'node:path';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { type Ledger, openLedgerReadOnly } from '../../../electron/ledger/ledger.ts';
import { acquireDataDirectory } from '../../../electron/ledger/lock.ts';
import { openKeptLedger } from '../../../electron/ledger/safekeeping.ts';
import type { Fate } from '../../crash/fate.ts';
import type { Seen, SeenFile } from '../seen.ts';
import type { Wish } from './ledger-store.ts';
import { SeenInLedger } from './seen-in-ledger.ts';

export interface MortalLedger {
  readonly seen: Seen;
  /** As an engine is given it. */
  portFor(fate: Fate): Ledger;
  wish(wish: Wish): void;
  close(): void;
}

const fileIn = (dataDirectory: string): string => join(dataDirectory, 'ledger.sqlite');

/** Takes a data directory for as long as the process lives, as the program does. @returns what gives it back */
export function take(dataDirectory: string): () => void {
  const lock = acquireDataDirectory(dataDirectory);
  if (!lock.ok) throw new Error(inEnglish(lock.error.message));
  return () => lock.value.release();
}

export function openMortal(dataDirectory: string, origin: string): MortalLedger {
  const { ledger } = openKeptLedger(fileIn(dataDirectory), Date.now());
  return {
    seen: new SeenInLedger(ledger, origin),
    portFor: (fate) => mortal(ledger, fate),
    wish: (wish) => ledger.requests.add(wish),
    close: () => ledger.close(),
  };
}

/** The files of a folder, as a data directory has them, whether an engine runs or not. */
export function filesKnown(dataDirectory: string, folder: string): readonly SeenFile[] {
  return whileOpen(dataDirectory, (seen) => (seen.folder(folder) === undefined ? [] : seen.files(folder)));
}

/** @param read what it returns must not read more */
export function whileOpen<Value>(dataDirectory: string, read: (seen: Seen) => Value, origin = ''): Value {
  const ledger = openLedgerReadOnly(fileIn(dataDirectory));
  try {
    // The same class: it only reads here.
    return read(new SeenInLedger(ledger as Ledger, origin));
  } finally {
    ledger.close();
  }
}

/** `commit before`: what the transaction did is not on disk yet; `after`: it is. A write of its own is a transaction too. */
function mortal(real: Ledger, fate: Fate): Ledger {
  let within = false;
  const commit = (work: () => unknown): unknown => {
    within = true;
    try {
      return real.transaction(() => {
        const value = work();
        fate.pass('commit', 'before');
        return value;
      });
    } finally {
      within = false;
      fate.pass('commit', 'after');
    }
  };
  const wrap = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(_, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member === 'object' && member !== null) return wrap(member);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          const call = () => member.apply(target, args) as unknown;
          return within || !writes.test(String(name)) ? call() : commit(call);
        };
      },
    });
  return wrap(real);
}

const writes =
  /^(transaction|add|update|changeJob|jobFor|hurry|leaveOut|take|ensure|pause|resume|(put|set|remove|forget|replace)([A-Z].*)?)$/;
