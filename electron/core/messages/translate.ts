import { createTranslator } from 'use-intl/core';
import { type Language, languages } from '../languages/languages.ts';

/** The text of an entry of the catalogue, with values that are already words or numbers. */
export type Translate = (code: string, values: Readonly<Record<string, string | number>>) => string;

/** @returns undefined for a code that the catalogue does not have, as an older or a newer ledger may hold */
export type FindTranslation = (code: string, values: Readonly<Record<string, string | number>>) => string | undefined;

/** Reads the entries of one language (ICU message syntax). */
export function createTranslate(language: Language, locale: string): FindTranslation {
  const translator = createTranslator({
    locale,
    messages: languages[language],
    onError: () => {},
    getMessageFallback: () => '',
  });
  // The codes of a message are checked where it is made (`say`); here they are any text.
  const translate = translator as unknown as Translate & { readonly has: (code: string) => boolean };
  return (code, values) => (translate.has(code) ? translate(code, values) : undefined);
}
