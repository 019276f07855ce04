import type { PreviewKind } from '../contract/documents.ts';
import type { English } from '../languages/en/all.ts';

/** How a file's end looks for its type. `unknown`: its type has no end that can be checked. */
export type Tail = 'whole' | 'odd' | 'unknown';

interface FileType {
  /** Endings of file names, in lower case. */
  readonly endings: readonly string[];
  readonly contentType: string;
  /** The first bytes of its content. */
  readonly start: readonly number[];
  /** The first bytes alone prove the type. A PNG may turn out to be an animation later, a ZIP to be a DOCX. */
  readonly isProvenByStart: boolean;
  /** How much of its end is enough to see whether it is whole, in bytes. */
  readonly tailLength: number;
  readonly checkTail: (tail: Uint8Array) => Tail;
  /** How a window shows it. */
  readonly preview: Exclude<PreviewKind, 'none'>;
}

/** What writers and printers pad the end of a file with, but no more of the same file, may follow its end marker. */
const paddedTail = 2_048;

/** The one table of the types of files that Intray picks up by itself; the catalogue has a word for each (`unfit.type`). */
const fileTypes = {
  pdf: {
    endings: ['pdf'],
    contentType: 'application/pdf',
    start: [0x25, 0x50, 0x44, 0x46],
    isProvenByStart: true,
    tailLength: paddedTail,
    checkTail: pdfTail,
    preview: 'pdf',
  },
  png: {
    endings: ['png'],
    contentType: 'image/png',
    start: [0x89, 0x50, 0x4e, 0x47],
    isProvenByStart: false,
    tailLength: paddedTail,
    checkTail: pngTail,
    preview: 'image',
  },
  jpeg: {
    endings: ['jpg', 'jpeg', 'jpe', 'jfif'],
    contentType: 'image/jpeg',
    start: [0xff, 0xd8],
    isProvenByStart: true,
    tailLength: paddedTail,
    checkTail: jpegTail,
    preview: 'image',
  },
  docx: {
    endings: ['docx'],
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    start: [0x50, 0x4b],
    isProvenByStart: false,
    // A comment of up to 64 KB may follow the content of a ZIP.
    tailLength: paddedTail + 65_557,
    checkTail: zipTail,
    preview: 'text',
  },
} as const satisfies Record<keyof English['unfit']['type'], FileType>;

export type FileTypeName = keyof typeof fileTypes;
const entries = Object.entries(fileTypes) as [FileTypeName, FileType][];
const byContent: ReadonlyMap<string | undefined, FileTypeName> = new Map(entries.map(([name, type]) => [type.contentType, name]));
const byEnding = new Map(
  entries.flatMap(([name, { endings, contentType }]) => endings.map((ending) => [ending, { name, ending, contentType }])),
);

/** The type that a name's ending says, and that ending; undefined for any other ending. */
export function typeOfName(
  fileName: string,
): { readonly name: FileTypeName; readonly ending: string; readonly contentType: string } | undefined {
  return byEnding.get(/\.([^./]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '');
}

/** An animated PNG shows its first picture wherever animations are not known: it is sent as the PNG that it is. */
export function plainContentType(contentType: string | undefined): string | undefined {
  return contentType === 'image/apng' ? fileTypes.png.contentType : contentType;
}

/** Types whose bytes tell how many pages there are, where only they do; a DOCX states them, or does not. */
export const countableTypes = ['application/pdf', 'image/tiff', fileTypes.docx.contentType] as const;
export type CountableType = (typeof countableTypes)[number];

/** Whether its bytes tell how many pages it has, and only they do. */
export function isCountable(contentType: string | undefined): contentType is CountableType {
  return (countableTypes as readonly (string | undefined)[]).includes(contentType);
}

/** The type of a content type; undefined for any other. */
export function typeOfContent(contentType: string | undefined): FileTypeName | undefined {
  return byContent.get(contentType);
}

export const wordContentType = fileTypes.docx.contentType;

/** Content types that a file's first bytes alone prove. */
export const provenByStart: readonly string[] = entries.flatMap(([, type]) => (type.isProvenByStart ? type.contentType : []));

/** A glob for the names of all types. */
export const knownNames = `**/*.{${entries.flatMap(([, { endings }]) => endings).join(',')}}`;

/** How a window shows content of this type. */
export function previewOfContent(contentType: string | undefined): PreviewKind {
  const type = typeOfContent(contentType);
  return type === undefined ? 'none' : fileTypes[type].preview;
}

/** How many bytes of a file's beginning tell how its end is checked. */
export const headLength = 8;

/**
 * The type that a file's first bytes say, and how its end is checked to be whole. Scanners and SMB preallocate: a file that begins
 * with zeros only is not written yet.
 *
 * @param head the first `headLength` bytes
 * @returns `check` takes the last `length` bytes, or the whole file if that is shorter
 */
export function typeOfHead(head: Uint8Array): {
  readonly name: FileTypeName | undefined;
  readonly length: number;
  readonly check: (tail: Uint8Array) => Tail;
} {
  for (const [name, { start, tailLength: length, checkTail: check }] of entries)
    if (head.subarray(0, start.length).join() === start.join()) return { name, length, check };
  return { name: undefined, length: paddedTail, check: () => (head.every((byte) => byte === 0) ? 'odd' : 'unknown') };
}

/**
 * A PDF has an end marker after its first page when it is made for the web, after each time that something was appended,
 * and within a PDF that it carries: objects after the last one say that it goes on. Where its table of objects begins is
 * no help: scanimage writes 0.
 */
function pdfTail(tail: Uint8Array): Tail {
  const text = String.fromCharCode(...tail);
  const end = text.lastIndexOf('%%EOF');
  return end < 0 || /\b(?:obj|endobj|endstream)\b/.test(text.slice(end)) ? 'odd' : 'whole';
}

/** A PNG ends with its IEND chunk. */
function pngTail(tail: Uint8Array): Tail {
  return String.fromCharCode(...tail).includes('IEND\xae\x42\x60\x82') ? 'whole' : 'odd';
}

/** The small picture in the head of a photograph has an end of image too: the head goes on with a marker right after it. */
function jpegTail(tail: Uint8Array): Tail {
  let end = tail.lastIndexOf(0xff);
  while (end >= 0 && tail[end + 1] !== 0xd9) end = end === 0 ? -1 : tail.lastIndexOf(0xff, end - 1);
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
