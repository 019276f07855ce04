import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { webhookPath } from '../workspace/webhooks.ts';
import { refusals, type WebRefusal } from './refusals.ts';

/** What browsers may call the server. */
export interface Origins {
  /** Host headers in lower case, and the origin of a page under each. */
  readonly authorities: ReadonlyMap<string, string>;
  /** Where a proxy shows the window, whatever Host header it passes on. */
  readonly publicOrigin?: string | undefined;
}

/** The facts that decide whether a request is answered; header values are unchecked. */
export interface Arrival {
  readonly method: string;
  /** As sent: for this server, a path. */
  readonly url: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** Sec-Fetch-Site: who made the browser ask. */
  readonly site: string | undefined;
  /** Sec-Fetch-Dest: what for; `document` is a page in a tab of its own. */
  readonly destination: string | undefined;
}

export function arrivalOf({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): Arrival {
  const one = (name: string) => [headers[name] ?? []].flat().join() || undefined;
  const { host, origin } = headers;
  return { method, url, host, origin, site: one('sec-fetch-site'), destination: one('sec-fetch-dest') };
}

/** Whoever passes such a request on may have gone by another of them than this server does (RFC 9112, 3.2). Pure. */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  return rawHeaders.filter((each, index) => index % 2 === 0 && each.toLowerCase() === 'host').length > 1;
}

/** Whether a program, which is no browser, sends an event of the service. Pure. */
export function isEvent({ method, url, host, origin, site }: Arrival, { authorities }: Origins): boolean {
  const isHere = host !== undefined && authorities.has(host.toLowerCase());
  return isHere && method === 'POST' && url === webhookPath && origin === undefined && site === undefined;
}

/**
 * Why a request is refused, whoever sends it; undefined if it is accepted. A page from elsewhere gets nothing: neither
 * under a host name that was pointed here, nor by a form, an image, a script or a frame. It may lead to the window, in a
 * tab of its own, as a bookmark does. Pure.
 */
export function judgeArrival(
  { method, url, host, origin, site, destination }: Arrival,
  { authorities, publicOrigin }: Origins,
): WebRefusal | undefined {
  // A full URL instead of a path is meant for another server, through a proxy.
  if (!url.startsWith('/') || host === undefined || !authorities.has(host.toLowerCase())) return refusals.wrongAddress;
  const leadsToWindow = method === 'GET' && url === '/' && destination === 'document' && origin === undefined;
  // `none`: a person typed or pasted the address. Programs other than browsers do not send this header.
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !leadsToWindow) return refusals.wrongPage;
  if (origin !== undefined) {
    const own = [authorities.get(host.toLowerCase()), publicOrigin];
    return own.includes(origin.toLowerCase()) ? undefined : refusals.wrongPage;
  }
  // A browser sends the origin with every request that could change something.
  return method === 'GET' || method === 'HEAD' ? undefined : refusals.wrongPage;
}
