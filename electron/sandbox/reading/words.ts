/** A word of a text, as written and folded for comparison. */
export interface Word {
  /** Lower case, without accents. */
  readonly text: string;
  readonly start: number;
  /** Index after the last character. */
  readonly end: number;
}

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
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(/\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}º°№]+|#/gu)) {
    const end = match.index + match[0].length;
    const folded = fold(match[0]).replaceAll('.', '');
    const isNumberSign = folded === '#' || (folded === 'n' && text[end] === '.');
    words.push({ text: isNumberSign ? 'no' : folded, start: match.index, end });
  }
  return words;
}

/** Whether the words of `phrase` occur in `words` consecutively, beginning at `index`. */
export function occursAt(words: readonly Word[], phrase: readonly string[], index: number): boolean {
  return phrase.length > 0 && phrase.every((text, offset) => words[index + offset]?.text === text);
}
