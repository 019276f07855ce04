import { say } from '../../../core/messages/message.ts';
import { buffered, type Content, type Flaw, incomplete, unfit } from './content.ts';

const endRecordLength = 22;
/** A comment of up to 64 KB may follow the end record. */
const maxTail = endRecordLength + 65_535;
/** In this field, the real value is in the record of a ZIP of more than 4 GB or 65,535 entries. */
const inZip64 = 0xffffffff;

/**
 * Reads where the directory of a ZIP is. One that points past the end, or a file without an end record, is incomplete; a
 * directory that is not where it should be makes a document that nobody can open.
 */
export async function inspectDocx(content: Content): Promise<Flaw | undefined> {
  const read = buffered(content);
  const start = Math.max(0, content.size - maxTail);
  const tail = await read(start, maxTail);
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || tail.length - end < endRecordLength) return incomplete(say('unfit.incomplete.docx'));
  const length = tail.readUInt32LE(end + 12);
  const offset = tail.readUInt32LE(end + 16);
  if (offset === inZip64 || length === inZip64) return undefined;
  if (offset + length > start + end) return incomplete(say('unfit.incomplete.docx'));
  // Bytes before a ZIP shift its directory, and every program that reads ZIPs allows for that.
  for (const position of [offset, start + end - length]) {
    const entry = await read(position, 4);
    if (entry.toString('latin1') === 'PK\x01\x02') return undefined;
    if (entry.every((byte) => byte === 0)) return incomplete(say('unfit.incomplete.docx'));
  }
  return unfit(say('unfit.noDirectory'));
}

/** The container of old office files. A document that needs a password is in one, as a stream of this name. */
const containerStart = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const lockedName = Buffer.from('EncryptedPackage', 'utf16le');
/** The directory of a locked document names about ten streams, of 128 bytes each. */
const directoryLength = 8 * 1024;

/** Whether a file is an office document that needs a password. */
export async function isLockedOffice(content: Content): Promise<boolean> {
  const header = Buffer.from(await content.read(0, 512));
  if (header.length < 512 || !header.subarray(0, 8).equals(containerStart)) return false;
  const sectorLength = 2 ** Math.min(header.readUInt16LE(30), 12);
  const directory = await content.read((header.readUInt32LE(48) + 1) * sectorLength, directoryLength);
  return Buffer.from(directory).includes(lockedName);
}
