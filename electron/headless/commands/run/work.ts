import { asksForKey, openGate } from '../../../core/account/gate.ts';
import type { Config } from '../../../core/config/config-file.ts';
import type { Document } from '../../../core/document/document.ts';
import { say } from '../../../core/messages/message.ts';
import { inEnglish } from '../../../core/messages/wording.ts';
import type { Failure } from '../../../core/protocol/failure.ts';
import { ok } from '../../../core/result.ts';
import type { Ending, Engine, UnverifiedDecision } from '../../../engine/api.ts';
import { systemClock } from '../../../engine/system.ts';
import { createServiceClient, type ServiceClient } from '../../../service/client.ts';
import { dataDirectory } from '../../../settings/data-directory.ts';
import { createRedaction } from '../../../settings/redact.ts';
import type { DataDirectoryOptions, DataDirectorySession } from '../../../workspace/data-directory-session.ts';
import { whyOf } from '../../../workspace/documents/why-facts.ts';
import { createEngineKeeper, type EngineKeeper, type Wanted } from '../../../workspace/engine/engine-keeper.ts';
import { createMonitor } from '../../../workspace/health/monitor.ts';
import { watchFor } from '../../../workspace/settings/key-keeper.ts';
import { createWebhookReceiver, type WebhookReceiver } from '../../../workspace/webhooks.ts';
import { type Host, onStop } from '../../host.ts';
import { checkDataDirectory, checkService, keyRefused } from '../../input/preflight.ts';
import { Fault, Refusal } from '../../input/refusal.ts';
import { type HeldKey, holdKey } from '../../input/service-access.ts';
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
import type { OpenConfig } from './open-config.ts';
import { createReport } from './report.ts';
import { serveProbes, tellSupervisor } from './supervision.ts';

/** What `run` and `watch` have in common once their input has been read: what a config file says, or for `run` the little that its flags say. */
export interface Work
  extends Pick<OpenConfig, 'folders' | 'url'>,
    Partial<Pick<OpenConfig, 'configured' | 'pace' | 'hooks' | 'follow'>> {
  readonly mode: 'run' | 'watch';
  /** Where programs may ask how it is. */
  readonly probes?: { readonly port: number; readonly host: string } | undefined;
  /** The service's events are taken there too. */
  readonly webhooks?: { readonly secret: string | undefined } | undefined;
  readonly alsoLog?: ((line: string) => void) | undefined;
}

/**
 * Checks key and service before it touches the data directory. Then keeps an engine at work to its end and reports it.
 * @returns the exit code
 * @throws Refusal if the work could not start, Fault if the program failed in the middle of it
 */
export async function doWork(
  { mode, folders, hooks, url, configured, pace = {}, ...others }: Work,
  flags: WorkFlags,
  host: Host,
): Promise<0 | 1> {
  const limits = paceFrom(flags, pace);
  const directory = dataDirectory(flags.dataDir, host.paths);
  await checkDataDirectory(directory);
  const redaction = createRedaction();
  const key = await holdKey(url, host, redaction, configured);
  const service = createServiceClient({ url, key: key.current });
  try {
    const { refused, notes } = await checkService(service, folders);
    // While it watches, it waits for another key: whoever starts it would not start it again.
    if (refused !== undefined && mode === 'run') throw keyRefused(url, refused.message);
    for (const note of notes) inform(host, note);
    const json = flags.json === true;
    return await keepAtWork(
      {
        ...{ ...others, json, key, refused, decision: flags.unverified, dataDirectory: directory, redaction },
        wanted: { mode, url, key: key.current, folders, hooks, limits, connect: () => keptOpen(service) },
      },
      host,
      (ended) => conclude(ended, { mode, json }, host),
    );
  } finally {
    await service.close();
  }
}

/** Whoever has opened it closes it. */
function keptOpen(service: ServiceClient): ServiceClient {
  return { ...service, close: async () => {} };
}

interface KeptWork
  extends Pick<Work, 'follow' | 'probes' | 'webhooks'>,
    Pick<DataDirectoryOptions, 'dataDirectory' | 'redaction' | 'unmarked' | 'alsoLog' | 'clock'> {
  readonly wanted: Wanted;
  readonly json: boolean;
  /** Where a new key may come from while the service refuses the one in use. */
  readonly key?: HeldKey;
  /** How the service refused the key before the engine was started: it waits for another one. */
  readonly refused?: Failure | undefined;
  readonly decision?: UnverifiedDecision | undefined;
}

/** Keeps an engine at work in a data directory until it ends, or a signal ends it, and reports what it does. */
export async function keepAtWork<Value>(
  { wanted: first, json, key, refused, decision, probes, webhooks, follow, ...directory }: KeptWork,
  host: Host,
  conclude: (ended: Ended) => Value,
): Promise<Value> {
  let wanted = first;
  const over = Promise.withResolvers<void>();
  const report = await createReport({ json, url: wanted.url }, host);
  const onBegin = engineBeginning({ json, decision, refused }, host);
  const keeper = createEngineKeeper({
    ...{ ...directory, verbose: host.verbose },
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    wanted: async () => ok(wanted),
    onBegin(engine, session) {
      onBegin(engine, session);
      report.begin(keeper);
    },
    onNotice: (notice, { ledger }) => report.note(notice, ledger),
    onChange: () => keeper.stopped !== undefined && over.resolve(),
  });
  const sayWatching = () => {
    if (follow === undefined || host.messages.terminal !== undefined || keeper.stopped !== undefined) return;
    inform(host, say('runReport.watching', { count: wanted.folders.length, url: wanted.url }));
  };
  const attended = {
    ...{ keeper, dataDirectory: directory.dataDirectory, probes, over, follow },
    events: webhooks && createWebhookReceiver(webhooks.secret, keeper),
    take(changed: Pick<Wanted, 'folders' | 'hooks'>) {
      wanted = { ...wanted, ...changed };
      void keeper.apply().then(sayWatching);
    },
    async begin() {
      await keeper.apply();
      if (keeper.trouble !== undefined) throw new Refusal(keeper.trouble.message, { passes: keeper.trouble.passes ?? false });
      if (keeper.stopped !== undefined) return () => report.end();
      const isNews = async () => asksForKey(keeper.running?.engine.status().gate ?? openGate) && (await key?.refresh()) === true;
      const endKeyWatch = watchFor(directory.clock ?? systemClock, isNews, keeper.tryAgain);
      sayWatching();
      const endSupervision = follow === undefined ? () => {} : tellSupervisor(host);
      return () => {
        endSupervision();
        endKeyWatch();
        report.end();
      };
    },
  };
  try {
    const ended = await attend(attended, host);
    if (ended === undefined) throw new Error('No engine has worked.');
    onBegin(ended.engine, ended.session);
    return conclude(ended);
  } catch (error) {
    if (error instanceof Refusal || keeper.session === undefined) throw error;
    const { log } = keeper.session;
    log.error('the program failed', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    throw new Fault(log.file, { cause: error });
  } finally {
    await keeper.close();
  }
}

/** An engine that has ended, with its ledger, which is still open. */
interface Ended {
  readonly engine: Engine;
  readonly ending: Ending;
  readonly session: DataDirectorySession;
}

interface Attended extends Pick<Work, 'probes'> {
  /** A workspace's, or `run`'s own. */
  readonly keeper: EngineKeeper;
  readonly dataDirectory: string;
  /** Takes the service's events where programs may ask how it is. */
  readonly events?: WebhookReceiver | undefined;
  /** When there is nothing more to attend to; a signal asks for it too. */
  readonly over: PromiseWithResolvers<void>;
  readonly follow: OpenConfig['follow'] | undefined;
  /** What a changed config file says. */
  readonly take: (config: Pick<Config, 'folders' | 'hooks'>) => void;
  /** The answer ends what it began. */
  readonly begin: () => Promise<() => unknown>;
}

/** Attends to an engine until its work is over, and stops it. @returns undefined where there was none */
export async function attend(
  { keeper, dataDirectory, probes, events, over, follow, take, begin }: Attended,
  host: Host,
): Promise<Ended | undefined> {
  const endings: (() => unknown)[] = [];
  try {
    if (probes !== undefined) endings.push((await serveProbes(createMonitor(dataDirectory, keeper), probes, events)).end);
    const config = follow?.((news) => {
      keeper.session?.log.warn(inEnglish(news.messages));
      inform(host, ...news.messages);
      if (news.config !== undefined) take(news.config);
    });
    if (config !== undefined) endings.push(config.end);
    const stop = (signal: string) => {
      keeper.session?.log.info('asked to stop', { signal });
      over.resolve();
    };
    endings.push(onStop(host, stop, config?.look));
    const end = await begin();
    await over.promise;
    // Side by side: each may take seconds.
    const [ended] = await Promise.all([keeper.stop(), end()]);
    const { session } = keeper;
    session?.log.info('ended', { ending: ended?.ending });
    return ended && session && { ...ended, session };
  } finally {
    for (const end of endings.toReversed()) await end();
  }
}

/** What is told to the first engine before it starts, and said of a ledger that was lost: when that is found, and at each start until a person has decided. */
export function engineBeginning({ json, decision, refused }: Pick<KeptWork, 'json' | 'decision' | 'refused'>, host: Host) {
  let [isFirst, isLossSaid] = [true, false];
  return (engine: Engine, { recovery }: DataDirectorySession): void => {
    const message = recovery?.message ?? engine.status().unverified?.message;
    if (message !== undefined && !isLossSaid) {
      isLossSaid = true;
      inform(host, decision === undefined ? say('commandLine.ledgerLost', { message }) : message);
      for (const path of recovery?.quarantined ?? []) inform(host, say('commandLine.damagedFile', { path }));
      if (json && recovery !== undefined) host.output.write(jsonLine(ledgerLostEvent(recovery)));
    }
    if (isFirst && decision !== undefined) engine.decideUnverified(decision);
    if (isFirst && refused !== undefined) engine.refused(refused);
    isFirst = false;
  };
}

/** Sums up what has ended, for people and, as `--json`, for machines. @returns the exit code */
export function conclude(
  { engine, ending, session }: Ended,
  { mode, json }: Pick<SummaryView, 'mode'> & { json: boolean },
  host: Host,
): 0 | 1 {
  const { ledger, log } = session;
  const { balance, folders, gate } = engine.status();
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
  const hasJson = ids.some((id) => ledger.meta.read('folder-settings', id)?.outputs.json);
  const view: SummaryView = { mode, ending, json: hasJson, balance, attention, tables, leftOut };
  const asks = folders.flatMap(({ path, question }) => (question === undefined ? [] : [questionMessage(path, question)]));
  const exit = mode === 'run' && asks.length > 0 ? 1 : exitCode(view);
  if (json) host.output.write(jsonLine(summaryEvent({ exit, ending, balance, attention, leftOut })));
  host.messages.write(`${summaryLines(view, host.wording).join('\n')}\n`);
  if (asks.length > 0) inform(host, ...asks);
  // With an open gate, it was not the service that halted it.
  if (ending.kind === 'halted' && gate.kind === 'open') inform(host, say('commandLine.logFile', { path: log.file }));
  return exit;
}
