import pLimit from 'p-limit';
import type { Documents, Reading } from '../documents.ts';
import type { EndpointName } from '../endpoints.ts';
import { acceptedExtensions, errors } from '../errors.ts';
import type { Faults } from '../faults/fault-set.ts';
import type { PageAccount } from '../state/account.ts';
import type { AcceptedFile, TakenFile } from '../state/extractions.ts';

export interface UploadedFile extends TakenFile {
  readonly bytes: Uint8Array;
}

interface CheckedFile {
  readonly file: UploadedFile;
  readonly pages: number;
}

export type Acceptance = ReturnType<typeof createAcceptance>;

/** The two steps from uploaded to accepted files. Between them the caller checks that their target still exists. */
export function createAcceptance({
  documents,
  pages,
  readings,
  faults,
}: {
  readonly documents: Pick<Documents, 'countPages'>;
  readonly pages: PageAccount;
  readonly readings: ReadingQueue;
  readonly faults: Faults;
}) {
  return {
    /** Refuses the whole request if one file is empty, of another type, or poisoned by a fault. */
    async check(endpoint: EndpointName, files: readonly UploadedFile[]): Promise<readonly CheckedFile[]> {
      for (const file of files) checkFile(file);
      const poison = faults.takePoison(
        endpoint,
        files.map(({ fileName }) => fileName),
      );
      if (poison !== undefined) throw errors.poisoned(poison);
      const checked: CheckedFile[] = [];
      for (const file of files) checked.push({ file, pages: await documents.countPages(file.bytes, file.fileName) });
      return checked;
    },
    /** Charges all pages and starts reading, or refuses with 403 and takes nothing. */
    charge(files: readonly CheckedFile[]): readonly AcceptedFile[] {
      const needed = files.reduce((sum, file) => sum + file.pages, 0);
      if (!pages.take(needed)) throw errors.outOfPages(needed, pages.remaining());
      return files.map(({ file: { bytes, ...file }, pages: charged }) => {
        const reading = readings.read(bytes, file.fileName);
        void reading.then((result) => pages.adjust(pagesOf(result) - charged));
        return { file, reading };
      });
    },
  };
}

function checkFile({ fileName, size }: UploadedFile): void {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  if (!(acceptedExtensions as readonly (string | undefined)[]).includes(extension)) throw errors.unsupportedType(fileName);
  if (size === 0) throw errors.emptyFile(fileName);
}

type ReadingQueue = ReturnType<typeof createReadingQueue>;

/** Reads documents one at a time, in order of arrival, independently of the requests that brought them. */
export function createReadingQueue(documents: Pick<Documents, 'readDocument'>) {
  const oneAtATime = pLimit(1);
  return {
    /** Never rejects: if the reader fails, the document is unreadable. */
    read: (bytes: Uint8Array, fileName: string): Promise<Reading> =>
      oneAtATime(async () => {
        try {
          return await documents.readDocument(bytes, fileName);
        } catch (error) {
          return { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
        }
      }),
    /** Forgets what is waiting; its promises stay pending. */
    close: () => oneAtATime.clearQueue(),
  };
}

/** What a document costs: nothing if it cannot be read. */
export function pagesOf(reading: Reading): number {
  return reading.kind === 'unreadable' ? 0 : reading.pages;
}
