import { createTranslator, IntlErrorCode } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { german } from '../../electron/core/languages/de/all.ts';
import { english } from '../../electron/core/languages/en/all.ts';

type Words = { readonly [Key: string]: string | Words };

/** Every message with its path: `queue.show.all`. */
function flat(words: Words, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flat(value, `${path}${key}.`),
  );
}

/** The names that a message takes values for, tags included; those inside plurals and choices too. */
function namesIn(message: string): string[] {
  const names = new Set([...message.matchAll(/<(\w+)>/g)].map(([, tag]) => tag ?? ''));
  let at = 0;
  const readMessage = (): void => {
    for (; at < message.length && message[at] !== '}'; at += 1) if (message[at] === '{') readArgument();
  };
  const readArgument = (): void => {
    const [head = '', name = '', type] = /^\{\s*(\w+)\s*(?:,\s*(\w+)\s*,?)?/.exec(message.slice(at)) ?? [];
    names.add(name);
    at += head.length;
    for (; at < message.length && message[at] !== '}'; at += 1) {
      if (message[at] !== '{' || (type !== 'plural' && type !== 'select' && type !== 'selectordinal')) continue;
      at += 1;
      readMessage();
    }
  };
  readMessage();
  return [...names].toSorted();
}

const catalogues = { en: flat(english), de: flat(german as unknown as Words) };

describe('The words of the window', () => {
  it('are there in German for every one in English', () => {
    expect(catalogues.de.map(([path]) => path).toSorted()).toEqual(catalogues.en.map(([path]) => path).toSorted());
  });

  it('take the same values in both languages', () => {
    const inGerman = new Map(catalogues.de);
    for (const [path, message] of catalogues.en)
      expect([path, namesIn(inGerman.get(path) ?? '')]).toEqual([path, namesIn(message)]);
  });

  it.each(['en', 'de'] as const)('can be read as messages (%s)', (locale) => {
    const unreadable: string[] = [];
    const messages: Words = locale === 'en' ? english : (german as unknown as Words);
    const say = createTranslator({
      locale,
      messages,
      onError: (error) => {
        if (error.code === IntlErrorCode.INVALID_MESSAGE) unreadable.push(error.message);
      },
    }) as unknown as { rich: (path: string, values: object) => unknown };
    for (const [path, message] of catalogues[locale]) {
      const values = namesIn(message).map((name) => [name, message.includes(`<${name}>`) ? (chunks: unknown) => chunks : 2]);
      say.rich(path, Object.fromEntries(values));
    }
    expect(unreadable).toEqual([]);
  });

  it('are not the English ones where German is asked for', () => {
    const inEnglish = new Map(catalogues.en);
    const hasWords = (message: string): boolean => message.replaceAll(/\{\w+\}|<\/?\w+>/g, '').length > 24;
    const same = catalogues.de.filter(([path, message]) => hasWords(message) && inEnglish.get(path) === message);
    expect(same.map(([path]) => path)).toEqual([]);
  });
});
