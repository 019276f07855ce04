import { z } from 'zod';
import { type KindOf, type Kinds, kindNames, kindSchema } from '../kinds.ts';
import { messageSchema } from '../messages/message.ts';

interface HeldTraits {
  /** The service may hold this content. */
  readonly mayBeAtService: boolean;
  /** If it is sent, its pages may be paid for a second time. */
  readonly mayPayTwice: boolean;
  /** The one question that its folder has open (`engine/loop/questions.ts`) is about it too. */
  readonly inQuestion?: true;
}

/** Why a person is asked before a document is sent. */
export const heldReasons = {
  /** The file changed after its earlier content was sent. */
  changed: { mayBeAtService: false, mayPayTwice: false, inQuestion: true },
  /** Part of the file is proved to be missing. */
  incomplete: { mayBeAtService: false, mayPayTwice: false },
  /** The same content failed before. */
  'first-failed': { mayBeAtService: false, mayPayTwice: false },
  /** The answer to its upload was lost. */
  unresolved: { mayBeAtService: true, mayPayTwice: true },
  /** The ledger was lost, and with it the proof of what became of the file. */
  unverified: { mayBeAtService: false, mayPayTwice: true },
  /** The same content was paid for, and its result is no longer in the ledger, nor in the JSON beside its source. */
  dropped: { mayBeAtService: false, mayPayTwice: true },
  /** It came with far more new documents than usual, or looks like one that was left alone. */
  asked: { mayBeAtService: false, mayPayTwice: false, inQuestion: true },
  /** It has unusually many pages. */
  pages: { mayBeAtService: false, mayPayTwice: false, inQuestion: true },
  /** A person has dismissed it before it was sent. */
  dismissed: { mayBeAtService: false, mayPayTwice: false },
  /** It has more pages than a budget allows, however long it waits. */
  budget: { mayBeAtService: false, mayPayTwice: false },
} satisfies Record<string, HeldTraits>;

export type HeldWhy = keyof typeof heldReasons;

const traitsOfHeld: Readonly<Record<HeldWhy, HeldTraits>> = heldReasons;
export const reasonsInQuestion = (Object.keys(heldReasons) as HeldWhy[]).filter((why) => traitsOfHeld[why].inQuestion);

interface WaitTraits {
  /** It goes no further without a person. */
  readonly needsPerson: boolean;
  /** Intray takes it up again by itself: when its time comes, its first copy has ended, or the disk has room again. */
  readonly goesOn: boolean;
  /** See `states.ts`. */
  readonly urgency: number;
}

/** Why a waiting document has not been sent. */
export const waits = {
  /**
   * To be sent, not before `notBefore` (ms since the epoch). Documents of one cohort go together and with no other (halving). `approved`:
   * whatever the budgets say.
   */
  ready: {
    data: {
      notBefore: z.number(),
      cohort: z.string().exactOptional(),
      reason: messageSchema.exactOptional(),
      approved: z.literal(true).exactOptional(),
    },
    needsPerson: false,
    goesOn: true,
    urgency: 0,
  },
  /** The same content is on its way; its result will be this one's too. `first`: that document's id. */
  behind: { data: { first: z.number() }, needsPerson: false, goesOn: true, urgency: 0 },
  /** A person has to decide. */
  held: {
    data: { why: z.enum(Object.keys(heldReasons) as [HeldWhy, ...HeldWhy[]]), message: messageSchema },
    needsPerson: true,
    goesOn: false,
    urgency: 5,
  },
  /** Its result could not be written where it belongs, so nothing is paid for yet. */
  blocked: { data: { message: messageSchema }, needsPerson: true, goesOn: true, urgency: 4 },
} satisfies Kinds & Record<string, WaitTraits>;

export type Wait = KindOf<typeof waits>;
export type WaitName = Wait['kind'];

export const waitSchema = kindSchema(waits);
export const waitNames = kindNames(waits);
