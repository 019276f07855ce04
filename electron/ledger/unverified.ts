import { z } from 'zod';
import type { Meta } from './meta.ts';

/**
 * What the ledger remembers of having been lost: from then until a person has decided once, files without proof of what
 * became of them are held. It is written by `safekeeping.ts` and carried out by the engine.
 */
const noteShape = z.object({
  /** When an older copy, or an empty ledger, was taken up: milliseconds since the epoch. */
  since: z.number(),
  /** What happened, in sentences for a person. */
  message: z.string(),
  /** Ids of the folders of that time; absent until an engine has taken the note up. */
  known: z.array(z.number()).exactOptional(),
  /** Ids of the folders that have been scanned whole since then. */
  scanned: z.array(z.number()).exactOptional(),
  /** What a person decided about the files without proof. */
  decision: z.enum(['send', 'leave']).exactOptional(),
});

export type UnverifiedNote = Readonly<z.infer<typeof noteShape>>;

const key = 'unverified';

/** The note; undefined in a ledger that was never lost, or once all is decided and done. */
export function readUnverified(meta: Pick<Meta, 'get'>): UnverifiedNote | undefined {
  return noteShape.safeParse(meta.get(key)).data;
}

/** @param note undefined forgets it */
export function writeUnverified(meta: Pick<Meta, 'set'>, note: UnverifiedNote | undefined): void {
  meta.set(key, note);
}
