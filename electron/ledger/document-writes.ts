import type { Document } from '../core/document/document.ts';
import type { Columns } from './columns.ts';
import { isRestorable, type Written } from './durability.ts';

/** Columns that say what became of a document, or what a person made of it, whatever its state. */
const promised = ['delivery', 'dismissed', 'undone', 'possible_duplicate', 'awaits', 'result', 'review'];

/** What a change of a document writes, for whoever asks whether to wait for the disk. */
export function whatIsWritten(before: Document, after: Document, columns: Columns): Written {
  if (Object.keys(columns).every((name) => name === 'due_at')) return 'due time';
  if (Object.keys(columns).every((name) => name === 'pages')) return 'pages counted';
  const isUnsent = isRestorable(before.state) && isRestorable(after.state);
  return isUnsent && !promised.some((name) => name in columns) ? 'unsent document' : 'other document';
}
