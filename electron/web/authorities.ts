import { isIP } from 'node:net';
import { isLoopback } from '../core/loopback.ts';

/** Where a server listens, and what the machine is called. */
export interface Listening {
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
export function namesOf({ host, addresses, hostname }: Omit<Listening, 'port'>): readonly string[] {
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
