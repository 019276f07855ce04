/**
 * Where settings are stored: a JSON file in the data directory. The command line writes it with `conf` (`conf-store.ts`), the
 * desktop with electron-store in the same format. The store does not know what the settings mean; `stored-settings.ts`
 * reads them.
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

/** Settings of one run, stored nowhere. `edit` is what a person's editor does to a file. */
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
