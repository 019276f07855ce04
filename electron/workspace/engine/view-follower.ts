import { type Ledger, LedgerUnavailable } from '../../ledger/ledger.ts';
import { View } from '../../view/view.ts';
import type { DataDirectorySession } from '../data-directory-session.ts';

/** Changes that follow one another are read together, so long after the first. Milliseconds. */
const togetherMs = 250;
/** Other work has its turn between two slices. Milliseconds. */
const pauseMs = 25;
/** How long after a slice that could not be written the next one is tried. Milliseconds. */
const retryMs = 60_000;

/** Opens the view of a session's ledger, beside its file, and has it follow until it is closed. One that cannot be written is kept in memory. */
export function followLedger({ ledger, log, clock }: Pick<DataDirectorySession, 'ledger' | 'log' | 'clock'>, file: string) {
  const view = openedView(file, ledger, log);
  let cancel: (() => void) | undefined;
  const later = (milliseconds: number) => {
    cancel ??= clock.after(milliseconds, slice);
  };
  const slice = () => {
    cancel = undefined;
    try {
      if (view.readOn()) later(pauseMs);
    } catch (error) {
      log.warn('the view of the ledger could not be brought up to date', { error: String(error) });
      later(retryMs);
    }
  };
  const end = ledger.documents.onChange(() => later(togetherMs));
  later(togetherMs);
  return {
    view,
    close() {
      end();
      cancel?.();
      view.close();
    },
  };
}

function openedView(file: string, ledger: Ledger, log: DataDirectorySession['log']): View {
  try {
    return new View(file, ledger);
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error;
    log.warn('the view of the ledger is kept in memory', { error: error.message });
    return new View(':memory:', ledger);
  }
}
