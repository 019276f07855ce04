import type { Line } from '../../core/contract/status.ts';
import type { TrayState } from '../../core/contract/tray-state.ts';
import { english } from './english.ts';
import { german } from './german.ts';

/** What the desktop says outside of its window: tray, menus, notifications, dialogs. */
export interface Words {
  /** What the host says in English, in this language as far as it is known. */
  readonly ofHost: (text: string) => string;
  readonly line: { readonly [Kind in Line['kind']]: string };
  readonly tooltip: { readonly [State in TrayState]: string };
  readonly tray: {
    readonly pause: string;
    readonly resume: string;
    readonly lookNow: string;
    readonly review: (count: number) => string;
    readonly lastResults: string;
    readonly noResults: string;
    readonly folders: string;
    readonly noFolders: string;
    readonly open: string;
    readonly quit: string;
  };
  readonly menu: {
    readonly file: string;
    readonly addFolder: string;
    readonly settings: string;
    readonly edit: string;
    readonly view: string;
    readonly queue: string;
    readonly reviewScreen: string;
    readonly foldersScreen: string;
    readonly insights: string;
    readonly help: string;
    readonly keys: string;
    readonly dataFolder: string;
  };
  readonly notifications: {
    readonly attention: (count: number) => string;
    readonly attentionBody: string;
    readonly finished: (count: number) => string;
    readonly finishedBody: string;
    readonly offline: string;
    readonly key: string;
    readonly pages: string;
    readonly stopped: string;
    readonly again: string;
  };
  readonly dialogs: {
    readonly broken: string;
    readonly brokenDetail: string;
    readonly startAgain: string;
    readonly quit: string;
  };
}

export type Language = 'en' | 'de' | 'fr';

/** @param chosen what the settings say @param system BCP 47, of the system */
export function languageOf(chosen: Language | 'system', system: string): Language {
  if (chosen !== 'system') return chosen;
  return /^de\b/i.test(system) ? 'de' : 'en';
}

export function wordsIn(language: Language): Words {
  return language === 'de' ? german : english;
}
