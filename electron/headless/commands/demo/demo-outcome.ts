import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Document } from '../../../core/document/document.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import { samplesDirectory } from '../../input/resources.ts';
import { type AttentionItem, attentionItem } from '../../output/attention.ts';
import { tooLargeName } from './demo-folder.ts';

/** The outcome of one document of the demo. */
export interface DemoOutcome {
  /** Its name. */
  readonly document: string;
  readonly state: AttentionItem['state'];
  /** Some of its values, or its category with the confidence; undefined if it has none. */
  readonly found?: string;
  /** The name of its category; undefined if it has none. */
  readonly category?: string;
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
  const category = document.result?.kind === 'classification' ? document.result.categoryName : undefined;
  return {
    document: document.path,
    state,
    ...(found !== '' && { found }),
    ...(category !== undefined && { category }),
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

/** What `expected.json` says of a sample document; other members are for tests. */
const expectationsSchema = z.record(
  z.string(),
  z.looseObject({
    kind: z.string(),
    values: z.record(z.string(), z.string().nullable()).optional(),
    unreadable: z.boolean().optional(),
  }),
);
export type Expectations = z.infer<typeof expectationsSchema>;

export async function readExpectations(): Promise<Expectations> {
  return expectationsSchema.parse(JSON.parse(await readFile(join(samplesDirectory(), 'expected.json'), 'utf8')));
}

/** The documents that did not end as they should; none when the demo went as expected. Pure. */
export function surprises(
  expectations: Expectations,
  extracted: readonly DemoOutcome[],
  classified: readonly DemoOutcome[],
): Message[] {
  const names = Object.keys(expectations);
  return [
    ...names
      .concat(tooLargeName)
      .flatMap((name) => differs(`extracted/${name}`, wantedState(name, expectations), stateOf(extracted, name))),
    ...names.flatMap((name) => {
      const outcome = classified.find(({ document }) => document === name);
      const category = outcome?.category?.toLowerCase();
      // An unreadable document has no right category.
      return expectations[name]?.values === undefined
        ? differs(`classified/${name}`, 'ended', outcome && 'ended')
        : differs(`classified/${name}`, expectations[name].kind, category);
    }),
  ];
}

function differs(document: string, expected: string, found: string | undefined): Message[] {
  if (found === expected) return [];
  return [say('demo.surprise', { document, found: found ?? say('demo.nothing'), expected })];
}

function stateOf(outcomes: readonly DemoOutcome[], name: string): string | undefined {
  return outcomes.find(({ document }) => document === name)?.state;
}

/** A picture, or a document on which a value is missing, needs a review. */
function wantedState(name: string, expectations: Expectations): string {
  if (name === tooLargeName) return 'rejected';
  const { values, unreadable } = expectations[name] ?? {};
  if (unreadable === true) return 'failed';
  return values === undefined || Object.values(values).includes(null) ? 'needs_review' : 'processed';
}
