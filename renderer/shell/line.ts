import { CircleAlert, CirclePause, CloudOff, Eye, FileX, Hourglass, KeyRound, Loader, OctagonX, Unplug } from 'lucide-react';
import type { Line, Status } from '../../electron/core/contract/status.ts';
import type { Tone } from '../components/badge.tsx';
import type { Connection } from '../host/connection.ts';

/** What the status line shows; `working` means watching with something to do. */
export type LineName = Line['kind'] | 'working' | 'unknown' | 'lost';

export function lineNameOf(status: Status | undefined, connection: Connection): LineName {
  if (connection === 'lost') return 'lost';
  if (status === undefined) return 'unknown';
  return status.line.kind === 'watching' && status.working > 0 ? 'working' : status.line.kind;
}

/** Distinguished by shape first, by colour second. */
export const lineLooks: Readonly<Record<LineName, { readonly icon: typeof Eye; readonly tone: Tone }>> = {
  starting: { icon: Loader, tone: 'plain' },
  'first-run': { icon: CircleAlert, tone: 'plain' },
  watching: { icon: Eye, tone: 'good' },
  working: { icon: Loader, tone: 'accent' },
  paused: { icon: CirclePause, tone: 'plain' },
  offline: { icon: CloudOff, tone: 'warn' },
  key: { icon: KeyRound, tone: 'bad' },
  pages: { icon: FileX, tone: 'warn' },
  rate: { icon: Hourglass, tone: 'warn' },
  stopped: { icon: OctagonX, tone: 'bad' },
  unknown: { icon: Loader, tone: 'plain' },
  lost: { icon: Unplug, tone: 'bad' },
};
