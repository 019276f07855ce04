import type { FieldDefinition } from '../../core/protocol/service-shapes.ts';
import { assertNever } from '../../core/result.ts';
import type { Concept } from './concepts.ts';
import { concepts } from './concepts.ts';
import type { Shape } from './shapes.ts';
import { shapeOfExample } from './shapes.ts';
import { meaningKey, spacedOut, termsOf } from './terms.ts';

/** What is searched for one field. */
export interface Wanted {
  readonly key: string;
  readonly shape: Shape;
  readonly example: string;
  /** Set if the field asks for something that most business papers have. */
  readonly concept: Concept['name'] | undefined;
  /** Weights from 0 to 1 of the meanings that a label may have. */
  readonly labels: ReadonlyMap<string, number>;
  /** The field's words that the lexicon does not know: a document may print them as they are. */
  readonly ownWords: ReadonlySet<string>;
}

/** Words that say what kind of value it is rather than which one: a label may omit or add them. */
const heads: Readonly<Record<string, readonly Shape[]>> = {
  nr: ['identifier', 'number', 'phone'],
  code: ['identifier'],
  date: ['date'],
  amount: ['amount'],
  name: ['text'],
  time: ['time'],
};
const impliedShape: readonly (readonly [string, Shape])[] = [
  ['email', 'email'],
  ['iban', 'iban'],
  ['bic', 'bic'],
  ['rate', 'percent'],
  ['date', 'date'],
  ['arrival', 'date'],
  ['departure', 'date'],
  ['birth', 'date'],
  ['time', 'time'],
  ['nr', 'identifier'],
  ['amount', 'amount'],
  ['price', 'amount'],
  ['total', 'amount'],
  ['discount', 'amount'],
  ['shipping', 'amount'],
  ['tip', 'amount'],
  ['balance', 'amount'],
  ['paid', 'amount'],
  ['phone', 'phone'],
  ['web', 'web'],
  ['currency', 'currency'],
  ['code', 'identifier'],
];
const generic = new Set([...Object.keys(heads), 'type', 'address', 'document', 'reference', 'item']);

/** Reads a field's definition: first its key, then its description; the example shows what its values look like. */
export function wantedFor(field: FieldDefinition): Wanted {
  const byKey = meaningOf(spacedOut(field.key));
  const byDescription = meaningOf(gist(field.description));
  const describes =
    byDescription.length > 0 &&
    (byKey.length === 0 || (byKey.every((word) => generic.has(word)) && isMoreThan(byDescription, byKey)));
  const meaning = describes ? byDescription : byKey;
  const second = describes ? byKey : byDescription;
  const spokenBy = describes ? gist(field.description) : spacedOut(field.key);
  const concept = conceptOf(meaning) ?? (knowsNone(spokenBy) ? conceptOf(second) : undefined);
  const shape = shapeFor(meaning, concept, field.example);
  const labels = new Map<string, number>();
  const add = (key: string, weight: number): void => {
    if (key !== '') labels.set(key, Math.max(weight, labels.get(key) ?? 0));
  };
  for (const [weight, meanings] of concept?.labels ?? []) {
    for (const label of meanings.split(', ')) add(meaningKey(label.split(' ')), weight);
  }
  for (const [label, weight] of variants(meaning, shape)) add(label, concept ? weight * 0.97 : weight);
  if (concept) add(meaningKey(meaning), 1.03);
  // A short description is often the label itself: "Earliest start date" for `start`.
  const described = conceptOf(byDescription);
  if (byDescription.length <= 4 && (described === undefined || described === concept)) {
    for (const [label, weight] of variants(byDescription, shape)) add(label, weight * 0.95);
  }
  // A key such as `field_7` says nothing; its description says everything.
  if (knowsNone(spokenBy) || byKey.length === 0) for (const [label, weight] of variants(second, shape)) add(label, weight * 0.9);
  // On their own, these words can label anything.
  for (const weak of ['nr', 'name', 'amount', 'code', 'type']) {
    if (labels.has(weak)) labels.set(weak, Math.min(0.55, labels.get(weak) ?? 0));
  }
  const ownWords = new Set([
    ...ownWordsOf(spacedOut(field.key)),
    ...(field.description.length <= 60 ? ownWordsOf(gist(field.description)) : []),
  ]);
  return { key: field.key, shape, example: field.example.trim(), concept: concept?.name, labels, ownWords };
}

/** The part of a description that names the value: before brackets, commas and examples. */
function gist(description: string): string {
  return (
    description.split(/[(;:!?]|,\s|\.\s|\s[–—-]\s|\be\.\s?g\b|\bz\.\s?B\b|\bsuch as\b|\bas printed\b|\bif any\b/u)[0] ?? ''
  ).slice(0, 100);
}

/** Words that name nothing. */
const small = new Set(
  'be is are was were been has have it its on at as from with that which who when where must will und mit vom von wird ist sur par est con por'.split(
    ' ',
  ),
);

function meaningOf(text: string): string[] {
  return [...new Set(termsOf(text).flatMap((term) => term.meaning))].filter((word) => !small.has(word));
}

function ownWordsOf(text: string): string[] {
  return termsOf(text)
    .flatMap((term) => (term.kind === 'other' ? term.meaning : []))
    .filter((word) => !small.has(word));
}

function isMoreThan(description: readonly string[], key: readonly string[]): boolean {
  return description.length <= 5 && description.some((word) => !key.includes(word));
}

/** Whether the lexicon knows none of these words. */
function knowsNone(text: string): boolean {
  return !termsOf(text).some((term) => term.kind === 'known');
}

function conceptOf(meaning: readonly string[]): Concept | undefined {
  const key = meaningKey(meaning);
  return concepts.find((concept) => concept.asked.split(', ').some((asked) => meaningKey(asked.split(' ')) === key));
}

/** The example decides if its form is distinctive; if it says little (a bare number, a word), the name decides. */
function shapeFor(meaning: readonly string[], concept: Concept | undefined, example: string): Shape {
  const byExample = shapeOfExample(example);
  const byName = concept?.shape ?? impliedShape.find(([word]) => meaning.includes(word))?.[1];
  if (byExample === undefined || byName === undefined) return byName ?? byExample ?? 'text';
  switch (byExample) {
    case 'number':
      return byName === 'amount' || byName === 'identifier' || byName === 'phone' ? byName : byExample;
    case 'identifier':
      return byName === 'text' && concept === undefined ? byExample : byName;
    case 'amount':
      return byName === 'identifier' ? byName : byExample;
    case 'text':
      // `30 days` for a due date, `net, by transfer` for a total: words mean words, unless the field is well known.
      return concept === undefined && byName !== 'identifier'
        ? byExample
        : /\d/u.test(example) && byName === 'date'
          ? byExample
          : byName;
    case 'date':
    case 'percent':
    case 'iban':
    case 'bic':
    case 'email':
    case 'phone':
    case 'web':
    case 'currency':
    case 'time':
      return byExample;
    default:
      return assertNever(byExample);
  }
}

/** The meaning itself, and variants with a head word omitted or added, if values of that shape have such a head. */
function variants(meaning: readonly string[], shape: Shape): [string, number][] {
  if (meaning.length === 0) return [];
  const found: [string, number][] = [[meaningKey(meaning), 1]];
  for (const [head, shapes] of Object.entries(heads)) {
    if (meaning.includes(head)) {
      const rest = meaning.filter((word) => word !== head);
      if (rest.length > 0 && rest.some((word) => !generic.has(word)))
        found.push([meaningKey(rest), shape === 'text' ? 0.85 : 0.8]);
    } else if (shapes.includes(shape)) {
      found.push([meaningKey([...meaning, head]), 0.92]);
    }
  }
  return found;
}
