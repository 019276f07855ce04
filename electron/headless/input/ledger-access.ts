import { existsSync } from 'node:fs';
import { type Message, say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import {
  type Ledger,
  LedgerDamaged,
  LedgerOfOtherVersion,
  type LedgerReader,
  LedgerUnavailable,
  openLedger,
  openLedgerReadOnly,
} from '../../ledger/ledger.ts';
import { lookForEngine } from '../../ledger/lock.ts';
import { dataDirectory, ledgerPath } from '../../settings/data-directory.ts';
import type { Host } from '../host.ts';
import { Refusal } from './refusal.ts';

/** Whether an engine is running on a data directory, seen from outside. */
export type EngineHolder =
  | { readonly kind: 'none' }
  /** `pid`, `host` and `since` (ISO 8601) are absent where the engine could not be asked for them. */
  | { readonly kind: 'running'; readonly pid?: number; readonly host?: string; readonly since?: string };

export function engineHolder(directory: string): EngineHolder {
  const { running, holder } = lookForEngine(directory);
  return running ? { kind: 'running', ...holder } : { kind: 'none' };
}

/** Pure. */
export function holderMessage(holder: EngineHolder): Message {
  if (holder.kind === 'none') return say('commandLine.engine.none');
  const { pid, host: machine, since } = holder;
  if (pid === undefined || machine === undefined) return say('commandLine.engine.running');
  const process = String(pid);
  const at = since === undefined ? Number.NaN : Date.parse(since);
  return Number.isNaN(at)
    ? say('commandLine.engine.runningAs', { process, machine })
    : say('commandLine.engine.runningSince', { process, machine, at });
}

/** Does work with a ledger that is opened so, and closes it. @throws Refusal if it cannot be used */
export async function withLedger<Opened extends LedgerReader, Value>(
  open: () => Opened,
  use: (ledger: Opened) => Value | Promise<Value>,
): Promise<Value> {
  let ledger: Opened | undefined;
  try {
    return await ledgerRefusals(async () => {
      ledger = open();
      return await use(ledger);
    });
  } finally {
    ledger?.close();
  }
}

/** Does work that opens a ledger. @throws Refusal if that cannot be used */
export async function ledgerRefusals<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const unusable =
      error instanceof LedgerDamaged || error instanceof LedgerOfOtherVersion || error instanceof LedgerUnavailable;
    throw unusable ? new Refusal(messageOf(error), { cause: error }) : error;
  }
}

/** The ledger of the data directory that a command is for. */
export function ledgerAt({ dataDir }: { readonly dataDir?: string }, { paths }: Pick<Host, 'paths'>) {
  const directory = dataDirectory(dataDir, paths);
  const file = ledgerPath(directory);
  const isSoon = () => engineHolder(directory).kind === 'running';
  return {
    directory,
    file,
    isThere: existsSync(file),
    /** Beside an engine, or without one. */
    read: <Value>(use: (ledger: LedgerReader) => Value | Promise<Value>) => withLedger(() => openLedgerReadOnly(file), use),
    write: <Value>(use: (ledger: Ledger) => Value | Promise<Value>) => withLedger(() => openLedger(file), use),
    /** Whether an engine sees within seconds what is left there; otherwise when it runs next. */
    isSoon,
    /** The sentence that says so. */
    soon: () => say('answers.soon', { soon: isSoon() ? 'yes' : 'no' }),
  };
}

export type CommandLedger = ReturnType<typeof ledgerAt>;

/** @throws Refusal if there is none yet */
export function ledgerFor(flags: Parameters<typeof ledgerAt>[0], host: Pick<Host, 'paths'>): CommandLedger {
  const kept = ledgerAt(flags, host);
  if (!kept.isThere) throw new Refusal(say('commandLine.noLedger', { path: kept.directory }));
  return kept;
}
