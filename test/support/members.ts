import type { z } from 'zod';

/** The members without which a schema refuses a value that it takes whole, in the order of the value. */
export function neededMembers(schema: z.ZodType, whole: object): string[] {
  const isTaken = (value: object) => schema.safeParse(value).success;
  if (!isTaken(whole)) throw new Error('It is not taken as it is.');
  const entries = Object.entries(whole);
  return entries.flatMap(([name]) => (isTaken(Object.fromEntries(entries.filter(([other]) => other !== name))) ? [] : [name]));
}

/** The members that a schema takes with no other type than they have. */
export function typedMembers(schema: z.ZodType, whole: object): string[] {
  const isTaken = (value: object) => schema.safeParse(value).success;
  return Object.keys(whole).filter((name) => !isTaken({ ...whole, [name]: Symbol('another type') }));
}
