import { existsSync } from 'node:fs';
import { say } from '../../core/messages/message.ts';
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
import { ledgerPath } from '../../settings/data-directory.ts';
import { Refusal } from './refusal.ts';

/**
 * Reads a ledger, beside an engine or without one, and closes it.
 * @throws Refusal if it cannot be read
 */
export function readLedger<Value>(file: string, read: (ledger: LedgerReader) => Value | Promise<Value>): Promise<Value> {
  return withLedger(() => openLedgerReadOnly(file), read);
}

/** The same with a ledger that can be written to. @throws Refusal */
export function writeLedger<Value>(file: string, write: (ledger: Ledger) => Value | Promise<Value>): Promise<Value> {
  return withLedger(() => openLedger(file), write);
}

async function withLedger<Opened extends LedgerReader, Value>(
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

/** The path of a data directory's ledger. @throws Refusal if there is none yet */
export function existingLedger(directory: string): string {
  const file = ledgerPath(directory);
  if (!existsSync(file)) throw new Refusal(say('commandLine.noLedger', { path: directory }));
  return file;
}
