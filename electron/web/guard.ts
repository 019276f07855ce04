import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../core/loopback.ts';
import { webhookPath } from '../workspace/webhooks.ts';
import { refusals, type WebRefusal } from './refusals.ts';

/** Where a server listens, and what the machine is called. */
interface Listening {
  /** The address or name given; `0.0.0.0` and `::` mean every address of the machine. */
  readonly host: string;
  readonly port: number;
  /** The machine's addresses, without zone ids. */
  readonly addresses: readonly string[];
  /** The machine's name. */
  readonly hostname: string;
}

/**
 * What a browser may send in the Host header, in lower case: the addresses that the server listens on, and the machine's
 * own names. Any other name that resolves to this machine points to DNS rebinding. Pure.
 */
export function authoritiesOf(listening: Listening): ReadonlySet<string> {
  const { port } = listening;
  return new Set(
    namesOf(listening).flatMap((name) =>
      port === 80 ? [urlHost(name), `${urlHost(name)}:${port}`] : [`${urlHost(name)}:${port}`],
    ),
  );
}

/** The addresses and names, in lower case, under which a browser may reach the server. Pure. */
function namesOf({ host, addresses, hostname }: Omit<Listening, 'port'>): readonly string[] {
  const names = new Set<string>([bare(host)]);
  if (isLoopback(host)) {
    names.add('localhost');
    if (host === 'localhost') for (const address of ['127.0.0.1', '::1']) names.add(address);
  } else {
    const everywhere = isEveryAddress(host);
    if (everywhere) for (const address of [...addresses, '127.0.0.1', '::1', 'localhost']) names.add(bare(address));
    if (everywhere || addresses.includes(host)) for (const name of [hostname, `${hostname}.local`]) names.add(name.toLowerCase());
  }
  return [...names];
}

/** The address of the window, for a person to open. Pure. */
export function urlOf({ host, port, hostname }: Omit<Listening, 'addresses'>): string {
  return `http://${urlHost(isEveryAddress(host) ? hostname.toLowerCase() : bare(host))}:${port}/`;
}

function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function bare(host: string): string {
  return host.toLowerCase().replace(/%.*$/, '');
}

function urlHost(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** What browsers may call the server. */
export interface Origins {
  /** Host headers in lower case, and the origin of a page under each. */
  readonly authorities: ReadonlyMap<string, string>;
  /** Where a proxy shows the window, whatever Host header it passes on. */
  readonly publicOrigin?: string | undefined;
}

/** The facts that decide whether a request is answered; header values are unchecked. */
interface Arrival {
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
