import { pdfLibrary } from './reading/pdf-library.ts';

/**
 * Pages of a document by a quick look: a PDF's page tree; one page for everything else, and for a PDF that cannot be
 * opened. The charge is put right when the document has been read.
 */
export async function countPages(bytes: Uint8Array, fileName: string): Promise<number> {
  if (!fileName.toLowerCase().endsWith('.pdf')) return 1;
  const { getDocument, VerbosityLevel } = await pdfLibrary();
  // The library takes the bytes away from whoever hands them over.
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  try {
    return (await task.promise).numPages;
  } catch {
    return 1;
  } finally {
    await task.destroy();
  }
}
