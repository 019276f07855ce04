import { z } from 'zod';
import { type StateName, traitsOf } from '../document/states.ts';

/** What a machine tells the others that it is doing. Plain data: they may speak another language. */
const doingSchema = z.object({
  /** Documents that wait to be sent. */
  waiting: z.int().min(0),
  uploading: z.int().min(0),
  /** Documents that the service works on. */
  atService: z.int().min(0),
  /** Inboxes to which it writes. */
  writesTo: z.array(z.string()),
});

export type Doing = z.infer<typeof doingSchema>;

/** Pure. */
export function doingOf(
  counts: Iterable<{ readonly state: StateName; readonly count: number }>,
  writesTo: readonly string[],
): Doing {
  const doing = { waiting: 0, uploading: 0, atService: 0 };
  for (const { state, count } of counts) {
    const { progress } = traitsOf(state);
    if (progress !== 'none') doing[progress] += count;
  }
  return { ...doing, writesTo: [...writesTo] };
}

/** As the register keeps it. Pure. */
export function doingText(doing: Doing): string {
  return JSON.stringify(doing);
}

/** undefined: nothing is said, or it is from another version. Pure. */
export function readDoing(text: string | undefined): Doing | undefined {
  if (text === undefined) return undefined;
  try {
    return doingSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
