import type { FieldDefinition } from '../../core/protocol/service-shapes.ts';
import { assertNever } from '../../core/result.ts';
import { amountsIn, codeOf } from './amounts.ts';
import type { Candidate } from './candidates.ts';
import { candidatesFor } from './candidates.ts';
import { datesIn } from './dates.ts';
import type { Wanted } from './labels.ts';
import { wantedFor } from './labels.ts';
import { senderOf } from './letterhead.ts';
import type { PageText } from './page-text.ts';
import { readPageText } from './page-text.ts';
import { isWhole, matchesOf } from './shapes.ts';
import type { TextLine } from './text-line.ts';

/** A wrong value is worse than none: what scores less is omitted. */
const accepted = 0.5;
/** Candidates this close to each other are equally likely. */
const closeBy = 0.05;

/**
 * The values of an extraction's fields, as the document prints them; money without its currency unless the field's example
 * has one. Values that are not found with enough certainty are omitted.
 */
export function findFields(lines: readonly TextLine[], fields: readonly FieldDefinition[]): Record<string, string> {
  const wanted = fields.map(wantedFor);
  const page = readPageText(lines, new Set(wanted.flatMap((field) => [...field.ownWords])));
  const found: [string, string][] = [];
  for (const field of wanted) {
    const value = valueFor(field, page)?.trim();
    if (value !== undefined && value !== '') found.push([field.key, value]);
  }
  // A key may be any word, even `__proto__`.
  return Object.fromEntries(found);
}

function valueFor(wanted: Wanted, page: PageText): string | undefined {
  const candidates = candidatesFor(wanted, page).filter((candidate) => candidate.score >= accepted);
  const labelled = choose(wanted, candidates);
  switch (wanted.concept) {
    case 'currency':
      return labelled ?? currencyOf(wanted, page);
    case 'vendor':
      return labelled ?? senderOf(page);
    case 'document-type':
      return labelled ?? titleOf(page);
    case 'invoice-date':
      return labelled ?? lonelyDate(page);
    case 'total':
    case 'net':
    case 'tax':
      return labelled === undefined ? undefined : withCurrency(wanted, labelled, page);
    case 'tax-rate':
    case 'invoice-number':
    case 'due-date':
    case 'customer':
    case 'plain':
    case undefined:
      return plainValue(wanted, labelled, page);
    default:
      return assertNever(wanted.concept);
  }
}

function plainValue(wanted: Wanted, labelled: string | undefined, page: PageText): string | undefined {
  if (labelled === undefined) return onlyOne(wanted, page);
  return wanted.shape === 'amount' ? withCurrency(wanted, labelled, page) : labelled;
}

function choose(wanted: Wanted, candidates: readonly Candidate[]): string | undefined {
  const scored = candidates.map((candidate) => ({ ...candidate, score: candidate.score + likeness(wanted, candidate.value) }));
  const usable =
    wanted.shape === 'amount' && scored.some((candidate) => sizeOf(candidate) > 0)
      ? scored.filter((candidate) => sizeOf(candidate) > 0)
      : scored;
  const best = Math.max(...usable.map((candidate) => candidate.score));
  const top = usable.filter((candidate) => candidate.score >= best - closeBy);
  if (wanted.concept === 'total') return top.sort((a, b) => sizeOf(b) - sizeOf(a))[0]?.value;
  // Two tax rates without a sum: neither is the document's tax.
  if (wanted.concept === 'tax' && new Set(top.map(sizeOf)).size > 1) return undefined;
  return top.sort((a, b) => b.score - a.score || a.line - b.line)[0]?.value;
}

function sizeOf(candidate: Candidate): number {
  return Math.abs(amountsIn(candidate.value)[0]?.value ?? 0);
}

/** Codes from one office look alike: a candidate with the form of the example is more likely. */
function likeness(wanted: Wanted, value: string): number {
  if (wanted.shape !== 'identifier' || wanted.example === '') return 0;
  if (formOf(value) === formOf(wanted.example)) return 0.06;
  return formOf(value)[0] === formOf(wanted.example)[0] ? 0.02 : 0;
}

function formOf(code: string): string {
  return code.replace(/\p{L}+/gu, 'A').replace(/\d+/gu, '9');
}

/** With the currency as printed, if the example has one. */
function withCurrency(wanted: Wanted, number: string, page: PageText): string {
  const [example] = amountsIn(wanted.example);
  if (example?.mark === undefined) return number;
  for (const line of page.lines) {
    for (const cell of line.cells) {
      const found = amountsIn(cell.text).find((amount) => amount.number === number && amount.mark !== undefined);
      if (found) return found.text;
    }
  }
  return number;
}

/** The one currency of the document's amounts. */
function currencyOf(wanted: Wanted, page: PageText): string | undefined {
  const counts = new Map<string, { count: number; mark: string }>();
  for (const line of page.lines) {
    for (const amount of amountsIn(line.text)) {
      if (amount.currency === undefined || amount.mark === undefined) continue;
      counts.set(amount.currency, { count: (counts.get(amount.currency)?.count ?? 0) + 1, mark: amount.mark });
    }
    // The header of a column: `Total (EUR)`, `Amounts in CHF`.
    for (const match of line.text.matchAll(/(?<![\p{L}\p{N}])(?:[A-Z]{3}|[€£$])(?![\p{L}\p{N}])/gu)) {
      const code = codeOf(match[0]);
      if (code !== undefined && !counts.has(code)) counts.set(code, { count: 1, mark: match[0] });
    }
  }
  const ranked = [...counts].sort(([, a], [, b]) => b.count - a.count);
  const [best, second] = ranked;
  if (!best || (second && second[1].count * 2 > best[1].count)) return undefined;
  return /^[€£$¥]$/u.test(wanted.example) ? best[1].mark : best[0];
}

const papers = new Set([
  'invoice',
  'receipt',
  'credit-note',
  'quote',
  'reminder',
  'delivery note',
  'order',
  'contract',
  'payment reminder',
  'invoice tax',
]);

/** The title of a document that says what it is. */
function titleOf(page: PageText): string | undefined {
  for (const passage of page.passages) {
    const [run] = passage.runs;
    if (run?.position !== 'start' || !papers.has(run.meaning) || passage.line > page.lines.length / 2) continue;
    if (passage.terms.filter((term) => term.kind === 'other' && !/\d/u.test(passage.text.slice(term.start, term.end))).length > 0)
      continue;
    return passage.text.slice(run.start, run.end).trim();
  }
  return undefined;
}

/** A date without a label: alone, with the time, or after the name of a city. */
function lonelyDate(page: PageText): string | undefined {
  const dates = new Set<string>();
  for (const line of page.lines) {
    for (const { text } of line.cells) {
      const [date] = datesIn(text);
      if (!date) continue;
      const before = text.slice(0, date.index);
      const after = text.slice(date.index + date.text.length);
      const isAfterPlace = /^\p{Lu}[\p{L}\- ]{1,30},?\s*(?:(?:den|le|li|il|,)\s*)?$/u.test(before) && !/\d/u.test(before);
      const isTime = after.trim() === '' || (matchesOf('time', after).length === 1 && !/\p{L}{4}/u.test(after));
      if ((before.trim() === '' || (isAfterPlace && before.includes(','))) && isTime) dates.add(date.text);
    }
  }
  return dates.size === 1 ? [...dates][0] : undefined;
}

const unmistakable = new Set(['iban', 'email', 'web']);

/** Values that are recognisable need no label, if the document has only one of them. */
function onlyOne(wanted: Wanted, page: PageText): string | undefined {
  if (wanted.concept === undefined || !unmistakable.has(wanted.shape)) return undefined;
  const values = new Map<string, string>();
  for (const line of page.lines)
    for (const match of matchesOf(wanted.shape, line.text)) values.set(match.value.replace(/\s/gu, ''), match.value);
  const [value] = [...values.values()];
  return values.size === 1 && value !== undefined && isWhole(wanted.shape, value) ? value : undefined;
}
