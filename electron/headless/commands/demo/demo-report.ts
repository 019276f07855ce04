import { isAbsolute, relative } from 'node:path';
import Table from 'cli-table3';
import { say } from '../../../core/messages/message.ts';
import type { Wording } from '../../../core/messages/wording.ts';
import { maxFileBytes } from '../../../core/protocol/service-shapes.ts';
import { asSentences } from '../../output/attention.ts';
import { stateMessage } from '../../output/state-messages.ts';
import { printable } from '../../output/terminal-wording.ts';
import type { DemoFolders } from './demo-folder.ts';
import type { DemoOutcome } from './demo-outcome.ts';

/** What the demo reports when it has ended. */
export interface DemoReport {
  readonly folders: DemoFolders;
  /** Of the extraction and of the classification; an id where the service gives no name. */
  readonly routeNames: readonly string[];
  readonly extracted: readonly DemoOutcome[];
  readonly classified: readonly DemoOutcome[];
  /** Absolute paths of the tables. */
  readonly tables: readonly string[];
  /** Not all documents were worked through. */
  readonly endedEarly: boolean;
  readonly tookMs: number;
  /** Where the demo's ledger and log are; undefined if they were removed. */
  readonly dataDirectory: string | undefined;
  /** How the program was started: as `intray`, or through npm. */
  readonly program: string;
}

/** Pure. `width`: columns of the terminal. */
export function demoLines(report: DemoReport, width: number, wording: Wording): string[] {
  const { folders, extracted, classified } = report;
  const { text } = wording;
  return [
    text(say('demo.extracted', { name: report.routeNames[0] ?? '' })),
    outcomeTable(extracted, 'found', width, wording),
    '',
    text(say('demo.classified')),
    outcomeTable(classified, 'category', width, wording),
    '',
    text(say('demo.took', { count: extracted.length + classified.length, tookMs: report.tookMs })),
    '',
    text(say('demo.resultsIn', { path: folders.root })),
    `  ${text(say('demo.jsonFiles', { path: 'extracted/invoice-2026-0417.pdf.json' }))}`,
    `  ${text(say('demo.tables'))}`,
    ...report.tables.map((path) => `    ${printable(relative(folders.root, path))}`),
    ...(report.dataDirectory === undefined ? [] : [text(say('demo.dataDirectory', { path: report.dataDirectory }))]),
    '',
    ...reviewLines(extracted, classified, text),
    ...(report.endedEarly ? [text(say('demo.endedEarly')), ''] : []),
    text(say('demo.next')),
    `  ${report.program} key set --url https://…`,
    `  ${report.program} run ${text(say('help.terms.folder'))} --extraction ID --url https://…`,
    text(say('demo.nextSandbox', { command: `${report.program} sandbox` })),
  ];
}

/** The sandbox reads only text, and asks for a review of everything else. */
function reviewLines(extracted: readonly DemoOutcome[], classified: readonly DemoOutcome[], text: Wording['text']): string[] {
  const count = (state: string) => extracted.filter((outcome) => outcome.state === state).length;
  const uncategorized = classified.filter(({ found }) => found === undefined).length;
  const shown = (
    [
      [count('needs_review'), stateMessage('needs_review'), say('demo.review.needsReview')],
      [count('failed'), stateMessage('failed'), say('demo.review.failed')],
      [count('rejected'), stateMessage('rejected'), say('demo.review.rejected', { maximumSize: maxFileBytes })],
      [uncategorized, say('demo.review.noCategoryName'), say('demo.review.noCategory')],
    ] as const
  ).filter(([number]) => number > 0);
  if (shown.length === 0) return [];
  const width = Math.max(...shown.map(([, state]) => text(state).length));
  return [
    text(say('demo.review.heading')),
    ...shown.map(([number, state, why]) => `  ${String(number).padStart(2)}  ${text(state).padEnd(width)}  ${text(why)}`),
    '',
  ];
}

function outcomeTable(outcomes: readonly DemoOutcome[], third: 'found' | 'category', width: number, { text }: Wording): string {
  const nothing = third === 'category' ? text(say('demo.column.none')) : '';
  return table(
    [text(say('demo.column.document')), text(say('demo.column.state')), text(say(`demo.column.${third}`))],
    outcomes.map(({ document, state, found, reasons }) => [
      document,
      text(stateMessage(state)),
      cellOf(found, reasons && text(asSentences(reasons)), nothing),
    ]),
    width,
  );
}

function cellOf(found: string | undefined, reason: string | undefined, nothing: string): string {
  if (found === undefined || reason === undefined) return found ?? reason ?? nothing;
  return `${found} (${reason.replace(/\.$/, '')})`;
}

const borders = 10;
const narrowest = 76;

/** Three columns: the first as wide as its names, if the terminal allows it; the third takes the rest. */
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

/** Breaks lines between parts, so that no amount is split; a part longer than a line is left to the table to wrap. */
function brokenAtParts(text: string, width: number): string {
  const lines: string[] = [];
  for (const part of text.split(/ (?=· |\()/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + part.length <= width) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(part);
  }
  return lines.join('\n');
}

/** How the person would start the program again. Pure. */
export function programName(environment: Readonly<Record<string, string | undefined>>, script: string): string {
  if (environment.npm_lifecycle_event !== undefined) return 'npm run -s intray --';
  return isAbsolute(script) && script.endsWith('.js') ? `node ${script}` : 'intray';
}
