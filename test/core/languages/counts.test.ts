import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { type Language, languages, languageTags } from '../../../electron/core/languages/languages.ts';

describe('Counts', () => {
  function said(language: Language, count: number): string[] {
    const words = createTranslator({ locale: language, messages: languages[language].folders, namespace: 'counts' });
    const values = { count, standing: 'x', number: (digits: string) => digits };
    return (['found', 'of'] as const).map((each) => words.markup(each, values));
  }

  it('agree with their word in French', () => {
    expect(said('fr', 1)).toEqual(['1 trouvé', '1 x']);
    expect(said('fr', 2)).toEqual(['2 trouvés', '2 x']);
  });

  it.each(languageTags)('are written with the digits of the language: %s', (tag) => {
    const thousand = new Intl.NumberFormat(tag).format(1_234);
    for (const text of said(tag, 1_234)) expect(text.startsWith(`${thousand} `)).toBe(true);
  });
});
