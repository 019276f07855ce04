import type { Preferences } from '../../electron/core/contract/preferences.ts';

/** What can be wrong with an address and a key before anything is sent. */
export type ConnectionProblem =
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

function originOf(url: string): string | undefined {
  const read = URL.parse(url.trim());
  return read !== null && /^https?:$/.test(read.protocol) && read.hostname !== '' ? read.origin : undefined;
}
