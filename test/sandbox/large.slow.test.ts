/** What is as large as the sandbox takes it, or larger. */
import { expect, it } from 'vitest';
import { readDocument } from '../../electron/sandbox/reading/reader.ts';
import { docxOfZeros } from '../support/hostile-files.ts';
import { start } from './support.ts';

const megabyte = 1024 * 1024;

it('An upload may have files of 25 MB, and is answered 413 for one byte more, which names the limit and the file', async () => {
  const caller = await start();
  const extractionId = caller.extraction();
  const large = await caller.upload(extractionId, {
    'small.pdf': 'x',
    'big.pdf': new Uint8Array(25 * megabyte + 1).fill(97),
    'c.pdf': 'y',
  });
  expect(large).toMatchObject({
    status: 413,
    body: { error: 'File too large: "big.pdf" exceeds the limit of 25 MB per file.' },
  });
  expect(caller.sandbox.control.extractions().flatMap(({ batches }) => batches)).toEqual([]);
  expect(caller.sandbox.control.pages().remaining).toBe(100);
  expect((await caller.upload(extractionId, { 'fits.pdf': new Uint8Array(25 * megabyte).fill(97) })).status).toBe(200);
});

it('A DOCX that unpacks to more than memory should hold is refused, whatever its directory says', async () => {
  const bytes = docxOfZeros(101 * megabyte);
  expect(bytes.length).toBeLessThan(200_000);
  expect(await readDocument(bytes, 'a.docx')).toMatchObject({ kind: 'unreadable', reason: expect.stringContaining('larger') });
});
