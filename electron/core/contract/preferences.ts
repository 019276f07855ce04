import { z } from 'zod';
import { preferencesSchema, type Settings } from '../config/preferences.ts';
import type { Message } from '../messages/message.ts';
import { type Done, takes } from './request.ts';

const { appearance, language, startAtLogin, logDays, queue, ...kept } = preferencesSchema.shape;
const { uploads, requestsPerSecond, extractionBatch, budget, keepResults } = kept.limits.unwrap().shape;

/** A person's choices; each member alone can be changed, and is given whole. */
const preferenceChanges = z
  .strictObject({
    appearance: appearance.unwrap(),
    language: language.unwrap(),
    startAtLogin: startAtLogin.unwrap(),
    notifications: z.strictObject({ attention: z.boolean(), problems: z.boolean(), finished: z.boolean() }),
    limits: z.strictObject({
      uploads: uploads.unwrap(),
      requestsPerSecond: requestsPerSecond.unwrap(),
      extractionBatch: extractionBatch.unwrap(),
      budget,
      keepResults,
    }),
    logDays: logDays.unwrap(),
    queue: queue.unwrap(),
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

export interface Preferences extends Pick<Settings, keyof typeof preferenceChanges.shape> {
  readonly service: {
    /** The service's address; absent before one was chosen. */
    readonly url?: string;
    readonly sandbox: boolean;
    /** Where the key is: never the key itself. `environment`: given as INTRAY_API_KEY. `this-run`: there is no keychain here. */
    readonly key: 'keychain' | 'environment' | 'this-run' | 'none';
    /** Why the keychain cannot be used, if it cannot. */
    readonly keychainProblem?: Message;
  };
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
