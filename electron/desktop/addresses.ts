import { isAbsolute, join, relative } from 'node:path';

/** The file that an address of the window stands for; undefined if it would lie outside the directory. Pure. */
export function fileFor(pathname: string, directory: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return undefined;
  const file = join(directory, decoded === '/' ? 'index.html' : decoded);
  const inside = relative(directory, file);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? undefined : file;
}

/** The id of the document that is requested (`/preview/<id>`). Pure. */
export function previewId(pathname: string): number | undefined {
  const digits = /^\/preview\/(\d{1,15})$/.exec(pathname)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Whether a link may be opened in the system's browser: over https, to a known host. Pure. */
export function isKnown(address: string, hosts: readonly string[]): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === 'https:' && url.username === '' && hosts.includes(url.host);
}

const schemes: Readonly<Record<string, string>> = { PROXY: 'http', HTTPS: 'https', SOCKS: 'socks5', SOCKS5: 'socks5' };

/** The first proxy of Chromium's answer, such as `PROXY a:3128; DIRECT`. Pure. */
export function proxyIn(answer: string): string | undefined {
  const [kind = '', address] = (answer.split(';', 1)[0] ?? '').trim().split(/\s+/);
  const scheme = schemes[kind.toUpperCase()];
  return scheme === undefined || address === undefined ? undefined : `${scheme}://${address}`;
}
