/**
 * Where settings are kept: a file of JSON in the data directory. Headless it is written by `conf` (`conf-store.ts`), on
 * the desktop by electron-store in the same format, in a test by nobody. The store knows nothing of what the settings
 * mean: `stored-settings.ts` reads them.
 */
export interface SettingsStore {
  /** Absolute path of the file, for messages. */
  readonly file: string;
  /** The file's text as it is now, which a person may have edited; undefined if there is none. @throws Error if the disk refuses it */
  read(): string | undefined;
  /**
   * Replaces the file whole. @throws Error (or rejects) if the disk refuses it, or if it was edited and nobody was told so
   * far: they are told before the error comes
   */
  write(value: Readonly<Record<string, unknown>>): Promise<void> | void;
  /** Puts a copy of what the file holds beside it, under a name that is free; gives that path. */
  putAside(name: string): Promise<string> | string;
  /** Told when the file holds something that this program did not write. The answer ends it. */
  onEdited(listener: () => void): () => void;
  /** Ends the watch on the file. */
  close(): void;
}

/** Settings of one run, kept nowhere. `edit` is what a person's editor does to a file. */
export function memoryStore(
  text?: string,
): SettingsStore & { edit(text: string | undefined): void; readonly aside: Map<string, string> } {
  let kept = text;
  const listeners = new Set<() => void>();
  const aside = new Map<string, string>();
  return {
    file: 'settings.json',
    aside,
    read: () => kept,
    write(value) {
      kept = `${JSON.stringify(value, undefined, 2)}\n`;
    },
    putAside(name) {
      aside.set(name, kept ?? '');
      return name;
    },
    onEdited(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    edit(edited) {
      kept = edited;
      for (const listener of listeners) listener();
    },
    close: () => listeners.clear(),
  };
}
