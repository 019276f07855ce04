const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  '°': 'o',
  '№': 'no',
};

/** Lower case, no accents, ligatures written out: spellings that a reader considers the same become equal. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđı°№]/gu, (letter) => letters[letter] ?? letter);
}

/**
 * The words of a text, folded. Abbreviations with full stops are one word (`T.V.A.` is `tva`); `#` and `n.` read as `no`,
 * a number's label.
 */
export function wordsOf(text: string): string[] {
  return [...text.matchAll(/\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}º°№]+|#/gu)].map(({ 0: printed, index }) => {
    const folded = fold(printed).replaceAll('.', '');
    return folded === '#' || (folded === 'n' && text[index + printed.length] === '.') ? 'no' : folded;
  });
}
