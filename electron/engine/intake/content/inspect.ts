import type { FileTypeName, Tail } from '../../../core/intake/file-types.ts';
import { say } from '../../../core/messages/message.ts';
import { assertNever } from '../../../core/result.ts';
import { type Content, type Flaw, unfit } from './content.ts';
import { inspectDocx, isLockedOffice } from './docx.ts';
import { inspectPdf } from './pdf.ts';
import { inspectJpeg, inspectPng } from './pictures.ts';

/**
 * Finds out what is wrong with a file before it is paid for. Whatever is not proved to be wrong is fine: these checks read
 * bytes, they open nothing. Their memory is bounded; only a file that looks odd is read whole.
 *
 * @param type by content; undefined if the content is of none of the known types
 * @param named what the name says
 */
export async function inspectContent(
  content: Content,
  type: FileTypeName | undefined,
  named: FileTypeName | undefined,
  tail: Tail,
): Promise<Flaw | undefined> {
  switch (type) {
    case undefined:
      return named === 'docx' && (await isLockedOffice(content)) ? unfit(say('unfit.password')) : undefined;
    case 'pdf':
      return await inspectPdf(content);
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
