import { z } from 'zod';
import { type KindOf, type Kinds, kindNames, kindSchema, kindsWhere } from '../kinds.ts';
import { type Message, messageSchema } from '../messages/message.ts';

interface DeliveryTraits {
  /** Something is still to be done on disk. */
  readonly pending: boolean;
  /** The outputs are on disk. */
  readonly written: boolean;
}

/** Where writing a result stands. Apart from the state, because a result can be there while the disk is not. */
export const deliveries = {
  none: { data: {}, pending: false, written: false },
  /** To be written; `message` says what prevents it, if anything does. */
  pending: { data: { message: messageSchema.exactOptional() }, pending: true, written: false },
  /** The outputs are on disk; the source still has to be moved (`fileAway`) or, if it is `renamed`, they have to follow it. */
  written: {
    data: {
      at: z.number(),
      message: messageSchema.exactOptional(),
      renamed: z.literal(true).exactOptional(),
      unfiled: messageSchema.exactOptional(),
    },
    pending: true,
    written: true,
  },
  /** `unfiled`: why the source stays where it is, although the folder files it by its values. */
  done: { data: { at: z.number(), unfiled: messageSchema.exactOptional() }, pending: false, written: true },
} satisfies Kinds & Record<string, DeliveryTraits>;

export type Delivery = KindOf<typeof deliveries>;
export type DeliveryName = Delivery['kind'];

export const deliverySchema = kindSchema(deliveries);
export const deliveryNames = kindNames(deliveries);
/** In the order of the ledger's index `documents_to_deliver`. */
export const pendingDeliveries = kindsWhere(deliveries, ({ pending }) => pending);

/** Whether something is still to be done on disk. */
export function isPending(delivery: Pick<Delivery, 'kind'>): boolean {
  return deliveries[delivery.kind].pending;
}

/** What becomes of a delivery when the source has another name. */
export function onRename(delivery: Delivery): Delivery {
  return delivery.kind === 'done' ? { ...delivery, kind: 'written', renamed: true } : delivery;
}

/** Whether the outputs have only to follow their source. */
export function isRenamed(delivery: Delivery): boolean {
  return delivery.kind === 'written' && delivery.renamed === true;
}

/** When the outputs were written, ms since the epoch; undefined if they were not. */
export function writtenAt(delivery: Delivery): number | undefined {
  return 'at' in delivery ? delivery.at : undefined;
}

/** Why a delivered document was not filed by its values. */
export function unfiledBecause(delivery: Delivery): Message | undefined {
  return 'unfiled' in delivery ? delivery.unfiled : undefined;
}

/** What prevents the delivery. */
export function deliveryProblem(delivery: Delivery): Message | undefined {
  return 'message' in delivery ? delivery.message : undefined;
}
