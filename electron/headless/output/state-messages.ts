import { join } from 'node:path';
import type { Gate } from '../../core/account/gate.ts';
import type { FolderQuestion } from '../../core/contract/status.ts';
import type { Balance } from '../../core/document/standing.ts';
import type { StateName } from '../../core/document/states.ts';
import { type Message, say } from '../../core/messages/message.ts';
import type { Wording } from '../../core/messages/wording.ts';
import type { Route } from '../../core/protocol/route.ts';
import { assertNever } from '../../core/result.ts';
import type { FolderHealth } from '../../engine/api.ts';
import type { RecordedFolder } from '../../workspace/engine/engine-snapshot.ts';
import { printable } from './terminal-wording.ts';

/** What a shut gate means, what Intray does about it, and what a person can do; undefined while it is open. Pure. */
export function gateMessage(gate: Gate, now: number, url: string): Message | undefined {
  switch (gate.kind) {
    case 'open':
      return undefined;
    case 'offline':
      return say('runReport.gate.offline', { message: gate.message, waitMs: waitMs(gate.until, now) });
    case 'key':
      return gate.until === undefined
        ? say('runReport.gate.key', { message: gate.message, url })
        : say('runReport.gate.keyRetried', { message: gate.message, url, waitMs: waitMs(gate.until, now) });
    case 'forbidden':
      return gate.reason === 'pages'
        ? say('runReport.gate.pages', { message: gate.message, waitMs: waitMs(gate.until, now) })
        : say(`runReport.gate.${gate.reason}`, { message: gate.message, url, waitMs: waitMs(gate.until, now) });
    case 'rate':
      return say('runReport.gate.rate', { message: gate.message, waitMs: waitMs(gate.until, now) });
    default:
      return assertNever(gate);
  }
}

/** Whole seconds, at least one: what is overdue is about to happen. */
function waitMs(until: number, now: number): number {
  return Math.max(1, Math.ceil((until - now) / 1_000)) * 1_000;
}

const namedPaths = 3;

/** Why a folder, or a part of it, cannot be worked on; undefined if it can. Pure. */
export function healthMessage(path: string, health: FolderHealth): Message | undefined {
  switch (health.kind) {
    case 'scanning':
      return undefined;
    case 'watching': {
      if (health.unread === undefined) return undefined;
      const paths = health.unread.paths.slice(0, namedPaths).map((inside) => join(path, inside));
      return say('runReport.folder.unread', { paths: paths.join(', '), more: health.unread.count - paths.length });
    }
    case 'unreachable':
      return say('runReport.folder.unreachable', { path, message: health.message });
    case 'paused':
      return say('runReport.folder.paused', { path, message: health.message });
    case 'resting':
      return say('runReport.folder.resting', { path });
    default:
      return assertNever(health);
  }
}

/** How a folder is watched now, or why it is not. Pure. */
export function watchMessage(
  { path, health, active, isElsewhere }: Pick<RecordedFolder, 'active' | 'health' | 'isElsewhere' | 'path'>,
  isRunning: boolean,
): Message {
  if (!isRunning) return say('statusReport.folder.notWatched');
  if (!active && isElsewhere !== true && health?.kind !== 'resting') return say('statusReport.folder.otherFolders');
  if (health === undefined) return say('statusReport.folder.firstScan');
  const problem = healthMessage(path, health);
  if (problem !== undefined) return problem;
  if (health.kind !== 'watching') return say('statusReport.folder.scanning');
  return say(health.by === 'events' ? 'statusReport.folder.byEvents' : 'statusReport.folder.byPolling');
}

/** What a person is asked about a folder, and how to answer. Pure. */
export function questionMessage(path: string, { message }: FolderQuestion): Message {
  return say('runReport.folder.question', { message, command: `intray answer "${path}" --send|--leave` });
}

/** A document's state as people read it, with `held` and `blocked` for the waits that need a person. Pure. */
export function stateMessage(state: StateName | 'held' | 'blocked'): Message {
  return state === 'held' || state === 'blocked' ? say(`runReport.attention.state.${state}`) : say(`queue.states.${state}`);
}

/** The totals: found is the sum of the rest. Pure. */
export function balanceMessage(balance: Balance): Message {
  return say('runReport.balance', { ...balance });
}

/** A folder, and where its documents go. Pure. @param routeName its id, or undefined, where it has none */
export function folderHeading(
  {
    path,
    route,
    routeName,
  }: { readonly path: string; readonly route: Route | undefined; readonly routeName: string | undefined },
  text: Wording['text'],
): string {
  if (route === undefined) return printable(path);
  const { kind, id } = route;
  const isNamed = routeName !== undefined && routeName !== id;
  return `${printable(path)} → ${isNamed ? printable(routeName) : text(say('runReport.progress.routeUnnamed', { kind, id }))}`;
}
