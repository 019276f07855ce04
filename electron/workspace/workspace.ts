import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Hooks, hooksAt, noHooks } from '../core/config/hooks.ts';
import type { WindowBounds } from '../core/config/preferences.ts';
import type { ContractError, Handlers } from '../core/contract/contract.ts';
import { type Message, say } from '../core/messages/message.ts';
import { messageOf } from '../core/messages/message-error.ts';
import { defined } from '../core/plain-data.ts';
import { err, ok, type Result } from '../core/result.ts';
import { DiskProblem } from '../engine/ports.ts';
import { systemClock } from '../engine/system.ts';
import { DamagedRow, LedgerDamaged, LedgerUnavailable } from '../ledger/ledger.ts';
import { checkServiceUrl, originOf } from '../service/address.ts';
import type { Service } from '../service/service.ts';
import { removeOldLogs } from '../settings/log.ts';
import { expandPath } from '../settings/paths.ts';
import type { TraySnapshot, WorkspaceWorld } from './api.ts';
import { previewOf } from './documents/preview.ts';
import { recentResults } from './documents/recent-results.ts';
import { createEngineKeeper, type Wanted } from './engine/engine-keeper.ts';
import { belongs, statusOf } from './engine/status.ts';
import { followLedger } from './engine/view-follower.ts';
import { windowPaths } from './folders/folder-checks.ts';
import { createFolderList } from './folders/folder-list.ts';
import { createFolderPlans } from './folders/folder-plans.ts';
import { documentHandlers, filingHandlers, reviewHandlers } from './handlers/documents.ts';
import { folderHandlers } from './handlers/folders.ts';
import { preferenceHandlers } from './handlers/preferences.ts';
import { definitionHandlers, routeHandlers } from './handlers/routes.ts';
import { hookHandlers, statusHandlers } from './handlers/status.ts';
import { createNotices } from './notices.ts';
import { createParser } from './parser/parser.ts';
import { connect, proxyOf, withClient } from './service/connection.ts';
import { rememberSampleRoutes } from './service/routes.ts';
import { createSandboxKeeper } from './service/sandbox-keeper.ts';
import { createKeyKeeper, watchFor } from './settings/key-keeper.ts';
import { openSettings, SettingsRuled, SettingsUnwritable } from './settings/settings-keeper.ts';
import {
  type Answers,
  chosenService,
  filesOf,
  ledgerOf,
  RequestRefused,
  refreshKey,
  type WorkspaceContext,
} from './workspace-context.ts';

export type { TraySnapshot, WorkspaceWorld } from './api.ts';

export type Workspace = Awaited<ReturnType<typeof openWorkspace>>;

/**
 * Opens a workspace, an engine with its settings and its key on one data directory, and the answers to the window's requests: reads
 * the settings, and goes on to lock the data directory and to start the engine if a service was chosen (`begun`). Does not reject if
 * something stands in the way: the status line says what (`trouble`).
 */
export async function openWorkspace(world: WorkspaceWorld) {
  const { context, endCalls } = await openContext(world);
  const { settings, keeper, sandbox, folders, notices, parser, plans } = context;

  // The keeper uses the ledger next, and reports it if it fails.
  const list = () => folders.refresh().catch(() => undefined);
  const follow = async () => {
    await list();
    notices.settings();
    await keeper.apply();
  };
  const endSettings = settings.onChange(() => {
    removeOldLogs(world.dataDirectory, settings.current.logDays, context.clock.now());
    void follow();
  });
  const begun = keeper.apply().then(list);
  const endKeyWatch = watchFor(
    context.clock,
    // A data directory that was full when it was to be opened may have room now.
    async () => keeper.trouble?.passes === true || (await refreshKey(context)),
    () => keeper.tryAgain(),
  );
  removeOldLogs(world.dataDirectory, settings.current.logDays, context.clock.now());
  if (settings.current.sandbox.on) void begun.then(() => rememberSampleRoutes(context)).catch(() => undefined);

  let closing: Promise<void> | undefined;
  const close = async () => {
    endSettings();
    endKeyWatch();
    notices.close();
    endCalls();
    await Promise.all([keeper.close(), plans.close()]);
    await sandbox.stop();
    parser.close();
    await settings.close();
  };

  /** A window that is there sooner waits. */
  const asked = <Value>(work: () => Value | Promise<Value>) => answered(() => begun.then(work));

  return {
    /** The engine was started, or something stood in its way. */
    begun,
    /** An answer to every request of the contract. */
    handlers: handlersOf(context, asked),
    /** At most ten notices a second. The answer ends it. */
    onNotice: notices.on,
    /** What a window shows of a document: a file in its folder, which is no link, with the document's own content. */
    async preview(documentId: number): Promise<Response> {
      const shown = await asked(() => previewOf({ ledger: ledgerOf(context), files: filesOf(context), parser }, documentId));
      return shown.ok ? shown.value : Response.json(shown, { status: 404 });
    },
    /** Those that are in use, and whoever hears of others. */
    settings,
    tray: () => trayOf(context),
    /** The network has changed, or the computer woke up: whatever waits is tried now. */
    tryAgain: () => void keeper.tryAgain(),
    /** Stores the window's position and size. */
    keepWindow(bounds: WindowBounds): void {
      // A window position that cannot be stored is not worth a warning.
      settings.change((kept) => ({ ...kept, window: bounds })).catch(() => undefined);
    },
    /** Has the engine, and says what is in the way of one: also another Intray that holds the data directory. The status line says so too. */
    keeper,
    /** Logs a fault of the program; for `answerRequest`. */
    fault(name: string, fault: unknown): void {
      const error = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
      keeper.session?.log.error('a request met a fault', { name, error });
    },
    /** Ends the calls that a window has asked for: those that cost nothing at once, the others in three seconds. */
    endCalls,
    /** Starts nothing new, finishes what is being written, and releases everything, within five seconds. */
    close(): Promise<void> {
      closing ??= close();
      return closing;
    },
  };
}

/** How long `late` calls may still run when the workspace closes, in milliseconds. */
const lateMs = 3_000;

/** An unlocked keychain answers within this time, in milliseconds. */
const keychainMs = 2_000;

async function openContext(
  world: WorkspaceWorld,
): Promise<{ readonly context: WorkspaceContext; readonly endCalls: () => void }> {
  const { clock = systemClock, redaction, dataDirectory, parser = createParser(defined({ start: world.startProcess })) } = world;
  const settings = await openSettings({
    store: world.store,
    dataDirectory,
    now: () => clock.now(),
    ruled: world.ruled,
  });
  const ours = checkServiceUrl(world.environmentUrl ?? '');
  const keys = createKeyKeeper({
    ...{ keys: world.keys, environmentKey: world.environmentKey, redaction },
    environmentOrigin: ours.ok ? originOf(ours.value) : undefined,
  });
  const sandbox = createSandboxKeeper({ ...world, parser });
  const notices = createNotices(clock);

  const origin = (): string | undefined => {
    const { sandbox: kept, url } = settings.current;
    if (kept.on) return sandbox.running?.url;
    const checked = url === undefined ? undefined : checkServiceUrl(url);
    return checked?.ok === true ? originOf(checked.value) : undefined;
  };

  /** Does not wait for a keychain that asks for its password: when its answer comes, everything is tried again. */
  const loadKey = async (service: string): Promise<void> => {
    const loading = keys.load(service);
    const late = Symbol('late');
    const first = await Promise.race([loading, new Promise((resolve) => clock.after(keychainMs, () => resolve(late)))]);
    if (first === late) void loading.then((found) => (found ? keeper.tryAgain() : undefined));
  };

  /** By the folders' real paths. */
  const hooksNow = (): Hooks => {
    const absolute = (path: string) => expandPath(path, windowPaths({ world }));
    const real = new Map(folders.all.map(({ storedPath, path }) => [absolute(storedPath), path]));
    return hooksAt(settings.current.hooks ?? noHooks, (path) => real.get(absolute(path)) ?? absolute(path));
  };

  const wanted = async (): Promise<Result<Wanted | undefined, Message>> => {
    const { sandbox: kept, url, limits } = settings.current;
    await folders.refresh();
    const watched = (service: string, key: () => string | undefined, proxy?: string): Result<Wanted, Message> => {
      const elsewhere = folders.all.flatMap(({ id, service: owner = service }) => (owner === service ? [] : [{ id, owner }]));
      // For `intray status`, which reads the ledger.
      const meta = keeper.session?.ledger.meta;
      if (!isDeepStrictEqual(meta?.read('elsewhere') ?? [], elsewhere)) meta?.write('elsewhere', elsewhere);
      return ok({
        ...{ mode: 'watch', url: service, proxy, key, limits, hooks: hooksNow() },
        connect: () => connect({ url: service, key, userAgent: `Intray/${world.about.version}` }, proxy),
        folders: folders.all.filter((folder) => belongs(folder, service)).map((folder) => folder.settings),
      });
    };
    if (kept.on) {
      const started = await sandbox.start(kept);
      if (!started.ok) return err(started.error);
      const { url: own, key, port, routes } = started.value;
      // Stored so that port and routes are the same in every run.
      if (kept.port !== port || kept.extraction !== routes.extraction || kept.classification !== routes.classification)
        void settings.change((all) => ({ ...all, sandbox: { ...all.sandbox, port, ...routes } })).catch(() => undefined);
      return watched(own, () => key);
    }
    if (url === undefined) return ok(undefined);
    const checked = checkServiceUrl(url);
    if (!checked.ok) return err(say('workspace.badAddress', { message: checked.error }));
    const service = originOf(checked.value);
    if (keys.current(service) === undefined) await loadKey(service);
    return watched(service, () => keys.current(service), await proxyOf(world.proxyFor, service));
  };

  const keeper = createEngineKeeper({
    dataDirectory,
    redaction,
    verbose: world.verbose === true,
    alsoLog: world.alsoLog,
    clock,
    parser,
    ...defined({ startProcess: world.startProcess }),
    wanted,
    letGo: async () => {
      if (!settings.current.sandbox.on) await sandbox.stop();
    },
    isPaused: () => settings.current.paused,
    locale: world.locale,
    beside: (session) => followLedger(session, join(dataDirectory, 'view.sqlite')),
    onBegin: world.onBegin,
    onNotice(notice, { ledger }) {
      world.onNotice?.(notice, ledger);
      if (notice.kind === 'document') notices.document(notice.id);
      else if (notice.kind === 'upload') notices.progress(notice.documents);
      else notices.status();
    },
    onChange: () => notices.status(),
  });
  const folders = createFolderList({
    settings: () => settings.current,
    ledger: () => keeper.session?.ledger,
    realPath: async (path) => keeper.session?.files.realPath(path) ?? path,
    paths: windowPaths({ world }),
  });

  const withService = async <Value>(work: (service: Service) => Promise<Value>): Promise<Value> => {
    if (keeper.running !== undefined) return work(keeper.running.service);
    const service = chosenService({ origin });
    const key = settings.current.sandbox.on ? sandbox.running?.key : keys.current(service);
    return withClient({ world }, service, key, work);
  };

  const plans = createFolderPlans({ world, clock, parser });
  const soon = new AbortController();
  const late = new AbortController();
  const signal = (milliseconds: number, when?: 'late') =>
    AbortSignal.any([AbortSignal.timeout(milliseconds), when === 'late' ? late.signal : soon.signal]);
  const endCalls = () => {
    soon.abort(new Error('Intray is ending.'));
    setTimeout(() => late.abort(new Error('Intray is ending.')), lateMs).unref();
  };
  const context = {
    world,
    clock,
    settings,
    keys,
    sandbox,
    keeper,
    folders,
    notices,
    parser,
    plans,
    origin,
    signal,
    withService,
  };
  return { context, endCalls };
}

function handlersOf(context: WorkspaceContext, asked: typeof answered): Handlers {
  const answers: Answers = {
    ...statusHandlers(context),
    ...documentHandlers(context),
    ...reviewHandlers(context),
    ...folderHandlers(context),
    ...routeHandlers(context),
    ...definitionHandlers(context),
    ...preferenceHandlers(context),
    ...hookHandlers(context),
    ...filingHandlers(context),
  };
  const handlers = Object.entries(answers).map(([name, answer]) => [
    name,
    (input: never) => asked(async () => (answer as (given: never) => unknown)(input)),
  ]);
  return Object.fromEntries(handlers) as Handlers;
}

/** What was refused, and an error of the disk, is not a fault of the program: the person is told. */
async function answered<Value>(work: () => Promise<Value>): Promise<Result<Value, ContractError>> {
  try {
    return ok(await work());
  } catch (error) {
    if (error instanceof RequestRefused) return err(error.error);
    if (told.some((kind) => error instanceof kind) || isSystemError(error))
      return err({ kind: 'unavailable', message: messageOf(error) });
    throw error;
  }
}

const told = [DiskProblem, LedgerDamaged, LedgerUnavailable, DamagedRow, SettingsRuled, SettingsUnwritable];

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

function trayOf(context: WorkspaceContext): TraySnapshot {
  const ledger = context.keeper.session?.ledger;
  return { status: statusOf(context), recent: ledger === undefined ? [] : recentResults(ledger) };
}
