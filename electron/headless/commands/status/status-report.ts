import type { Gate } from '../../../core/account/gate.ts';
import type { Balance } from '../../../core/document/balance.ts';
import type { Route } from '../../../core/protocol/route.ts';
import { assertNever } from '../../../core/result.ts';
import type { FolderHealth } from '../../../engine/api.ts';
import type { RecordedRate } from '../../../workspace/engine/engine-snapshot.ts';
import { type EngineHolder, holderSentence } from '../../input/engine-holder.ts';
import { type Attention, type AttentionItem, attentionLines, attentionMembers } from '../../output/attention.ts';
import { gateMembers } from '../../output/events.ts';
import { balanceLine, gateSentence, healthSentence, localTime, printable, sentence } from '../../output/words.ts';

/** What `intray status` tells. Times are milliseconds since the epoch. */
export interface StatusReport {
  readonly dataDirectory: string;
  /** There is a ledger. */
  readonly known: boolean;
  readonly now: number;
  readonly engine: EngineHolder;
  /** What stands in the way of all calls; of an engine that has ended, what stood. */
  readonly gate: Gate;
  readonly rate: RecordedRate | undefined;
  /** The service's address, as the engine has it. */
  readonly origin: string | undefined;
  readonly balance: Balance;
  readonly folders: readonly FolderReport[];
  readonly attention: Attention;
  readonly delivered: readonly DeliveredDocument[];
}

export interface FolderReport {
  readonly path: string;
  readonly route: Route | undefined;
  /** The extraction's name; undefined until it is known. */
  readonly routeName: string | undefined;
  readonly health: FolderHealth | undefined;
  /** The engine that was started last works for it. */
  readonly active: boolean;
  readonly balance: Balance;
}

export interface DeliveredDocument {
  readonly folder: string;
  readonly path: string;
  readonly state: string;
  readonly at: number;
}

/** For machines. Pure. */
export function statusEvent(report: StatusReport): Readonly<Record<string, unknown>> {
  const { dataDirectory, engine, gate, rate, origin, balance, folders, attention, delivered } = report;
  const { kind, ...holder } = engine;
  return {
    event: 'status',
    dataDirectory,
    running: kind === 'running',
    ...(kind === 'running' && { engine: holder }),
    ...(origin !== undefined && { service: origin }),
    ...gateMembers(gate),
    ...(rate !== undefined && { requestsPerSecond: rounded(rate.perSecond) }),
    balance,
    folders: folders.map(folderMembers),
    ...attentionMembers(attention),
    delivered: delivered.map(({ at, ...document }) => ({ ...document, at: new Date(at).toISOString() })),
  };
}

function folderMembers({ path, route, routeName, health, active, balance }: FolderReport): Readonly<Record<string, unknown>> {
  const { kind, ...rest } = health ?? {};
  return {
    path,
    ...(route !== undefined && { route: { ...route, ...(routeName !== undefined && { name: routeName }) } }),
    active,
    ...(kind !== undefined && { health: kind, ...rest }),
    balance,
  };
}

/** For people. Pure. */
export function statusLines(report: StatusReport): string[] {
  if (!report.known) return [`Nothing has been watched yet: there is no ledger in ${printable(report.dataDirectory)}.`];
  const { balance, folders, attention, delivered } = report;
  const lines = [...engineLines(report), `${balanceLine(balance)}`];
  for (const folder of folders) {
    lines.push(
      '',
      `${printable(folder.path)}${routeWords(folder)}`,
      `  ${healthWords(folder, report)}`,
      `  ${balanceLine(folder.balance)}`,
    );
  }
  const named = (item: AttentionItem) => (folders.length > 1 ? { ...item, path: `${item.folder}/${item.path}` } : item);
  const { total, items, undelivered } = attention;
  lines.push('', ...attentionLines({ total, items: items.map(named), undelivered: undelivered.map(named) }));
  if (delivered.length > 0) {
    lines.push('', 'Delivered last:');
    for (const { folder, path, state, at } of delivered) {
      lines.push(`  ${localTime(at)}  ${state.padEnd(12)} ${printable(folders.length > 1 ? `${folder}/${path}` : path)}`);
    }
  }
  return lines;
}

function engineLines({ engine, gate, rate, origin, now }: StatusReport): string[] {
  const running = holderSentence(engine, localTime);
  if (engine.kind === 'none') {
    return gate.kind === 'open'
      ? [running]
      : [`${running} When it last ran, this stood in the way: ${printable(sentence(gate.message))}`];
  }
  const shut = gateSentence(gate, now, origin ?? 'https://…');
  return [running, shut === undefined ? 'Nothing stands in the way of its requests.' : printable(shut), ...rateLines(rate)];
}

function rateLines(rate: RecordedRate | undefined): string[] {
  if (rate === undefined) return [];
  const most = `At most ${rounded(rate.perSecond)} requests a second`;
  return [rate.lowered ? `${most}: the service asked for fewer, and it goes up again slowly.` : `${most}.`];
}

function rounded(perSecond: number): number {
  return Number(perSecond.toPrecision(3));
}

function routeWords({ route, routeName }: FolderReport): string {
  if (route === undefined) return '';
  return ` → ${printable(routeName === undefined || routeName === route.id ? `${route.kind} ${route.id}` : routeName)}`;
}

function healthWords({ path, health, active }: FolderReport, { engine }: StatusReport): string {
  if (engine.kind === 'none') return 'Not watched now.';
  if (!active) return 'Not watched now: the Intray that is running works for other folders.';
  if (health === undefined) return 'Being looked through for the first time.';
  switch (health.kind) {
    case 'scanning':
      return 'Being looked through.';
    case 'watching':
      return health.by === 'events' ? 'Watched: the system tells of changes.' : 'Watched by looking through it again and again.';
    case 'unreachable':
    case 'paused':
    case 'resting':
      return healthSentence(path, health) ?? '';
    default:
      return assertNever(health);
  }
}
