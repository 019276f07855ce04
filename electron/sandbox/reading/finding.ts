import type { FieldDefinition } from '../../core/protocol/service-shapes.ts';
import type { TextLine } from './text-line.ts';

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

/** Labels that mean the same: a field that is called by one of them is found by all. */
const sameLabels = [
  ['invoice number', 'invoice no', 'rechnungsnummer', 'rechnung nr', 'numero de facture', 'facture no'],
  ['invoice date', 'date of invoice', 'date', 'rechnungsdatum', 'datum', 'date de facture'],
  ['vendor name', 'vendor', 'supplier', 'seller', 'from', 'lieferant', 'fournisseur'],
  ['total amount', 'total', 'amount due', 'total due', 'grand total', 'gesamtbetrag', 'summe', 'montant total', 'total ttc'],
  ['tax amount', 'tax', 'vat', 'mwst', 'tva'],
  ['currency', 'wahrung', 'devise'],
].map((labels) => new Set(labels));

/**
 * The values that stand behind a label, as the document prints them: `Invoice number: R-17`, `Total  12.50`, or a label in one cell
 * of a line and its value in the next. A field is labelled by its key, its description, or what means the same.
 */
export function findFields(lines: readonly TextLine[], fields: readonly FieldDefinition[]): Record<string, string> {
  const printed = lines.flatMap(labelled);
  const found = fields.flatMap((field): [string, string][] => {
    const key = labelOf(field.key);
    const labels = labelsOf(field);
    const value = (printed.find(({ label }) => label === key) ?? printed.find(({ label }) => labels.has(label)))?.value;
    return value === undefined || value === '' ? [] : [[field.key, value]];
  });
  // A key may be any word, even `__proto__`.
  return Object.fromEntries(found);
}

function labelsOf({ key, description }: FieldDefinition): ReadonlySet<string> {
  const own = [labelOf(key), labelOf(description)];
  return new Set([...own, ...sameLabels.filter((labels) => own.some((label) => labels.has(label))).flatMap((each) => [...each])]);
}

function labelOf(text: string): string {
  return wordsOf(text).join(' ');
}

/** What stands behind a label, in a line's cells. */
function labelled(cells: TextLine): { readonly label: string; readonly value: string }[] {
  return cells.map((text, index) => {
    const next = cells[index + 1] ?? '';
    const { label, value } = /^(?<label>[^:=]+)[:=]\s*(?<value>.*)$/u.exec(text)?.groups ?? { label: text, value: '' };
    if (label !== undefined && (value || next) !== '') return { label: labelOf(label), value: value || next };
    const total = /^(?<label>\D+?)\s+(?<value>-?\d[\d.,'’ ]*)$/u.exec(text)?.groups;
    return { label: labelOf(total?.label ?? label ?? ''), value: total?.value ?? '' };
  });
}

export interface Verdict {
  /** Null if undecided. */
  readonly categoryIndex: number | null;
  /** 0..1. */
  readonly confidence: number;
  /** One sentence that names the words found. */
  readonly reasoning: string;
}

export interface CategoryWords {
  readonly name: string;
  readonly description: string;
  readonly keywords?: readonly string[];
}

const weights = { name: 2, keyword: 1.5, description: 0.4 } as const;
/** A short line that begins with a category's word, or is one, says more than a sentence that mentions it. */
const titleWords = 6;
const titleFactor = 3;
const wholeFactor = 8;
/** Shorter words of a description say nothing. */
const shortest = 5;
/** So much suggests a category that more would change nothing. */
const plenty = 6;

/**
 * Sorts a text into one of the categories by their names, keywords and descriptions: whole words, regardless of case and
 * accents. Null if nothing suggests any category, or equally much suggests two.
 */
export function findCategory(lines: readonly TextLine[], categories: readonly CategoryWords[]): Verdict {
  const texts = lines.flat().map(wordsOf);
  const scored = categories.map((category, index) => {
    const found = cluesOf(category).flatMap(({ printed, weight }) => {
      const factor = Math.max(0, ...texts.map((words) => factorOf(words, printed)));
      return factor === 0 ? [] : [{ printed, score: weight * (weight === weights.description ? 1 : factor) }];
    });
    const words = found.toSorted((a, b) => b.score - a.score).slice(0, 4);
    return {
      ...{ index, name: category.name, score: found.reduce((sum, { score }) => sum + score, 0) },
      words: words.map(({ printed }) => `"${printed}"`).join(', '),
    };
  });
  const [best, second] = scored.toSorted((a, b) => b.score - a.score);
  if (best === undefined || best.score < 0.8) return undecided('No word of any category was found in the document.');
  const lead = best.score - (second?.score ?? 0);
  if (lead < 0.2) return undecided(`As much speaks for ${best.name} (${best.words}) as for ${second?.name} (${second?.words}).`);
  const confidence = Math.min(0.99, (0.5 + 0.5 * (lead / best.score)) * (0.6 + 0.4 * Math.min(1, best.score / plenty)));
  return {
    categoryIndex: best.index,
    confidence: Math.round(confidence * 100) / 100,
    reasoning: `The document speaks of ${best.words}, which belongs to ${best.name}.`,
  };
}

function undecided(reasoning: string): Verdict {
  return { categoryIndex: null, confidence: 0, reasoning };
}

function cluesOf({ name, description, keywords = [] }: CategoryWords) {
  const described = wordsOf(description).filter((word) => word.length >= shortest);
  const clues = [
    { printed: name, weight: weights.name },
    ...keywords.map((printed) => ({ printed, weight: weights.keyword })),
    ...described.map((printed) => ({ printed, weight: weights.description })),
  ];
  return [...new Map(clues.toReversed().map((clue) => [fold(clue.printed), clue])).values()];
}

/** How much a line says by a phrase: nothing where it does not occur. */
function factorOf(words: readonly string[], printed: string): number {
  const phrase = wordsOf(printed);
  const at = words.findIndex((_, index) => phrase.length > 0 && phrase.every((word, offset) => words[index + offset] === word));
  if (at === -1) return 0;
  if (words.length === phrase.length) return wholeFactor;
  return at === 0 && words.length <= titleWords ? titleFactor : 1;
}
