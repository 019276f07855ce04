import type { FolderSettings } from '../core/config/folder-settings.ts';
import type { Message } from '../core/messages/message.ts';
import { messageOf } from '../core/messages/message-error.ts';
import { inEnglish } from '../core/messages/wording.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Engine, EngineOptions } from '../engine/api.ts';
import { createFiles } from '../engine/disk/disk.ts';
import { createEngine } from '../engine/engine.ts';
import type { Clock } from '../engine/ports.ts';
import { systemClock, systemRandom } from '../engine/system.ts';
import { createWatcher } from '../engine/watch/watcher.ts';
import { type Ledger, LedgerDamaged, LedgerNewer, LedgerUnavailable } from '../ledger/ledger.ts';
import { acquireDataDirectory } from '../ledger/lock.ts';
import { keepBackups, markSuspect, openKeptLedger, type Recovery } from '../ledger/safekeeping.ts';
import type { Service } from '../service/service.ts';
import { ledgerPath } from '../settings/data-directory.ts';
import { type LogFile, openLog } from '../settings/log.ts';
import type { Redaction } from '../settings/redact.ts';

/** What an engine stands on, from the lock on its data directory upwards. Engines may follow each other on it. */
export interface Stand {
  readonly ledger: Ledger;
  readonly log: LogFile;
  /** The ledger was damaged or missing, and an older one was taken up: to be said loudly. */
  readonly recovery?: Recovery;
  /** Lets go of everything, once no engine runs. @param sound false: the ledger turned out to be damaged, and the next to open it takes up a backup */
  close(sound: boolean): Promise<void>;
}

export interface StandOptions {
  readonly dataDirectory: string;
  readonly redaction: Redaction;
  readonly verbose: boolean;
  readonly clock?: Clock;
}

/** Why a data directory cannot be worked in, in sentences for a person. `held`: another Intray works in it. */
export interface StandProblem {
  readonly kind: 'held' | 'data' | 'ledger';
  readonly message: Message;
}

/** Takes hold of the data directory, and opens log and ledger in it. This is where a host begins to write. */
export function openStand(options: StandOptions): Result<Stand, StandProblem> {
  const { dataDirectory, redaction, verbose, clock = systemClock } = options;
  const acquired = acquireDataDirectory(dataDirectory);
  if (!acquired.ok) {
    const { message } = acquired.error;
    return err({ kind: inEnglish(message).startsWith('Intray is already running') ? 'held' : 'data', message });
  }
  const lock = acquired.value;
  let log: LogFile | undefined;
  try {
    const opened = openLog({ dataDirectory, redaction, level: verbose ? 'debug' : 'info' });
    log = opened;
    const file = ledgerPath(dataDirectory);
    const { ledger, recovery } = openKeptLedger(file, clock.now());
    if (recovery !== undefined) opened.error('the ledger was lost', recovery);
    const backups = keepBackups({ ledger, file, clock, log: opened });
    return ok({
      ledger,
      log: opened,
      ...(recovery !== undefined && { recovery }),
      async close(sound) {
        await backups.end({ last: sound });
        if (!sound) markSuspect(file, opened);
        ledger.close();
        lock.release();
        await opened.close();
      },
    });
  } catch (error) {
    lock.release();
    void log?.close();
    if (error instanceof LedgerDamaged || error instanceof LedgerNewer || error instanceof LedgerUnavailable)
      return err({ kind: 'ledger', message: messageOf(error) });
    throw error;
  }
}

/** Wires an engine on a stand; nothing runs yet. */
export function engineOn({ ledger, log }: Pick<Stand, 'ledger' | 'log'>, service: Service, options: EngineOptions): Engine {
  const world = {
    files: createFiles(),
    watcher: createWatcher(),
    service,
    ledger,
    clock: systemClock,
    random: systemRandom,
    log,
  };
  return createEngine(world, options);
}

/** One engine with all it stands on. */
export interface Session extends Pick<Stand, 'ledger' | 'log' | 'recovery'> {
  readonly engine: Engine;
  /** Lets go of everything, once the engine has ended. */
  close(): Promise<void>;
}

export interface SessionOptions extends Omit<StandOptions, 'clock'> {
  readonly service: Service;
  readonly folders: readonly FolderSettings[];
  readonly mode: EngineOptions['mode'];
}

/** Takes hold of the data directory and wires an engine in it; nothing runs yet. For a command, which has one engine. */
export function openSession(options: SessionOptions): Result<Session, StandProblem> {
  const opened = openStand(options);
  if (!opened.ok) return opened;
  const stand = opened.value;
  const { folders, mode } = options;
  const engine = engineOn(stand, options.service, { folders, mode, locale: Intl.DateTimeFormat().resolvedOptions().locale });
  let sound = true;
  void engine.ended.then((ending) => {
    sound = ending.kind !== 'halted' || ending.damaged !== true;
  });
  const { ledger, log, recovery } = stand;
  return ok({ engine, ledger, log, ...(recovery !== undefined && { recovery }), close: () => stand.close(sound) });
}
