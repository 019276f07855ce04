import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defaultSettings, type Settings } from '../../core/config/preferences.ts';
import { inEnglish } from '../../core/messages/wording.ts';
import type { SettingsStore } from '../../settings/store.ts';
import { brokenName, readSettings, type SettingsProblems } from '../../settings/stored-settings.ts';
import { sentence } from '../words.ts';

/** The settings in force, and the file that they are kept in. A file that cannot be used never takes their place. */
export interface SettingsKeeper {
  readonly current: Settings;
  /** What a person should read of the settings' file. */
  readonly warnings: readonly string[];
  /** Changes settings; resolves when they are on disk and in force. @throws SettingsUnwritable if the disk refuses them */
  change(update: (settings: Settings) => Settings): Promise<void>;
  /** Told after settings came in force, or a warning came or went. The answer ends it. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** The settings could not be written: nothing has changed. The message is for a person. */
export class SettingsUnwritable extends Error {
  constructor(file: string, cause: unknown) {
    super(`${file} could not be written, so nothing has changed: ${sentence(messageOf(cause))}`, { cause });
    this.name = 'SettingsUnwritable';
  }
}

/** Where the settings that were good last are kept, for the day on which the file is not. */
const lastGoodName = 'settings.last-good.json';

/**
 * Reads the settings. A file that cannot be used is put aside under a name with the date, and the last good settings
 * (else the defaults) take its place; `warnings` says so.
 */
export async function openSettings(options: {
  readonly store: SettingsStore;
  readonly dataDirectory: string;
  readonly now: () => number;
}): Promise<SettingsKeeper> {
  const { store, dataDirectory, now } = options;
  const lastGood = join(dataDirectory, lastGoodName);
  const listeners = new Set<() => void>();
  const fromStart: string[] = [];
  let refused: string | undefined;
  let queue: Promise<void> = Promise.resolve();
  let current = defaultSettings;

  const begun = begin();
  if (begun !== undefined) {
    current = begun.instead;
    await putAside(begun.problems);
  }
  remember(current);
  const endWatch = store.onEdited(edited);

  function tell(): void {
    for (const listener of listeners) listener();
  }

  /** Sets `current` from a file that is good; else what is wrong with it, and what to take instead. */
  function begin(): { readonly problems: SettingsProblems; readonly instead: Settings } | undefined {
    let text: string | undefined;
    try {
      text = store.read();
    } catch (error) {
      fromStart.push(`The settings could not be read, and the last good ones are in force: ${sentence(messageOf(error))}`);
      current = readLastGood() ?? defaultSettings;
      return undefined;
    }
    if (text === undefined) return undefined;
    const read = readSettings(text);
    if (!read.ok) return { problems: read.error, instead: readLastGood() ?? defaultSettings };
    current = read.value;
    return undefined;
  }

  async function putAside(problems: SettingsProblems): Promise<void> {
    const why = `${basename(store.file)} cannot be used: ${sentence(problems[0] ?? 'it is not readable')}`;
    const instead = current === defaultSettings ? 'Intray begins anew' : 'The last good settings are in force';
    try {
      const aside = await store.putAside(brokenName(now()));
      await store.write({ ...current });
      fromStart.push(`${why} It was put aside as ${basename(aside)}. ${instead}.`);
    } catch (error) {
      fromStart.push(`${why} ${instead}, and the file could not be put aside: ${sentence(messageOf(error))}`);
    }
  }

  function readLastGood(): Settings | undefined {
    try {
      const read = readSettings(readFileSync(lastGood, 'utf8'));
      return read.ok ? read.value : undefined;
    } catch {
      return undefined;
    }
  }

  /** A disk that refuses it costs the copy, never the work. */
  function remember(settings: Settings): void {
    try {
      mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
      writeFileSync(`${lastGood}.partial`, `${JSON.stringify(settings, undefined, 2)}\n`, { mode: 0o600 });
      renameSync(`${lastGood}.partial`, lastGood);
    } catch {
      // The settings themselves are kept elsewhere.
    }
  }

  /** A person edited the file: it is taken up, or refused with the line. */
  function edited(): void {
    let text: string | undefined;
    try {
      text = store.read();
    } catch {
      return;
    }
    // A file that was removed is written again with the next change.
    if (text === undefined) return;
    const read = readSettings(text);
    if (read.ok) {
      current = read.value;
      refused = undefined;
      remember(current);
    } else {
      refused = `What was edited in ${basename(store.file)} is not in force: ${sentence(read.error.map((each) => inEnglish(each)).join('; '))} The settings from before are.`;
    }
    tell();
  }

  async function write(update: (settings: Settings) => Settings): Promise<void> {
    const [base, held] = [current, refused];
    const next = update(base);
    try {
      if (refused !== undefined) {
        // What a person wrote is not lost to what another one clicks.
        const aside = await store.putAside(brokenName(now()));
        fromStart.push(`${refused} It was put aside as ${basename(aside)} when the settings were changed in the window.`);
        refused = undefined;
      }
      await store.write({ ...next });
    } catch (error) {
      // A person edited the file just now, and it has been read: the change is made to that.
      if (current !== base || (refused !== undefined && refused !== held)) return write(update);
      throw new SettingsUnwritable(basename(store.file), error);
    }
    current = next;
    remember(current);
    tell();
  }

  return {
    get current() {
      return current;
    },
    get warnings() {
      return refused === undefined ? fromStart : [...fromStart, refused];
    },
    change(update) {
      const done = queue.then(() => write(update));
      queue = done.catch(() => undefined);
      return done;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await queue;
      endWatch();
      listeners.clear();
      store.close();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
