import { german } from './de/all.ts';
import { type English, english } from './en/all.ts';
import { french } from './fr/all.ts';
import type { Like } from './like.ts';

/** Every language that Intray speaks. A language is one folder here and one line in this list. */
export const languages = {
  en: english,
  de: german,
  fr: french,
} as const satisfies Readonly<Record<string, Like<English>>>;

export type Language = keyof typeof languages;

export const languageTags = Object.keys(languages) as readonly Language[] as readonly [Language, ...Language[]];

/**
 * The language that a preference stands for on this system: the first of the system's languages that Intray speaks, else
 * English.
 *
 * @param systemLanguages BCP 47 tags, the preferred one first
 */
export function languageOf(preference: Language | 'system', systemLanguages: readonly string[]): Language {
  if (preference !== 'system') return preference;
  const spoken = systemLanguages.map((tag) => tag.toLowerCase().split(/[-_.@]/)[0]);
  return (
    languageTags.find((each) => each === spoken.find((tag) => (languageTags as readonly (string | undefined)[]).includes(tag))) ??
    'en'
  );
}

/** Dates and numbers follow the system's own region where its language is the chosen one (de-AT, en-GB). */
export function localeOf(language: Language, systemLanguages: readonly string[]): string {
  const regional = systemLanguages.filter(isTag).find((each) => each.toLowerCase().split('-')[0] === language);
  return regional ?? languages[language].language.locale;
}

/** Without a language set for the session Chromium on Linux says `en-US@posix`, which no formatter takes. */
function isTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0;
  } catch {
    return false;
  }
}
