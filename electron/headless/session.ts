import type { FolderSettings } from '../core/settings.ts';
import type { Engine, EngineOptions } from '../engine/api.ts';
import { createFiles } from '../engine/disk.ts';
import { createEngine } from '../engine/engine.ts';
import { systemClock, systemRandom } from '../engine/system.ts';
import { createWatcher } from '../engine/watcher.ts';
import { type Ledger, LedgerDamaged, LedgerNewer, LedgerUnavailable } from '../ledger/ledger.ts';
import { acquireDataDirectory } from '../ledger/lock.ts';
import { type KeptLedger, keepBackups, markSuspect, openKeptLedger, type Recovery } from '../ledger/safekeeping.ts';
import type { Service } from '../service/service.ts';
import { ledgerPath } from '../settings/data-directory.ts';
import { type LogFile, openLog } from '../settings/log.ts';
import type { Redaction } from '../settings/redact.ts';
import { orRefuse, Refusal } from './refusal.ts';

/** An engine with all it stands on, from the lock on its data directory upwards. */
export interface Session {
  readonly engine: Engine;
  readonly ledger: Ledger;
  readonly log: LogFile;
  /** The ledger was damaged or missing, and an older one was taken up: to be said loudly. */
  readonly recovery?: Recovery;
  /** Lets go of everything, once the engine has ended. */
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly service: Service;
  readonly dataDirectory: string;
  readonly folders: readonly FolderSettings[];
  readonly mode: EngineOptions['mode'];
  readonly redaction: Redaction;
  readonly verbose: boolean;
}

/**
 * Takes hold of the data directory and wires an engine in it; nothing runs yet. This is where a command begins to write.
 * @throws Refusal if another Intray is at work there, or the directory or its ledger cannot be used
 */
export function openSession(options: SessionOptions): Session {
  const lock = orRefuse(acquireDataDirectory(options.dataDirectory));
  let ledger: Ledger | undefined;
  try {
    const log = openLog({
      dataDirectory: options.dataDirectory,
      redaction: options.redaction,
      level: options.verbose ? 'debug' : 'info',
    });
    const file = ledgerPath(options.dataDirectory);
    const { ledger: opened, recovery } = openKnown(file);
    ledger = opened;
    if (recovery !== undefined) log.error('the ledger was lost', recovery);
    const engine = createEngine(
      {
        files: createFiles(),
        watcher: createWatcher(),
        service: options.service,
        ledger,
        clock: systemClock,
        random: systemRandom,
        log,
      },
      { folders: options.folders, mode: options.mode, locale: Intl.DateTimeFormat().resolvedOptions().locale },
    );
    const backups = keepBackups({ ledger: opened, file, clock: systemClock, log });
    let sound = true;
    void engine.ended.then((ending) => {
      sound = ending.kind !== 'halted' || ending.damaged !== true;
    });
    return {
      engine,
      ledger,
      log,
      ...(recovery !== undefined && { recovery }),
      async close() {
        await backups.end({ last: sound });
        if (!sound) markSuspect(file, log);
        opened.close();
        lock.release();
        await log.close();
      },
    };
  } catch (error) {
    ledger?.close();
    lock.release();
    throw error;
  }
}

function openKnown(file: string): KeptLedger {
  try {
    return openKeptLedger(file, systemClock.now());
  } catch (error) {
    if (error instanceof LedgerDamaged || error instanceof LedgerNewer || error instanceof LedgerUnavailable)
      throw new Refusal(error.message, { cause: error });
    throw error;
  }
}
