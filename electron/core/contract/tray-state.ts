import { type BudgetState, budgetMessage } from '../account/budget.ts';
import { dateHere } from '../calendar.ts';
import { fileNameOf } from '../document/document.ts';
import { askingIn } from '../document/standing.ts';
import { type Message, say } from '../messages/message.ts';
import { assertNever } from '../result.ts';
import type { FolderHealth, FolderStatus, Line, Status } from './status.ts';

/** What the tray shows at a glance, each told apart by its shape. */
export const trayStates = ['idle', 'working', 'attention', 'paused', 'stopped'] as const;
export type TrayState = (typeof trayStates)[number];

/** What the status line says. */
export type Headline = Line['kind'] | 'working' | 'waiting' | 'halted' | 'unreachable' | 'resting' | 'no-folders';

/** All that the status line is made from. */
export type Known = Pick<Status, 'line' | 'standings' | 'budgets'> & {
  readonly folders: readonly Pick<FolderStatus, 'path' | 'health' | 'standings' | 'blocked'>[];
};

/** What the status line says, in the window, in the tray and in `intray status`: the worst that is so. */
export function headlineOf(status: Known): Headline {
  const { line, folders } = status;
  // Slowed down, work goes on: what stands still is worse.
  if (line.kind !== 'watching' && line.kind !== 'rate') return line.kind;
  const kinds = new Set(folders.map(({ health }) => health.kind));
  if (kinds.has('paused')) return 'halted';
  if (kinds.has('unreachable')) return 'unreachable';
  if (line.kind !== 'watching') return line.kind;
  if (kinds.size === 0) return 'no-folders';
  if (kinds.size === 1 && kinds.has('resting')) return 'resting';
  if (movingIn(status) > 0) return 'working';
  return waitingIn(status) > 0 || blockedIn(status) > 0 ? 'waiting' : 'watching';
}

/** How many are on their way, and wait for nothing but their turn, in the folders that are listed: nobody works for those of one that was removed. */
export function movingIn({ folders }: Pick<Known, 'folders'>): number {
  return folders.reduce((sum, { standings }) => sum + standings['on-the-way'], 0);
}

export function waitingIn({ folders }: Pick<Known, 'folders'>): number {
  return folders.reduce((sum, { standings }) => sum + standings.waiting, 0);
}

function blockedIn({ folders }: Known): number {
  return folders.reduce((sum, { blocked }) => sum + blocked, 0);
}

/** Why it says so, the worst first: what stands still, since when, how many documents wait for it, and until when. */
export function reasonsOf(status: Known): readonly Message[] {
  const { line, folders, budgets } = status;
  const count = waitingIn({ folders: folders.filter(({ health }) => health.kind !== 'resting') });
  const waits = count === 0 ? [] : [say('status.reasons.wait', { count })];
  const since = line.kind === 'offline' ? [say('status.reasons.since', { at: line.since })] : [];
  return [
    ...('message' in line ? [say('status.reasons.said', { message: line.message }), ...since] : []),
    ...(line.kind === 'watching' || line.kind === 'rate' || line.kind === 'starting' ? [] : waits),
    // Where nothing works at all, each folder would only say the same again.
    ...(line.kind === 'stopped' ? [] : troubledFolders(folders).map(troubleMessage)),
    ...budgets.flatMap((budget) => holdingMessage(budget, line) ?? []),
    ...folders
      .filter(({ blocked }) => blocked > 0)
      .map(({ path, blocked }) => say('status.reasons.blocked', { name: nameOf(path), count: blocked })),
  ];
}

function nameOf(path: string): string {
  return fileNameOf(path.replaceAll('\\', '/'));
}

/** What a budget says that holds documents back; the line itself says that the service has no pages. */
function holdingMessage(budget: BudgetState, line: Line): Message | undefined {
  return budget.waiting.documents > 0 && (budget.period !== 'service' || line.kind !== 'pages')
    ? budgetMessage(budget)
    : undefined;
}

function troubleMessage({ path, health, standings }: Known['folders'][number]): Message {
  const { message, since } = health as Extract<FolderHealth, { kind: 'paused' | 'unreachable' }>;
  const about = { name: nameOf(path), message, count: standings.waiting };
  return since === undefined ? say('status.reasons.folder', about) : say('status.reasons.folderSince', { ...about, at: since });
}

/** What documents wait for, where it is one thing for all that wait in these folders; nothing for a person who has paused them. */
export function waitingFor({ line, folders, budgets }: Pick<Known, 'line' | 'folders' | 'budgets'>): Message | undefined {
  if (line.kind === 'pages') return say('queue.waitingFor.pages');
  if (line.kind === 'offline' || line.kind === 'key') return say('queue.waitingFor.service');
  if (line.kind === 'paused' || line.kind === 'stopped') return undefined;
  const holding = folders.filter(({ standings }) => standings.waiting > 0);
  const troubled = troubledFolders(holding);
  if (troubled.length > 0) return troubled.length === holding.length ? say('queue.waitingFor.folder') : undefined;
  const paths = holding.map(({ path }) => path);
  const held = budgets.filter(({ path, waiting }) => waiting.documents > 0 && (path === undefined || paths.includes(path)));
  if (held.length === 0 || holding.some(({ health }) => health.kind === 'resting')) return undefined;
  const days = held.map(({ until, timeZone }) => (until === undefined ? undefined : dateHere(until, timeZone).day));
  const [untilDay, ...others] = new Set(days);
  const isOne = untilDay !== undefined && others.length === 0;
  return isOne ? say('queue.waitingFor.pagesUntil', { untilDay }) : say('queue.waitingFor.pages');
}

/** The folders that do nothing although nobody has paused them, those without a route first. */
export function troubledFolders<Folder extends Pick<FolderStatus, 'health'>>(folders: readonly Folder[]): readonly Folder[] {
  const inHealth = (kind: FolderHealth['kind']) => folders.filter(({ health }) => health.kind === kind);
  return [...inHealth('paused'), ...inHealth('unreachable')];
}

/** The status line with its reasons, one sentence after the other: for the tray, and for a terminal. */
export function statusLine(status: Known): readonly Message[] {
  const line = say(`status.lines.${headlineOf(status)}`);
  const [first, ...others] = reasonsOf(status);
  return first === undefined
    ? [say('status.reasons.only', { line })]
    : [say('status.reasons.because', { line, message: first }), ...others];
}

/** The one state that the tray shows: what keeps everything from moving comes before what waits for a person. */
export function trayStateOf(status: Known): TrayState {
  const headline = headlineOf(status);
  switch (headline) {
    case 'offline':
    case 'key':
    case 'pages':
    case 'stopped':
      return 'stopped';
    case 'paused':
    case 'resting':
      return 'paused';
    case 'halted':
    case 'unreachable':
      return status.folders.some(({ health }) => health.kind === 'watching' || health.kind === 'scanning')
        ? 'attention'
        : 'stopped';
    case 'starting':
    case 'first-run':
    case 'watching':
    case 'working':
    case 'waiting':
    case 'rate':
    case 'no-folders':
      if (askingIn(status.standings) > 0) return 'attention';
      if (headline === 'waiting') return 'paused';
      return movingIn(status) > 0 ? 'working' : 'idle';
    default:
      return assertNever(headline);
  }
}
