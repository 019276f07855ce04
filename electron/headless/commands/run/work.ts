import type { FolderSettings } from '../../../core/config/folder-settings.ts';
import { type Hooks, hooksAt, noHooks } from '../../../core/config/hooks.ts';
import { keptForMs } from '../../../core/config/keep-results.ts';
import type { Document } from '../../../core/document/document.ts';
import { say } from '../../../core/messages/message.ts';
import { createServiceClient } from '../../../service/client.ts';
import { dataDirectory } from '../../../settings/data-directory.ts';
import { createRedaction } from '../../../settings/redact.ts';
import { type EngineSession, openEngineSession } from '../../../workspace/data-directory-session.ts';
import { whyOf } from '../../../workspace/documents/why-facts.ts';
import { createMonitor } from '../../../workspace/health/monitor.ts';
import { createWebhookReceiver } from '../../../workspace/webhooks.ts';
import type { Host } from '../../host.ts';
import { checkDataDirectory, checkFolders, checkNoRegister, checkService, keyRefused } from '../../input/preflight.ts';
import { Fault, orRefuse, Refusal } from '../../input/refusal.ts';
import { holdKey } from '../../input/service-access.ts';
import { inform, jsonLine, ledgerLostEvent, summaryEvent } from '../../output/events.ts';
import { questionMessage } from '../../output/state-messages.ts';
import {
  exitCode,
  itemsForMachines,
  itemsForPeople,
  listAttention,
  listWaiting,
  type SummaryView,
  summaryLines,
} from '../../output/summary.ts';
import { paceFrom, type WorkFlags } from '../options.ts';
import { follow } from './follow.ts';
import type { OpenConfig } from './open-config.ts';
import { serveProbes } from './supervision.ts';

/** What `run` and `watch` have in common once their input has been read: what a config file says, or for `run` the little that its flags say. */
export interface Work
  extends Pick<OpenConfig, 'folders' | 'url'>,
    Partial<Pick<OpenConfig, 'configured' | 'pace' | 'hooks' | 'news'>> {
  readonly mode: 'run' | 'watch';
  /** Where programs may ask how it is. */
  readonly probes?: { readonly port: number; readonly host: string } | undefined;
  /** The service's events are taken there too. */
  readonly webhooks?: { readonly secret: string | undefined } | undefined;
  readonly alsoLog?: ((line: string) => void) | undefined;
}

/**
 * Checks folders, key and service before it touches the data directory. Then runs an engine to its end and reports it.
 * @returns the exit code
 * @throws Refusal if the work could not start, Fault if the program failed in the middle of it
 */
export async function doWork(
  { mode, folders: wanted, hooks: set, url, configured, pace = {}, news, probes, webhooks, alsoLog }: Work,
  flags: WorkFlags,
  host: Host,
): Promise<0 | 1> {
  checkNoRegister(host);
  const { keepResults, ...paced } = paceFrom(flags, pace);
  // A run keeps to the account's budget of the last watch.
  const keepMs = keepResults === undefined ? undefined : keptForMs(keepResults);
  const limits = mode === 'watch' ? { budget: {}, keepMs, ...paced } : paced;
  const directory = dataDirectory(flags.dataDir, host.paths);
  const json = flags.json === true;
  const checkedFolders = await checkFolders(wanted, host.paths.platform, mode === 'watch');
  let { folders } = checkedFolders;
  let hooks = mode === 'watch' ? hooksOf(set, wanted, folders) : undefined;
  await checkDataDirectory(directory);
  const redaction = createRedaction();
  const key = await holdKey(url, host, redaction, configured);
  const service = createServiceClient({ url, key: key.current });
  try {
    const checked = await checkService(service, folders);
    // While it watches, it waits for another key: whoever starts it would not start it again.
    if (checked.refused !== undefined && mode === 'run') throw keyRefused(url, checked.refused.message);
    for (const note of [...checkedFolders.notes, ...checked.notes]) inform(host, note);
    let { refused } = checked;
    const { verbose } = host;
    let session: EngineSession | undefined;
    const monitor = createMonitor(
      directory,
      () => session?.ledger,
      () => session?.engine.status(),
    );
    const receiver =
      webhooks &&
      createWebhookReceiver({
        ...webhooks,
        hint: (ids, batches) => session?.engine.hint(ids, batches),
        log: () => session?.log,
      });
    const probing = probes && (await serveProbes(monitor, probes, receiver));
    try {
      for (let decision = flags.unverified; ; decision = undefined) {
        const current = orRefuse(
          await openEngineSession(
            { service, dataDirectory: directory, redaction, verbose, alsoLog },
            { folders, hooks, mode, limits },
          ),
        );
        session = current;
        try {
          const isLossSaid = sayLoss(current, decision !== undefined, json, host);
          if (decision !== undefined) current.engine.decideUnverified(decision);
          const { ending, news: others } = await follow({ session: current, host, json, url, key, refused, news });
          refused = undefined;
          // A folder's marker may have told.
          if (!isLossSaid) sayLoss(current, false, json, host);
          if (others?.config === undefined)
            return conclude(current, { mode, ending, json: folders.some(({ outputs }) => outputs.json) }, json, host);
          folders = others.real ?? folders;
          hooks = hooksOf(others.config.hooks, others.config.folders, folders);
        } catch (error) {
          if (error instanceof Refusal) throw error;
          current.log.error('the program failed', {
            error: error instanceof Error ? (error.stack ?? error.message) : String(error),
          });
          throw new Fault(current.log.file, { cause: error });
        } finally {
          session = undefined;
          await current.close();
        }
      }
    } finally {
      await probing?.end();
    }
  } finally {
    await service.close();
  }
}

/** The hooks with the folders by their real paths. */
function hooksOf(hooks: Hooks = noHooks, wanted: readonly FolderSettings[], real: readonly FolderSettings[]): Hooks {
  const found = new Map(wanted.map(({ path }, index) => [path, real[index]?.path ?? path]));
  return hooksAt(hooks, (path) => found.get(path) ?? path);
}

/** A lost ledger is reported when it is found, and at each start until a person has decided. @returns whether it was */
function sayLoss({ engine, recovery }: EngineSession, decided: boolean, json: boolean, host: Host): boolean {
  const message = recovery?.message ?? engine.status().unverified?.message;
  if (message === undefined) return false;
  inform(host, decided ? message : say('commandLine.ledgerLost', { message }));
  if (recovery === undefined) return true;
  for (const path of recovery.quarantined) inform(host, say('commandLine.damagedFile', { path }));
  if (json) host.output.write(jsonLine(ledgerLostEvent(recovery)));
  return true;
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
  const tables = ids.flatMap((id) => ledger.tables.all(id).flatMap(({ csv }) => csv?.path ?? []));
  const leftOut = ids.flatMap((id) => ledger.meta.read('left-out', id) ?? []);
  const view: SummaryView = { ...run, balance, attention, tables, leftOut };
  const asks = folders.flatMap(({ path, question }) => (question === undefined ? [] : [questionMessage(path, question)]));
  const exit = run.mode === 'run' && asks.length > 0 ? 1 : exitCode(view);
  if (json) host.output.write(jsonLine(summaryEvent({ exit, ending, balance, attention, leftOut })));
  host.messages.write(`${summaryLines(view, host.wording).join('\n')}\n`);
  if (asks.length > 0) inform(host, ...asks);
  // With an open gate, it was not the service that halted it.
  if (ending.kind === 'halted' && gate.kind === 'open') inform(host, say('commandLine.logFile', { path: log.file }));
  return exit;
}
