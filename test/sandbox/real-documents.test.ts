import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { loadDocuments } from '../../electron/sandbox/documents.ts';
import { countPages } from '../../electron/sandbox/reading/pdf.ts';
import { makeBytes } from '../support/make-files.ts';
import { waitFor } from '../support/wait-for.ts';
import { start } from './support.ts';

describe('the quick page count', () => {
  it('counts the pages of a PDF without changing its bytes; everything else has one', async () => {
    const document = await PDFDocument.create();
    for (let page = 0; page < 7; page += 1) document.addPage();
    const bytes = await document.save();
    const before = Buffer.from(bytes).toString('hex');
    expect(await countPages(bytes, 'Seven.PDF')).toBe(7);
    expect(Buffer.from(bytes).toString('hex')).toBe(before);
    expect(await countPages(Buffer.from('%PDF-1.4 torn'), 'a.pdf')).toBe(1);
    expect(await countPages(makeBytes('png', 'x'), 'a.png')).toBe(1);
    expect(await countPages(makeBytes('docx', 'x'), 'a.docx')).toBe(1);
  });
});

describe('the sandbox with real documents', () => {
  it('finds what is printed on a PDF and a DOCX, and handles images and damaged files', async () => {
    const caller = await start({ documents: await loadDocuments() });
    const extractionId = caller.sandbox.control.createExtraction({
      name: 'Invoices',
      fields: [{ key: 'invoice_number', description: 'The number of the invoice', example: 'R-2026-001' }],
    });
    const { body } = await caller.upload(extractionId, {
      'a.pdf': makeBytes('pdf', 'Invoice number: R-2026-077'),
      'b.docx': makeBytes('docx', 'Invoice number: R-2026-078'),
      'c.png': makeBytes('png', 'x'),
      'd.jpg': makeBytes('jpg', 'x'),
      'e.pdf': '%PDF-1.4 torn',
    });
    const { files } = (await caller.settled(extractionId, body.batchId)).body;
    expect(files).toMatchObject([
      { status: 'processed', result: { extracted_data: { invoice_number: 'R-2026-077' } } },
      { status: 'processed', result: { extracted_data: { invoice_number: 'R-2026-078' } } },
      { status: 'needs_review', result: { extracted_data: { invoice_number: '' } } },
      { status: 'needs_review' },
      { status: 'failed' },
    ]);
    expect(caller.sandbox.control.pages().remaining).toBe(96);
  });

  it('sorts documents by their text', async () => {
    const caller = await start({ documents: await loadDocuments() });
    const { id } = caller.sandbox.control.createClassification({
      name: 'Post',
      categories: [
        { name: 'Invoice', description: 'Bills to pay', keywords: ['invoice', 'amount due'] },
        { name: 'Contract', description: 'Agreements', keywords: ['agreement', 'parties'] },
      ],
    });
    const { body } = await caller.send(
      'POST',
      `/v1/classifications/${id}/batches`,
      {},
      {
        'a.pdf': makeBytes('pdf', 'Invoice 7, amount due 12.50'),
        'b.docx': makeBytes('docx', 'Agreement between the parties'),
        'c.jpg': makeBytes('jpg', 'x'),
      },
    );
    await waitFor(async () => {
      const { batch, files } = (await caller.call('GET', `/v1/classifications/${id}/batches/${body.batch.id}`)).body;
      expect(batch.status).toBe('processed');
      const names = files.map((file: { classified_category_name: string | null }) => file.classified_category_name);
      expect(names).toEqual(['Invoice', 'Contract', null]);
    });
  });
});
