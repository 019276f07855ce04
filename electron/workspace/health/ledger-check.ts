import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { listBackups } from '../../ledger/backups.ts';
import { LedgerDamaged, LedgerNewer, type LedgerReader, openLedgerReadOnly } from '../../ledger/ledger.ts';
import { backupsOf } from '../../ledger/safekeeping.ts';
import { readUnverified } from '../../ledger/unverified.ts';
import { bytes, localTime, plural, printable } from '../words.ts';
import { type Check, fine, problem, reasonOf, warning } from './check.ts';

/** What is seen of a ledger. Times are milliseconds since the epoch, sizes bytes. */
export interface LedgerFacts {
  readonly file: string;
  readonly state:
    | { readonly kind: 'none' }
    | { readonly kind: 'damaged' | 'newer' | 'unusable'; readonly message: string }
    | {
        readonly kind: 'sound';
        readonly size: number;
        readonly documents: number;
        /** After a lost ledger, files wait for a decision. */
        readonly unverified: string | undefined;
      };
  /** When each was made, newest first. */
  readonly backups: readonly number[];
  readonly now: number;
}

const dayMs = 24 * 60 * 60_000;

/** Pure. */
export function judgeLedger(facts: LedgerFacts): Check[] {
  const { file, state, backups } = facts;
  const shown = printable(file);
  switch (state.kind) {
    case 'none':
      return backups.length === 0
        ? [fine('ledger', `There is none at ${shown} yet; the first run makes it.`)]
        : [
            problem(
              'ledger',
              `${shown} is missing, though there are backups of it.`,
              'Put it back if it was moved away; else the next start takes up the newest backup, and holds what it cannot prove.',
            ),
          ];
    case 'damaged':
      return [
        problem(
          'ledger',
          printable(state.message),
          `Start Intray: it puts the damaged file aside, takes up the newest backup (${backupWords(backups)}), and holds what it cannot prove for your decision.`,
        ),
      ];
    case 'newer':
      return [problem('ledger', printable(state.message), 'Update Intray.')];
    case 'unusable':
      return [problem('ledger', printable(state.message), 'Check the permissions of the file and of its directory.')];
    case 'sound':
      return [
        fine('ledger', `${shown} is sound: ${plural(state.documents, 'document', 'documents')}, ${bytes(state.size)}.`),
        ...(state.unverified === undefined ? [] : [unverifiedCheck(state.unverified)]),
        judgeBackups(facts, state.documents),
      ];
  }
}

function unverifiedCheck(message: string): Check {
  return warning(
    'ledger',
    printable(message),
    'Decide once: run or watch with --unverified send (each is marked as a possible duplicate) or --unverified leave.',
  );
}

function judgeBackups({ backups, now }: LedgerFacts, documents: number): Check {
  const [newest] = backups;
  if (newest === undefined) {
    return documents === 0
      ? fine('ledger', 'It has no backup yet, and nothing to lose.')
      : warning('ledger', 'It has no backup.', 'One is made each hour while Intray runs, and when it ends: let it run.');
  }
  // It is made while Intray works: one that is old only says that nothing was done since.
  const old = now - newest > 30 * dayMs;
  return fine('ledger', `It has ${backupWords(backups)}${old ? '; Intray has not run since' : ''}.`);
}

function backupWords(backups: readonly number[]): string {
  const [newest] = backups;
  return newest === undefined
    ? 'no backup'
    : `${plural(backups.length, 'backup', 'backups')}, the newest of ${localTime(newest)}`;
}

/** Looks, through connections that cannot write. */
export function lookAtLedger(file: string, now: number): LedgerFacts {
  const backups = safeBackups(file);
  const size = sizeOf(file) + sizeOf(`${file}-wal`);
  if (size === 0) return { file, state: { kind: 'none' }, backups, now };
  try {
    const state = withLedger(file, (ledger) => ({
      kind: 'sound' as const,
      size,
      documents: ledger.documents.balance().found,
      unverified: readUnverified(ledger.meta)?.message,
    }));
    const finding = quickCheck(file);
    if (finding !== undefined) throw new LedgerDamaged(file, finding);
    return { file, state, backups, now };
  } catch (error) {
    const kind = error instanceof LedgerDamaged ? 'damaged' : error instanceof LedgerNewer ? 'newer' : 'unusable';
    return { file, state: { kind, message: reasonOf(error) }, backups, now };
  }
}

function withLedger<Value>(file: string, look: (ledger: LedgerReader) => Value): Value {
  const ledger = openLedgerReadOnly(file);
  try {
    return look(ledger);
  } finally {
    ledger.close();
  }
}

/** The first thing that is wrong with any table but the search index, which can lose nothing but words; undefined if all is well. */
function quickCheck(file: string): string | undefined {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
      .all();
    for (const { name } of tables) {
      const finding = Object.values(database.prepare(`PRAGMA quick_check("${String(name)}")`).get() ?? {})[0];
      if (finding !== 'ok') return String(finding);
    }
    return undefined;
  } catch (error) {
    return reasonOf(error);
  } finally {
    database.close();
  }
}

function safeBackups(file: string): number[] {
  try {
    return listBackups(backupsOf(file)).map(({ at }) => at);
  } catch {
    return [];
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
