import { closeSync, constants, copyFileSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Conf, { type Options } from 'conf';
import { say } from '../core/messages/message.ts';
import { MessageError } from '../core/messages/message-error.ts';
import { errorCode } from '../core/plain-data.ts';
import { makeDirectory } from './data-directory.ts';
import type { SettingsStore } from './stored-settings.ts';

/** What a settings store needs of `conf`, or of electron-store, which extends it. */
interface ConfLike {
  readonly path: string;
  store: Record<string, unknown>;
  onDidAnyChange(listener: () => void): () => void;
  _closeWatcher?(): void;
}

/** The name of the settings file, without its extension. */
export const settingsName = 'settings';

/**
 * Options that make `conf` and electron-store write the same format: indented JSON, atomically, readable only by its owner,
 * and watched. Text that is not JSON is not an error here: `stored-settings.ts` says what is wrong.
 */
export function confOptions(dataDirectory: string) {
  return {
    cwd: dataDirectory,
    fileExtension: 'json',
    configFileMode: 0o600,
    watch: true,
    accessPropertiesByDotNotation: false,
    serialize: (value: Record<string, unknown>) => `${JSON.stringify(value, undefined, 2)}\n`,
    deserialize: asStore,
  } satisfies Partial<Options<Record<string, unknown>>>;
}

/** Wraps anything but an object in one, so that every change of the text is a change of the store. */
function asStore(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Reported by whoever reads the settings.
  }
  return { text };
}

/** `settings.json` in the data directory, which is created if necessary. @throws Error if the disk refuses it */
export function openConfStore(dataDirectory: string): SettingsStore {
  makeDirectory(dataDirectory, 0o700);
  const file = join(dataDirectory, `${settingsName}.json`);
  return storeOver(() => new Conf({ ...confOptions(dataDirectory), configName: settingsName }), file);
}

/**
 * A settings store on top of `conf` or electron-store, opened with `confOptions` and the name `settingsName`.
 * @param file where it writes
 */
export function storeOver(open: () => ConfLike, file: string): SettingsStore {
  const conf = open();
  // `conf` reports its own writes too.
  let writing = false;
  let written = textOf(file);
  const listeners = new Set<() => void>();
  const end = conf.onDidAnyChange(() => {
    const text = writing ? written : textOf(file);
    if (text === written) return;
    written = text;
    for (const listener of listeners) listener();
  });
  return {
    file,
    read: () => textOf(file),
    write(value) {
      const edited = textOf(file);
      if (edited !== undefined && edited !== written) {
        // The watch has not reported it yet: it is reported now, and not overwritten.
        written = edited;
        for (const listener of listeners) listener();
        throw new MessageError(say('configuration.editedJustNow'));
      }
      writing = true;
      try {
        conf.store = { ...value };
      } finally {
        writing = false;
      }
      written = textOf(file);
    },
    putAside(name) {
      const directory = dirname(file);
      let target = join(directory, name);
      for (let number = 2; existsSync(target); number += 1) target = join(directory, name.replace(/(\.\w+)$/, `-${number}$1`));
      copyFileSync(file, target, constants.COPYFILE_EXCL);
      flush(target);
      return target;
    },
    onEdited(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      end();
      listeners.clear();
      conf._closeWatcher?.();
    },
  };
}

/** Undefined if there is no file, or only the empty object that a store begins with. */
function textOf(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    return /^\s*\{\s*\}\s*$/.test(text) ? undefined : text;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function flush(file: string): void {
  const handle = openSync(file, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
