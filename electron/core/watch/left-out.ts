import { z } from 'zod';
import { type Message, say } from '../messages/message.ts';
import type { Immutable } from '../plain-data.ts';

/**
 * Why something in a watched folder is not picked up although a person may have meant it to be. Hidden files, lock files and
 * Intray's own tables are none of these.
 */
const leftOutReasons = [
  /** Its ending says another type. */
  'type',
  /** It matches nothing that the folder includes. */
  'notIncluded',
  /** It matches what the folder ignores. */
  'ignored',
  /** Links are not followed. */
  'link',
  /** A pipe, a socket or a device. */
  'special',
  /** It lies where documents are filed away, and Intray did not put it there. */
  'filedAway',
  /** A subfolder that lies too deep. */
  'deep',
  /** A subfolder that cannot be listed. */
  'directory',
  /** The disk does not say what it is. */
  'entry',
  /** Its name is not UTF-8. */
  'name',
] as const;

export type LeftOutReason = (typeof leftOutReasons)[number];

export const leftOutSchema = z.object({
  reason: z.enum(leftOutReasons),
  /** Of `type`: `.tif`; '' for a name without one. */
  ending: z.string(),
  count: z.number(),
  /** The first of them, relative to the folder. */
  paths: z.array(z.string()),
});

/** What a folder leaves out for one reason. */
export type LeftOut = Immutable<z.output<typeof leftOutSchema>>;

/** How many files or directories are left out for this reason, and what a person can do. */
export function leftOutMessage({ reason, ending, count }: LeftOut): Message {
  if (reason !== 'type') return say(`leftOut.${reason}`, { count });
  return ending === '' ? say('leftOut.noEnding', { count }) : say('leftOut.type', { count, ending });
}
