import type { Preferences } from '../../electron/core/contract/preferences.ts';

/** What can be wrong with an address and a key before anything is sent. */
type ConnectionProblem =
  | { readonly field: 'url'; readonly kind: 'addressMissing' | 'addressWrong' }
  | { readonly field: 'key'; readonly kind: 'keyMissing' };

/** Whether an address belongs to another service than the stored key: the key is never sent there. */
export function isElsewhere(url: string, { url: kept, sandbox }: Preferences['service']): boolean {
  const origin = originOf(url);
  return sandbox || kept === undefined || (origin !== undefined && origin !== originOf(kept));
}

/** The first problem with what was entered, if any. */
export function problemWith(url: string, key: string, service: Preferences['service']): ConnectionProblem | undefined {
  if (url.trim() === '') return { field: 'url', kind: 'addressMissing' };
  if (originOf(url) === undefined) return { field: 'url', kind: 'addressWrong' };
  if (key.trim() !== '' || service.key === 'environment') return undefined;
  return service.key === 'none' || isElsewhere(url, service) ? { field: 'key', kind: 'keyMissing' } : undefined;
}

/** An address as it is typed without its beginning: `api.example.com` means `https://api.example.com`. */
export function completed(url: string): string {
  const typed = url.trim();
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(typed)) return typed;
  const host = /\s/.test(typed) ? undefined : URL.parse(`https://${typed}`)?.hostname;
  if (host === undefined || !/[.:]|^localhost$/.test(host)) return typed;
  return `${/^(localhost|127\..*|\[::1\])$/.test(host) ? 'http' : 'https'}://${typed}`;
}

function originOf(url: string): string | undefined {
  const read = URL.parse(url.trim());
  return read !== null && /^https?:$/.test(read.protocol) && read.hostname !== '' ? read.origin : undefined;
}
