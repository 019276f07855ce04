import { z } from 'zod';
import { accountBudgetSchema } from '../account/budget.ts';
import { requestsPerSecondSchema, usualPerSecond } from '../account/rate.ts';
import { languageTags } from '../languages/languages.ts';
import { columnSchema, maxColumns } from '../values/columns.ts';
import { folderSettingsSchema } from './folder-settings.ts';
import { hooksSchema } from './hooks.ts';
import { keepResultsSchema } from './keep-results.ts';
import { rule } from './rules.ts';

/**
 * `settings.json` of the data directory: everything that a person chose in a window, the same on the desktop and
 * headless. Every member is optional; unknown ones are refused, so that a misspelt one is not silently ignored. It holds
 * no secret.
 */

/** The version that this program writes. */
export const preferencesVersion = 1;

/** A folder, and the address of the service that its route belongs to: Intray notes it when the folder is added. */
const keptFolderSchema = folderSettingsSchema.extend({
  service: z.string({ error: rule('serviceAddress') }).optional(),
});

const windowBoundsSchema = z.strictObject({
  x: z.int().optional(),
  y: z.int().optional(),
  width: z.int().min(200).max(20_000),
  height: z.int().min(200).max(20_000),
  maximized: z.boolean().default(false),
});

const queueSchema = z.strictObject({
  columns: z.record(z.string().max(4_096), z.array(columnSchema).max(maxColumns)).default({}),
});

export const preferencesSchema = z.strictObject({
  version: z.literal(preferencesVersion).default(preferencesVersion),
  /** The service's address; without it none was chosen yet. */
  url: z.string({ error: rule('serviceAddress') }).optional(),
  /** The embedded sandbox; `on`: it is the service, whatever `url` says. The other members are for the sandbox itself. */
  sandbox: z
    .strictObject({
      on: z.boolean().default(false),
      port: z.int().min(1).max(65_535).optional(),
      extraction: z.string().optional(),
      classification: z.string().optional(),
    })
    .prefault({}),
  /** Everything is paused: nothing new is picked up; what was sent is still polled and delivered. */
  paused: z.boolean().default(false),
  folders: z.array(keptFolderSchema).default([]),
  appearance: z.enum(['system', 'light', 'dark']).default('system'),
  language: z.enum(['system', ...languageTags]).default('system'),
  startAtLogin: z.boolean().default(false),
  notifications: z
    .strictObject({
      attention: z.boolean().default(true),
      problems: z.boolean().default(true),
      finished: z.boolean().default(false),
    })
    .prefault({}),
  limits: z
    .strictObject({
      /** Upload requests in flight at once. */
      uploads: z.int().min(1).max(16).default(4),
      /** The most requests a second that begin. */
      requestsPerSecond: requestsPerSecondSchema.default(usualPerSecond),
      /** Files of one request to an extraction. */
      extractionBatch: z.int().min(1).max(100).default(10),
      /** The most pages for the whole account. */
      budget: accountBudgetSchema.optional(),
      keepResults: keepResultsSchema.optional(),
    })
    .prefault({}),
  /** Days that log files are kept. */
  logDays: z.int().min(1).max(365).default(30),
  /** Who is told of documents: set by hand in this file, by the owner of the machine, and by no window. */
  hooks: hooksSchema.optional(),
  /** How the list of documents looks: the columns of each folder, by its path ('' for all together). */
  queue: queueSchema.prefault({}),
  /** Where the desktop's window was. */
  window: windowBoundsSchema.optional(),
});

export type Settings = z.infer<typeof preferencesSchema>;
export type KeptFolder = z.infer<typeof keptFolderSchema>;
export type WindowBounds = z.infer<typeof windowBoundsSchema>;

/** The preferences of somebody who has chosen nothing. */
export const defaultSettings: Settings = preferencesSchema.parse({});
