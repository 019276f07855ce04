import { say } from '../../../core/messages/message.ts';
import { zipDirectory } from '../../disk/zip-directory.ts';
import { type Content, type Flaw, incomplete, odd } from './content.ts';

/** A list of parts that is not there makes a DOCX incomplete; one that cannot be read may still be mended by Word. */
export async function inspectDocx({ read, size }: Content): Promise<Flaw | undefined> {
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
export async function isLockedOffice(content: Content): Promise<boolean> {
  const header = Buffer.from(await content.read(0, 512));
  if (header.length < 512 || !header.subarray(0, 8).equals(containerStart)) return false;
  const sectorLength = 2 ** Math.min(header.readUInt16LE(30), 12);
  const directory = await content.read((header.readUInt32LE(48) + 1) * sectorLength, directoryLength);
  return Buffer.from(directory).includes(lockedName);
}
