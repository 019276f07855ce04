import { z } from 'zod';
import { routeSchema } from '../config/folder-settings.ts';
import type { Immutable } from '../plain-data.ts';
import { reviewActSchema } from './local-review.ts';

/** What a person wants of a document, which the engine does at once. */
export const personActSchema = z.discriminatedUnion('kind', [
  ...reviewActSchema.options,
  z.object({ kind: z.literal('send-again') }),
  /** `fileId`: the service's, of an unmatched result. */
  z.object({ kind: z.literal('assign'), fileId: z.string() }),
  /** `batch`: the service's id of the batch that holds its values, and `fileId` that of the file in it, where that is known. */
  z.object({ kind: z.literal('name-batch'), batch: z.string(), fileId: z.string().exactOptional() }),
  /** It is filed as its folder files now, also if its filing was taken back. */
  z.object({ kind: z.literal('file') }),
  /** `to`: where its file is to go back to, relative to the folder. */
  z.object({ kind: z.literal('undo-filing'), to: z.string() }),
  /** `route`: where it is to be sent, as its folder's settings say by now. `isNext`: by its verdict. */
  z.object({ kind: z.literal('apply'), route: routeSchema, isNext: z.boolean() }),
]);
export type PersonAct = Immutable<z.output<typeof personActSchema>>;

/** What the service has to be asked for. `agreedPages`: the most pages that may be sent to another extraction for it; absent: none. */
export const callActSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set-category'), categoryId: z.string(), agreedPages: z.number().exactOptional() }),
  z.object({ kind: z.literal('classify-again'), agreedPages: z.number().exactOptional() }),
]);
export type CallAct = Immutable<z.output<typeof callActSchema>>;
