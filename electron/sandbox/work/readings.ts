import pLimit from 'p-limit';
import type { Documents, Reading } from '../documents.ts';

/** Reads documents one at a time, in the order they came, apart from the requests that brought them. */
export interface ReadingQueue {
  /** Never rejects: a document that the reader stumbles over is unreadable. */
  read(bytes: Uint8Array, fileName: string): Promise<Reading>;
  /** What is waiting is forgotten; its promise stays open. */
  close(): void;
}

export function createReadingQueue(documents: Pick<Documents, 'readDocument'>): ReadingQueue {
  const oneAtATime = pLimit(1);
  return {
    read: (bytes, fileName) =>
      oneAtATime(async () => {
        try {
          return await documents.readDocument(bytes, fileName);
        } catch (error) {
          return { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
        }
      }),
    close: () => oneAtATime.clearQueue(),
  };
}

/** What a document costs: nothing when it cannot be read. */
export function pagesOf(reading: Reading): number {
  return reading.kind === 'unreadable' ? 0 : reading.pages;
}
