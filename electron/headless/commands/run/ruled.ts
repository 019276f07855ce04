import type { Config } from '../../../core/config/config-file.ts';
import { defaultSettings } from '../../../core/config/preferences.ts';
import type { RuledSettings } from '../../../workspace/settings/settings-keeper.ts';
import type { Host } from '../../host.ts';
import { checkFolders } from '../../input/preflight.ts';
import { inform } from '../../output/events.ts';
import { paceFrom, type WorkFlags } from '../options.ts';
import type { OpenConfig } from './open-config.ts';

/** What a config file says, as a window's settings. */
export interface Ruled {
  readonly settings: RuledSettings;
  /** Looks whether the file was edited, says so, and takes up its folders and hooks where they can be used. @returns whether it was */
  look(): Promise<boolean>;
}

/** @throws Refusal that names every folder that cannot be used */
export async function ruledBy(config: OpenConfig, flags: WorkFlags, { messages, wording, paths }: Host): Promise<Ruled> {
  const limits = { ...defaultSettings.limits, ...paceFrom(flags, config.pace) };
  const settingsOf = ({ folders, hooks }: Pick<Config, 'folders' | 'hooks'>): RuledSettings['current'] => ({
    ...{ url: config.url, sandbox: defaultSettings.sandbox, folders: [...folders], hooks, limits },
  });
  const listeners = new Set<() => void>();
  const host = { messages, wording };
  const { notes } = await checkFolders(config.folders, paths.platform, true);
  for (const note of notes) inform(host, note);
  let current = settingsOf(config);
  return {
    settings: {
      file: config.file,
      get current() {
        return current;
      },
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    async look() {
      const news = await config.news();
      if (news === undefined) return false;
      inform(host, ...news.messages);
      if (news.config === undefined) return true;
      current = settingsOf(news.config);
      for (const listener of listeners) listener();
      return true;
    },
  };
}
