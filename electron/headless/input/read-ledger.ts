import { existsSync } from 'node:fs';
import { say } from '../../core/messages/message.ts';
import { type LedgerReader, openLedgerReadOnly } from '../../ledger/ledger.ts';
import { ledgerPath } from '../../settings/data-directory.ts';
import { ledgerRefusal, Refusal } from './refusal.ts';

/**
 * Reads a ledger, beside an engine or without one, and closes it.
 * @throws Refusal if it cannot be read
 */
export async function readLedger<Value>(file: string, read: (ledger: LedgerReader) => Value | Promise<Value>): Promise<Value> {
  let ledger: LedgerReader | undefined;
  try {
    ledger = openLedgerReadOnly(file);
    return await read(ledger);
  } catch (error) {
    throw ledgerRefusal(error);
  } finally {
    ledger?.close();
  }
}

/** The path of a data directory's ledger. @throws Refusal if there is none yet */
export function existingLedger(directory: string): string {
  const file = ledgerPath(directory);
  if (!existsSync(file)) throw new Refusal(say('commandLine.noLedger', { path: directory }));
  return file;
}
