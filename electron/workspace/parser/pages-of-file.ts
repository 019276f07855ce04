import { sameFacts } from '../../core/document/document.ts';
import { createFiles } from '../../engine/disk/disk.ts';
import { DiskProblem, type FileToCount } from '../../engine/ports.ts';
import { pagesOfPdf, pagesOfTiff } from '../../sandbox/reading/pdf.ts';

const files = createFiles();

/**
 * Counts the pages of a file that this process reads itself, so that nobody else has it in memory.
 * @returns `later` if it is another file by now, or cannot be read
 */
export async function pagesOfFile({ path, facts, contentType }: FileToCount): Promise<number | 'later'> {
  const count = contentType === 'image/tiff' ? pagesOfTiff : pagesOfPdf;
  try {
    return await files.whileOpen(path, { size: facts.size, toHash: false }, async (file) =>
      sameFacts(file.facts, facts) ? count(await file.read(0, facts.size)) : 'later',
    );
  } catch (problem) {
    if (problem instanceof DiskProblem) return 'later';
    throw problem;
  }
}
