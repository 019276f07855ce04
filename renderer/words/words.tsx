import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react';
import { IntlProvider, useTranslations } from 'use-intl';
import type { Preferences } from '../../electron/core/contract/preferences.ts';
import { german } from './de/all.ts';
import { english } from './en/all.ts';
import { FormatsContext, useNewFormats } from './use-formats.ts';

declare module 'use-intl' {
  interface AppConfig {
    readonly Locale: string;
    readonly Messages: typeof english;
  }
}

export type Language = 'en' | 'de';

/**
 * The words of one part of the window, in the person's language: `const words = useWords('queue')`, then
 * `words('title')`, `words('count', { count })`, `words.rich('…', { b: (text) => <b>{text}</b> })`.
 */
export const useWords = useTranslations;

/** The language that a preference stands for on this system: German where German comes first, else English. */
export function languageOf(preference: Preferences['language'], systemLanguages: readonly string[]): Language {
  if (preference !== 'system') return preference;
  const known = systemLanguages.map((each) => each.slice(0, 2).toLowerCase()).find((each) => each === 'de' || each === 'en');
  return known === 'de' ? 'de' : 'en';
}

/** Dates and numbers follow the system's own region where its language is the chosen one (de-AT, en-GB). */
export function localeOf(language: Language, systemLanguages: readonly string[]): string {
  const sound = systemLanguages.filter(isTag);
  return sound.find((each) => each.toLowerCase().startsWith(language)) ?? { en: 'en', de: 'de-DE' }[language];
}

/** Without a language set for the session Chromium on Linux says `en-US@posix`, which no formatter takes. */
function isTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0;
  } catch {
    return false;
  }
}

/** Gives the window its words, and the page its `lang`. */
export function WordsProvider({
  preference,
  children,
}: {
  readonly preference: Preferences['language'];
  readonly children: ReactNode;
}) {
  const systemLanguages = useSystemLanguages();
  const language = languageOf(preference, systemLanguages);
  const locale = localeOf(language, systemLanguages);
  const timeZone = useMemo(() => Intl.DateTimeFormat().resolvedOptions().timeZone, []);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <IntlProvider
      locale={locale}
      timeZone={timeZone}
      messages={(language === 'de' ? german : english) as typeof english}
      onError={(error) => console.error(error)}
    >
      <WithFormats>{children}</WithFormats>
    </IntlProvider>
  );
}

function WithFormats({ children }: { readonly children: ReactNode }) {
  return <FormatsContext value={useNewFormats()}>{children}</FormatsContext>;
}

/** What the browser says of the system's languages, as one stable value. */
function useSystemLanguages(): readonly string[] {
  const joined = useSyncExternalStore(
    (listener) => {
      window.addEventListener('languagechange', listener);
      return () => window.removeEventListener('languagechange', listener);
    },
    () => navigator.languages.join(' '),
  );
  return useMemo(() => joined.split(' '), [joined]);
}
