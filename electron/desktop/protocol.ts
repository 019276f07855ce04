import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { net, protocol } from 'electron';
import { assetPolicy, documentPolicy, pagePolicy } from '../core/contract/content-policy.ts';
import type { ContractError } from '../core/contract/contract.ts';
import type { Result } from '../core/result.ts';
import type { Preview } from '../workspace/workspace.ts';
import { fileFor, previewId } from './addresses.ts';

/** The window's address. A scheme of our own instead of file:// gives the page an origin, and no access to other files. */
export const scheme = 'intray';
export const windowAddress = `${scheme}://app/index.html`;

/** Call it before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
  ]);
}

export interface PageSource {
  /** Absolute path of the built window (`out/renderer`). */
  readonly rendererDirectory: string;
  readonly preview: (documentId: number) => Promise<Result<Preview, ContractError>>;
}

/** Serves the window's files and documents' pages under `intray://app/`, and nothing else. */
export function servePages(source: PageSource): void {
  const index = join(source.rendererDirectory, 'index.html');
  const policy = pagePolicy(readFileSync(index, 'utf8'));
  protocol.handle(scheme, async (request) => {
    const url = new URL(request.url);
    if (url.host !== 'app' || request.method !== 'GET') return refused(404);
    const wanted = previewId(url.pathname);
    if (wanted !== undefined) return answerPreview(await source.preview(wanted), request);
    const file = fileFor(url.pathname, source.rendererDirectory);
    if (file === undefined) return refused(404);
    return withHeaders(await fetched(file), { 'content-security-policy': file === index ? policy : assetPolicy });
  });
}

async function answerPreview(preview: Result<Preview, ContractError>, request: Request): Promise<Response> {
  // Anyone may have put this file into a folder: it gets no origin and runs nothing.
  const bare = { 'content-security-policy': documentPolicy };
  if (!preview.ok) return Response.json(preview, { status: 404, headers: { ...common, ...bare } });
  if (preview.value.kind === 'text')
    return new Response(preview.value.text, { headers: { ...common, ...bare, 'content-type': plain } });
  const range = request.headers.get('range');
  const file = await fetched(preview.value.path, range === null ? {} : { range });
  return withHeaders(file, { ...bare, 'content-type': preview.value.contentType });
}

const plain = 'text/plain; charset=utf-8';
const common = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };

async function fetched(file: string, headers: Record<string, string> = {}): Promise<Response> {
  try {
    return await net.fetch(pathToFileURL(file).href, { headers });
  } catch {
    return refused(404);
  }
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  const all = new Headers(response.headers);
  for (const [name, value] of Object.entries({ ...common, ...headers })) all.set(name, value);
  return new Response(response.body, { status: response.status, headers: all });
}

function refused(status: number): Response {
  return new Response('There is nothing here.', { status, headers: { ...common, 'content-type': plain } });
}
