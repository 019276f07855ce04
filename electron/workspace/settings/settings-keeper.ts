import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defaultSettings, type Settings } from '../../core/config/preferences.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { MessageError, messageOf } from '../../core/messages/message-error.ts';
import { sameJson } from '../../core/plain-data.ts';
import { brokenName, readSettings, type SettingsProblems, type SettingsStore } from '../../settings/stored-settings.ts';

export type SettingsKeeper = Awaited<ReturnType<typeof openSettings>>;

/** What a config file says in place of the stored settings, which stay as they are. */
export interface RuledSettings {
  /** Its absolute path. */
  readonly file: string;
  readonly current: Pick<Settings, (typeof ruledNames)[number]>;
  /** Called when it says something else. The answer ends it. */
  onChange(listener: () => void): () => void;
}

const ruledNames = ['url', 'sandbox', 'folders', 'hooks', 'limits'] as const;

/** A config file says this: it can be changed only there. */
export class SettingsRuled extends MessageError {
  override readonly name = 'SettingsRuled';

  constructor({ file }: Pick<RuledSettings, 'file'>) {
    super(say('workspace.settingsFile.ruled', { file }));
  }
}

/** The settings could not be written: nothing has changed. */
export class SettingsUnwritable extends MessageError {
  override readonly name = 'SettingsUnwritable';

  constructor(file: string, cause: unknown) {
    super(say('workspace.settingsFile.notWritten', { file, message: messageOf(cause) }), { cause });
  }
}

/** A copy of the last good settings, in case the file becomes unusable. */
const lastGoodName = 'settings.last-good.json';

/**
 * Reads the settings, and keeps them with the file that they are stored in. A file that cannot be used is put aside under a dated name, and the last good settings (or the
 * defaults) are used instead; `warnings` says so.
 */
export async function openSettings(options: {
  readonly store: SettingsStore;
  readonly dataDirectory: string;
  readonly now: () => number;
  readonly ruled?: RuledSettings | undefined;
}) {
  const { store, dataDirectory, now, ruled } = options;
  const lastGood = join(dataDirectory, lastGoodName);
  const file = basename(store.file);
  const listeners = new Set<() => void>();
  const fromStart: Message[] = [];
  let refused: SettingsProblems | undefined;
  let queue: Promise<void> = Promise.resolve();
  let current: Settings = defaultSettings;

  const begun = begin();
  if (begun !== undefined) {
    current = begun.instead;
    await putAside(begun.problems);
  }
  remember(current);
  const endWatch = store.onEdited(edited);
  const endRuled = ruled?.onChange(tell);
  const inUse = (): Settings => ({ ...current, ...ruled?.current });

  function tell(): void {
    for (const listener of listeners) listener();
  }

  /** Sets `current` from a good file; otherwise gives what is wrong with it, and what to use instead. */
  function begin(): { readonly problems: SettingsProblems; readonly instead: Settings } | undefined {
    let text: string | undefined;
    try {
      text = store.read();
    } catch (error) {
      fromStart.push(say('workspace.settingsFile.unreadable', { message: messageOf(error) }));
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
    const [message = ''] = problems;
    const instead = current === defaultSettings ? 'defaults' : 'lastGood';
    try {
      const aside = await store.putAside(brokenName(now()));
      await store.write(current);
      fromStart.push(say('workspace.settingsFile.putAside', { file, message, aside: basename(aside), instead }));
    } catch (error) {
      fromStart.push(say('workspace.settingsFile.notPutAside', { file, message, instead, why: messageOf(error) }));
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

  /** If the disk refuses it, only the copy is lost. */
  function remember(settings: Settings): void {
    try {
      mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
      writeFileSync(`${lastGood}.partial`, `${JSON.stringify(settings, undefined, 2)}\n`, { mode: 0o600 });
      renameSync(`${lastGood}.partial`, lastGood);
    } catch {
      // The settings themselves are stored elsewhere.
    }
  }

  /** A person edited the file: its settings are used, or refused with the line that is wrong. */
  function edited(): void {
    let text: string | undefined;
    try {
      text = store.read();
    } catch {
      return;
    }
    // A file that was deleted is written again with the next change.
    if (text === undefined) return;
    const read = readSettings(text);
    if (read.ok) {
      current = read.value;
      refused = undefined;
      remember(current);
    } else {
      refused = read.error;
    }
    tell();
  }

  async function write(update: (settings: Settings) => Settings): Promise<void> {
    const [base, held] = [current, refused];
    const before = inUse();
    const wanted = update(before);
    if (ruled !== undefined && ruledNames.some((name) => !sameJson(wanted[name] ?? null, before[name] ?? null)))
      throw new SettingsRuled(ruled);
    const { url, sandbox, folders, hooks, limits } = base;
    const next = ruled === undefined ? wanted : { ...wanted, url, sandbox, folders, hooks, limits };
    try {
      if (refused !== undefined) {
        // What a person wrote is not lost when someone changes settings in the window.
        const aside = await store.putAside(brokenName(now()));
        fromStart.push(say('workspace.settingsFile.editPutAside', { file, problems: refused, aside: basename(aside) }));
        refused = undefined;
      }
      await store.write(next);
    } catch (error) {
      // A person edited the file just now, and it has been read: apply the change to that.
      if (current !== base || (refused !== undefined && refused !== held)) return write(update);
      throw new SettingsUnwritable(file, error);
    }
    current = next;
    remember(current);
    tell();
  }

  return {
    get current(): Settings {
      return inUse();
    },
    /** What a person should know about the settings file. */
    get warnings(): readonly Message[] {
      if (refused === undefined) return fromStart;
      return [...fromStart, say('workspace.settingsFile.editRefused', { file, problems: refused })];
    },
    /**
     * Changes settings; resolves when they are on disk and in use.
     * @throws SettingsUnwritable if they cannot be written, SettingsRuled if a config file says what would change
     */
    change(update: (settings: Settings) => Settings): Promise<void> {
      const done = queue.then(() => write(update));
      queue = done.catch(() => undefined);
      return done;
    },
    /** Called when other settings are in use, or the warnings have changed. The answer ends it. */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close(): Promise<void> {
      await queue;
      endWatch();
      endRuled?.();
      listeners.clear();
      store.close();
    },
  };
}
