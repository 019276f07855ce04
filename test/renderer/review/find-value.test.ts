import { describe, expect, it } from 'vitest';
import { findValue, type Piece, pageText } from '../../../renderer/review/page/find-value.ts';

function page(...lines: readonly (string | readonly string[])[]): Piece[] {
  return lines.flatMap((line) => {
    const parts = typeof line === 'string' ? [line] : line;
    return parts.map((text, index) => ({ text, endsLine: index === parts.length - 1 }));
  });
}

function found(pieces: readonly Piece[], value: string): string[] {
  return findValue(pageText(pieces), value).map((occurrence) =>
    occurrence.map(({ piece, from, to }) => pieces[piece]?.text.slice(from, to) ?? '').join('|'),
  );
}

describe('A value on a page', () => {
  it('is found regardless of case, across several runs and lines', () => {
    expect(found(page(['Stadt', 'werke'], 'Lindenau GmbH'), 'STADTWERKE Lindenau')).toEqual(['Stadt|werke|Lindenau']);
    expect(found(page('Musterstraße 1', '10115 Berlin'), 'Musterstraße 1\n10115 Berlin')).toEqual([
      'Musterstraße 1|10115 Berlin',
    ]);
  });

  it('is found only as a word or number of its own', () => {
    expect(found(page('2012 and 12 and 12,50'), '12')).toEqual(['12']);
    expect(found(page('1.180,00 and 180,00.'), '180,00')).toEqual(['180,00']);
    expect(found(page('Peur sans EUR'), 'EUR')).toEqual(['EUR']);
  });

  it('is found in other common spellings of dates and amounts', () => {
    expect(found(page('Leipzig, 10. März 2026'), '2026-03-10')).toEqual(['10. März 2026']);
    expect(found(page('le 6/3/2026'), '2026-03-06')).toEqual(['6/3/2026']);
    expect(found(page('Total 5,464.37'), '5464.37')).toEqual(['5,464.37']);
    expect(found(page("Fr. 5'464.37"), '5464.37')).toEqual(["5'464.37"]);
    expect(found(page('Betrag: -1.234,50 EUR'), '-1234.50')).toEqual(['-1.234,50']);
  });

  it('matches ligatures and full-width letters', () => {
    expect(found(page('Oﬃce Ｓｅｒｖｉｃｅ'), 'Office Service')).toEqual(['Oﬃce Ｓｅｒｖｉｃｅ']);
  });

  it('is not marked if it is too short or too common', () => {
    expect(found(page('a b a'), 'a')).toEqual([]);
    expect(found(page('EUR '.repeat(13)), 'EUR')).toEqual([]);
    expect(found(page('nothing'), '')).toEqual([]);
  });

  it('of several lines is found line by line if not as a whole', () => {
    expect(found(page('Ada Byron', 'in between', 'London'), 'Ada Byron\nLondon')).toEqual(['Ada Byron', 'London']);
  });
});
