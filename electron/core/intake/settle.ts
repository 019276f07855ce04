import { type FileFacts, sameFacts } from '../document/document.ts';

/** How a file's end looks for its type. `unknown`: its type has no end that can be checked. */
export type Tail = 'whole' | 'odd' | 'unknown';

export type SettleDecision =
  /** It has changed, or is too fresh: look again at `at` (ms since the epoch). `changed`: the wait starts anew. */
  | { readonly kind: 'wait'; readonly at: number; readonly changed: boolean }
  | { readonly kind: 'settled' }
  /** Nothing in it, and nothing has come for the long wait. */
  | { readonly kind: 'empty' };

/** How long a file with an odd tail, or an empty one, must be unchanged before it is taken as it is. */
export const oddTailMs = 60_000;

/**
 * Whether a file has stopped changing: same size and mtime for the settle time, and its tail is whole for its type;
 * scanners and SMB preallocate. An odd tail that has not changed for 60 s goes on.
 *
 * @param before what was seen when it last changed, and when that was
 * @param now what `lstat` says now
 */
export function decideSettle(
  before: { readonly facts: FileFacts; readonly since: number },
  now: { readonly facts: FileFacts; readonly tail: Tail; readonly at: number },
  settleMs: number,
): SettleDecision {
  // A clock set back must not hold a file for as long as it was set back: the wait starts anew.
  const setBack = now.at < before.since;
  if (setBack || !sameFacts(before.facts, now.facts)) return { kind: 'wait', at: now.at + settleMs, changed: true };
  const unchangedFor = now.at - before.since;
  if (unchangedFor < settleMs) return { kind: 'wait', at: before.since + settleMs, changed: false };
  const long = Math.max(oddTailMs, settleMs);
  if (now.facts.size === 0) {
    return unchangedFor < long ? { kind: 'wait', at: nextLook(before.since, now.at, long), changed: false } : { kind: 'empty' };
  }
  if (now.tail === 'odd' && unchangedFor < long) {
    return { kind: 'wait', at: nextLook(before.since, now.at, long), changed: false };
  }
  return { kind: 'settled' };
}

/** While the end is missing, look every two seconds at first and less often later, and at the end of the long wait. */
function nextLook(since: number, now: number, long: number): number {
  return Math.min(now + Math.max(2_000, (now - since) / 4), since + long);
}

/** What of a file's end, and of its beginning, tells whether it is whole. Bytes. */
export const tailLength = 2_048 + 65_557;
export const headLength = 8;

const latin = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
};

/** `%%EOF` */
const endOfPdf = [0x25, 0x25, 0x45, 0x4f, 0x46] as const;

const startsWith = (bytes: Uint8Array, ...prefix: number[]): boolean => prefix.every((byte, index) => bytes[index] === byte);

function lastIndexOf(bytes: Uint8Array, ...pattern: number[]): number {
  for (let start = bytes.length - pattern.length; start >= 0; start--) {
    if (pattern.every((byte, index) => bytes[start + index] === byte)) return start;
  }
  return -1;
}

/**
 * The tail of a file, by the type that its first bytes say: the PDF end marker, PNG IEND, JPEG end of image, and for
 * ZIP (DOCX) the end of its directory. The markers of the first three may be followed by what writers and printers pad
 * with, but not by more of the same file.
 *
 * @param head the first `headLength` bytes
 * @param tail the last `tailLength` bytes, or the whole file if that is shorter
 */
export function inspectTail(head: Uint8Array, tail: Uint8Array): Tail {
  if (startsWith(head, 0x25, 0x50, 0x44, 0x46)) return pdfTail(tail.subarray(-2_048));
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47)) {
    const end = lastIndexOf(tail.subarray(-2_048), 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82);
    return end >= 0 ? 'whole' : 'odd';
  }
  if (startsWith(head, 0xff, 0xd8)) return jpegTail(tail.subarray(-2_048));
  if (startsWith(head, 0x50, 0x4b)) return zipTail(tail);
  return head.every((byte) => byte === 0) ? 'odd' : 'unknown';
}

/**
 * A PDF has an end marker after its first page when it is made for the web, after each time that something was appended,
 * and within a PDF that it carries: objects after the last one say that it goes on. Where its table of objects begins is
 * no help: scanimage writes 0.
 */
function pdfTail(tail: Uint8Array): Tail {
  const end = lastIndexOf(tail, ...endOfPdf);
  return end < 0 || /\b(?:obj|endobj|endstream)\b/.test(latin(tail.subarray(end))) ? 'odd' : 'whole';
}

/** The small picture in the head of a photograph has an end of image too: the head goes on with a marker right after it. */
function jpegTail(tail: Uint8Array): Tail {
  const end = lastIndexOf(tail, 0xff, 0xd9);
  if (end < 0) return 'odd';
  let next = end + 2;
  while (tail[next] === 0xff) next += 1;
  const isMarker = next > end + 2 && (tail[next] ?? 0) >= 0xc0;
  return isMarker ? 'odd' : 'whole';
}

/**
 * The end record of a ZIP is 22 bytes and a comment whose length it gives, and nothing comes after: the writers of
 * the tests (LibreOffice, libraries for DOCX and ZIP) end there. Bytes after it are those of a ZIP within the ZIP, such as a table in a
 * letter, or of a writer that has not yet cut off what it reserved.
 */
function zipTail(tail: Uint8Array): Tail {
  for (let start = tail.length - 22; start >= 0; start--) {
    if (tail[start] !== 0x50 || tail[start + 1] !== 0x4b || tail[start + 2] !== 0x05 || tail[start + 3] !== 0x06) continue;
    const comment = (tail[start + 20] ?? 0) | ((tail[start + 21] ?? 0) << 8);
    if (start + 22 + comment === tail.length) return 'whole';
  }
  return 'odd';
}
