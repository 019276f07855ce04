import type { Route } from '../../electron/core/protocol/route.ts';
import type { ContentKind } from './contents.ts';
import type { Dice } from './random.ts';

/** A file that the service accepted, and what becomes of it when. Times are virtual ms. */
export interface HeldFile {
  readonly id: string;
  readonly fileName: string;
  readonly hash: string;
  readonly processingAt: number;
  readonly endsAt: number;
  readonly ending: 'processed' | 'needs_review' | 'failed';
  /** When somebody confirms what needs a review, with a correction. */
  readonly confirmedAt: number;
  /** The status the service gives; it need not be a documented one. */
  readonly working: string;
}

export interface HeldBatch {
  readonly id: string;
  readonly route: Route;
  readonly files: readonly HeldFile[];
}

export function holdFile(id: string, fileName: string, hash: string, kind: ContentKind, now: number, dice: Dice): HeldFile {
  const processingAt = now + dice.whole(100, 2_000);
  const endsAt = processingAt + (dice.chance(0.01) ? dice.whole(300_000, 900_000) : dice.whole(100, 5_000));
  return {
    id,
    fileName,
    hash,
    processingAt,
    endsAt,
    ending: kind === 'failing' ? 'failed' : kind === 'review' ? 'needs_review' : 'processed',
    confirmedAt: endsAt + dice.whole(0, 1_200_000),
    working: dice.pick(['processing', 'processing', 'reading']),
  };
}

export function statusOf(file: HeldFile, now: number): string {
  if (now < file.processingAt) return 'queued';
  if (now < file.endsAt) return file.working;
  return file.ending === 'needs_review' && now >= file.confirmedAt ? 'confirmed' : file.ending;
}
