import { z } from 'zod';

/**
 * A watched folder's settings, as the config file of `intray watch` writes them. Every member but `path` and `route`
 * is optional. Unknown members are refused, so that a misspelt one is not silently without effect. Messages follow the
 * member's name: "folders[0].settleSeconds" + "must be at least 0.1 seconds".
 */
export const routeSchema = z.strictObject({
  kind: z.enum(['extraction', 'classification'], { error: 'must be "extraction" or "classification"' }),
  id: z.string({ error: 'must be the id of the extraction or classification, as text' }).trim().min(1, 'must not be empty'),
});

const globs = z.array(z.string({ error: 'must be a glob such as "**/*.pdf", as text' }).min(1, 'must not be empty'), {
  error: 'must be a list of globs such as ["**/*.pdf"]',
});

/** Where documents are moved to when they are done: a folder inside the watched one, so that no source leaves it. */
const subfolder = z
  .string({ error: 'must be the name of a subfolder, such as "Processed"' })
  .trim()
  .min(1, { error: 'must not be empty', abort: true })
  .refine(
    staysInside,
    'must be a subfolder of the watched folder, such as "Processed": not a path that begins elsewhere or leads out of it',
  );

export const folderSettingsSchema = z.strictObject({
  path: z
    .string({ error: 'must be the path of a folder, as text' })
    .min(1, { error: 'must not be empty', abort: true })
    .refine((path) => !path.includes('\0'), 'must not contain a NUL character'),
  route: routeSchema,
  settleSeconds: z
    .number({ error: 'must be a number of seconds' })
    .min(0.1, 'must be at least 0.1 seconds')
    .max(3600, 'must be at most 3600 seconds')
    .default(2),
  /** Without it the four documented types are taken; with it, exactly what matches. */
  include: globs.min(1, 'must name at least one glob').optional(),
  ignore: globs.default([]),
  recursive: z.boolean({ error: 'must be true or false' }).default(true),
  /** A person lets it rest: nothing is taken in; what was sent is still polled and delivered. */
  paused: z.boolean({ error: 'must be true or false' }).default(false),
  existing: z.enum(['skip', 'send'], { error: 'must be "skip" or "send"' }).default('skip'),
  changed: z.enum(['send', 'ask'], { error: 'must be "send" or "ask"' }).default('send'),
  outputs: z
    .strictObject({
      json: z.boolean({ error: 'must be true or false' }).default(true),
      csv: z.enum(['folder', 'off'], { error: 'must be "folder" or "off"' }).default('folder'),
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
        error: 'must be "leave" or "move"',
      },
    )
    .default({ kind: 'leave' }),
  unresolved: z.enum(['hold', 'resend'], { error: 'must be "hold" or "resend"' }).default('hold'),
  /** Most files of one request; an extraction's limit is not shown, a classification's is 30. */
  batchSize: z.int({ error: 'must be a whole number' }).min(1, 'must be at least 1').max(30, 'must be at most 30').optional(),
  /** CSV delimiter; by default the one that the locale's spreadsheets expect. */
  delimiter: z.enum([',', ';', '\t'], { error: 'must be ",", ";" or a tab' }).optional(),
});

export type FolderSettings = z.infer<typeof folderSettingsSchema>;

/** The config file of `intray watch`. */
export const configSchema = z.strictObject({
  url: z.string({ error: 'must be the address of the service, such as "https://…"' }).optional(),
  folders: z.array(folderSettingsSchema, { error: 'must be a list of folders' }).min(1, 'must name at least one folder'),
});

export type Config = z.infer<typeof configSchema>;

/** Whether a name or relative path stays below where it starts, on any system's reading of it. */
function staysInside(relative: string): boolean {
  if (/^[\\/]|^[a-z]:/i.test(relative) || relative.includes('\0')) return false;
  const parts = relative.split(/[\\/]+/).filter((part) => part !== '' && part !== '.');
  return parts.length > 0 && !parts.includes('..');
}
