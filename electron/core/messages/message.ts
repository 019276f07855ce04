import type { GetICUArgs } from '@schummar/icu-type-parser';
import { z } from 'zod';
import type { English } from '../languages/en/all.ts';

/**
 * Whatever a person may read, before it is put into a language: a code, which is the path of an entry in the catalogue
 * (`languages/`), and the values in it. `wording.ts` turns it into words, wherever they are shown. Nothing compares or
 * parses the words.
 *
 * What a value is follows from its name:
 * - `at`, `…At`: a moment, in milliseconds since the epoch
 * - `…Ms`: a length of time in milliseconds
 * - `size`, `…Size`: a number of bytes
 * - `message`: a sentence of its own; it gets its full stop
 * - `paths`: absolute paths, shown as the reader's surface shows paths
 * - a list is joined with "and"
 */
export interface Message {
  readonly code: MessageCode;
  readonly values: Readonly<Record<string, MessageValue>>;
}

export type MessageValue = string | number | Message | readonly (string | Message)[];

type Leaves<Words, Prefix extends string = ''> = {
  [Key in keyof Words & string]: Words[Key] extends string ? `${Prefix}${Key}` : Leaves<Words[Key], `${Prefix}${Key}.`>;
}[keyof Words & string];

/** The path of an entry in the catalogue: `disk.missing`. */
export type MessageCode = Leaves<English>;

type EntryAt<Words, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Words
    ? EntryAt<Words[Head], Rest>
    : never
  : Path extends keyof Words
    ? Words[Path]
    : never;

type Parsed<Text> = Text extends string
  ? GetICUArgs<Text, { ICUArgument: MessageValue; ICUNumberArgument: number; ICUDateArgument: number }>
  : never;

type IsNumber<Name> = Name extends 'at' | 'size' | `${string}At` | `${string}Ms` | `${string}Size` ? true : false;

/** The values that an entry needs, read from its English text. */
export type MessageValues<Code extends MessageCode> = {
  readonly [Name in keyof Parsed<EntryAt<English, Code>>]: IsNumber<Name> extends true
    ? number
    : Parsed<EntryAt<English, Code>>[Name];
};

/** Makes a message. The type checker holds the values to what the English entry of this code names. */
export function say<Code extends MessageCode>(
  code: Code,
  ...[values]: keyof MessageValues<Code> extends never ? [] : [values: MessageValues<Code>]
): Message {
  return { code, values: (values ?? {}) as Message['values'] };
}

/** A text that came from elsewhere (the service, the disk, the system, an older ledger): it is shown as it is. */
export function foreign(text: string): Message {
  return say('common.foreign', { text });
}

const valueSchema: z.ZodType<MessageValue> = z.lazy(() =>
  z.union([z.string(), z.number(), storedSchema, z.array(z.union([z.string(), storedSchema]))]),
);

const storedSchema: z.ZodType<Message> = z.object({
  // A code that this version does not know is kept: `wording.ts` shows what it can of it.
  code: z.custom<MessageCode>((code) => typeof code === 'string'),
  values: z.record(
    z.string(),
    z.lazy(() => valueSchema),
  ),
});

/** Reads a stored message. A plain string, as older versions stored it, is a text that came from elsewhere. */
export const messageSchema: z.ZodType<Message> = z.union([storedSchema, z.string().transform(foreign)]);
