import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Message } from '../core/messages/message.ts';
import { messageOf } from '../core/messages/message-error.ts';
import { defined } from '../core/plain-data.ts';
import { err, ok } from '../core/result.ts';
import type { Engine, EngineOptions } from '../engine/api.ts';
import { createSharedDisk } from '../engine/disk/shared-disk.ts';
import { createEngine } from '../engine/engine.ts';
import { pagesOfPlainPdf } from '../engine/intake/content/pdf.ts';
import type { Clock, World } from '../engine/ports.ts';
import { systemClock, systemRandom } from '../engine/system.ts';
import { createWatcher } from '../engine/watch/watcher.ts';
import { isPassing } from '../ledger/errors.ts';
import { LedgerDamaged, LedgerOfOtherVersion, LedgerUnavailable } from '../ledger/ledger.ts';
import { acquireDataDirectory } from '../ledger/lock.ts';
import { keepBackups, markSuspect, openKeptLedger } from '../ledger/safekeeping.ts';
import type { StartProcess } from '../process.ts';
import type { Service } from '../service/service.ts';
import { ledgerPath } from '../settings/data-directory.ts';
import { type LogFile, openLog } from '../settings/log.ts';
import type { Redaction } from '../settings/redact.ts';
import { createHookRunner } from './hooks/hook-runner.ts';
import { createParser, type Parser, pageCounter } from './parser/parser.ts';

/** A data directory that this process has locked, with its ledger and its log. Several engines may run in it, one after the other. */
export type DataDirectorySession = Extract<Awaited<ReturnType<typeof openDataDirectory>>, { ok: true }>['value'];

export interface DataDirectoryOptions {
  readonly dataDirectory: string;
  readonly redaction: Redaction;
  readonly verbose: boolean;
  /** Gets each line of the log too. */
  readonly alsoLog?: ((line: string) => void) | undefined;
  readonly clock?: Clock;
  /** Its folders are not marked: nobody else will watch them. */
  readonly unmarked?: true;
  /** How the processes that work on volumes are started. Default: as children of Node. */
  readonly startProcess?: StartProcess;
  /** Reads strangers' documents; whoever gives it closes it. Default: one of its own. */
  readonly parser?: Parser;
}

/** Why a data directory cannot be used. `held`: another Intray works in it. */
export interface DataDirectoryProblem {
  readonly kind: 'held' | 'data' | 'ledger';
  readonly message: Message;
  /** It may be over without a person: a full disk. */
  readonly passes?: boolean;
}

/** Locks the data directory, and opens the log and the ledger in it. Nothing is written before this. */
export async function openDataDirectory(options: DataDirectoryOptions) {
  const { dataDirectory, redaction, verbose, alsoLog, clock = systemClock, startProcess, unmarked } = options;
  const acquired = acquireDataDirectory(dataDirectory);
  if (!acquired.ok) {
    const { kind, message, passes = false } = acquired.error;
    return err<DataDirectoryProblem>({ kind: kind === 'held' ? 'held' : 'data', message, passes });
  }
  const lock = acquired.value;
  let log: LogFile | undefined;
  try {
    const opened = openLog({
      dataDirectory,
      redaction,
      level: verbose ? 'debug' : 'info',
      ...(alsoLog !== undefined && { also: alsoLog }),
    });
    log = opened;
    const file = ledgerPath(dataDirectory);
    const { ledger, recovery } = openKeptLedger(file, clock.now());
    if (recovery !== undefined) opened.error('the ledger was lost', recovery);
    const backups = keepBackups({ ledger, file, clock, log: opened, start: startProcess });
    const files = createSharedDisk(startProcess);
    const parser = options.parser ?? createParser(defined({ start: startProcess }));
    const hooks = createHookRunner({ dataDirectory, environment: process.env, redaction });
    return ok({
      ...{ ledger, log: opened, clock, countPages: pageCounter(parser), plainPages: pagesOfPlainPdf, hooks },
      /** The disk of whoever works in the data directory. */
      files,
      identity: unmarked === true ? undefined : { host: hostname(), path: dataDirectory, start: randomUUID() },
      /** The ledger was damaged or missing, and a backup was restored: a person must be told. */
      recovery,
      /**
       * Releases everything; no engine may run any more.
       * @param sound false if the ledger turned out to be damaged: whoever opens it next restores a backup
       */
      async close(sound: boolean): Promise<void> {
        files.close();
        if (parser !== options.parser) parser.close();
        await hooks.close();
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
    if (error instanceof LedgerDamaged || error instanceof LedgerOfOtherVersion || error instanceof LedgerUnavailable)
      return err<DataDirectoryProblem>({
        kind: 'ledger',
        message: messageOf(error),
        passes: error instanceof LedgerUnavailable && error.passes,
      });
    if (isPassing(error)) return err<DataDirectoryProblem>({ kind: 'data', message: messageOf(error), passes: true });
    throw error;
  }
}

/** Wires an engine to the ledger and the log of a session; nothing runs yet. */
export function engineOn(
  session: Omit<World, 'watcher' | 'service' | 'random'> & Pick<EngineOptions, 'identity'>,
  service: Service,
  options: EngineOptions,
): Engine {
  const { identity, ...world } = session;
  return createEngine({ ...world, service, watcher: createWatcher(), random: systemRandom }, { identity, ...options });
}
