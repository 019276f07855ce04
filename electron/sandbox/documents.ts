import type { FieldDefinition } from '../core/protocol/service-shapes.ts';
import type { CategoryWords, Verdict } from './reading/finding.ts';
import type { Reading, TextLine } from './reading/text-line.ts';

type Awaitable<Value> = Value | Promise<Value>;

/** How documents are read and understood: `reading/` in the program, something small in a test. */
export interface Documents {
  /** Reads the whole document, after the request was answered, one document at a time. */
  readDocument(bytes: Uint8Array, fileName: string): Promise<Reading>;
  /** Counts pages without reading text, while the request waits, so that one that exceeds the account's pages is refused. */
  countPages(bytes: Uint8Array, fileName: string): Promise<number>;
  findFields(lines: readonly TextLine[], fields: readonly FieldDefinition[]): Awaitable<Record<string, string>>;
  findCategory(lines: readonly TextLine[], categories: readonly CategoryWords[]): Awaitable<Verdict>;
}

/**
 * The program's own way, loaded on first use because the PDF and DOCX libraries are large. A document may be made to take all
 * time and memory there is, so the programs do this in a process of its own.
 */
export async function loadDocuments(): Promise<Documents> {
  const [{ readDocument }, { findFields, findCategory }, { countPages }] = await Promise.all([
    import('./reading/reader.ts'),
    import('./reading/finding.ts'),
    import('./reading/pdf.ts'),
  ]);
  return { readDocument, countPages, findFields, findCategory };
}
