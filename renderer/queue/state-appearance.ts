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
import { type StateName, traitsOf } from '../../electron/core/document/states.ts';
import type { Message } from '../../electron/core/messages/message.ts';
import type { Tone } from '../components/badge.tsx';

/** States differ by icon first, by colour second. */
const appearances = {
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
} as const satisfies Readonly<Record<StateName, { readonly icon: LucideIcon; readonly tone: Tone }>>;

export function appearanceOf(row: DocumentSummary): { readonly icon: LucideIcon; readonly tone: Tone } {
  if (isHeld(row)) return { icon: Hand, tone: 'warn' };
  if (isReviewedHere(row)) return appearances.confirmed;
  if (diskProblems(row.why).length > 0) return { icon: TriangleAlert, tone: 'warn' };
  return appearances[row.state];
}

/** Whether it waits until a person decides. */
export function isHeld({ state, attention }: DocumentSummary): boolean {
  return attention && traitsOf(state).progress === 'waiting';
}

/** Whether the service asks for a review and a person has done it here. */
export function isReviewedHere({ state, attention, dismissed }: DocumentSummary): boolean {
  return traitsOf(state).review === 'open' && !attention && !dismissed;
}

/** What keeps the result of a document from being written or its file from being moved. */
export function diskProblems(why: readonly Message[]): readonly Message[] {
  return why.filter(({ code }) => code === 'explain.notWritten' || code === 'explain.notMoved');
}
