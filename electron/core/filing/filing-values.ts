import { type Document, fileNameOf } from '../document/document.ts';
import type { DocumentResult } from '../document/result.ts';
import { asksPerson } from '../document/standing.ts';
import { type Message, say } from '../messages/message.ts';
import { reviewedResult, reviewReasons, textOf } from '../review/local-review.ts';
import { type Reading, type TypedValue, typedResult } from '../values/typed-value.ts';
import { type FilingValue, fieldsOf, type Template } from './template.ts';

/** What a template may name beside the fields of an extraction. A field of the same key comes first. */
export const builtInNames = ['category', 'file_name', 'found_date'] as const;

/** A document that is to be filed by its values. */
interface ToFile {
  readonly document: Document;
  /** The keys of its extraction's fields; none of a classification. */
  readonly fields: readonly string[];
  readonly reading: Reading;
  /** The path that it was found at, before it was ever filed away; relative to the folder. */
  readonly foundPath: string;
  /** The ISO date on which it was found. */
  readonly foundDate: string;
}

/**
 * Whether a document's filing waits for a person who must look at it.
 * @param when of the folder's settings: `reviewed`, the default, or `delivered`
 */
export function waitsForReview(document: Document, when: 'reviewed' | 'delivered' | undefined): boolean {
  return when !== 'delivered' && asksPerson(document);
}

/** The values of a document by the names of a template: as a person corrected them, dates and amounts as they were read. Pure. */
export function filingValues({ document, fields, reading, foundPath, foundDate }: ToFile): (name: string) => FilingValue {
  const { result, review, findings, possibleDuplicate } = document;
  const reviewed = result && reviewedResult(result, review);
  const data: Readonly<Record<string, unknown>> = reviewed?.kind === 'extraction' ? reviewed.extractedData : {};
  const typed = reviewed === undefined ? new Map<string, TypedValue>() : typedResult(reviewed, reading);
  const reasons = result === undefined ? [] : reviewReasons(result, fields, possibleDuplicate, review, findings);
  return (name) => {
    if (!Object.hasOwn(data, name) && !fields.includes(name)) return builtIn(name);
    const value = Object.hasOwn(data, name) ? data[name] : undefined;
    const doubt = reasons.find(({ kind, field }) => field === name && (kind === 'conflict' || kind === 'check'));
    if (doubt !== undefined) return { kind: 'doubtful', message: doubt.message };
    if (value === undefined || value === null) return { kind: 'missing' };
    if (typeof value === 'object') return { kind: 'doubtful', message: say('filing.parts', { field: name }) };
    return read(name, textOf(value) ?? '', typed.get(name));
  };

  function builtIn(name: string): FilingValue {
    if (name === 'file_name') return known(stemOf(fileNameOf(foundPath)));
    if (name === 'found_date') return { kind: 'value', text: foundDate, date: foundDate };
    const verdict = [reviewed, document.verdict?.result].find(isVerdict);
    if (name !== 'category' || verdict === undefined) return { kind: 'missing' };
    return known(verdict.categoryName ?? verdict.categoryId ?? '');
  }
}

function isVerdict(result: DocumentResult | undefined): result is Extract<DocumentResult, { kind: 'classification' }> {
  return result?.kind === 'classification';
}

function read(field: string, printed: string, typed: TypedValue | undefined): FilingValue {
  if (typed === undefined || (typed.kind !== 'date' && typed.kind !== 'amount')) return known(printed);
  if (!('value' in typed))
    return { kind: 'doubtful', message: say('filing.ambiguous', { field, value: printed, candidates: typed.ambiguous }) };
  return { kind: 'value', text: typed.value, ...(typed.kind === 'date' && { date: typed.value }) };
}

function known(text: string): FilingValue {
  return text.trim() === '' ? { kind: 'missing' } : { kind: 'value', text };
}

/**
 * What a template names that its folder's documents never have: their extraction has no such field.
 * @param fields the keys of the extraction's fields; none of a classification
 */
export function unknownFields(template: Template, fields: readonly string[]): readonly Message[] {
  const known: readonly string[] = [...fields, ...builtInNames];
  return fieldsOf(template)
    .filter(({ field }) => !known.includes(field))
    .map(({ field, at }) => say('filing.noField', { field, position: String(at), names: [...known] }));
}

/** The ending of a file name, with its dot: something long after a dot, or with space in it, is none. */
export function endingOf(name: string): string {
  return /(?<=.)\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? '';
}

function stemOf(name: string): string {
  return name.slice(0, name.length - endingOf(name).length);
}
