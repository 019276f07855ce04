import { inflateSync } from 'node:zlib';
import { say } from '../../../core/messages/message.ts';
import { buffered, type Content, type Flaw, incomplete, unfit } from './content.ts';
import { needsPassword } from './pdf-password.ts';

/** Bytes that are searched at once, and how many of them are searched again, so that nothing is cut in two. */
const pieceLength = 128 * 1024;
const overlap = 256;
/** Where the end marker and the trailer of a PDF are looked for first. */
const tailLength = 16 * 1024;
/** Bytes of a dictionary that are read. */
const dictionaryLength = 4_096;
/** Bytes of one object stream, as it is stored and inflated, and of all of them together. */
const maxStream = 4 * 1024 * 1024;
const maxInflated = 64 * 1024 * 1024;

const page = /\/Type\s*\/Page(?![A-Za-z])/;
const pageTree = /\/Type\s*\/Pages(?![A-Za-z])/;
const countsPages = /\/Count\s+[1-9]/;
const objectStream = /\/Type\s*\/ObjStm(?![A-Za-z])/g;
const objects = /\d\s+\d+\s+obj\b|\b(?:endobj|endstream)\b/;

/**
 * Looks through a PDF as a reader does that does not trust its table of objects (scanimage's points nowhere): does it need a
 * password, has it pages, do objects follow its last end marker? One with an owner's password only opens for anybody.
 */
export async function inspectPdf(content: Content): Promise<Flaw | undefined> {
  if (await isCut(content)) return incomplete(say('unfit.incomplete.pdf'));
  const trailer = await trailerOf(content);
  const encryption = /\/Encrypt\s*(?:(?<object>\d+)\s+(?<generation>\d+)\s+R|(?<direct><<))/.exec(trailer);
  if (encryption !== null) {
    const { object, generation, direct } = encryption.groups ?? {};
    const dictionary =
      direct === undefined ? await objectOf(content, `${object} ${generation} obj`) : trailer.slice(encryption.index);
    return dictionary !== undefined && needsPassword(dictionary, trailer) ? unfit(say('unfit.password')) : undefined;
  }
  const found = await lookForPages(content);
  if (found === 'tree') return unfit(say('unfit.noPages'));
  return found === 'nothing' ? incomplete(say('unfit.incomplete.pdfUnreadable')) : undefined;
}

/** Pieces of a file as text, from the first byte to the last. Each begins with the end of the one before. */
async function* pieces(content: Content): AsyncGenerator<{ readonly text: string; readonly position: number }, void> {
  for (let position = 0; position < content.size; position += pieceLength - overlap) {
    yield { text: latin(await content.read(position, pieceLength)), position };
    if (position + pieceLength >= content.size) return;
  }
}

/** Whether objects follow the last end marker, or there is no end marker. */
async function isCut(content: Content): Promise<boolean> {
  const tail = latin(await content.read(Math.max(0, content.size - tailLength), tailLength));
  const end = tail.lastIndexOf('%%EOF');
  if (end >= 0) return objects.test(tail.slice(end));
  let goesOn = true;
  for await (const { text } of pieces(content)) {
    const marker = text.lastIndexOf('%%EOF');
    if (marker >= 0) goesOn = objects.test(text.slice(marker));
    else goesOn ||= objects.test(text);
  }
  return goesOn;
}

/** The text of the last trailer, or of the dictionary of the stream that stands for it; '' if neither is found. */
async function trailerOf(content: Content): Promise<string> {
  const tail = latin(await content.read(Math.max(0, content.size - tailLength), tailLength));
  const starts = [...tail.matchAll(/startxref\s+(\d+)/g)].at(-1);
  const table = latin(await content.read(Number(starts?.[1] ?? content.size), dictionaryLength));
  const stream = /^\s*\d+\s+\d+\s+obj\b/.test(table) ? table.split(/\bstream\b/)[0] : undefined;
  return stream ?? tail.slice(Math.max(0, tail.lastIndexOf('trailer', starts?.index)));
}

/** The last version of an object. */
async function objectOf(content: Content, header: string): Promise<string | undefined> {
  const pattern = new RegExp(`(?<![0-9])${header.replace(/ /g, '\\s+')}\\b`, 'g');
  let found: number | undefined;
  for await (const { text, position } of pieces(content)) {
    for (const { index } of text.matchAll(pattern)) found = position + index;
  }
  return found === undefined ? undefined : latin(await content.read(found, dictionaryLength)).split(/\bendobj\b/)[0];
}

/** `unknown`: part of it cannot be read here, which proves nothing. `tree`: a tree of pages that has none. */
async function lookForPages(content: Content): Promise<'page' | 'tree' | 'nothing' | 'unknown'> {
  const read = buffered({ ...content, read: (position, length) => content.read(position, Math.min(length, maxStream)) });
  let budget = maxInflated;
  let hasTree = false;
  // A page may lack its type: the tree then says that there is one.
  const hasPage = (text: string) => {
    hasTree ||= pageTree.test(text);
    return page.test(text) || countsPages.test(text);
  };
  for await (const { text, position } of pieces(content)) {
    if (hasPage(text)) return 'page';
    for (const { index } of text.matchAll(objectStream)) {
      const inside = inflated(await read(position + index, maxStream));
      budget -= inside?.length ?? budget;
      if (inside === undefined || budget <= 0) return 'unknown';
      if (hasPage(inside)) return 'page';
    }
  }
  return hasTree ? 'tree' : 'nothing';
}

/** An object stream, from somewhere in its dictionary on; undefined if it is not deflated, or damaged. */
function inflated(bytes: Buffer): string | undefined {
  const begins = /\bstream\r?\n/.exec(latin(bytes.subarray(0, dictionaryLength)));
  if (begins === null) return undefined;
  try {
    return latin(inflateSync(bytes.subarray(begins.index + begins[0].length), { maxOutputLength: maxStream }));
  } catch {
    return undefined;
  }
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
