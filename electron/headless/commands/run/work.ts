import type { FolderSettings } from '../../../core/config/folder-settings.ts';
import { say } from '../../../core/messages/message.ts';
import type { Ending, UnverifiedDecision } from '../../../engine/api.ts';
import { createServiceClient } from '../../../service/client.ts';
import { createRedaction } from '../../../settings/redact.ts';
import { type EngineSession, openEngineSession } from '../../../workspace/data-directory-session.ts';
import type { Host } from '../../host.ts';
import { holdKey } from '../../input/held-key.ts';
import { checkDataDirectory, checkFolders, checkService } from '../../input/preflight.ts';
import { Fault, orRefuse } from '../../input/refusal.ts';
import { itemsForMachines, itemsForPeople, listAttention } from '../../output/attention.ts';
import { jsonLine, ledgerLostEvent, summaryEvent } from '../../output/events.ts';
import { exitCode, type SummaryView, summaryLines } from '../../output/summary.ts';
import { follow } from './follow.ts';

/** What `run` and `watch` have in common once their input has been read. */
export interface Work {
  readonly mode: 'run' | 'watch';
  /** Absolute paths, not checked yet. */
  readonly folders: readonly FolderSettings[];
  /** As `serviceAddress` gives it. */
  readonly url: string;
  readonly dataDirectory: string;
  readonly json: boolean;
  /** Decides about files that may have been sent, if the ledger was lost. */
  readonly unverified?: UnverifiedDecision;
}

/**
 * Checks folders, key and service before it touches the data directory. Then runs an engine to its end and reports it.
 * @returns the exit code
 * @throws Refusal if the work could not start, Fault if the program failed in the middle of it
 */
export async function doWork(work: Work, host: Host): Promise<0 | 1> {
  const folders = await checkFolders(work.folders, host.paths.platform);
  await checkDataDirectory(work.dataDirectory);
  const redaction = createRedaction();
  const key = await holdKey(work.url, { environment: host.environment, keychain: host.keychain, redaction });
  const service = createServiceClient({ url: work.url, key: key.current });
  try {
    for (const note of await checkService(service, folders)) host.messages.write(`${host.wording.text(note)}\n`);
    const { verbose } = host;
    const session = orRefuse(
      openEngineSession({ service, dataDirectory: work.dataDirectory, folders, mode: work.mode, redaction, verbose }),
    );
    try {
      sayLoss(session, work, host);
      if (work.unverified !== undefined) session.engine.decideUnverified(work.unverified);
      const ending = await follow({ session, host, json: work.json, url: work.url, key });
      return conclude(session, work, host, ending);
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
function sayLoss({ engine, recovery }: EngineSession, work: Work, host: Host): void {
  const message = recovery?.message ?? engine.status().unverified?.message;
  if (message === undefined) return;
  const { text } = host.wording;
  host.messages.write(`${text(work.unverified === undefined ? say('commandLine.ledgerLost', { message }) : message)}\n`);
  if (recovery === undefined) return;
  for (const path of recovery.quarantined) host.messages.write(`${text(say('commandLine.damagedFile', { path }))}\n`);
  if (work.json) host.output.write(jsonLine(ledgerLostEvent(recovery)));
}

function conclude({ engine, ledger, log }: EngineSession, work: Work, host: Host, ending: Ending): 0 | 1 {
  const { balance, folders, gate } = engine.status();
  const ids = folders.map(({ id }) => id);
  const attention = listAttention(ledger, ids, work.json ? itemsForMachines : itemsForPeople);
  const view: SummaryView = {
    mode: work.mode,
    ending,
    balance,
    attention,
    tables: ids.flatMap((id) => ledger.csv.all(id).flatMap(({ path, state }) => (state === 'current' ? [path] : []))),
    json: work.folders.some(({ outputs }) => outputs.json),
  };
  const exit = exitCode(view);
  if (work.json) host.output.write(jsonLine(summaryEvent({ exit, ending, balance, attention })));
  host.messages.write(`${summaryLines(view, host.wording).join('\n')}\n`);
  // With an open gate, it was not the service that halted it.
  if (ending.kind === 'halted' && gate.kind === 'open')
    host.messages.write(`${host.wording.text(say('commandLine.logFile', { path: log.file }))}\n`);
  return exit;
}
