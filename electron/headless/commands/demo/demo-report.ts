import { isAbsolute, relative } from 'node:path';
import type { Document } from '../../../core/document/document.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import type { Wording } from '../../../core/messages/wording.ts';
import { maxFileBytes } from '../../../core/protocol/service-shapes.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import { columns, wrapped } from '../../output/columns.ts';
import { stateMessage } from '../../output/state-messages.ts';
import { type AttentionItem, asSentences, attentionItem } from '../../output/summary.ts';
import { printable } from '../../output/terminal-wording.ts';

/** The outcome of one document of the demo. */
export interface DemoOutcome {
  /** Its name. */
  readonly document: string;
  readonly state: AttentionItem['state'];
  /** Some of its values, or its category with the confidence; undefined if it has none. */
  readonly found?: string;
  /** Why it needs a person; undefined if it does not. */
  readonly reasons?: readonly Message[];
}

/** By name, from the ledger. */
export function demoOutcomes(ledger: LedgerReader, folderId: number): DemoOutcome[] {
  const folder = ledger.folders.get(folderId)?.path ?? '';
  const { documents } = ledger.documents.page({ folderId, limit: 1_000 });
  return documents
    .map((document) => {
      const fields = ledger.routes.info(document.origin, document.route)?.fields ?? [];
      return describeOutcome(document, folder, fields);
    })
    .sort((a, b) => a.document.localeCompare(b.document, 'en'));
}

const unfinished = new Set(['needs_review', 'failed', 'rejected', 'unresolved', 'held', 'blocked']);

/** Pure. */
export function describeOutcome(document: Document, folder: string, fields: readonly string[]): DemoOutcome {
  const { state, reasons } = attentionItem(document, folder, fields);
  const found = foundIn(document);
  return {
    document: document.path,
    state,
    ...(found !== '' && { found }),
    ...(unfinished.has(state) && { reasons }),
  };
}

function foundIn({ result }: Document): string {
  if (result === undefined) return '';
  if (result.kind === 'classification') {
    const { categoryName, confidence } = result;
    return categoryName === undefined ? '' : confidence === undefined ? categoryName : `${categoryName} (${confidence})`;
  }
  const value = (field: string) => String(result.extractedData[field] ?? '').trim();
  // The most telling of the sample extraction's fields.
  const parts = [value('vendor_name'), value('invoice_number'), `${value('total_amount')} ${value('currency')}`.trim()];
  return parts.filter((part) => part !== '').join(' · ');
}

export interface DemoFolders {
  /** Absolute; it stays after the demo. */
  readonly root: string;
  readonly extracted: string;
  readonly classified: string;
}

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
  /** How the program was started: as `intray`, or through npm. */
  readonly program: string;
}

/** Pure. `width`: columns of the terminal. */
export function demoLines(report: DemoReport, width: number, wording: Wording): string[] {
  const { folders, extracted, classified } = report;
  const { text } = wording;
  return [
    text(say('demo.extracted', { name: report.routeNames[0] ?? '' })),
    ...outcomeTable(extracted, 'found', width, wording),
    '',
    text(say('demo.classified')),
    ...outcomeTable(classified, 'category', width, wording),
    '',
    text(say('demo.took', { count: extracted.length + classified.length, tookMs: report.tookMs })),
    '',
    text(say('demo.resultsIn', { path: folders.root })),
    `  ${text(say('demo.jsonFiles', { path: 'extracted/invoice-2026-0417.pdf.json' }))}`,
    `  ${text(say('demo.tables'))}`,
    ...report.tables.map((path) => `    ${printable(relative(folders.root, path))}`),
    '',
    ...wrapped(text(say('demo.review', { maximumSize: maxFileBytes })), width),
    '',
    ...(report.endedEarly ? [text(say('demo.endedEarly')), ''] : []),
    text(say('demo.next')),
    `  ${report.program} key set --url https://…`,
    `  ${report.program} run ${text(say('help.terms.folder'))} --extraction ID --url https://…`,
    text(say('demo.nextSandbox', { command: `${report.program} sandbox` })),
  ];
}

function outcomeTable(outcomes: readonly DemoOutcome[], third: 'found' | 'category', width: number, { text }: Wording): string[] {
  const nothing = third === 'category' ? text(say('demo.column.none')) : '';
  const head = (['document', 'state', third] as const).map((name) => text(say(`demo.column.${name}`)));
  const rows = outcomes.map(({ document, state, found, reasons }) => [
    ...['', document, text(stateMessage(state))],
    cellOf(found, reasons && text(asSentences(reasons)), nothing),
  ]);
  return columns([['', ...head], ...rows], { width });
}

function cellOf(found: string | undefined, reason: string | undefined, nothing: string): string {
  if (found === undefined || reason === undefined) return found ?? reason ?? nothing;
  return `${found} (${reason.replace(/\.$/, '')})`;
}

/** How the person would start the program again. Pure. */
export function programName(environment: Readonly<Record<string, string | undefined>>, script: string): string {
  if (environment.npm_lifecycle_event !== undefined) return 'npm run -s intray --';
  return isAbsolute(script) && script.endsWith('.js') ? `node ${script}` : 'intray';
}
