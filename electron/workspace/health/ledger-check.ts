import type { Check } from '../../core/contract/status.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { assertNever } from '../../core/result.ts';
import { listBackups } from '../../ledger/backups.ts';
import { LedgerDamaged, LedgerOfOtherVersion, type LedgerReader, openLedgerReadOnly } from '../../ledger/ledger.ts';
import { sizeOf } from '../../ledger/private-files.ts';
import { backupsOf } from '../../ledger/safekeeping.ts';
import { fine, problem, warning } from './machine-check.ts';

/** What is seen of a ledger. Times are milliseconds since the epoch, sizes bytes. */
export interface LedgerFacts {
  readonly file: string;
  readonly state:
    | { readonly kind: 'none' }
    | { readonly kind: 'damaged' | 'other-version' | 'unusable'; readonly message: Message }
    | {
        readonly kind: 'sound';
        readonly size: number;
        readonly documents: number;
        /** After a lost ledger, files wait for a decision. */
        readonly unverified: Message | undefined;
      };
  /** When each was made, newest first. */
  readonly backups: readonly number[];
  readonly now: number;
}

const dayMs = 24 * 60 * 60_000;

/** Pure. */
export function judgeLedger(facts: LedgerFacts): Check[] {
  const { file: path, state, backups } = facts;
  switch (state.kind) {
    case 'none':
      return backups.length === 0
        ? [fine('ledger', say('health.ledger.none', { path }))]
        : [problem('ledger', say('health.ledger.lost', { path }), say('health.ledger.lostRemedy'))];
    case 'damaged':
      return [problem('ledger', state.message, say('health.ledger.damagedRemedy', { backups: listed(backups) }))];
    case 'other-version':
      return [problem('ledger', state.message, say('health.ledger.otherVersionRemedy'))];
    case 'unusable':
      return [problem('ledger', state.message, say('health.ledger.unusableRemedy'))];
    case 'sound': {
      const { documents: count, size, unverified } = state;
      return [
        fine('ledger', say('health.ledger.sound', { path, count, size })),
        ...(unverified === undefined ? [] : [warning('ledger', unverified, say('health.ledger.unverifiedRemedy'))]),
        judgeBackups(facts, count),
      ];
    }
    default:
      return assertNever(state);
  }
}

function judgeBackups({ backups, now }: LedgerFacts, documents: number): Check {
  const [newest] = backups;
  if (newest === undefined) {
    return documents === 0
      ? fine('ledger', say('health.ledger.nothingToLose'))
      : warning('ledger', say('health.ledger.noBackup'), say('health.ledger.noBackupRemedy'));
  }
  // Backups are made while Intray works: an old one only says that nothing has been done since.
  const old = now - newest > 30 * dayMs;
  const values = { backups: listed(backups) };
  return fine('ledger', old ? say('health.ledger.hasOldBackups', values) : say('health.ledger.hasBackups', values));
}

function listed(backups: readonly number[]): Message {
  const [newest] = backups;
  return newest === undefined
    ? say('health.ledger.backupsNone')
    : say('health.ledger.backups', { count: backups.length, at: newest });
}

/** Reads the ledger and its backups through connections that cannot write. */
export function lookAtLedger(file: string, now: number): LedgerFacts {
  const backups = safeBackups(file);
  let ledger: LedgerReader | undefined;
  try {
    const size = sizeOf(file) + sizeOf(`${file}-wal`);
    if (size === 0) return { file, state: { kind: 'none' }, backups, now };
    ledger = openLedgerReadOnly(file, true);
    const documents = ledger.documents.balance().found;
    const unverified = ledger.meta.read('unverified')?.message;
    return { file, state: { kind: 'sound', size, documents, unverified }, backups, now };
  } catch (error) {
    const kind =
      error instanceof LedgerDamaged ? 'damaged' : error instanceof LedgerOfOtherVersion ? 'other-version' : 'unusable';
    return { file, state: { kind, message: messageOf(error) }, backups, now };
  } finally {
    ledger?.close();
  }
}

function safeBackups(file: string): number[] {
  try {
    return listBackups(backupsOf(file)).map(({ at }) => at);
  } catch {
    return [];
  }
}
