import { typeOfContent } from '../../core/intake/file-types.ts';
import { Directories, quick } from '../../engine/disk/directories.ts';
import { createFiles } from '../../engine/disk/disk.ts';
import { pagesOfPlainPdf } from '../../engine/intake/content/pdf.ts';
import { DiskProblem, type FileToCount, type PageCount } from '../../engine/ports.ts';
import { statedPages } from '../../sandbox/reading/docx.ts';
import { isLocked, pagesOfPdf, pagesOfTiff } from '../../sandbox/reading/pdf.ts';

const files = createFiles(new Directories(quick));

/** Counts the pages of a file that this process reads itself, so that nobody else has it in memory. Rejects if nothing tells. */
export async function pagesOfFile({ path, facts, contentType }: FileToCount): Promise<PageCount> {
  const { size } = facts;
  try {
    const file = await files.open(path, facts, true);
    try {
      if (typeOfContent(contentType) === 'docx') return statedPages(await file.read(0, size));
      if (contentType === 'image/tiff') return pagesOfTiff(await file.read(0, size));
      return (await pagesOfPlainPdf({ read: file.read, size })) ?? ((await pagesOfPdf(await file.read(0, size))) || 'none');
    } finally {
      await file.close();
    }
  } catch (problem) {
    if (problem instanceof DiskProblem) return 'later';
    if (isLocked(problem)) return 'locked';
    throw problem;
  }
}
