import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { net, protocol } from 'electron';
import { assetPolicy, documentPolicy, pagePolicy } from '../core/contract/content-policy.ts';
import type { Workspace } from '../workspace/workspace.ts';
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

/**
 * Serves the window's files and documents' pages under `intray://app/`, and nothing else.
 * @param directory absolute path of the built window (`out/renderer`)
 */
export function servePages(directory: string, { preview }: Pick<Workspace, 'preview'>): void {
  const index = join(directory, 'index.html');
  const policy = pagePolicy(readFileSync(index, 'utf8'));
  protocol.handle(scheme, async (request) => {
    const url = new URL(request.url);
    if (url.host !== 'app' || request.method !== 'GET') return refused(404);
    const wanted = previewId(url.pathname);
    if (wanted !== undefined) {
      // Anyone may have put this file into a folder: it gets no origin and runs nothing.
      return withHeaders(await preview(wanted), { 'content-security-policy': documentPolicy });
    }
    const file = fileFor(url.pathname, directory);
    if (file === undefined) return refused(404);
    return withHeaders(await fetched(file), { 'content-security-policy': file === index ? policy : assetPolicy });
  });
}

const plain = 'text/plain; charset=utf-8';
const common = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };

async function fetched(file: string): Promise<Response> {
  try {
    return await net.fetch(pathToFileURL(file).href);
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
