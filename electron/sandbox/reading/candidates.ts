import { amountsIn } from './amounts.ts';
import { datesIn } from './dates.ts';
import type { Wanted } from './labels.ts';
import type { PageText, Passage, Run } from './page-text.ts';
import { isLabel } from './page-text.ts';
import type { Match } from './shapes.ts';
import { matchesOf } from './shapes.ts';
import { meaningKey, termsOf } from './terms.ts';
import type { Cell } from './text-line.ts';
import { fold, wordsOf } from './words.ts';

/** A value that a label points to. */
export interface Candidate {
  readonly value: string;
  /** 0..1; see `accepted` in fields.ts. */
  readonly score: number;
  readonly line: number;
}

const penaltyAt: Readonly<Record<Run['position'], number>> = { start: 0, segment: 0.02, prose: 0.08, loose: 0.32 };
/** How far below its label a value may be, in points. */
const maxBelow = 46;

/** Words between label and value that carry no meaning. Folded. */
const connectors = new Set(
  (
    'is are was be ist sind war betragt betraegt lautet belauft sich est sont s eleve a es son asciende e sono ammonta bedraagt zijn amounts to at on by from over the with as follows ' +
    'vom von am bis zum zur um uber auf aus dated du de del della di dal le il el la d un une une uno una una einen einer eine een van op tot por par per pour voor for of no later than ' +
    'until und and et y incl inkl approximately ca circa'
  ).split(' '),
);

/** Every value where one of the wanted labels says it should be. */
export function candidatesFor(wanted: Wanted, page: PageText): Candidate[] {
  const found: Candidate[] = [];
  for (const passage of page.passages) {
    for (const run of passage.runs) {
      const reach = reachOf(wanted, run.meaning);
      if (!reach) continue;
      const score = reach.weight - penaltyAt[run.position];
      const behind = valueBehind(wanted, page, passage, run, reach.across);
      if (behind) found.push({ value: behind.value, score: score - behind.penalty, line: passage.line });
      else if (!reach.across && run.position !== 'prose' && run.position !== 'loose')
        found.push(...aroundOf(wanted, page, passage, run, score));
    }
  }
  return found;
}

interface Reach {
  readonly weight: number;
  /** The value follows another one: `invoice 17 of 3 March` contains an invoice's date. */
  readonly across: boolean;
}

function reachOf(wanted: Wanted, meaning: string): Reach | undefined {
  const weight = wanted.labels.get(meaning);
  if (weight !== undefined) return { weight, across: false };
  const words = meaning.split(' ');
  if (wanted.shape === 'date') {
    const bare = words.filter((word) => word !== 'nr');
    const dated = wanted.labels.get(meaningKey([...bare, 'date']));
    if (dated !== undefined && dated >= 0.95 && bare.length > 0 && !bare.includes('date')) return { weight: 0.95, across: true };
  }
  if (
    wanted.concept === 'total' &&
    (meaning === 'invoice' || meaning === 'invoice nr' || meaning === 'order' || meaning === 'credit-note nr')
  )
    return { weight: 0.8, across: true };
  return undefined;
}

function valueBehind(
  wanted: Wanted,
  page: PageText,
  passage: Passage,
  run: Run,
  across: boolean,
): { value: string; penalty: number } | undefined {
  const rest = passage.text.slice(run.end);
  if (wanted.shape === 'text') return across || run.position === 'loose' ? undefined : textBehind(passage, run, rest);
  if (wanted.shape === 'percent') {
    const before = matchesOf('percent', passage.text.slice(0, run.start)).at(-1);
    if (before && passage.text.slice(before.end, run.start).trim() === '') return { value: before.value, penalty: 0 };
    const inside = matchesOf('percent', passage.text.slice(run.start, run.end))[0];
    if (inside) return { value: inside.value, penalty: 0 };
  }
  const matches = matchesOf(wanted.shape, rest);
  for (const [index, match] of matches.entries()) {
    if (isBaseOf(wanted, rest, match, matches[index + 1] ?? besideCell(page, passage))) continue;
    const penalty = penaltyOfLead(wanted, rest.slice(0, match.index), across);
    if (penalty !== undefined && fits(wanted, match, rest, run, penalty)) return { value: match.value, penalty };
  }
  return undefined;
}

/** `VAT 20 % on 350.00: 70.00`: the second amount, here or in the next cell, is computed from the first. */
function isBaseOf(wanted: Wanted, rest: string, match: Match, next: Match | 'beside' | undefined): boolean {
  if (wanted.concept !== 'tax' || !next) return false;
  const between = next === 'beside' ? '' : rest.slice(match.end, next.index);
  return (
    !/\p{L}/u.test(between.replace(/[A-Z]{3}/u, '')) &&
    /\b(?:auf|on|of|sur|su|sobre|op|von|aus|uber|over|from)\s*(?:[a-z]{3}|[€£$])?\s*$/u.test(fold(rest.slice(0, match.index)))
  );
}

function besideCell(page: PageText, passage: Passage): 'beside' | undefined {
  const next = passage.cell === undefined ? undefined : page.lines[passage.line]?.cells[passage.cell + 1];
  return next && amountsIn(next.text).some((amount) => amount.isMoney) ? 'beside' : undefined;
}

function textBehind(passage: Passage, run: Run, rest: string): { value: string; penalty: number } | undefined {
  const match = /^\s*(?:\([^)]*\))?[.]?\s*(?::|=|\s[–—-]\s)\s*(?<value>\S.*)$/u.exec(rest);
  let value = match?.groups?.value;
  if (value === undefined) return undefined;
  // The next label ends it: `Project: North wing  Manager: J. Doe`.
  const from = run.end + rest.length - value.length;
  const next = passage.runs.find((other) => other.start > from && /^[.]?\s*:/u.test(passage.text.slice(other.end)));
  if (next) value = passage.text.slice(from, next.start);
  value = (value.split(/\s[|·•]\s/u)[0] ?? '').replace(/[\s,;]+$/u, '');
  if (value === '' || value.length > 120) return undefined;
  return { value, penalty: run.position === 'prose' ? 0.12 : 0 };
}

/**
 * How much the words between label and value count against them; undefined if they belong to something else.
 * @param across whether a code and a date may come between: `invoice 17 of 3 March over 12.50`
 */
function penaltyOfLead(wanted: Wanted, lead: string, across: boolean): number | undefined {
  let text = lead.replace(/\([^)]*\)/gu, ' ').replace(/\d+(?:[.,]\d+)?\s?%/gu, ' ');
  if (across) {
    const code = matchesOf('identifier', text)[0];
    if (
      !code &&
      wanted.shape === 'date' &&
      /[\p{L}\p{N}]/u.test(text) &&
      wordsOf(text).some((word) => !connectors.has(word.text))
    )
      return undefined;
    if (
      code &&
      wordsOf(text.slice(0, code.index)).some((word) => !connectors.has(word.text) && termsOf(word.text)[0]?.meaning[0] !== 'nr')
    )
      return undefined;
    if (code) text = text.slice(0, code.index) + text.slice(code.end);
    if (wanted.shape === 'amount') for (const date of datesIn(text)) text = text.replace(date.text, ' ');
    if (wanted.shape === 'amount')
      text = text.replace(/\b(?:dated|amount|montant|importe?o?|bedrag|betrag|datum|date)\b/giu, ' ');
  }
  if (/\d/u.test(text) || /[.!?;]\s+\p{Lu}/u.test(text)) return undefined;
  const words = termsOf(text).filter((term) => term.kind !== 'filler' && !connectors.has(fold(text.slice(term.start, term.end))));
  if (across) return words.length === 0 ? 0 : undefined;
  // Another label comes between: the value belongs to it.
  if (words.some((term) => term.kind === 'known' && !isOwn(wanted, term.meaning))) return undefined;
  if (words.length > 3) return undefined;
  const isColon = /:\s*(?:\p{Sc}|[A-Z]{3})?\s*$/u.test(text);
  const isLoose = wanted.shape === 'identifier' || wanted.shape === 'number' || wanted.shape === 'currency';
  if (words.length > 0 && isLoose && !isColon) return undefined;
  return words.length * 0.06;
}

function isOwn(wanted: Wanted, meaning: readonly string[]): boolean {
  return meaning.every((word) => [...wanted.labels.keys()].some((label) => label.split(' ').includes(word)));
}

/** What a value must satisfy beyond its shape to be accepted without a cell of its own. */
function fits(wanted: Wanted, match: Match, rest: string, run: Run, penalty: number): boolean {
  if (wanted.shape === 'identifier') {
    const saysNumber = run.meaning.includes('nr') || run.meaning.includes('reference') || /^\s*[.]?\s*[:#]/u.test(rest);
    return saysNumber || (match.value.length >= 3 && !/^(?:19|20)\d\d$/u.test(match.value));
  }
  if (wanted.shape === 'amount') {
    const amount = amountsIn(rest).find((found) => found.index === match.index);
    return (
      amount?.isMoney === true || (penalty === 0 && rest.slice(match.end).trim() === '' && !/^(?:19|20)\d\d$/u.test(match.value))
    );
  }
  return true;
}

/** Values in the cells beside and below a label that fills its own cell. */
function aroundOf(wanted: Wanted, page: PageText, passage: Passage, run: Run, score: number): Candidate[] {
  const line = page.lines[passage.line];
  const cell = passage.cell === undefined ? undefined : line?.cells[passage.cell];
  if (!line || !cell || passage.cell === undefined) return [];
  const rest = passage.text
    .slice(run.end)
    .replace(/\([^)]*\)/gu, '')
    .replace(/\d+(?:[.,]\d+)?\s?%/gu, '');
  const others = termsOf(rest).filter((term) => term.kind === 'other' && !/^\d/u.test(rest.slice(term.start, term.end))).length;
  if (/\d/u.test(rest) && wanted.shape !== 'amount') return [];
  if (others > 3 || (others > 0 && wanted.shape === 'text')) return [];
  const weight = score - others * 0.05;
  const isHeader = line.cells.length >= 3 && !line.text.includes(':');
  const beside = besideOf(wanted, page, passage.line, passage.cell);
  const found: Candidate[] = [];
  if (beside !== undefined)
    found.push({
      value: beside,
      score: weight - (isHeader && wanted.shape === 'text' ? 0.25 : 0.03),
      line: passage.line,
    });
  if (/\d/u.test(rest) || isItemTable(page, passage.line)) return found;
  const below = belowOf(wanted, page, passage.line, cell);
  if (below) found.push({ value: below.value, score: weight - (isHeader ? 0.05 : 0.08), line: below.line });
  return found;
}

function besideOf(wanted: Wanted, page: PageText, line: number, cell: number): string | undefined {
  const cells = page.lines[line]?.cells ?? [];
  let last: string | undefined;
  for (let index = cell + 1; index < cells.length; index += 1) {
    const candidate = cells[index];
    if (!candidate || isLabel(page.passageOf(line, index))) break;
    const value = wholeValue(wanted, candidate.text);
    if (value === undefined && (wanted.shape === 'text' || index > cell + 2)) break;
    if (value === undefined) continue;
    if (wanted.shape !== 'amount') return value;
    // Rows of sums go net, tax, gross: the last one counts.
    last = value;
  }
  return last;
}

function belowOf(wanted: Wanted, page: PageText, line: number, label: Cell): { value: string; line: number } | undefined {
  const from = page.lines[line];
  for (let index = line + 1; from && index < page.lines.length; index += 1) {
    const next = page.lines[index];
    if (!next || next.page !== from.page || next.y - from.y > maxBelow) return undefined;
    const cell = next.cells.findIndex((candidate) => isUnder(label, candidate));
    const under = next.cells[cell];
    if (!under) continue;
    if (isLabel(page.passageOf(index, cell))) return undefined;
    const value = wholeValue(wanted, under.text);
    if (value === undefined || goesOn(wanted, page, index, label)) return undefined;
    return { value, line: index };
  }
  return undefined;
}

/** Whether a column has more than one such value; then none is the document's. Text may span lines. */
function goesOn(wanted: Wanted, page: PageText, line: number, label: Cell): boolean {
  const [row, next] = [page.lines[line], page.lines[line + 1]];
  if (wanted.shape === 'text' || !row || !next || next.page !== row.page || next.y - row.y > maxBelow / 2) return false;
  return next.cells.some((cell) => isUnder(label, cell) && wholeValue(wanted, cell.text) !== undefined);
}

function isUnder(label: Cell, candidate: Cell): boolean {
  const overlap = Math.min(label.x + label.width, candidate.x + candidate.width) - Math.max(label.x, candidate.x);
  return overlap > 0 || Math.abs(label.x - candidate.x) < 6;
}

/** The value of a cell that contains little else. */
function wholeValue(wanted: Wanted, text: string): string | undefined {
  if (wanted.shape === 'text') return matchesOf('text', text)[0]?.value;
  const [match] = matchesOf(wanted.shape, text);
  if (!match || /[\p{L}\p{N}]/u.test(text.slice(0, match.index).replace(/\b[A-Z]{3}\b/u, ''))) return undefined;
  const after = text.slice(match.end).replace(/\([^)]*\)/gu, '');
  if (wanted.shape === 'date') return wordsOf(after).length <= 4 ? match.value : undefined;
  // `3.120 kWh` is a number with its unit; a code stands alone.
  const mayFollow = wanted.shape === 'identifier' ? 0 : wanted.shape === 'number' ? 1 : 3;
  return /\d/u.test(after) || wordsOf(after).length > mayFollow ? undefined : match.value;
}

/** Whether a line is the header of a table of items: what is below it belongs to the first item, not the document. */
function isItemTable(page: PageText, line: number): boolean {
  const meanings =
    page.lines[line]?.cells.flatMap(
      (_, index) => page.passageOf(line, index)?.runs.flatMap((run) => run.meaning.split(' ')) ?? [],
    ) ?? [];
  return new Set(meanings.filter((word) => ['quantity', 'unit', 'price', 'item'].includes(word))).size >= 2;
}
