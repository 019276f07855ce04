import { preferencesSchema, preferencesVersion, type Settings } from '../core/config/preferences.ts';
import { type Message, say } from '../core/messages/message.ts';
import { isObject } from '../core/plain-data.ts';
import { err, ok, type Result } from '../core/result.ts';
import { readJson } from './json.ts';
import { problemsOf } from './schema-problems.ts';

/**
 * Where settings are stored: a JSON file in the data directory, which the command line writes with `conf` (`conf-store.ts`), and the
 * desktop with electron-store in the same format. The store does not know what they mean.
 */
export interface SettingsStore {
  /** Absolute path of the file, for messages. */
  readonly file: string;
  /** The file's current text, which a person may have edited; undefined if there is none. @throws Error if the disk refuses it */
  read(): string | undefined;
  /**
   * Replaces the whole file. @throws Error (or rejects) if the disk refuses it, or if it was edited and the listeners were not
   * told yet; they are told first
   */
  write(value: Readonly<Record<string, unknown>>): Promise<void> | void;
  /** Copies the file to a free name beside it. @returns the copy's path */
  putAside(name: string): Promise<string> | string;
  /** Calls back when somebody else has changed the file. @returns a function that ends it */
  onEdited(listener: () => void): () => void;
  /** Stops watching the file. */
  close(): void;
}

/** Why a settings file cannot be used; each names line and member, without a full stop. At least one. */
export type SettingsProblems = readonly Message[];

/** The text of `settings.json` as settings. Comments would be lost, so there are none. Pure. */
export function readSettings(text: string): Result<Settings, SettingsProblems> {
  const json = readJson(text.replace(/^\ufeff/, ''), { comments: false });
  if (!json.ok) return err([say('configuration.atColumn', { ...json.error })]);
  const { value, lineOf } = json.value;
  const version = isObject(value) ? value.version : undefined;
  if (typeof version === 'number' && version > preferencesVersion) {
    const problem = say('configuration.newerVersion', { version, known: preferencesVersion });
    return err([say('configuration.atLine', { line: lineOf(['version']), problem })]);
  }
  const parsed = preferencesSchema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  return err(
    parsed.error.issues.flatMap((issue) => {
      const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
      const problems = problemsOf(preferencesSchema, value, [issue]);
      return problems.map((problem) => say('configuration.atLine', { line: lineOf(path), problem }));
    }),
  );
}

/** `settings.broken-2026-05-04T13-02-07.json`: the name for an unusable file. Pure. @param at ms since the epoch */
export function brokenName(at: number): string {
  return `settings.broken-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
}
