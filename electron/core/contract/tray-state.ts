import { askingIn } from '../document/standing.ts';
import { assertNever } from '../result.ts';
import type { FolderHealth, FolderStatus, Line, Status } from './status.ts';

/** What the tray shows at a glance, each told apart by its shape. */
export const trayStates = ['idle', 'working', 'attention', 'paused', 'stopped'] as const;
export type TrayState = (typeof trayStates)[number];

/** What the status line says. */
export type Headline = Line['kind'] | 'working' | 'halted' | 'unreachable' | 'resting' | 'no-folders';

type Known = Pick<Status, 'line' | 'standings'> & { readonly folders: readonly Pick<FolderStatus, 'health'>[] };

/** What the status line says, in the window and in the tray: the worst that is so. */
export function headlineOf({ line, standings, folders }: Known): Headline {
  // Slowed down, work goes on: what stands still is worse.
  if (line.kind !== 'watching' && line.kind !== 'rate') return line.kind;
  const kinds = new Set(folders.map(({ health }) => health.kind));
  if (kinds.has('paused')) return 'halted';
  if (kinds.has('unreachable')) return 'unreachable';
  if (line.kind !== 'watching') return line.kind;
  if (kinds.size === 0) return 'no-folders';
  if (kinds.size === 1 && kinds.has('resting')) return 'resting';
  return standings['on-the-way'] > 0 ? 'working' : 'watching';
}

/** The folders that do nothing although nobody has paused them, those without a route first. */
export function troubledFolders<Folder extends Pick<FolderStatus, 'health'>>(folders: readonly Folder[]): readonly Folder[] {
  const inHealth = (kind: FolderHealth['kind']) => folders.filter(({ health }) => health.kind === kind);
  return [...inHealth('paused'), ...inHealth('unreachable')];
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
    case 'rate':
    case 'no-folders':
      if (askingIn(status.standings) > 0) return 'attention';
      return status.standings['on-the-way'] > 0 ? 'working' : 'idle';
    default:
      return assertNever(headline);
  }
}
