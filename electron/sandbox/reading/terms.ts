import { compoundHeads, fillers as fillerWords, lexicon } from './lexicon.ts';
import { wordsOf } from './words.ts';

/** A word or phrase of a text, with its meaning. */
export interface Term {
  /** Its meaning in words of the lexicon; for an unknown word, the word itself. Empty for a filler. */
  readonly meaning: readonly string[];
  /** `known`: from the lexicon. `filler`: does not change a label's meaning. `other`: everything else. */
  readonly kind: 'known' | 'filler' | 'other';
  readonly start: number;
  /** Index after the last character. */
  readonly end: number;
}

interface Branch {
  meaning?: readonly string[];
  readonly next: Map<string, Branch>;
}

const fillers = new Set(fillerWords.split(', '));
const heads = new Set(compoundHeads.split(', '));
const phrases = growTree();
const longestPhrase = 6;

function growTree(): Branch {
  const root: Branch = { next: new Map() };
  for (const [meaning, surfaces] of Object.entries(lexicon)) {
    for (const surface of surfaces.split(', ')) {
      let branch = root;
      for (const word of surface.split(' ')) {
        const next = branch.next.get(word) ?? { next: new Map() };
        branch.next.set(word, next);
        branch = next;
      }
      branch.meaning ??= meaning.split(' ');
    }
  }
  return root;
}

/** Splits a text into terms: the longest phrases in the lexicon, then compounds, then single words. */
export function termsOf(text: string): Term[] {
  const words = wordsOf(text);
  const terms: Term[] = [];
  let index = 0;
  while (index < words.length) {
    const word = words[index];
    if (!word) break;
    const phrase = longestAt(words, index, text);
    if (phrase) {
      const last = words[index + phrase.length - 1] ?? word;
      terms.push({ meaning: phrase.meaning, kind: 'known', start: word.start, end: last.end });
      index += phrase.length;
      continue;
    }
    const isFiller = fillers.has(word.text) || isPercentage(text, word);
    // `Kunden-Nr.`: a compound written in two parts.
    const parts = isFiller ? undefined : (compound(word.text) ?? (text[word.end] === '-' ? firstPart(word.text) : undefined));
    const kind = isFiller ? 'filler' : parts ? 'known' : 'other';
    terms.push({ meaning: kind === 'filler' ? [] : (parts ?? [plain(word.text)]), kind, start: word.start, end: word.end });
    index += 1;
  }
  return terms;
}

/** The longest phrase of the lexicon that begins here. It may contain fillers and percentages: `incl. 19 % VAT`. */
function longestAt(
  words: ReturnType<typeof wordsOf>,
  index: number,
  text: string,
): { meaning: readonly string[]; length: number } | undefined {
  let branch: Branch | undefined = phrases;
  let best: { meaning: readonly string[]; length: number } | undefined;
  for (let offset = 0; offset < longestPhrase + 2; offset += 1) {
    const word = words[index + offset];
    if (!word) break;
    // A phrase does not cross the end of a sentence or a colon.
    const before = words[index + offset - 1];
    if (
      offset > 0 &&
      before &&
      /[:;!?|]|\.\s+\p{Lu}/u.test(text.slice(before.end, word.start + 1)) &&
      !isAbbreviation(before.text)
    )
      break;
    const next: Branch | undefined = branch.next.get(word.text);
    if (!next) {
      if (offset > 0 && (fillers.has(word.text) || isPercentage(text, word))) continue;
      break;
    }
    branch = next;
    if (branch.meaning) best = { meaning: branch.meaning, length: offset + 1 };
  }
  return best ?? alternativeSpelling(words[index]?.text);
}

function isAbbreviation(word: string): boolean {
  return word.length <= 5;
}

/** Whether a number is a percentage: `19 %`, `7,7%`. Its first part may be a word of its own. */
function isPercentage(text: string, word: { readonly start: number; readonly end: number }): boolean {
  return /^\d/u.test(text.slice(word.start, word.end)) && /^(?:[.,]\d+)?\s*%/u.test(text.slice(word.end));
}

function alternativeSpelling(word: string | undefined): { meaning: readonly string[]; length: number } | undefined {
  if (word === undefined || plain(word) === word) return undefined;
  const meaning = phrases.next.get(plain(word))?.meaning;
  return meaning && { meaning, length: 1 };
}

/** German writes `ae` for `ä` if the keyboard lacks it. */
function plain(word: string): string {
  return word.replace(/([aou])e(?=[a-z])/gu, '$1');
}

/** `rechnungsnummer` is an invoice number. The first part of an unknown compound stays as it is. */
function compound(word: string): readonly string[] | undefined {
  if (word.length < 7 || /\d/u.test(word)) return undefined;
  for (let cut = 3; cut <= word.length - 2; cut += 1) {
    const right = word.slice(cut);
    const rightMeaning = phrases.next.get(right)?.meaning;
    if (!rightMeaning || (right.length < 4 && !heads.has(right))) continue;
    const left = firstPart(word.slice(0, cut));
    if (left) return [...new Set([...left, ...rightMeaning])];
    if (heads.has(right)) return [plain(word.slice(0, cut)), ...rightMeaning];
  }
  return undefined;
}

function firstPart(part: string): readonly string[] | undefined {
  for (const stem of [part, part.replace(/(?:s|n|e|en|es)$/u, ''), part.replace(/(?:en|es)$/u, ''), `${part}e`]) {
    const meaning = phrases.next.get(stem)?.meaning;
    if (meaning && stem.length >= 3) return meaning;
  }
  return part.length >= 7 ? compound(part) : undefined;
}

/** Splits identifiers into words: `invoiceNumber`, `invoice_number`, `VATNumber`. */
export function spacedOut(key: string): string {
  return key
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[_\-./]+/gu, ' ');
}

/** The meaning as a key for comparison: order and repetition do not count. */
export function meaningKey(meaning: Iterable<string>): string {
  return [...new Set(meaning)].sort().join(' ');
}
