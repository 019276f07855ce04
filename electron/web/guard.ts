import type { FastifyRequest } from 'fastify';
import { refusals, type WebRefusal } from './refusals.ts';

/** The facts that decide whether a request is answered; header values are unchecked. */
export interface Arrival {
  readonly method: string;
  /** As sent: for this server, a path. */
  readonly url: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** Sec-Fetch-Site: who made the browser ask. */
  readonly site: string | undefined;
}

export function arrivalOf({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): Arrival {
  const site = headers['sec-fetch-site'];
  return { method, url, host: headers.host, origin: headers.origin, site: Array.isArray(site) ? site.join() : site };
}

/**
 * Why a request is refused, whoever sends it; undefined if it is accepted. A page from elsewhere gets nothing: neither
 * under a host name that was pointed here, nor by a form, an image, a script or a frame. Pure.
 */
export function judgeArrival(
  { method, url, host, origin, site }: Arrival,
  authorities: ReadonlySet<string>,
): WebRefusal | undefined {
  // A full URL instead of a path is meant for another server, through a proxy.
  if (!url.startsWith('/') || host === undefined || !authorities.has(host.toLowerCase())) return refusals.wrongAddress;
  // `none`: a person typed or pasted the address. Programs other than browsers do not send this header.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return refusals.wrongPage;
  if (origin !== undefined) return origin.toLowerCase() === `http://${host.toLowerCase()}` ? undefined : refusals.wrongPage;
  // A browser sends the origin with every request that could change something.
  return method === 'GET' || method === 'HEAD' ? undefined : refusals.wrongPage;
}
