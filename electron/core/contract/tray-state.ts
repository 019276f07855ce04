import { type BudgetState, budgetMessage } from '../account/budget.ts';
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
  readonly folders: readonly Pick<FolderStatus, 'path' | 'health' | 'standings' | 'unsent' | 'blocked'>[];
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
  return onTheWayIn(status) > 0 || blockedIn(status) > 0 ? 'waiting' : 'watching';
}

/** How many are on their way in the folders that are listed; nobody works for those of a folder that was removed. */
export function onTheWayIn({ folders }: Pick<Known, 'folders'>): number {
  return folders.reduce((sum, { standings }) => sum + standings['on-the-way'], 0);
}

/** How many are on their way and wait for nothing but their turn. */
export function movingIn({ line, folders, budgets }: Known): number {
  const isHeld = ({ health }: Known['folders'][number]) => health.kind !== 'watching' && health.kind !== 'scanning';
  const held = line.kind === 'paused' ? folders : folders.filter(isHeld);
  const unsent = held.reduce((sum, folder) => sum + folder.unsent, 0);
  return Math.max(0, onTheWayIn({ folders }) - unsent - (line.kind === 'paused' ? 0 : heldByBudgets(budgets, held)));
}

/** Budgets of different folders hold different documents; one that several hold waits once, for the one that holds most. */
function heldByBudgets(budgets: Known['budgets'], held: Known['folders']): number {
  const most = new Map<string | undefined, number>();
  for (const { path, waiting } of budgets) most.set(path, Math.max(most.get(path) ?? 0, waiting.documents));
  const ofAccount = most.get(undefined) ?? 0;
  most.delete(undefined);
  for (const { path } of held) most.delete(path);
  return Math.max(
    ofAccount,
    [...most.values()].reduce((sum, documents) => sum + documents, 0),
  );
}

function blockedIn({ folders }: Known): number {
  return folders.reduce((sum, { blocked }) => sum + blocked, 0);
}

/** Why it says so, the worst first: what stands still, since when, how many documents wait for it, and until when. */
export function reasonsOf(status: Known): readonly Message[] {
  const { line, folders, budgets } = status;
  const unsent = folders.reduce((sum, folder) => sum + (folder.health.kind === 'resting' ? 0 : folder.unsent), 0);
  const waits = unsent === 0 ? [] : [say('status.reasons.wait', { count: unsent })];
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

function troubleMessage({ path, health, unsent: count }: Known['folders'][number]): Message {
  const { message, since } = health as Extract<FolderHealth, { kind: 'paused' | 'unreachable' }>;
  const about = { name: nameOf(path), message, count };
  return since === undefined ? say('status.reasons.folder', about) : say('status.reasons.folderSince', { ...about, at: since });
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
      return onTheWayIn(status) > 0 ? 'working' : 'idle';
    default:
      return assertNever(headline);
  }
}
