import { dirname, join } from 'node:path';
import type { Clock } from '../../engine/ports.ts';
import { type Ledger, LedgerUnavailable } from '../../ledger/ledger.ts';
import type { LogFile } from '../../settings/log.ts';
import { View } from '../../view/view.ts';

/** Changes that follow one another are read together, so long after the first. Milliseconds. */
const togetherMs = 250;
/** Other work has its turn between two slices. Milliseconds. */
const pauseMs = 25;
/** How long after a slice that could not be written the next one is tried. Milliseconds. */
const retryMs = 60_000;

/** A view that follows its ledger until it is closed. */
export interface FollowedView {
  readonly view: View;
  close(): void;
}

interface FollowOptions {
  readonly ledger: Ledger;
  /** The ledger's file; the view is beside it. */
  readonly file: string;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Pick<LogFile, 'warn'>;
}

/** Opens the view of a ledger. One that cannot be written is kept in memory. */
export function followLedger({ ledger, file, clock, log }: FollowOptions): FollowedView {
  const view = openedView(join(dirname(file), 'view.sqlite'), ledger, log);
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

function openedView(file: string, ledger: Ledger, log: FollowOptions['log']): View {
  try {
    return new View(file, ledger);
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error;
    log.warn('the view of the ledger is kept in memory', { error: error.message });
    return new View(':memory:', ledger);
  }
}
