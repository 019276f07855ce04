import type { FileTypeName, Tail } from '../../../core/intake/file-types.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { assertNever } from '../../../core/result.ts';
import { isTextual } from '../../disk/read.ts';
import { isOfficePackage, isWordPackage, zipDirectory } from '../../disk/zip-directory.ts';
import { type Content, type Flaw, odd, unfit } from './content.ts';
import { inspectDocx, isLockedOffice } from './docx.ts';
import { inspectPdf, isFound, type PdfKnown } from './pdf.ts';
import { inspectJpeg, inspectPng } from './pictures.ts';

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
