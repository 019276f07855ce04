import { meaningKey, termsOf } from './terms.ts';
import type { TextLine } from './text-line.ts';
import type { Word } from './words.ts';
import { fold, occursAt, wordsOf } from './words.ts';

export interface Verdict {
  /** Null if undecided. */
  readonly categoryIndex: number | null;
  /** 0..1. */
  readonly confidence: number;
  /** One sentence that names the words found. */
  readonly reasoning: string;
}

interface CategoryWords {
  readonly name: string;
  readonly description: string;
  readonly keywords?: readonly string[];
}

const weights = { name: 2, keyword: 1.5, description: 0.4 } as const;

/** A word or phrase that suggests a category. */
interface Clue {
  readonly printed: string;
  readonly words: readonly string[];
  readonly source: keyof typeof weights;
}

interface Found {
  /** As in the category; for a translation, as in the document. */
  readonly printed: string;
  readonly isTitle: boolean;
  readonly score: number;
  readonly isTranslation: boolean;
}

/** A title is short, at the top, and says in its first words what the document is. */
const titleWords = 6;
const titleFactor = 3;
/** A short line that begins with the word: a label, a greeting. */
const lineFactor = 1.4;
/** Within a sentence, a word is often about another document. */
const sentenceFactor = 0.75;
const sentenceWords = 9;
/** So much suggests a category that more would change nothing. */
const plenty = 6;

const everyday = new Set(
  (
    'the and for with from that this which are was has have any all its into other such etc document documents paper papers file files company business about issued sent ' +
    'der die das und oder mit von fur ein eine einer einem einen ist sind des dem den im an auf wird werden dokument dokumente ' +
    'les des une pour avec par sur dans est sont que qui los las una por con del para que como het een van voor met dat die zijn gli una per con del della che sono'
  ).split(' '),
);

/**
 * Sorts a text into one of the categories by their names, keywords and descriptions: whole words, regardless of case and
 * accents. Words in a title weigh more. Null if nothing suggests any category, or equally much suggests two.
 */
export function findCategory(lines: readonly TextLine[], categories: readonly CategoryWords[]): Verdict {
  const text = readText(lines);
  const results = categories.map((category) => {
    const found = withoutEchoes(cluesOf(category).flatMap((clue) => look(text, clue)));
    return { name: category.name, found, score: found.reduce((sum, each) => sum + each.score, 0) };
  });
  const ranked = results.map((result, index) => ({ ...result, index })).sort((a, b) => b.score - a.score);
  const [best, second] = ranked;
  if (!best || best.score < 0.8) return { categoryIndex: null, confidence: 0, reasoning: nothingFound(categories.length) };
  const lead = best.score - (second?.score ?? 0);
  if (lead < 0.2) {
    return {
      categoryIndex: null,
      confidence: 0,
      reasoning: `As much speaks for ${best.name} (${named(best.found)}) as for ${second?.name ?? 'another'} (${named(second?.found ?? [])}).`,
    };
  }
  const confidence = Math.min(0.99, (0.5 + 0.5 * (lead / best.score)) * (0.6 + 0.4 * Math.min(1, best.score / plenty)));
  return { categoryIndex: best.index, confidence: Math.round(confidence * 100) / 100, reasoning: reasonFor(best, second) };
}

interface Text {
  readonly lines: readonly {
    readonly words: readonly Word[];
    readonly isTitle: boolean;
    readonly meanings: readonly { readonly meaning: string; readonly printed: string }[];
  }[];
}

function readText(lines: readonly TextLine[]): Text {
  const top = Math.max(12, Math.ceil(lines.length / 3));
  return {
    lines: lines.flatMap((line, index) =>
      line.cells.map((cell) => {
        const words = wordsOf(cell.text);
        const meanings = termsOf(cell.text).map((term) => ({
          meaning: term.kind === 'known' ? meaningKey(term.meaning) : '',
          printed: cell.text.slice(term.start, term.end),
        }));
        return { words, isTitle: index < top && words.length <= titleWords && !/[.:,;]$/u.test(cell.text), meanings };
      }),
    ),
  };
}

function cluesOf(category: CategoryWords): Clue[] {
  const clues = new Map<string, Clue>();
  const add = (printed: string, source: Clue['source']): void => {
    const words = wordsOf(printed).map((word) => word.text);
    const key = words.join(' ');
    if (key !== '' && !clues.has(key)) clues.set(key, { printed, words, source });
  };
  add(category.name, 'name');
  for (const keyword of category.keywords ?? []) add(keyword, 'keyword');
  for (const { text, start, end } of wordsOf(category.description)) {
    if (text.length >= 4 && !everyday.has(text)) add(category.description.slice(start, end), 'description');
  }
  return [...clues.values()];
}

/** A clue counts once, and a little more if it is repeated. A translation counts for less than the word itself. */
function look(text: Text, clue: Clue): Found[] {
  const seen: Sighting[] = [];
  const translated: Sighting[] = [];
  const meaning = clue.source === 'name' ? meaningOf(clue.printed) : undefined;
  for (const line of text.lines) {
    for (let index = 0; index < line.words.length; index += 1) {
      if (occursAt(line.words, clue.words, index)) seen.push({ printed: clue.printed, ...prominence(line, index, clue) });
    }
    for (const [index, term] of line.meanings.entries()) {
      if (meaning !== undefined && term.meaning === meaning)
        translated.push({ printed: term.printed, ...prominence(line, index, clue) });
    }
  }
  const isTranslation = seen.length === 0;
  const sightings = isTranslation ? translated : seen;
  const best = sightings.reduce<Sighting | undefined>(
    (top, sighting) => (!top || sighting.factor > top.factor ? sighting : top),
    undefined,
  );
  if (!best) return [];
  const score =
    weights[clue.source] * (isTranslation ? 0.6 : 1) * best.factor * (1 + Math.min(0.3, (sightings.length - 1) * 0.1));
  return [{ printed: best.printed, isTitle: best.isTitle, isTranslation, score }];
}

interface Sighting {
  readonly printed: string;
  readonly isTitle: boolean;
  readonly factor: number;
}

function prominence(
  line: Text['lines'][number],
  index: number,
  clue: Clue,
): { readonly isTitle: boolean; readonly factor: number } {
  if (clue.source === 'description') return { isTitle: false, factor: 1 };
  const isTitle = line.isTitle && index <= 1;
  if (isTitle) return { isTitle, factor: titleFactor };
  return {
    isTitle,
    factor: line.words.length >= sentenceWords ? sentenceFactor : line.words.length <= titleWords && index === 0 ? lineFactor : 1,
  };
}

/** A translation that a keyword names too is one clue, not two. */
function withoutEchoes(found: readonly Found[]): Found[] {
  const named = new Set(found.filter((each) => !each.isTranslation).map((each) => fold(each.printed)));
  return found.filter((each) => !each.isTranslation || !named.has(fold(each.printed)));
}

/** The meaning of a category's name, if the lexicon knows all of it: "Invoice" is also a `Rechnung`. */
function meaningOf(name: string): string | undefined {
  const terms = termsOf(name);
  return terms.length === 1 && terms[0]?.kind === 'known' ? meaningKey(terms[0].meaning) : undefined;
}

function reasonFor(
  best: { readonly name: string; readonly found: readonly Found[] },
  second: { readonly name: string; readonly found: readonly Found[] } | undefined,
): string {
  const against = second && second.found.length > 0 ? `; less speaks for ${second.name} (${named(second.found)})` : '';
  return `The document speaks of ${named(best.found)}, which belongs to ${best.name}${against}.`;
}

function named(found: readonly Found[]): string {
  const strongest = [...found].sort((a, b) => b.score - a.score).slice(0, 4);
  return strongest.map((each) => `"${each.printed}"${each.isTitle ? ' in a title' : ''}`).join(', ');
}

function nothingFound(count: number): string {
  return count === 0 ? 'There is no category to choose from.' : 'No word of any category was found in the document.';
}
