import type { Document } from '../core/document/document.ts';
import type { FileState } from '../core/document/job.ts';
import type { Columns } from './columns.ts';
import type { Written } from './durability.ts';

/** Columns that say what became of a document, or what a person made of it, whatever its file is. */
const promised = ['delivery', 'dismissed', 'undone', 'verdict', 'duplicate_of', 'doubtful'];

/** What a change of a document writes, for whoever asks whether to wait for the disk. */
export function whatIsWritten(before: Document, after: Document, columns: Columns): Written {
  const names = Object.keys(columns);
  if (names.every((name) => name === 'due_at')) return 'due time';
  if (names.every((name) => name === 'pages')) return 'pages counted';
  const isRestored = isFoundAgain(before.file) && isFoundAgain(after.file);
  return isRestored && !promised.some((name) => name in columns) ? 'unsent document' : 'other document';
}

/** Whether nobody has decided about a file: then a new look at it leads here again. */
export function isFoundAgain({ kind }: FileState): boolean {
  return kind === 'settling' || kind === 'there';
}
