import type { Document } from '../../../core/document/document.ts';
import type { Message } from '../../../core/messages/message.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import { type AttentionItem, attentionItem } from '../../output/attention.ts';

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
