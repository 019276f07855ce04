import type { FastifyRequest } from 'fastify';
import { refusals, type WebRefusal } from './refusals.ts';

/** The facts of a request that decide whether it is heard; header values as they came. */
export interface Arrival {
  readonly method: string;
  /** As it came: of this server, a path. */
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
 * Why a request is not heard, whoever sends it; undefined if nothing speaks against it. A page elsewhere gets nothing:
 * not under a name that was made to lead here, not by a form, an image, a script or a frame. Pure.
 */
export function judgeArrival(
  { method, url, host, origin, site }: Arrival,
  authorities: ReadonlySet<string>,
): WebRefusal | undefined {
  // A whole address for a path is for another server, through a proxy.
  if (!url.startsWith('/') || host === undefined || !authorities.has(host.toLowerCase())) return refusals.foreignHost;
  // `none`: a person typed or pasted the address. Programs that are no browsers send no such header.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return refusals.foreignPage;
  if (origin !== undefined) return origin.toLowerCase() === `http://${host.toLowerCase()}` ? undefined : refusals.foreignPage;
  // A browser names the origin of everything that could change something.
  return method === 'GET' || method === 'HEAD' ? undefined : refusals.foreignPage;
}
