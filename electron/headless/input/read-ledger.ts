import { LedgerDamaged, LedgerNewer, type LedgerReader, LedgerUnavailable, openLedgerReadOnly } from '../../ledger/ledger.ts';
import { Refusal } from './refusal.ts';

/**
 * Looks into a ledger, beside an engine or without one, and lets go of it.
 * @throws Refusal if it cannot be read
 */
export async function readLedger<Value>(file: string, look: (ledger: LedgerReader) => Value | Promise<Value>): Promise<Value> {
  let ledger: LedgerReader | undefined;
  try {
    ledger = openLedgerReadOnly(file);
    return await look(ledger);
  } catch (error) {
    if (error instanceof LedgerDamaged || error instanceof LedgerNewer || error instanceof LedgerUnavailable)
      throw new Refusal(error.message, { cause: error });
    throw error;
  } finally {
    ledger?.close();
  }
}
