import { assertNever } from '../result.ts';
import type { Line, Status } from './status.ts';

/** What the tray shows at a glance, each told apart by its shape. */
export const trayStates = ['idle', 'working', 'attention', 'paused', 'stopped'] as const;
export type TrayState = (typeof trayStates)[number];

/** The one state that the tray shows: what keeps everything from moving comes before what waits for a person. */
export function trayStateOf({ line, attention, working }: Pick<Status, 'line' | 'attention' | 'working'>): TrayState {
  if (standsStill(line)) return 'stopped';
  if (line.kind === 'paused') return 'paused';
  if (attention > 0) return 'attention';
  return working > 0 ? 'working' : 'idle';
}

function standsStill(line: Line): boolean {
  switch (line.kind) {
    case 'offline':
    case 'key':
    case 'pages':
    case 'stopped':
      return true;
    case 'starting':
    case 'first-run':
    case 'watching':
    case 'paused':
    case 'rate':
      return false;
    default:
      return assertNever(line);
  }
}
