import type { Gate } from '../../../core/account/gate.ts';
import type { Balance } from '../../../core/document/balance.ts';
import type { StateName } from '../../../core/document/states.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import type { Wording } from '../../../core/messages/wording.ts';
import type { Route } from '../../../core/protocol/route.ts';
import type { FolderHealth } from '../../../engine/api.ts';
import type { RecordedRate } from '../../../workspace/engine/engine-snapshot.ts';
import { type EngineHolder, holderMessage } from '../../input/engine-holder.ts';
import { type Attention, type AttentionItem, attentionLines, attentionMembers } from '../../output/attention.ts';
import { gateMembers, healthMembers } from '../../output/events.ts';
import { balanceMessage, gateMessage, healthMessage, stateMessage } from '../../output/state-messages.ts';
import { printable } from '../../output/terminal-wording.ts';

/** What `intray status` shows. Times are milliseconds since the epoch. */
export interface StatusReport {
  readonly dataDirectory: string;
  /** There is a ledger. */
  readonly known: boolean;
  readonly now: number;
  readonly engine: EngineHolder;
  /** What blocks all calls, or did when the engine ended. */
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
  /** The engine that was started last works on it. */
  readonly active: boolean;
  readonly balance: Balance;
}

export interface DeliveredDocument {
  readonly folder: string;
  readonly path: string;
  readonly state: StateName;
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
  return {
    path,
    ...(route !== undefined && { route: { ...route, ...(routeName !== undefined && { name: routeName }) } }),
    active,
    ...(health !== undefined && healthMembers(health)),
    balance,
  };
}

/** For people. Pure. */
export function statusLines(report: StatusReport, wording: Wording): string[] {
  const { text } = wording;
  if (!report.known) return [text(say('commandLine.noLedger', { path: report.dataDirectory }))];
  const { balance, folders, attention, delivered } = report;
  const lines = [...engineMessages(report), balanceMessage(balance)].map(text);
  for (const folder of folders) {
    const route = routeOf(folder);
    lines.push(
      '',
      `${printable(folder.path)}${route === undefined ? '' : ` → ${typeof route === 'string' ? printable(route) : text(route)}`}`,
      `  ${text(folderMessage(folder, report))}`,
      `  ${text(balanceMessage(folder.balance))}`,
    );
  }
  const located = (item: AttentionItem) => (folders.length > 1 ? { ...item, path: `${item.folder}/${item.path}` } : item);
  const { total, items, undelivered } = attention;
  lines.push('', ...attentionLines({ total, items: items.map(located), undelivered: undelivered.map(located) }, wording));
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

function engineMessages({ engine, gate, rate, origin, now }: StatusReport): Message[] {
  const running = holderMessage(engine);
  if (engine.kind === 'none')
    return gate.kind === 'open' ? [running] : [running, say('statusReport.blockedBefore', { message: gate.message })];
  const shut = gateMessage(gate, now, origin ?? 'https://…');
  return [running, shut ?? say('statusReport.nothingBlocked'), ...rateMessages(rate)];
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
  if (route === undefined || (routeName !== undefined && routeName !== route.id)) return route && routeName;
  return say('runReport.progress.routeUnnamed', { kind: route.kind, id: route.id });
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
