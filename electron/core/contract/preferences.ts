import { z } from 'zod';
import { accountBudgetSchema } from '../account/budget.ts';
import { requestsPerSecondSchema } from '../account/rate.ts';
import { keepResultsSchema } from '../config/keep-results.ts';
import { queueSchema, type Settings } from '../config/preferences.ts';
import { type Language, languageTags } from '../languages/languages.ts';
import type { Message } from '../messages/message.ts';
import { type Done, takes } from './request.ts';

/** A person's choices; each member alone can be changed. `preferencesSchema` of `core/preferences.ts` has them with their defaults. */
const preferenceChanges = z
  .strictObject({
    appearance: z.enum(['system', 'light', 'dark']),
    language: z.enum(['system', ...languageTags]),
    startAtLogin: z.boolean(),
    notifications: z.strictObject({ attention: z.boolean(), problems: z.boolean(), finished: z.boolean() }),
    limits: z.strictObject({
      /** Upload requests in flight at once. */
      uploads: z.int().min(1).max(16),
      requestsPerSecond: requestsPerSecondSchema,
      /** Files of one request to an extraction. */
      extractionBatch: z.int().min(1).max(100),
      /** The most pages for the whole account. */
      budget: accountBudgetSchema.optional(),
      /** How long results and history stay in the ledger; left out: for ever. */
      keepResults: keepResultsSchema.optional(),
    }),
    /** Days that log files are kept. */
    logDays: z.int().min(1).max(365),
    queue: queueSchema,
  })
  .partial();

const connection = { url: z.string().trim().max(2_000), key: z.string().trim().max(10_000).optional() };
/** Where the host asks for a code from its terminal, with an error of the field `code`. */
const code = z.string().trim().max(40).optional();

export const preferenceRequests = {
  preferences: takes({}).gives<Preferences>(),
  setPreferences: takes({ changes: preferenceChanges }).gives<Preferences>(),
  /** Tries an address and a key (the one that is kept, if none is given) without keeping either. It costs no page. */
  tryConnection: takes(connection).gives<Trial>(),
  /** Tries address and key, and keeps them if they are good: the old key is dropped only then. */
  connect: takes({ ...connection, code }).gives<Trial>(),
  clearKey: takes({ code }).gives<Done>(),
  /** Takes the embedded sandbox for the service: no account, no key, nothing leaves this machine. */
  useSandbox: takes({}).gives<Done>(),
  /** What helps somebody who helps: how things stand, health of each part, the end of the log. Nothing secret, no values of documents. */
  diagnostics: takes({}).gives<{ readonly fileName: string; readonly text: string }>(),
  /** The browsers that are signed in, the most recently used one first; none where the window is not served to browsers. */
  sessions: takes({}).gives<readonly SignedIn[]>(),
  /** Signs out the browser with this id, or all `others`. */
  signOut: takes({ which: z.string().min(1).max(40) }).gives<Done>(),
};

export interface SignedIn {
  readonly id: string;
  /** The browser's User-Agent. */
  readonly agent: string;
  /** Milliseconds since the epoch. */
  readonly madeAt: number;
  readonly seenAt: number;
  /** The browser that asks. */
  readonly isOwn: boolean;
}

export interface Preferences {
  readonly service: {
    /** The service's address; absent before one was chosen. */
    readonly url?: string;
    readonly sandbox: boolean;
    /** Where the key is: never the key itself. `environment`: given as INTRAY_API_KEY. `this-run`: there is no keychain here. */
    readonly key: 'keychain' | 'environment' | 'this-run' | 'none';
    /** Why the keychain cannot be used, if it cannot. */
    readonly keychainProblem?: Message;
  };
  readonly appearance: 'system' | 'light' | 'dark';
  readonly language: 'system' | Language;
  readonly startAtLogin: boolean;
  readonly notifications: { readonly attention: boolean; readonly problems: boolean; readonly finished: boolean };
  readonly limits: Settings['limits'];
  readonly logDays: number;
  readonly queue: Settings['queue'];
  /** Where ledger, logs and settings are. */
  readonly dataDirectory: string;
  /** Says folders, service, limits and hooks, which a window may not change. */
  readonly configFile?: string;
}

export type Trial =
  | { readonly kind: 'good'; readonly keptIn?: 'keychain' | 'this-run' }
  /** Good, but out of pages. */
  | { readonly kind: 'good-but-empty'; readonly message: Message; readonly keptIn?: 'keychain' | 'this-run' }
  | { readonly kind: 'bad'; readonly field: 'url' | 'key'; readonly message: Message }
  /** The service could not be asked: nothing is known, nothing is kept. */
  | { readonly kind: 'unknown'; readonly message: Message };
