import type { FolderSettings } from '../../../core/config/folder-settings.ts';
import type { Document } from '../../../core/document/document.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { createServiceClient } from '../../../service/client.ts';
import { dataDirectory } from '../../../settings/data-directory.ts';
import { createRedaction } from '../../../settings/redact.ts';
import { type EngineSession, openEngineSession } from '../../../workspace/data-directory-session.ts';
import { whyOf } from '../../../workspace/documents/why-facts.ts';
import type { Host } from '../../host.ts';
import { checkDataDirectory, checkFolders, checkService } from '../../input/preflight.ts';
import { Fault, orRefuse } from '../../input/refusal.ts';
import { holdKey } from '../../input/service-access.ts';
import { itemsForMachines, itemsForPeople, listAttention, listWaiting } from '../../output/attention.ts';
import { inform, jsonLine, ledgerLostEvent, summaryEvent } from '../../output/events.ts';
import { exitCode, type SummaryView, summaryLines } from '../../output/summary.ts';
import { limitsFrom, unverifiedDecision, type WorkFlags } from '../options.ts';
import { follow } from './follow.ts';

/** What `run` and `watch` have in common once their input has been read. */
export interface Work {
  readonly mode: 'run' | 'watch';
  /** Absolute paths, not checked yet. */
  readonly folders: readonly FolderSettings[];
  /** As `serviceAddress` gives it. */
  readonly url: string;
  /** The config file's address. */
  readonly configured?: string | undefined;
  /** Requests a second, by the config file. */
  readonly requestsPerSecond?: number | undefined;
  /** See `FollowOptions`. */
  readonly news?: () => Promise<Message | undefined>;
}

/**
 * Checks folders, key and service before it touches the data directory. Then runs an engine to its end and reports it.
 * @returns the exit code
 * @throws Refusal if the work could not start, Fault if the program failed in the middle of it
 */
export async function doWork(
  { mode, folders: wanted, url, configured, requestsPerSecond, news }: Work,
  flags: WorkFlags,
  host: Host,
): Promise<0 | 1> {
  const unverified = unverifiedDecision(flags);
  const limits = limitsFrom(flags, requestsPerSecond);
  const directory = dataDirectory(flags.dataDir, host.paths);
  const json = flags.json === true;
  const { folders, notes } = await checkFolders(wanted, host.paths.platform, mode === 'watch');
  await checkDataDirectory(directory);
  const redaction = createRedaction();
  const key = await holdKey(url, host, redaction, configured);
  const service = createServiceClient({ url, key: key.current });
  try {
    for (const note of [...notes, ...(await checkService(service, folders))]) inform(host, note);
    const { verbose } = host;
    const session = orRefuse(openEngineSession({ service, dataDirectory: directory, folders, mode, limits, redaction, verbose }));
    try {
      sayLoss(session, unverified !== undefined, json, host);
      if (unverified !== undefined) session.engine.decideUnverified(unverified);
      const ending = await follow({ session, host, json, url, key, news });
      return conclude(session, { mode, ending, json: folders.some(({ outputs }) => outputs.json) }, json, host);
    } catch (error) {
      session.log.error('the program failed', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      throw new Fault(session.log.file, { cause: error });
    } finally {
      await session.close();
    }
  } finally {
    await service.close();
  }
}

/** A lost ledger is reported when it is found, and at each start until a person has decided. */
function sayLoss({ engine, recovery }: EngineSession, decided: boolean, json: boolean, host: Host): void {
  const message = recovery?.message ?? engine.status().unverified?.message;
  if (message === undefined) return;
  inform(host, decided ? message : say('commandLine.ledgerLost', { message }));
  if (recovery === undefined) return;
  for (const path of recovery.quarantined) inform(host, say('commandLine.damagedFile', { path }));
  if (json) host.output.write(jsonLine(ledgerLostEvent(recovery)));
}

function conclude(
  { engine, ledger, log }: EngineSession,
  run: Pick<SummaryView, 'mode' | 'ending' | 'json'>,
  json: boolean,
  host: Host,
): 0 | 1 {
  const { balance, folders, gate } = engine.status();
  const { ending } = run;
  const ids = folders.map(({ id }) => id);
  const limit = json ? itemsForMachines : itemsForPeople;
  const healths = new Map(folders.map(({ id, health }) => [id, health]));
  const folder = (id: number) => ({ settleSeconds: undefined, health: healths.get(id) });
  const why = (document: Document) => whyOf(document, { ledger, now: Date.now(), gate, folder });
  const attention = {
    ...listAttention(ledger, ids, limit),
    ...(ending.kind === 'stalled' && { waiting: listWaiting(ledger, ids, limit, why) }),
  };
  const tables = ids.flatMap((id) => ledger.csv.all(id).flatMap(({ path, state }) => (state === 'current' ? [path] : [])));
  const leftOut = ids.flatMap((id) => ledger.meta.read('left-out', id) ?? []);
  const view: SummaryView = { ...run, balance, attention, tables, leftOut };
  const exit = exitCode(view);
  if (json) host.output.write(jsonLine(summaryEvent({ exit, ending, balance, attention, leftOut })));
  host.messages.write(`${summaryLines(view, host.wording).join('\n')}\n`);
  // With an open gate, it was not the service that halted it.
  if (ending.kind === 'halted' && gate.kind === 'open') inform(host, say('commandLine.logFile', { path: log.file }));
  return exit;
}
