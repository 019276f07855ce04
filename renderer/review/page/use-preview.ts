import { useQuery } from '@tanstack/react-query';
import type { DocumentDetails, PreviewKind } from '../../../electron/core/contract/documents.ts';

export type Preview =
  | { readonly kind: 'loading' }
  | { readonly kind: 'pdf'; readonly bytes: ArrayBuffer }
  /** The browser fetches it by itself. */
  | { readonly kind: 'image'; readonly url: string }
  | { readonly kind: 'text'; readonly text: string }
  /** `message`: why, in the host's words; undefined if it gave none. */
  | { readonly kind: 'missing'; readonly message: string | undefined };

/** The address of a document's page, relative to the window's own. */
export function previewUrl(id: number): string {
  return new URL(`preview/${id}`, document.baseURI).href;
}

/** As the host says it; the window has it in both languages. */
const noPreview = 'There is no preview of this kind of file.';

/** What is shown last stays in memory for a moment, for who goes back and forth. */
const keptMs = 20_000;

/** What the host shows of a document, as options of React Query. `version`: fetched again when the content has changed. */
export function previewQuery(id: number, kind: PreviewKind, version: string) {
  return {
    queryKey: ['preview', id, kind, version],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => load(id, kind, signal),
    gcTime: keptMs,
  };
}

export function usePreview({ id, preview, sha256 = '' }: DocumentDetails): Preview {
  const { data, isError } = useQuery(previewQuery(id, preview, sha256));
  return data ?? (isError ? { kind: 'missing', message: undefined } : { kind: 'loading' });
}

async function load(id: number, kind: PreviewKind, signal: AbortSignal): Promise<Preview> {
  // The host has nothing to send: asking for it would be an error in the browser's eyes.
  if (kind === 'none') return { kind: 'missing', message: noPreview };
  const url = previewUrl(id);
  if (kind === 'image') return { kind, url };
  const response = await fetch(url, { signal });
  if (!response.ok) return { kind: 'missing', message: await messageIn(response) };
  if (kind === 'pdf') return { kind, bytes: await response.arrayBuffer() };
  return { kind, text: await response.text() };
}

/** Why an image did not come: asked once the browser could not show it. */
export async function whyMissing(id: number): Promise<string | undefined> {
  try {
    const response = await fetch(previewUrl(id));
    return response.ok ? undefined : await messageIn(response);
  } catch {
    return undefined;
  }
}

/** Why there is no page, in the host's words: plain text, or its error as JSON. */
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
