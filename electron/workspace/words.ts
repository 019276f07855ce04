import type { Message } from '../core/messages/message.ts';
import { inEnglish } from '../core/messages/wording.ts';
/** Texts that hosts and checks say. Pure. */

/** With a full stop, once. */
export function sentence(said: string | Message): string {
  const bare = (typeof said === 'string' ? said : inEnglish(said)).trim();
  return /[.?!…]$/.test(bare) ? bare : `${bare}.`;
}

/** Without what a file's name can do to a terminal: control characters, line breaks, reversed writing. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '\u{fffd}');
}

/** Bytes as people read them: powers of 1024 under their customary names, as the service counts its 25 MB. */
export function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  if (count < 1024 * 1024) return `${(count / 1024).toFixed(0)} KB`;
  if (count < 1024 ** 3) return `${(count / 1024 ** 2).toFixed(1)} MB`;
  return `${(count / 1024 ** 3).toFixed(2)} GB`;
}

export function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** 2026-05-04 13:02:07, in the machine's time zone. */
export function localTime(at: number): string {
  return new Date(at).toLocaleString('sv-SE');
}
