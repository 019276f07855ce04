import { existsSync } from 'node:fs';
import type { BudgetState } from '../../../core/account/budget.ts';
import { asksForKey, type Gate, openGate } from '../../../core/account/gate.ts';
import { keptForMs } from '../../../core/config/keep-results.ts';
import { type FolderQuestion, isOutOfReach } from '../../../core/contract/status.ts';
import { type Balance, balanceOf } from '../../../core/document/standing.ts';
import type { HookCounts } from '../../../core/hooks/hook-event.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import type { Wording } from '../../../core/messages/wording.ts';
import type { Route } from '../../../core/protocol/route.ts';
import type { LeftOut } from '../../../core/watch/left-out.ts';
import { type Backup, listBackups } from '../../../ledger/backups.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import { backupsOf } from '../../../ledger/safekeeping.ts';
import { whyUnwritable } from '../../../ledger/why-unwritable.ts';
import { dataDirectory, ledgerPath } from '../../../settings/data-directory.ts';
import { type RecentResult, recentResults } from '../../../workspace/documents/recent-results.ts';
import {
  type RecordedFolder,
  type RecordedRate,
  recordedBudgets,
  recordedFolders,
  recordedGate,
  recordedRate,
  recordedWork,
} from '../../../workspace/engine/engine-snapshot.ts';
import { folderStatusOf, leftOutOf } from '../../../workspace/folders/folder-status.ts';
import type { Host } from '../../host.ts';
import { type EngineHolder, engineHolder, holderMessage } from '../../input/engine-holder.ts';
import { readLedger } from '../../input/ledger-access.ts';
import { Refusal } from '../../input/refusal.ts';
import {
  type Attention,
  type AttentionItem,
  attentionLines,
  itemsForMachines,
  itemsForPeople,
  listAttention,
} from '../../output/attention.ts';
import { attentionMembers, gateMembers, healthMembers, messageMembers, questionMembers, tell } from '../../output/events.ts';
import { leftOutLines, leftOutMembers } from '../../output/left-out.ts';
import { balanceMessage, gateMessage, healthMessage, questionMessage, stateMessage } from '../../output/state-messages.ts';
import { printable } from '../../output/terminal-wording.ts';
import { budgetLines, budgetMembers } from '../answer/budgets.ts';
import { defineCommand, type FlagsOf } from '../command.ts';
import { dataDirectoryOption, examples, exitCodes, json } from '../options.ts';
import { countLines, listHooks } from './hooks.ts';
import { why } from './why/why.ts';

const options = [
  { flag: '--why', value: say('help.terms.fileValue'), text: say('help.status.why') },
  { flag: '--left-out', text: say('help.status.leftOut') },
  { flag: '--hooks', value: 'open|all', text: say('help.status.hooks') },
  { flag: '--keep-results', value: say('help.terms.duration'), text: say('help.status.keepResults') },
  { flag: '--exit-code', text: say('help.status.exitCode') },
  dataDirectoryOption,
  json,
] as const;

export type StatusFlags = FlagsOf<typeof options>;

export const command = defineCommand({
  name: 'status',
  summary: say('help.status.summary'),
  options,
  help: [
    say('help.status.about'),
    say('help.status.whyNote'),
    examples('intray status --why ~/scans/invoice.pdf', 'intray status --exit-code > /dev/null'),
    exitCodes(
      say('help.status.exitDone'),
      say('help.status.exitNeeds'),
      say('help.common.exitNotRun'),
      say('help.status.exitNotRunning'),
    ),
  ],
  run: ({ flags, host }) => status(flags, host),
});

/** `intray status`: reads the ledger beside a running Intray, or without one. */
export async function status(flags: StatusFlags, host: Host): Promise<0 | 1 | 3> {
  if (flags.why !== undefined) return why(flags.why, flags, host);
  if (flags.hooks !== undefined) return listHooks(flags, host);
  const directory = dataDirectory(flags.dataDir, host.paths);
  const file = ledgerPath(directory);
  const limit = flags.json === true ? itemsForMachines : itemsForPeople;
  const now = Date.now();
  const keptMs = keptFor(flags.keepResults);
  const [backup] = listBackups(backupsOf(file));
  const begun = { dataDirectory: directory, known: existsSync(file), now, engine: engineHolder(directory), backup };
  const waits = begun.known && begun.engine.kind !== 'none' ? whyUnwritable(file) : undefined;
  const report = begun.known
    ? await readLedger(file, (ledger) => ({ ...begun, waits, ...gather(ledger, now, limit), ...retention(ledger, keptMs, now) }))
    : { ...begun, ...nothing };
  const listed = flags.leftOut === true;
  tell(host, flags, statusEvent(report, listed), statusLines(report, host.wording, listed));
  return flags.exitCode === true ? statusExit(report) : 0;
}

/** @throws Refusal */
function keptFor(text: string | undefined): number | undefined {
  const kept = text === undefined ? undefined : keptForMs(text);
  if (text !== undefined && kept === undefined) throw new Refusal(say('commandLine.flags.keepResults', { text }));
  return kept;
}

function retention({ retention: kept }: LedgerReader, keptMs: number | undefined, now: number) {
  return { dropped: kept.dropped(), wouldDrop: keptMs === undefined ? undefined : kept.count(now - keptMs) };
}

/** For scripts that ask for it: 3 without a running Intray, 1 if something needs a person or blocks all requests. Pure. */
function statusExit({ engine, gate, hooks, waits, attention: { total, folders = [], undelivered } }: StatusReport): 0 | 1 | 3 {
  if (engine.kind === 'none') return 3;
  if (waits !== undefined) return 1;
  return total + folders.length + undelivered.length + hooks.givenUp > 0 || (gate.kind !== 'open' && gate.kind !== 'rate')
    ? 1
    : 0;
}

/** What `intray status` shows. Times are milliseconds since the epoch. */
interface StatusReport {
  readonly dataDirectory: string;
  /** There is a ledger. */
  readonly known: boolean;
  /** The newest one. */
  readonly backup: Backup | undefined;
  readonly now: number;
  /** How many results were dropped from the ledger so far, and when last. */
  readonly dropped?: { readonly documents: number; readonly at: number } | undefined;
  /** How many would be dropped now, by `--keep-results`. */
  readonly wouldDrop?: number | undefined;
  readonly engine: EngineHolder;
  /** What blocks all calls, or did when the engine ended. */
  readonly gate: Gate;
  readonly rate?: RecordedRate | undefined;
  /** Why the ledger cannot be written now, and the engine waits. */
  readonly waits?: Message | undefined;
  /** The service's address, as the engine has it. */
  readonly origin?: string | undefined;
  readonly balance: Balance;
  readonly folders: readonly FolderReport[];
  readonly budgets: readonly BudgetState[];
  readonly attention: Attention;
  /** Events that no hook has taken. */
  readonly hooks: HookCounts;
  /** `folder`: its path. */
  readonly delivered: readonly (Pick<RecentResult, 'path' | 'state' | 'at'> & { readonly folder: string })[];
}

interface FolderReport extends Pick<RecordedFolder, 'path' | 'health' | 'active'> {
  readonly route?: Route;
  /** The extraction's name; undefined until it is known. */
  readonly routeName?: string | undefined;
  readonly balance: Balance;
  readonly question?: FolderQuestion | undefined;
  readonly leftOut: readonly LeftOut[];
  /** Why tables of it wait to be written. */
  readonly tables: readonly Message[];
}

type Gathered = Omit<StatusReport, 'dataDirectory' | 'known' | 'now' | 'engine' | 'backup' | 'dropped' | 'wouldDrop'>;

const nothing: Gathered = {
  gate: openGate,
  balance: balanceOf([]),
  folders: [],
  budgets: [],
  attention: { total: 0, items: [], undelivered: [] },
  hooks: { pending: 0, failing: 0, givenUp: 0 },
  delivered: [],
};

function gather(ledger: LedgerReader, now: number, limit: number): Gathered {
  const folders = recordedFolders(ledger);
  const pathOf = new Map(folders.map(({ id, path }) => [id, path]));
  const origin = recordedWork(ledger.meta)?.origin;
  return {
    gate: recordedGate(ledger.meta),
    rate: recordedRate(ledger.meta, now),
    origin,
    balance: ledger.documents.balance(),
    budgets: recordedBudgets(ledger, now),
    folders: folders.map((folder) => folderReport(folder, origin, ledger)),
    attention: listAttention(ledger, [...pathOf.keys()], limit),
    hooks: ledger.hookEvents.counts(),
    delivered: recentResults(ledger).map(({ folderId, path, state, at }) => {
      return { folder: pathOf.get(folderId) ?? '', path, state, at };
    }),
  };
}

function folderReport(
  { id, path, settings, health, active }: RecordedFolder,
  origin: string | undefined,
  ledger: LedgerReader,
): FolderReport {
  const leftOut = leftOutOf(ledger, id);
  const tables = ledger.tables.problems(id);
  if (settings === undefined) return { path, health, active, leftOut, tables, balance: ledger.documents.balance(id) };
  const asked = { id, path, route: settings.route, origin, health: health ?? { kind: 'scanning' } } as const;
  const { route, routeName, balance, question } = folderStatusOf(ledger, asked);
  return {
    path,
    route,
    routeName: routeName === route.id ? undefined : routeName,
    health,
    active,
    leftOut,
    tables,
    balance,
    question,
  };
}

/** For machines. Pure. */
function statusEvent(report: StatusReport, listed: boolean): Readonly<Record<string, unknown>> {
  const { dataDirectory, known, backup, engine, gate, rate, origin, balance, folders, budgets, attention, delivered } = report;
  const { dropped, wouldDrop, hooks } = report;
  const { kind, ...holder } = engine;
  return {
    event: 'status',
    dataDirectory,
    ledger: known,
    ...(backup !== undefined && { backup: { path: backup.path, at: new Date(backup.at).toISOString() } }),
    ...(dropped !== undefined && { dropped: { ...dropped, at: new Date(dropped.at).toISOString() } }),
    ...(wouldDrop !== undefined && { wouldDrop }),
    running: kind === 'running',
    ...(kind === 'running' && { engine: holder }),
    ...(origin !== undefined && { service: origin }),
    ...gateMembers(gate),
    ...(report.waits !== undefined && { waits: messageMembers(report.waits) }),
    ...(rate !== undefined && { requestsPerSecond: rounded(rate.perSecond) }),
    balance,
    budgets: budgets.map(budgetMembers),
    folders: folders.map((folder) => folderMembers(folder, listed, kind === 'running')),
    ...attentionMembers(attention),
    hooks,
    delivered: delivered.map(({ at, ...document }) => ({ ...document, at: new Date(at).toISOString() })),
  };
}

function folderMembers(
  { path, route, routeName, health, active, balance, leftOut, question, tables }: FolderReport,
  listed: boolean,
  running: boolean,
): Readonly<Record<string, unknown>> {
  // Nobody watches it while no Intray runs; what stood in its way then still does.
  const tellsHealth = running || (health !== undefined && (health.kind === 'paused' || isOutOfReach(health)));
  return {
    path,
    ...(route !== undefined && { route: { ...route, ...(routeName !== undefined && { name: routeName }) } }),
    active,
    ...(health !== undefined && tellsHealth && healthMembers(health)),
    balance,
    ...(question !== undefined && { question: questionMembers(question) }),
    ...(tables.length > 0 && { tables: tables.map(messageMembers) }),
    ...leftOutMembers(leftOut, listed),
  };
}

/** For people. Pure. */
function statusLines(report: StatusReport, wording: Wording, listed: boolean): string[] {
  const { text } = wording;
  const { balance, folders, attention, delivered, backup, dataDirectory: path } = report;
  if (!report.known)
    return [
      text(
        backup === undefined
          ? say('commandLine.noLedger', { path })
          : say('commandLine.ledgerGone', { path, backupAt: backup.at }),
      ),
    ];
  const lines = [
    ...engineMessages(report),
    ...report.budgets.flatMap(budgetLines),
    balanceMessage(balance),
    ...retentionMessages(report),
    ...countLines(report.hooks),
  ].map(text);
  for (const folder of folders) {
    const route = routeOf(folder);
    lines.push(
      '',
      `${printable(folder.path)}${route === undefined ? '' : ` → ${typeof route === 'string' ? printable(route) : text(route)}`}`,
      `  ${text(folderMessage(folder, report))}`,
      `  ${text(balanceMessage(folder.balance))}`,
      ...(folder.question === undefined ? [] : [`  ${text(questionMessage(folder.path, folder.question))}`]),
      ...folder.tables.map((message) => `  ${text(message)}`),
      ...leftOutLines(folder.leftOut, wording, listed).map((line) => `  ${line}`),
    );
  }
  const located = (item: AttentionItem) => (folders.length > 1 ? { ...item, path: `${item.folder}/${item.path}` } : item);
  const { items, undelivered, folders: troubled = [] } = attention;
  const shown = {
    ...{ ...attention, items: items.map(located), undelivered: undelivered.map(located) },
    folders: [...troubled, ...keyMessages(report)],
  };
  lines.push('', ...attentionLines(shown, wording));
  if (delivered.length > 0) {
    lines.push('', text(say('statusReport.deliveredLast')));
    const states = delivered.map(({ state }) => text(stateMessage(state)));
    const width = Math.max(...states.map(({ length }) => length));
    for (const [index, { folder, path, at }] of delivered.entries()) {
      const shown = printable(folders.length > 1 ? `${folder}/${path}` : path);
      lines.push(`  ${wording.formats.moment(at)}  ${(states[index] ?? '').padEnd(width)}  ${shown}`);
    }
  }
  return lines;
}

function retentionMessages({ dropped, wouldDrop: count }: StatusReport): Message[] {
  return [
    ...(dropped === undefined ? [] : [say('statusReport.dropped', { count: dropped.documents, at: dropped.at })]),
    ...(count === undefined ? [] : [say('statusReport.wouldDrop', { count })]),
  ];
}

function engineMessages({ engine, gate, rate, origin, now, waits }: StatusReport): Message[] {
  const running = holderMessage(engine);
  if (engine.kind === 'none')
    return gate.kind === 'open' ? [running] : [running, say('statusReport.blockedBefore', { message: gate.message })];
  if (waits !== undefined) return [running, say('outcome.ledgerWaits', { message: waits })];
  const shut = gateMessage(gate, now, origin ?? 'https://…');
  return [running, shut ?? say('statusReport.nothingBlocked'), ...rateMessages(rate)];
}

/** Where only another key helps, something needs a person. */
function keyMessages({ gate, origin, now }: StatusReport): Message[] {
  const message = asksForKey(gate) ? gateMessage(gate, now, origin ?? 'https://…') : undefined;
  return message === undefined ? [] : [message];
}

function rateMessages(rate: RecordedRate | undefined): Message[] {
  if (rate === undefined) return [];
  const perSecond = String(rounded(rate.perSecond));
  return [say(rate.lowered ? 'statusReport.rateLowered' : 'statusReport.rate', { rate: perSecond })];
}

function rounded(perSecond: number): number {
  return Number(perSecond.toPrecision(3));
}

function routeOf({ route, routeName }: FolderReport): Message | string | undefined {
  return route && (routeName ?? say('runReport.progress.routeUnnamed', { kind: route.kind, id: route.id }));
}

function folderMessage({ path, health, active }: FolderReport, { engine }: StatusReport): Message {
  if (engine.kind === 'none') return say('statusReport.folder.notWatched');
  if (!active) return say('statusReport.folder.otherFolders');
  if (health === undefined) return say('statusReport.folder.firstScan');
  const problem = healthMessage(path, health);
  if (problem !== undefined) return problem;
  if (health.kind !== 'watching') return say('statusReport.folder.scanning');
  return say(health.by === 'events' ? 'statusReport.folder.byEvents' : 'statusReport.folder.byPolling');
}
