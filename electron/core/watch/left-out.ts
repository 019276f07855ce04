import { z } from 'zod';
import { type Message, say } from '../messages/message.ts';
import type { Immutable } from '../plain-data.ts';

/**
 * Why something in a watched folder is not picked up although a person may have meant it to be. Hidden files, lock files and
 * Intray's own tables are none of these.
 */
export const leftOutReasons = {
  /** Its ending says another type. */
  type: (count: number, ending: string) =>
    ending === '' ? say('leftOut.noEnding', { count }) : say('leftOut.type', { count, ending }),
  /** It matches nothing that the folder includes. */
  notIncluded: (count: number) => say('leftOut.notIncluded', { count }),
  /** It matches what the folder ignores. */
  ignored: (count: number) => say('leftOut.ignored', { count }),
  /** Links and special files are not followed. */
  link: (count: number) => say('leftOut.link', { count }),
  /** It lies where documents are filed away, and Intray did not put it there. */
  filedAway: (count: number) => say('leftOut.filedAway', { count }),
  /** A subfolder that lies too deep. */
  deep: (count: number) => say('leftOut.deep', { count }),
  /** A subfolder that cannot be listed. */
  directory: (count: number) => say('leftOut.directory', { count }),
  /** The disk does not say what it is. */
  entry: (count: number) => say('leftOut.entry', { count }),
  /** Its name is not UTF-8. */
  name: (count: number) => say('leftOut.name', { count }),
} as const satisfies Record<string, (count: number, ending: string) => Message>;

export type LeftOutReason = keyof typeof leftOutReasons;

export const leftOutSchema = z.object({
  reason: z.enum(Object.keys(leftOutReasons) as [LeftOutReason, ...LeftOutReason[]]),
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
  return leftOutReasons[reason](count, ending);
}
