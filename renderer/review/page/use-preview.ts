import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { DocumentDetails, PreviewKind } from '../../../electron/core/contract/documents.ts';
import { type Message, messageSchema, say } from '../../../electron/core/messages/message.ts';
import { sessionHeaders } from '../../web-bridge.ts';

export type Preview =
  | { readonly kind: 'loading' }
  | { readonly kind: 'pdf'; readonly bytes: ArrayBuffer }
  | { readonly kind: 'image'; readonly bytes: Blob }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing'; readonly why: Message };

/** The address of a document's page, relative to the window's own. */
function previewUrl(id: number): string {
  return new URL(`preview/${id}`, document.baseURI).href;
}

const unreadable = say('review.page.unreadable');

/** How long a preview stays in memory after use, for going back and forth. */
const cacheMs = 20_000;

/** The query for a document's preview. A new `version` means changed content, which is fetched again. */
export function previewQuery(id: number, kind: PreviewKind, version: string) {
  return {
    queryKey: ['preview', id, kind, version],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => loadPreview(id, kind, signal),
    gcTime: cacheMs,
  };
}

export function usePreview({ id, preview, sha256 = '' }: DocumentDetails): Preview {
  const { data, isError } = useQuery(previewQuery(id, preview, sha256));
  return data ?? (isError ? { kind: 'missing', why: unreadable } : { kind: 'loading' });
}

/** Fetches what a preview shows. */
export async function loadPreview(id: number, kind: PreviewKind, signal: AbortSignal): Promise<Preview> {
  // The host has nothing to send, and the browser would report the failed request as an error.
  if (kind === 'none') return { kind: 'missing', why: say('review.page.noPreview') };
  const response = await fetch(previewUrl(id), { signal, headers: sessionHeaders() });
  if (!response.ok) return { kind: 'missing', why: await refusalIn(response) };
  if (kind === 'image') return { kind, bytes: await response.blob() };
  if (kind === 'pdf') return { kind, bytes: await response.arrayBuffer() };
  return { kind, text: collapseBlankLines(await response.text()) };
}

const refusal = z.object({ error: z.object({ message: messageSchema }) });

/** The host's reason in a refused response. */
async function refusalIn(response: Response): Promise<Message> {
  const body: unknown = await response.json().catch(() => undefined);
  const read = refusal.safeParse(body);
  return read.success ? read.data.error.message : unreadable;
}

/**
 * The host separates paragraphs and table cells by an empty line. Here a paragraph is a line, and empty paragraphs are one
 * empty line.
 */
export function collapseBlankLines(text: string): string {
  return text
    .replaceAll(/[ \t\u{a0}]+$/gmu, '')
    .replaceAll(/\n{2,}/g, ({ length }) => (length === 2 ? '\n' : '\n\n'))
    .trim();
}
