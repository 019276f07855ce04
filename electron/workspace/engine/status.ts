import { budgetMessage } from '../../core/account/budget.ts';
import { type Gate, openGate } from '../../core/account/gate.ts';
import type { FolderHealth, FolderStatus, Line, Status } from '../../core/contract/status.ts';
import { type Holds, holdsOf } from '../../core/document/hold.ts';
import { balanceOf, countsOf } from '../../core/document/standing.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { assertNever } from '../../core/result.ts';
import type { EngineStatus } from '../../engine/api.ts';
import type { ListedFolder } from '../folders/folder-list.ts';
import { type FolderOfStatus, folderStatusOf } from '../folders/folder-status.ts';
import { noService, type WorkspaceContext } from '../workspace-context.ts';

/**
 * The status line: what stops all work comes first. Pure.
 * @param chosen a service, or the sandbox, was chosen @param stopped why no engine runs although one should
 */
export function lineOf({
  chosen,
  paused,
  stopped,
  gate,
}: Readonly<{ chosen: boolean; paused: boolean; stopped: Message | undefined; gate: Gate }>): Line {
  if (stopped !== undefined) return { kind: 'stopped', message: stopped };
  if (!chosen) return { kind: 'first-run' };
  if (paused) return { kind: 'paused' };
  switch (gate.kind) {
    case 'open':
      return { kind: 'watching' };
    case 'offline':
      return { kind: 'offline', message: gate.message, since: gate.since, until: gate.until };
    case 'key':
      return { kind: 'key', message: gate.message };
    case 'forbidden':
      return gate.reason === 'revoked'
        ? { kind: 'key', message: gate.message }
        : { kind: 'pages', message: gate.message, until: gate.until };
    case 'rate':
      return { kind: 'rate', message: gate.message, until: gate.until };
    default:
      return assertNever(gate);
  }
}

/** What the status is told from, but for the numbers of documents. */
function surroundingsOf(context: WorkspaceContext) {
  const { keeper, settings, folders, origin } = context;
  const engine = keeper.running?.engine.status();
  const service = origin();
  return {
    engine,
    line: keeper.isStarting
      ? { kind: 'starting' as const }
      : lineOf({
          chosen: service !== undefined || settings.current.sandbox.on,
          paused: settings.current.paused,
          stopped: keeper.stopped ?? engine?.ledger,
          gate: engine?.gate ?? openGate,
        }),
    folders: folders.all.map((folder): FolderOfStatus & { readonly isElsewhere: boolean } => ({
      id: folder.id,
      path: folder.path,
      route: folder.settings.route,
      origin: folder.service ?? service,
      health: healthOf(context, folder, engine, service),
      // Nobody works for its documents, not even for those that were sent.
      isElsewhere: service !== undefined && !belongs(folder, service),
    })),
    budgets: engine?.budgets ?? [],
  };
}

/** What of the documents waits now. */
export function holdsNow(context: WorkspaceContext): Holds {
  return holdsOf(surroundingsOf(context), context.clock.now());
}

/** The status now, from the engine while one runs, and from the ledger. */
export function statusOf(context: WorkspaceContext): Status {
  const { keeper, settings, sandbox } = context;
  const ledger = keeper.session?.ledger;
  const { engine, folders, ...around } = surroundingsOf(context);
  const holds = holdsOf({ ...around, folders }, context.clock.now());
  return {
    ...around,
    balance: ledger?.documents.balance() ?? balanceOf([]),
    standings: ledger?.documents.standings(undefined, holds) ?? countsOf([]),
    folders: folders.map(({ isElsewhere: _, ...folder }) =>
      ledger === undefined ? unknownStatus(folder) : folderStatusOf(ledger, folder, holds),
    ),
    requestsPerSecond: engine?.requestsPerSecond ?? settings.current.limits.requestsPerSecond,
    sandbox: settings.current.sandbox.on && sandbox.running !== undefined,
    ...(engine?.unverified !== undefined && { unverified: engine.unverified }),
    warnings: warningsOf(context),
  };
}

function warningsOf({ world, settings, keeper, folders }: WorkspaceContext): readonly Message[] {
  const recovery = keeper.session?.recovery;
  const lost =
    recovery === undefined
      ? []
      : [recovery.message, ...recovery.quarantined.map((file) => say('workspace.damagedKept', { path: file }))];
  const faults = keeper.running?.engine.status().faults ?? [];
  const nearly = (keeper.running?.engine.status().budgets ?? [])
    .filter(({ waiting }) => waiting.documents === 0)
    .flatMap((budget) => budgetMessage(budget) ?? []);
  const tables = folders.all.flatMap(({ id }) => keeper.session?.ledger.tables.problems(id) ?? []);
  return [...(world.warnings ?? []), ...settings.warnings, ...lost, ...faults, ...nearly, ...tables];
}

/** Without a ledger nothing is known of a folder's documents. */
function unknownStatus({ id, path, route, health }: FolderOfStatus): FolderStatus {
  return {
    id,
    path,
    route,
    routeName: route.id,
    health,
    balance: balanceOf([]),
    standings: countsOf([]),
    blocked: 0,
    leftAlone: 0,
    leftOut: [],
    openToOthers: false,
  };
}

function healthOf(
  { keeper }: WorkspaceContext,
  folder: ListedFolder,
  engine: EngineStatus | undefined,
  service: string | undefined,
): FolderHealth {
  if (folder.settings.paused) return { kind: 'resting' };
  if (service === undefined) return { kind: 'paused', message: noService };
  if (!belongs(folder, service)) return { kind: 'paused', message: otherService(folder, service) };
  if (engine === undefined && keeper.stopped !== undefined) return { kind: 'paused', message: keeper.stopped };
  return engine?.folders.find(({ id }) => id === folder.id)?.health ?? { kind: 'scanning' };
}

/** Whether a folder's documents go to the chosen service: a route belongs to one service. */
export function belongs({ service }: Pick<ListedFolder, 'service'>, chosen: string): boolean {
  return service === undefined || service === chosen;
}

function otherService({ service: owner }: ListedFolder, origin: string): Message {
  return owner === undefined ? noService : say('workspace.folder.otherService', { owner, origin });
}
