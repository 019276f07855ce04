import { z } from 'zod';
import { type KindOf, type Kinds, kindNames, kindSchema } from '../kinds.ts';
import { messageSchema, say } from '../messages/message.ts';

interface HeldTraits {
  /** If it is sent, its pages may be paid for a second time. */
  readonly mayPayTwice: boolean;
  /** The one question that its folder has open (`engine/loop/questions.ts`) is about it too. */
  readonly inQuestion?: true;
  /** It is about sending alone: once another file of the content has brought the result, nothing is left to be asked. */
  readonly endsWithResult?: true;
}

/** Why a person is asked before a document is sent. */
export const heldReasons = {
  /** The file changed after its earlier content was sent. */
  changed: { mayPayTwice: false, inQuestion: true, endsWithResult: true },
  /** Part of the file is proved to be missing. */
  incomplete: { mayPayTwice: false, endsWithResult: true },
  /** The ledger was lost, and with it the proof of what became of the file. */
  unverified: { mayPayTwice: true },
  /** The same content was paid for, and its result is no longer in the ledger, nor in the JSON beside its source. */
  dropped: { mayPayTwice: true, endsWithResult: true },
  /** It came with far more new documents than usual, or looks like one that was left alone. */
  asked: { mayPayTwice: false, inQuestion: true },
  /** It has unusually many pages. */
  pages: { mayPayTwice: false, inQuestion: true, endsWithResult: true },
  /** A person has dismissed it before it was sent. */
  dismissed: { mayPayTwice: false },
  /** It has more pages than a budget allows, however long it waits. */
  budget: { mayPayTwice: false, endsWithResult: true },
  /** The service has passed its content on itself, and its values come without being sent, once their batch is named. */
  'passed-on': { mayPayTwice: true },
} satisfies Record<string, HeldTraits>;

export type HeldWhy = keyof typeof heldReasons;

const traitsOfHeld: Readonly<Record<HeldWhy, HeldTraits>> = heldReasons;

/** Whether a person is asked about sending alone. */
export function endsWithResult(why: HeldWhy): boolean {
  return traitsOfHeld[why].endsWithResult === true;
}

export const reasonsInQuestion = (Object.keys(heldReasons) as HeldWhy[]).filter((why) => traitsOfHeld[why].inQuestion);

interface WaitTraits {
  /** It goes no further without a person. */
  readonly needsPerson: boolean;
  /** Intray takes it up again by itself: when its time comes, or the disk has room again. */
  readonly goesOn: boolean;
  /** See `states.ts`. */
  readonly urgency: number;
}

/** Why a waiting document has not been sent. */
export const waits = {
  /**
   * To be sent, not before `notBefore` (ms since the epoch). Documents of one cohort go together and with no other (halving). `approved`:
   * whatever the budgets say. `anyway`: a person has said so, although the service passes it on itself.
   */
  ready: {
    data: {
      notBefore: z.number(),
      cohort: z.string().exactOptional(),
      reason: messageSchema.exactOptional(),
      approved: z.literal(true).exactOptional(),
      anyway: z.literal(true).exactOptional(),
    },
    needsPerson: false,
    goesOn: true,
    urgency: 0,
  },
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

/** What a file waits for whose content the service has passed on itself, for another file. */
export const heldForPassedOn = { kind: 'held', why: 'passed-on', message: say('sending.passedOn') } as const;

/** What a document waits for that a person has dismissed before its content was sent. */
export const heldForDismissed = { kind: 'held', why: 'dismissed', message: say('outcome.dismissed') } as const;
