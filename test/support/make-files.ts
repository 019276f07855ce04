/**
 * Small valid documents of the four documented types (PDF, PNG, JPG, DOCX), hundreds a second, each with content of its
 * own: `text` is in the file, so another text is another SHA-256. A padded one is as large as wanted, inside a valid
 * file; one that is too large to be sent is sparse on disk where the file system allows it.
 */

import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { assertNever } from '../../electron/core/result.ts';

export const fileTypes = ['pdf', 'png', 'jpg', 'docx'] as const;
export type FileType = (typeof fileTypes)[number];

/** A file in two parts with padding between them. */
interface Layout {
  readonly head: Buffer;
  /** Bytes between them: spaces, because zeros would make a file that seems to be still being written. */
  readonly padding: number;
  readonly tail: Buffer;
}

const nothing = Buffer.alloc(0);
const block = Buffer.alloc(1024 * 1024, ' ');
/** From this size on nothing is sent, and the padding is a hole. */
const sparseFrom = 32 * block.length;

/** The bytes of a small document. */
export function makeBytes(type: FileType, text: string): Buffer<ArrayBuffer> {
  const { head, tail } = layoutOf(type, text, 0);
  return Buffer.concat([head, tail]);
}

/**
 * Writes one document; directories above it are made. `size` in bytes: a PDF or PNG is padded to exactly that, if that
 * is more than the document needs; the other types stay small.
 */
export async function makeFile(
  path: string,
  text: string,
  options: { readonly type?: FileType; readonly size?: number } = {},
): Promise<void> {
  const { head, padding, tail } = layoutOf(options.type ?? typeOf(path), text, options.size ?? 0);
  mkdirSync(dirname(path), { recursive: true });
  const file = await open(path, 'w');
  try {
    await file.write(head, 0, head.length, 0);
    for (let done = 0; padding < sparseFrom && done < padding; done += block.length)
      await file.write(block, 0, Math.min(block.length, padding - done), head.length + done);
    if (tail.length > 0) await file.write(tail, 0, tail.length, head.length + padding);
  } finally {
    await file.close();
  }
}

/**
 * Makes `count` documents of the four types in turn, in nested folders below `root`.
 * @returns their paths relative to `root`, with `/`
 */
export async function makeTree(root: string, count: number, options: { readonly seed?: string } = {}): Promise<string[]> {
  const directories = ['', 'Januar/', 'Januar/Woche 1/', 'Januar/Woche 1/Montag/', 'Februar/', 'Eingang/Post & Fax/'];
  const paths: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const type = fileTypes[index % fileTypes.length] ?? 'pdf';
    const directory = directories[Math.floor(index / fileTypes.length) % directories.length] ?? '';
    const path = `${directory}scan${String(index).padStart(4, '0')}.${type}`;
    await makeFile(join(root, path), `${options.seed ?? 'document'} ${index}`, { type });
    paths.push(path);
  }
  return paths;
}

function typeOf(path: string): FileType {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const type = fileTypes.find((known) => known === extension);
  if (type === undefined) throw new Error(`No file type for ${path}`);
  return type;
}

function layoutOf(type: FileType, text: string, size: number): Layout {
  switch (type) {
    case 'pdf':
      return pdf(text, size);
    case 'png':
      return png(text, size);
    case 'jpg':
      return { head: jpg(text), padding: 0, tail: nothing };
    case 'docx':
      return { head: docx(text), padding: 0, tail: nothing };
    default:
      return assertNever(type);
  }
}

/** One page with `text` on it. The padding is a stream that no page refers to. */
function pdf(text: string, size: number): Layout {
  const shown = text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&');
  const content = `BT /F1 12 Tf 50 780 Td (${shown}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  // What the page's font cannot show still makes the content distinct: the text once more, in a comment.
  let head = Buffer.from(`%PDF-1.4\n% ${text.replace(/[\r\n]/g, ' ')}\n`);
  const offsets = objects.map((object, index) => {
    const offset = head.length;
    head = Buffer.concat([head, Buffer.from(`${index + 1} 0 obj\n${object}\nendobj\n`)]);
    return offset;
  });
  // Numbers of one width, so that the padding can be reckoned before it is known.
  const wide = (value: number): string => String(value).padStart(10, '0');
  const end = (start: number): Buffer => {
    const rows = offsets.map((offset) => `${wide(offset)} 00000 n \n`).join('');
    const count = offsets.length + 1;
    const table = `xref\n0 ${count}\n0000000000 65535 f \n${rows}`;
    return Buffer.from(`${table}trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${wide(start)}\n%%EOF\n`);
  };
  if (size === 0) return { head, padding: 0, tail: end(head.length) };
  offsets.push(head.length);
  const stream = (length: number): Buffer => Buffer.from(`6 0 obj\n<</Length ${wide(length)}>>\nstream\n`);
  const close = Buffer.from('\nendstream\nendobj\n');
  const padding = Math.max(0, size - head.length - stream(0).length - close.length - end(0).length);
  head = Buffer.concat([head, stream(padding)]);
  return { head, padding, tail: Buffer.concat([close, end(head.length + padding + close.length)]) };
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

/** One white pixel. The text is in a tEXt chunk, the padding in an ancillary chunk that no reader knows. */
function png(text: string, size: number): Layout {
  const head = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])),
    pngChunk('tEXt', Buffer.from(`Comment\0${text}`)),
    pngChunk('IDAT', Buffer.from('789c63f80f0001010100', 'hex')),
  ]);
  const end = pngChunk('IEND', nothing);
  const padding = size - head.length - end.length - 12;
  if (padding <= 0) return { head, padding: 0, tail: end };
  const name = Buffer.from('paDd', 'latin1');
  let sum = crc32(name);
  for (let left = padding; left > 0; left -= block.length) sum = crc32(block.subarray(0, left), sum);
  return { head: Buffer.concat([head, uint32(padding), name]), padding, tail: Buffer.concat([uint32(sum), end]) };
}

/** One grey pixel in baseline JPEG; the text is in a comment segment. */
function jpg(text: string): Buffer {
  const segment = (marker: number, data: Buffer): Buffer => {
    const length = data.length + 2;
    return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 0xff]), data]);
  };
  const oneCode = (table: number): Buffer => Buffer.concat([Buffer.from([table, 1]), Buffer.alloc(15), Buffer.from([0])]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex')),
    segment(0xfe, Buffer.from(text)),
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(0xc0, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0])),
    segment(0xc4, oneCode(0x00)),
    segment(0xc4, oneCode(0x10)),
    segment(0xda, Buffer.from([1, 1, 0x00, 0, 63, 0])),
    Buffer.from([0x3f, 0xff, 0xd9]),
  ]);
}

/** A Word document of one paragraph. @param pages that it states; absent: it states none */
export function docx(text: string, pages?: number): Buffer {
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  const shown = text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  return storedZip({
    '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relation}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${xml}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${shown}</w:t></w:r></w:p></w:body></w:document>`,
    ...(pages !== undefined && {
      'docProps/app.xml': `${xml}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Pages>${pages}</Pages></Properties>`,
    }),
  });
}

/** A ZIP that compresses nothing. */
function storedZip(entries: Readonly<Record<string, string>>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const data = Buffer.from(text);
    const path = Buffer.from(name);
    // Version 2.0, no flags, stored, 1 January 2000 00:00, checksum, both sizes, length of the name, no extra field.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x2821, 8);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), facts, path, data]);
    const where = Buffer.alloc(14);
    where.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), facts, where, path]));
    bodies.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('504b0506', 0, 'hex');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, list, end]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
