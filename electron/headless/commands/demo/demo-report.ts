import { isAbsolute, relative } from 'node:path';
import Table from 'cli-table3';
import { plural, printable } from '../../output/words.ts';
import type { DemoFolders } from './demo-folder.ts';
import type { DemoOutcome } from './demo-outcome.ts';

/** What the demo says when it has ended. */
export interface DemoReport {
  readonly folders: DemoFolders;
  /** Of the extraction and of the classification; an id where the service tells no name. */
  readonly routeNames: readonly string[];
  readonly extracted: readonly DemoOutcome[];
  readonly classified: readonly DemoOutcome[];
  /** Absolute paths of the tables. */
  readonly tables: readonly string[];
  readonly surprises: readonly string[];
  readonly seconds: number;
  /** Where the demo's ledger and log were left; undefined if they are gone. */
  readonly dataDirectory: string | undefined;
  /** How the program is called here: `intray`, or through npm. */
  readonly program: string;
}

/** Pure. `width`: columns of the terminal. */
export function demoLines(report: DemoReport, width: number): string[] {
  const { folders, extracted, classified } = report;
  return [
    `extracted/, sent to the extraction "${report.routeNames[0] ?? ''}":`,
    extractedTable(extracted, width),
    '',
    'classified/, sent to a classification:',
    classifiedTable(classified, width),
    '',
    `${plural(extracted.length + classified.length, 'document', 'documents')} in ${report.seconds.toFixed(0)} s, all against the sandbox: nothing left this machine.`,
    '',
    `The results are in ${printable(folders.root)}`,
    '  beside each document, a JSON file: extracted/invoice-2026-0417.pdf.json',
    '  in each folder, a table for a spreadsheet, with a row for each document:',
    ...report.tables.map((path) => `    ${printable(relative(folders.root, path))}`),
    ...(report.dataDirectory === undefined ? [] : [`The demo's ledger and log: ${printable(report.dataDirectory)}`]),
    '',
    ...reviewLines(extracted, classified),
    ...surpriseLines(report.surprises),
    'With a folder of yours and your own service:',
    `  ${report.program} key set --url https://…`,
    `  ${report.program} run FOLDER --extraction ID --url https://…`,
    `Or against the sandbox, without an account: ${report.program} sandbox`,
  ];
}

/** The sandbox's own rule: it reads text, and says of all else that a person should. */
function reviewLines(extracted: readonly DemoOutcome[], classified: readonly DemoOutcome[]): string[] {
  const count = (outcomes: readonly DemoOutcome[], state: string) => outcomes.filter((outcome) => outcome.state === state).length;
  const lines: readonly (readonly [count: number, state: string, words: string])[] = [
    [count(extracted, 'needs_review'), 'needs_review', 'the sandbox reads no pictures, and flags values not printed'],
    [count(extracted, 'failed'), 'failed', 'it cannot be read; it is damaged on purpose'],
    [count(extracted, 'rejected'), 'rejected', 'it was never sent: the service takes up to 25 MB'],
    [classified.filter(({ found }) => found === undefined).length, 'no category', 'nothing in them can be read'],
  ];
  const shown = lines.filter(([number]) => number > 0);
  if (shown.length === 0) return [];
  return [
    'What needs a person, and why:',
    ...shown.map(([number, state, words]) => `  ${String(number).padStart(2)}  ${state.padEnd(12)}  ${words}`),
    '',
  ];
}

function surpriseLines(surprises: readonly string[]): string[] {
  return surprises.length === 0
    ? []
    : ['Not as it was meant to go:', ...surprises.map((surprise) => `  ${printable(surprise)}`), ''];
}

function extractedTable(outcomes: readonly DemoOutcome[], width: number): string {
  return table(
    ['Document', 'State', 'Found'],
    outcomes.map((outcome) => row(outcome, '')),
    width,
  );
}

function classifiedTable(outcomes: readonly DemoOutcome[], width: number): string {
  return table(
    ['Document', 'State', 'Category (confidence)'],
    outcomes.map((outcome) => row(outcome, 'none')),
    width,
  );
}

function row({ document, state, found, reason }: DemoOutcome, nothing: string): string[] {
  const what =
    found === undefined || reason === undefined ? (found ?? reason ?? nothing) : `${found} (${reason.replace(/\.$/, '')})`;
  return [document, state, what];
}

const borders = 10;
const narrowest = 76;

/** Three columns: the names as wide as they need to be, as far as the terminal allows; the third takes the rest. */
function table(head: readonly string[], rows: readonly (readonly string[])[], width: number): string {
  const room = Math.max(narrowest, Math.min(width, 140)) - borders;
  const natural = (column: number) => Math.max(...[head, ...rows].map((row) => [...(row[column] ?? '')].length));
  const second = natural(1);
  const first = Math.min(natural(0), Math.max(Math.floor(room * 0.34), room - second - natural(2)));
  const third = Math.min(natural(2), room - first - second);
  const made = new Table({
    head: [...head],
    colWidths: [first, second, third].map((columns) => columns + 2),
    wordWrap: true,
    wrapOnWordBoundary: true,
    style: { head: [], border: [], compact: true },
  });
  for (const row of rows)
    made.push(row.map((cell, column) => (column === 2 ? brokenAtParts(printable(cell), third) : printable(cell))));
  return made.toString();
}

/** In lines of whole parts, so that no amount is torn apart; a part that is longer than a line is left to be wrapped. */
function brokenAtParts(text: string, width: number): string {
  const lines: string[] = [];
  for (const part of text.split(/ (?=· |\()/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + part.length <= width) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(part);
  }
  return lines.join('\n');
}

/** How a person who started this would start it again. Pure. */
export function programName(environment: Readonly<Record<string, string | undefined>>, script: string): string {
  if (environment.npm_lifecycle_event !== undefined) return 'npm run -s intray --';
  return isAbsolute(script) && script.endsWith('.js') ? `node ${script}` : 'intray';
}
