import type { FileTypeName, Tail } from '../../../core/intake/file-types.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { assertNever } from '../../../core/result.ts';
import { isTextual } from '../../disk/read.ts';
import { isOfficePackage, isWordPackage, zipDirectory } from '../../disk/zip-directory.ts';
import { buffered, type Content, type Flaw, incomplete, odd, unfit } from './content.ts';
import { inspectPdf, isFound, type PdfKnown } from './pdf.ts';

/**
 * Finds out what is wrong with a file before it is paid for. Whatever is not proved to be wrong is fine: these checks read
 * bytes, and only a library in another process opens anything. Their memory is bounded; only a file that looks odd is read whole.
 *
 * @param type by content; undefined if the content is of none of the known types
 * @param named what the name says
 * @returns `later` if it cannot be read now
 */
export async function inspectContent(
  content: Content,
  type: FileTypeName | undefined,
  named: FileTypeName | undefined,
  { tail, ...known }: { readonly tail: Tail } & Omit<PdfKnown, 'ends'>,
): Promise<Flaw | 'later' | undefined> {
  switch (type) {
    case undefined:
      return named === 'docx' && (await isLockedOffice(content)) ? unfit(say('unfit.password')) : undefined;
    case 'pdf':
      return await inspectPdf(content, { ...known, ends: tail === 'whole' });
    case 'jpeg':
      return tail === 'odd' ? await inspectJpeg(content) : undefined;
    case 'png':
      return tail === 'odd' ? await inspectPng(content) : undefined;
    case 'docx':
      return await inspectDocx(content);
    default:
      return assertNever(type);
  }
}

/**
 * What a file is whose content is of none of the known types, though its name is: refused only if its content proves that it is
 * something else.
 *
 * @param head the type that its first bytes say
 * @param found the content type that was found
 */
export async function misnamed(
  content: Content,
  named: { readonly name: FileTypeName; readonly ending: string },
  head: FileTypeName | undefined,
  found: string | undefined,
): Promise<Flaw> {
  const words = { extension: named.ending, type: say(`unfit.type.${named.name}`) };
  const message: Message =
    found === undefined ? say('unfit.wrongContent', words) : say('unfit.otherContent', { ...words, content: found });
  return (await mayBe(content, named.name, head, found)) ? odd(message) : unfit(message);
}

async function mayBe(
  content: Content,
  type: FileTypeName,
  head: FileTypeName | undefined,
  found: string | undefined,
): Promise<boolean> {
  switch (type) {
    case 'pdf':
      return (found === undefined || isTextual(found)) && (await isFound(/%PDF-|\b\d+\s+\d+\s+obj\b/, content));
    case 'jpeg':
    case 'png':
      return head === type && found === undefined;
    case 'docx': {
      const listed = await zipDirectory(content.read, content.size);
      if (listed.kind !== 'names') return false;
      const isUnspecific = found === undefined || found === 'application/zip';
      return isWordPackage(listed.names) || (isUnspecific && isOfficePackage(listed.names));
    }
    default:
      return assertNever(type);
  }
}

/** Bytes of entropy-coded data that are searched at once. */
const searched = 64 * 1024;

const startOfScan = 0xda;
const endOfImage = 0xd9;

/**
 * Follows the segments of a JPEG: it is proved to be incomplete if its scan data, or a segment, reaches the end of the file
 * without an end of image. What follows the end of image (the video of a motion photo, padding) is no fault; where something
 * else than a marker stands, nothing is proved.
 */
async function inspectJpeg(content: Content): Promise<Flaw | undefined> {
  const read = buffered(content);
  const cut = incomplete(say('unfit.incomplete.jpeg'));
  let position = 2;
  while (position < content.size) {
    const [mark, code = 0, high, low] = await read(position, 4);
    if (mark !== 0xff) return undefined;
    if (code === 0xff) {
      position += 1;
      continue;
    }
    if (code === endOfImage) return undefined;
    if (high === undefined || low === undefined) return cut;
    position += 2 + high * 256 + low;
    if (code !== startOfScan) continue;
    const marker = await nextMarker(position);
    if (marker === undefined) return cut;
    position = marker;
  }
  return cut;

  /** Where the entropy-coded data ends: at a marker that neither stands for a byte nor restarts. */
  async function nextMarker(from: number): Promise<number | undefined> {
    for (let start = from; start < content.size; start += searched) {
      const bytes = await read(start, searched + 1);
      for (let at = bytes.indexOf(0xff); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
        const code = bytes[at + 1] ?? 0;
        if (code !== 0 && code !== 0xff && !(code >= 0xd0 && code <= 0xd7)) return start + at;
      }
    }
    return undefined;
  }
}

/** Follows the chunks of a PNG: it is proved to be incomplete if they stop before its end chunk. Padding after that is no fault. */
async function inspectPng(content: Content): Promise<Flaw | undefined> {
  const read = buffered(content);
  let position = 8;
  while (position < content.size) {
    const header = await read(position, 8);
    const name = header.subarray(4).toString('latin1');
    if (header.length < 8 || !/^[A-Za-z]{4}$/.test(name)) break;
    position += 12 + header.readUInt32BE(0);
    if (name === 'IEND' && position <= content.size) return undefined;
  }
  return incomplete(say('unfit.incomplete.png'));
}

/** A list of parts that is not there makes a DOCX incomplete; one that cannot be read may still be mended by Word. */
async function inspectDocx({ read, size }: Content): Promise<Flaw | undefined> {
  const { kind } = await zipDirectory(read, size);
  if (kind === 'missing') return incomplete(say('unfit.incomplete.docx'));
  return kind === 'damaged' ? odd(say('unfit.noDirectory')) : undefined;
}

/** The container of old office files. A document that needs a password is in one, as a stream of this name. */
const containerStart = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const lockedName = Buffer.from('EncryptedPackage', 'utf16le');
/** The directory of a locked document names about ten streams, of 128 bytes each. */
const directoryLength = 8 * 1024;

/** Whether a file is an office document that needs a password. */
async function isLockedOffice(content: Content): Promise<boolean> {
  const header = Buffer.from(await content.read(0, 512));
  if (header.length < 512 || !header.subarray(0, 8).equals(containerStart)) return false;
  const sectorLength = 2 ** Math.min(header.readUInt16LE(30), 12);
  const directory = await content.read((header.readUInt32LE(48) + 1) * sectorLength, directoryLength);
  return Buffer.from(directory).includes(lockedName);
}
