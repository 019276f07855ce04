import { useQuery } from '@tanstack/react-query';
import type { DocumentDetails, PreviewKind } from '../../../electron/core/contract/documents.ts';

export type Preview =
  | { readonly kind: 'loading' }
  | { readonly kind: 'pdf'; readonly bytes: ArrayBuffer }
  /** The browser fetches the image itself. */
  | { readonly kind: 'image'; readonly url: string }
  | { readonly kind: 'text'; readonly text: string }
  /** `message`: the host's reason, if it gave one. */
  | { readonly kind: 'missing'; readonly message: string | undefined };

/** The address of a document's page, relative to the window's own. */
export function previewUrl(id: number): string {
  return new URL(`preview/${id}`, document.baseURI).href;
}

/** As the host says it; the window has it in both languages. */
const noPreview = 'There is no preview of this kind of file.';

/** How long a preview stays in memory after use, for going back and forth. */
const cacheMs = 20_000;

/** The query for a document's preview. A new `version` means changed content, which is fetched again. */
export function previewQuery(id: number, kind: PreviewKind, version: string) {
  return {
    queryKey: ['preview', id, kind, version],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => load(id, kind, signal),
    gcTime: cacheMs,
  };
}

export function usePreview({ id, preview, sha256 = '' }: DocumentDetails): Preview {
  const { data, isError } = useQuery(previewQuery(id, preview, sha256));
  return data ?? (isError ? { kind: 'missing', message: undefined } : { kind: 'loading' });
}

async function load(id: number, kind: PreviewKind, signal: AbortSignal): Promise<Preview> {
  // The host has nothing to send, and the browser would report the failed request as an error.
  if (kind === 'none') return { kind: 'missing', message: noPreview };
  const url = previewUrl(id);
  if (kind === 'image') return { kind, url };
  const response = await fetch(url, { signal });
  if (!response.ok) return { kind: 'missing', message: await messageIn(response) };
  if (kind === 'pdf') return { kind, bytes: await response.arrayBuffer() };
  return { kind, text: collapseBlankLines(await response.text()) };
}

/** Asks the host why an image could not be loaded. */
export async function whyMissing(id: number): Promise<string | undefined> {
  try {
    const response = await fetch(previewUrl(id));
    return response.ok ? undefined : await messageIn(response);
  } catch {
    return undefined;
  }
}

/** The host's reason in a response: plain text, or an error as JSON. */
async function messageIn(response: Response): Promise<string | undefined> {
  const body = await response.text();
  if (response.headers.get('content-type')?.startsWith('text/plain') === true) return body.trim() || undefined;
  try {
    const { error } = JSON.parse(body) as { readonly error?: { readonly message?: unknown } };
    return typeof error?.message === 'string' ? error.message : undefined;
  } catch {
    return undefined;
  }
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
