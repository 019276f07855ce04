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
