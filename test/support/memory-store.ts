import type { SettingsStore } from '../../electron/settings/stored-settings.ts';

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
