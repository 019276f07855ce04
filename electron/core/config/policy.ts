import { z } from 'zod';
import { preferenceChanges } from '../contract/preferences.ts';
import { registerAddressSchema } from './register-address.ts';
import { rule } from './rules.ts';

const { appearance, language, notifications, limits, logDays } = preferenceChanges.shape;

/** What a policy may set, with the types of `settings.json`. */
const settings = {
  url: z.string({ error: rule('serviceAddress') }).optional(),
  register: registerAddressSchema.optional(),
  appearance,
  language,
  notifications: notifications.unwrap().partial().optional(),
  limits: limits.unwrap().partial().optional(),
  logDays,
};

export type Lockable = keyof typeof settings;

/**
 * The policy file of a machine, which its administrator writes: settings for everybody who has chosen nothing else, and those
 * that nobody can choose otherwise (`locked`).
 */
export const policySchema = z.strictObject({
  ...settings,
  locked: z.array(z.enum(Object.keys(settings) as [Lockable, ...Lockable[]])).default([]),
  $schema: z.string().optional(),
});

export type Policy = z.infer<typeof policySchema>;
