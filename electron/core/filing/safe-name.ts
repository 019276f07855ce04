/**
 * Names that every system takes, made of values that anybody may have printed on a page: Windows, macOS and Linux, what is shared
 * between them, and what is synchronized to them. All lengths are bytes of UTF-8.
 */

/** The most of one value. */
export const maxValueBytes = 100;
/** The most of one directory's name. */
export const maxDirectoryBytes = 120;
/** The most of a file's name with its ending: its JSON, and a number where the name is taken, have room on every disk. */
export const maxFileBytes = 180;

/** Line breaks and tabs are space. Joiners make one emoji of several, and words of some scripts: they are no danger. */
const space = /[\s\p{Z}]+/gu;
const joiners = '\u200c\u200d';
const unseen = new RegExp(`(?![${joiners}])[\\p{C}\\ufffd]`, 'gu');
const reserved = /[<>:"/\\|?*]+/g;
/** Windows takes these for devices, with whatever ending. */
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\s*(?:\.|$))/i;
/** A letter, a number, a sign or an emoji. */
const telling = /[\p{L}\p{N}\p{S}]/u;

/**
 * A value as a part of a name, in NFC: one line, without what is reserved on any system (a `-` stands there), is invisible, or
 * turns the direction of reading. Never with a `/`. Undefined if nothing is left of it by which a person would know it.
 */
export function nameOfValue(value: string): string | undefined {
  const clean = plain(value).replace(reserved, '-');
  const name = cutTo(trimmed(clean, /^ +| +$/g), maxValueBytes).trimEnd();
  return telling.test(name) ? name : undefined;
}

/**
 * The name of one directory, or of a file without its ending: as above, and none that begins with a dot, ends in a dot or space,
 * or is a device on Windows. Undefined if nothing is left.
 */
export function safeName(text: string, maxBytes: number): string | undefined {
  const clean = trimmed(plain(text).replace(reserved, '-'), /^[. ]+|[. ]+$/g);
  const name = device.test(clean) ? clean.replace(device, '$1_') : clean;
  const cut = trimmed(cutTo(name, maxBytes), /[. ]+$/g);
  return cut === '' ? undefined : cut;
}

/** Whether a character of a template cannot be in a name. */
export function isUnsafe(character: string): boolean {
  return plain(character) !== character.normalize('NFC') || character.search(reserved) >= 0;
}

function plain(text: string): string {
  return text.normalize('NFC').replace(space, ' ').replace(unseen, '').normalize('NFC');
}

function trimmed(text: string, ends: RegExp): string {
  return text.replace(/ {2,}/g, ' ').replace(ends, '');
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** As many whole characters, as people see them, as fit. */
export function cutTo(text: string, bytes: number): string {
  if (byteLength(text) <= bytes) return text;
  let length = 0;
  let left = bytes;
  for (const { segment } of graphemes.segment(text)) {
    left -= byteLength(segment);
    if (left < 0) break;
    length += segment.length;
  }
  return text.slice(0, length);
}

/** In UTF-8. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
