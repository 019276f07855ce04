import { z } from 'zod';
import { rule } from './rules.ts';

/**
 * A watched folder's settings, as the config file of `intray watch` writes them. Every member but `path` and `route`
 * is optional. Unknown members are refused, so that a misspelt one is not silently ignored. What a problem says depends on
 * its kind, or on the rule that is named here (`rules.ts`).
 */
export const routeSchema = z.strictObject({
  kind: z.enum(['extraction', 'classification']),
  id: z
    .string({ error: rule('routeId') })
    .trim()
    .min(1),
});

const globs = z.array(z.string({ error: rule('glob') }).min(1), { error: rule('globs') });

/** Where finished documents are moved: a folder inside the watched one, so that no source leaves it. */
const subfolder = z
  .string({ error: rule('subfolder') })
  .trim()
  .min(1, { abort: true })
  .refine(staysInside, rule('staysInside'));

export const folderSettingsSchema = z.strictObject({
  path: z
    .string({ error: rule('folderPath') })
    .min(1, { abort: true })
    .refine((path) => !path.includes('\0'), rule('noNul')),
  route: routeSchema,
  settleSeconds: z.number().min(0.1).max(3600).default(2),
  /** Without it, the four documented types are picked up; with it, exactly what matches. */
  include: globs.min(1).optional(),
  ignore: globs.default([]),
  recursive: z.boolean().default(true),
  /** Paused: nothing new is picked up; what was sent is still polled and delivered. */
  paused: z.boolean().default(false),
  existing: z.enum(['skip', 'send']).default('skip'),
  changed: z.enum(['send', 'ask']).default('send'),
  outputs: z
    .strictObject({
      json: z.boolean().default(true),
      csv: z.enum(['folder', 'off']).default('folder'),
    })
    .prefault({}),
  fileAway: z
    .discriminatedUnion(
      'kind',
      [
        z.strictObject({ kind: z.literal('leave') }),
        z.strictObject({ kind: z.literal('move'), to: subfolder.default('Processed') }),
      ],
      {
        error: rule('leaveOrMove'),
      },
    )
    .default({ kind: 'leave' }),
  unresolved: z.enum(['hold', 'resend']).default('hold'),
  /** Files in one request; a classification accepts 30, an extraction's limit is not documented. */
  batchSize: z.int().min(1).max(30).optional(),
  /** CSV delimiter; by default the one that the locale's spreadsheets expect. */
  delimiter: z.enum([',', ';', '\t'], { error: rule('delimiter') }).optional(),
});

export type FolderSettings = z.infer<typeof folderSettingsSchema>;

/** The config file of `intray watch`. */
export const configSchema = z.strictObject({
  url: z.string({ error: rule('serviceAddress') }).optional(),
  folders: z.array(folderSettingsSchema).min(1),
});

export type Config = z.infer<typeof configSchema>;

/** Whether a name or relative path stays below where it starts, on any system's reading of it. */
function staysInside(relative: string): boolean {
  if (/^[\\/]|^[a-z]:/i.test(relative) || relative.includes('\0')) return false;
  const parts = relative.split(/[\\/]+/).filter((part) => part !== '' && part !== '.');
  return parts.length > 0 && !parts.includes('..');
}
