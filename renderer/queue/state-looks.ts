import {
  Ban,
  Check,
  CheckCheck,
  CircleHelp,
  CircleX,
  Clock,
  Cog,
  Copy,
  FileX,
  Hand,
  Hourglass,
  Layers,
  type LucideIcon,
  ScanEye,
  TriangleAlert,
  Upload,
} from 'lucide-react';
import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import type { StateName } from '../../electron/core/document/document.ts';
import type { Tone } from '../components/badge.tsx';

export interface Look {
  readonly icon: LucideIcon;
  readonly tone: Tone;
}

/** States told apart by shape first, by colour second. */
const looks: Readonly<Record<StateName, Look>> = {
  settling: { icon: Hourglass, tone: 'plain' },
  waiting: { icon: Clock, tone: 'plain' },
  uploading: { icon: Upload, tone: 'accent' },
  unresolved: { icon: CircleHelp, tone: 'warn' },
  queued: { icon: Layers, tone: 'accent' },
  processing: { icon: Cog, tone: 'accent' },
  processed: { icon: Check, tone: 'good' },
  needs_review: { icon: ScanEye, tone: 'warn' },
  confirmed: { icon: CheckCheck, tone: 'good' },
  failed: { icon: CircleX, tone: 'bad' },
  duplicate: { icon: Copy, tone: 'plain' },
  rejected: { icon: Ban, tone: 'bad' },
  gone: { icon: FileX, tone: 'plain' },
};

export function lookOf(row: Pick<DocumentSummary, 'state' | 'attention' | 'dismissed' | 'why'>): Look {
  if (row.state === 'waiting' && row.attention) return { icon: Hand, tone: 'warn' };
  if (row.state === 'needs_review' && !row.attention && !row.dismissed) return looks.confirmed;
  if (isKeptFromDisk(row)) return { icon: TriangleAlert, tone: 'warn' };
  return looks[row.state];
}

/** Whether its result is there and the disk takes it not. */
export function isKeptFromDisk({ why }: Pick<DocumentSummary, 'why'>): boolean {
  return why.some(({ code }) => code === 'explain.notWritten' || code === 'explain.notMoved');
}
