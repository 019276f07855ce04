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

/** The type that a name's ending says, and that ending; undefined for any other ending. */
export function typeOfName(
  fileName: string,
): { readonly name: FileTypeName; readonly ending: string; readonly contentType: string } | undefined {
  const ending = /\.([^./]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const found = entries.find(([, { endings }]) => endings.includes(ending));
  return found === undefined ? undefined : { name: found[0], ending, contentType: found[1].contentType };
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
  return countableTypes.some((type) => type === contentType);
}

/** The type of a content type; undefined for any other. */
export function typeOfContent(contentType: string | undefined): FileTypeName | undefined {
  return entries.find(([, type]) => type.contentType === contentType)?.[0];
}

export const wordContentType = fileTypes.docx.contentType;

/** Content types that a file's first bytes alone prove. */
export const provenByStart: readonly string[] = entries.flatMap(([, type]) => (type.isProvenByStart ? type.contentType : []));

/** A glob for the names of all types. */
export const knownNames = `**/*.{${entries.flatMap(([, { endings }]) => endings).join(',')}}`;

/** How a window shows content of this type. */
export function previewOfContent(contentType: string | undefined): PreviewKind {
  return entries.find(([, type]) => type.contentType === contentType)?.[1].preview ?? 'none';
}

/** How many bytes of a file's beginning tell how its end is checked. */
export const headLength = 8;

/** The type that the first bytes say. */
export function typeOfHead(head: Uint8Array): FileTypeName | undefined {
  return entries.find(([, { start }]) => start.every((byte, index) => head[index] === byte))?.[0];
}

function typeByHead(head: Uint8Array): FileType | undefined {
  const name = typeOfHead(head);
  return name === undefined ? undefined : fileTypes[name];
}

/** How much of a file's end `inspectTail` needs, in bytes. */
export function tailLengthFor(head: Uint8Array): number {
  return typeByHead(head)?.tailLength ?? paddedTail;
}

/**
 * Whether a file's end is whole for the type that its first bytes say. Scanners and SMB preallocate: a file that begins
 * with zeros only is not written yet.
 *
 * @param head the first `headLength` bytes
 * @param tail the last `tailLengthFor(head)` bytes or more, or the whole file if that is shorter
 */
export function inspectTail(head: Uint8Array, tail: Uint8Array): Tail {
  const type = typeByHead(head);
  if (type !== undefined) return type.checkTail(tail.subarray(-type.tailLength));
  return head.every((byte) => byte === 0) ? 'odd' : 'unknown';
}

const latin = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
};

/** `%%EOF` */
const endOfPdf = [0x25, 0x25, 0x45, 0x4f, 0x46] as const;

function lastIndexOf(bytes: Uint8Array, ...pattern: number[]): number {
  for (let start = bytes.length - pattern.length; start >= 0; start--) {
    if (pattern.every((byte, index) => bytes[start + index] === byte)) return start;
  }
  return -1;
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

/** A PNG ends with its IEND chunk. */
function pngTail(tail: Uint8Array): Tail {
  return lastIndexOf(tail, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82) >= 0 ? 'whole' : 'odd';
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
