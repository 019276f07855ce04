import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { IntlProvider, useTranslations } from 'use-intl';
import type { Preferences } from '../../electron/core/contract/preferences.ts';
import type { English } from '../../electron/core/languages/en/all.ts';
import { languageOf, languages, localeOf } from '../../electron/core/languages/languages.ts';
import type { Message } from '../../electron/core/messages/message.ts';
import { createWording, isolated, type Wording } from '../../electron/core/messages/wording.ts';
import { nameOf } from '../components/folder-names.ts';

declare module 'use-intl' {
  interface AppConfig {
    readonly Locale: string;
    readonly Messages: English;
  }
}

/**
 * The words of one part of the window, in the person's language: `const words = useWords('queue')`, then
 * `words('title')`, `words('count', { count })`, `words.rich('…', { b: (text) => <b>{text}</b> })`.
 */
export const useWords: typeof useTranslations = (part) => {
  const words = useTranslations(part);
  return useMemo(() => {
    const isolating = (key: never, values?: object, ...rest: never[]) =>
      (words as unknown as (...given: readonly unknown[]) => string)(key, values && isolatedValues(values), ...rest);
    // The same function, with the same members, for other values.
    return Object.assign(isolating, words) as unknown as typeof words;
  }, [words]);
};

/** Names and values come from strangers, and may be written in any direction. */
function isolatedValues(values: object): object {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolated(value) : value]),
  );
}

const WordingContext = createContext<Wording | undefined>(undefined);

/** Puts messages of the host, numbers and moments into the person's language. */
function useWording(): Wording {
  const wording = useContext(WordingContext);
  if (wording === undefined) throw new Error('There is no WordsProvider around this component.');
  return wording;
}

/** Puts messages into the person's language as plain text, for attributes and toasts; elsewhere use `Text`. */
export function useText(): Wording['text'] {
  return useWording().text;
}

/** One or more messages in the person's language. */
export function Text({
  message,
  as: Tag = 'span',
}: {
  readonly message: Message | readonly Message[];
  readonly as?: 'span' | 'p';
}) {
  return <Tag>{useText()(message)}</Tag>;
}

export type Formats = ReturnType<typeof useFormats>;

/** Formats numbers, sizes, dates and durations for the person's locale; moments are relative to now unless another time is given. */
export function useFormats() {
  const { formats } = useWording();
  return useMemo(
    () => ({
      ...formats,
      at: (at: number, now = Date.now()) => formats.at(at, now),
      when: (at: number, now = Date.now()) => formats.when(at, now),
      until: (at: number, now = Date.now()) => formats.until(at, now),
    }),
    [formats],
  );
}

/** Provides the catalogue in the person's language, and sets the `lang` of the page. */
export function WordsProvider({
  preference,
  children,
}: {
  readonly preference: Preferences['language'];
  readonly children: ReactNode;
}) {
  const systemLanguages = useSystemLanguages();
  const language = languageOf(preference, systemLanguages);
  const timeZone = useMemo(() => Intl.DateTimeFormat().resolvedOptions().timeZone, []);
  const wording = useMemo(
    () => createWording(language, { systemLanguages, timeZone, now: Date.now, path: nameOf }),
    [language, systemLanguages, timeZone],
  );
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <IntlProvider
      locale={localeOf(language, systemLanguages)}
      timeZone={timeZone}
      // Every catalogue has the shape of the English one (`Like`), whose texts are the types.
      messages={languages[language] as unknown as English}
      onError={(error) => console.error(error)}
    >
      <WordingContext value={wording}>{children}</WordingContext>
    </IntlProvider>
  );
}

/** The system's languages, as a value that stays the same until they change. */
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
