/** Contents for the writers: as large as a scan is, and dense, so that copying them takes what copying a scan takes. */
import { randomFillSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { makeFile } from '../support/make-files.ts';

export const megabyte = 1024 * 1024;

/** What `makeFile` fills a document up with. */
const padding = Buffer.alloc(64, ' ');

/** Writes a valid PDF of exactly `size` bytes whose padding is noise: nothing can be left out of it or packed. */
export async function makeDensePdf(path: string, text: string, size: number): Promise<Buffer> {
  await makeFile(path, text, { type: 'pdf', size });
  const bytes = readFileSync(path);
  const from = bytes.indexOf(padding);
  const to = bytes.lastIndexOf(padding);
  randomFillSync(bytes, from, to - from);
  writeFileSync(path, bytes);
  return bytes;
}

/** A PDF as it is when pages were appended to it: all it was, and an update after its end. */
export function withPagesAppended(bytes: Buffer, text: string): Buffer {
  const start = bytes.length;
  const update = `9 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Title(${text})>>\nendobj\n`;
  const table = `xref\n9 1\n${String(start).padStart(10, '0')} 00000 n \ntrailer\n<</Size 10/Root 1 0 R>>\n`;
  return Buffer.concat([bytes, Buffer.from(`${update}${table}startxref\n${start + update.length}\n%%EOF\n`)]);
}
