import { AlignmentType, Document, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx';
import fc from 'fast-check';
import type { PDFFont, PDFPage } from 'pdf-lib';
import { degrees, PDFDocument, StandardFonts } from 'pdf-lib';
import { describe, expect, it, vi } from 'vitest';
import { readDocument } from '../../../electron/sandbox/reading/reader.ts';
import type { TextLine } from '../../../electron/sandbox/reading/text-line.ts';

async function pdf(draw: (page: PDFPage, font: PDFFont, document: PDFDocument) => void): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  draw(document.addPage([595, 842]), font, document);
  return document.save();
}

async function docx(children: (Paragraph | Table)[]): Promise<Uint8Array> {
  return new Uint8Array(await Packer.toBuffer(new Document({ sections: [{ children }] })));
}

const paragraph = (text: string): Paragraph => new Paragraph({ children: [new TextRun(text)] });

async function textOf(bytes: Uint8Array, name: string): Promise<readonly TextLine[]> {
  const reading = await readDocument(bytes, name);
  if (reading.kind !== 'text') throw new Error(`read as ${JSON.stringify(reading)}`);
  return reading.lines;
}

describe('readDocument on PDF', () => {
  it('assembles lines from pieces, separates cells at wide gaps and orders lines from the top', async () => {
    const bytes = await pdf((page, font) => {
      page.drawText('second', { x: 50, y: 700, size: 10, font });
      page.drawText('Total', { x: 50, y: 760, size: 10, font });
      page.drawText('12.50', { x: 400, y: 760.6, size: 10, font });
      page.drawText('due', { x: 50 + font.widthOfTextAtSize('Total ', 10), y: 760, size: 10, font });
    });
    expect(await textOf(bytes, 'a.pdf')).toEqual([['Total due', '12.50'], ['second']]);
  });

  it('separates columns that are set with spaces', async () => {
    const bytes = await pdf((page, font) => page.drawText('SUMME       12,40', { x: 20, y: 500, size: 9, font }));
    expect(await textOf(bytes, 'a.pdf')).toEqual([['SUMME', '12,40']]);
  });

  it('reads a rotated page, and ignores text along the margin', async () => {
    const bytes = await pdf((page, font) => {
      page.setRotation(degrees(90));
      page.drawText('Invoice 17', { x: 300, y: 100, size: 12, font, rotate: degrees(90) });
      page.drawText('Form 2026-A', { x: 100, y: 300, size: 6, font });
    });
    expect(await textOf(bytes, 'a.pdf')).toEqual([['Invoice 17']]);
  });

  it('counts the pages, and reads one after the other', async () => {
    const bytes = await pdf((page, font, document) => {
      page.drawText('one', { x: 50, y: 700, size: 10, font });
      document.addPage().drawText('two', { x: 50, y: 700, size: 10, font });
    });
    const reading = await readDocument(bytes, 'a.pdf');
    expect(reading).toMatchObject({ kind: 'text', pages: 2, lines: [['one'], ['two']] });
  });

  it('reports pages without text as an image, with their number', async () => {
    const bytes = await pdf((page, _font, document) => {
      page.drawRectangle({ x: 10, y: 10, width: 100, height: 100 });
      document.addPage();
    });
    expect(await readDocument(bytes, 'scan.pdf')).toEqual({ kind: 'image', pages: 2 });
  });

  it('accepts bytes before the header, as scanners and mail gateways write them', async () => {
    const bytes = await pdf((page, font) => page.drawText('hello there', { x: 50, y: 700, size: 10, font }));
    expect(await textOf(Buffer.concat([Buffer.from('\r\nscanner 4.1\r\n'), bytes]), 'a.pdf')).toEqual([['hello there']]);
  });

  it('prints nothing on the console, whatever it reads', async () => {
    const spies = (['log', 'info', 'warn', 'error'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => undefined),
    );
    await readDocument(
      Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 9 0 R >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF'),
      'a.pdf',
    );
    await readDocument(await pdf((page, font) => page.drawText('x', { x: 5, y: 5, size: 9, font })), 'b.pdf');
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  });

  it('does not change the bytes it was given', async () => {
    const bytes = await pdf((page, font) => page.drawText('hello', { x: 50, y: 700, size: 10, font }));
    const before = Buffer.from(bytes);
    await readDocument(bytes, 'a.pdf');
    expect(before.equals(bytes)).toBe(true);
  });
});

describe('readDocument on DOCX', () => {
  it('makes a line of each paragraph and each line within it, and cells of what tabs separate', async () => {
    const bytes = await docx([
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [new TextRun({ text: 'Acme ', bold: true }), new TextRun('Ltd')],
      }),
      new Paragraph({ children: [new TextRun('Total\t12.50'), new TextRun({ text: 'Thank you', break: 1 })] }),
    ]);
    expect(await textOf(bytes, 'a.docx')).toEqual([['Acme Ltd'], ['Total', '12.50'], ['Thank you']]);
  });

  it('makes a line of each row, even if cells were merged', async () => {
    const row = (...cells: [string, number?, number?][]): TableRow =>
      new TableRow({
        children: cells.map(
          ([text, columnSpan = 1, rowSpan = 1]) => new TableCell({ columnSpan, rowSpan, children: [paragraph(text)] }),
        ),
      });
    const bytes = await docx([
      new Table({ rows: [row(['Left', 1, 2], ['Number'], ['Date']), row(['17'], ['2026-03-01']), row(['Sum', 2], ['5.00'])] }),
    ]);
    expect(await textOf(bytes, 'a.docx')).toEqual([
      ['Left', 'Number', 'Date'],
      ['17', '2026-03-01'],
      ['Sum', '5.00'],
    ]);
  });

  it('puts the paragraphs of neighbouring cells side by side', async () => {
    const cell = (...texts: string[]): TableCell => new TableCell({ children: texts.map(paragraph) });
    const bytes = await docx([
      new Table({ rows: [new TableRow({ children: [cell('Number', 'Date'), cell('17', '2026-03-01')] })] }),
    ]);
    expect(await textOf(bytes, 'a.docx')).toEqual([
      ['Number', '17'],
      ['Date', '2026-03-01'],
    ]);
  });

  it('reports one without text as an image, and a damaged one as unreadable', async () => {
    expect(await readDocument(await docx([]), 'a.docx')).toMatchObject({ kind: 'image' });
    const bytes = await docx([paragraph('hello')]);
    expect(await readDocument(bytes.subarray(0, bytes.length / 2), 'a.docx')).toMatchObject({ kind: 'unreadable' });
  });
});

describe('readDocument', () => {
  it('decides by content, not by name', async () => {
    const bytes = await pdf((page, font) => page.drawText('hello', { x: 50, y: 700, size: 10, font }));
    expect(await readDocument(bytes, 'photo.jpg')).toMatchObject({ kind: 'text' });
    expect(await readDocument(Buffer.from('just some text'), 'a.pdf')).toMatchObject({ kind: 'unreadable' });
    expect(await readDocument(new Uint8Array(0), 'a.pdf')).toEqual({ kind: 'unreadable', reason: 'The file is empty' });
  });

  it('never throws, on any bytes', async () => {
    const heads = ['', '%PDF-1.4\n', 'PK\u0003\u0004', '\u0089PNG\r\n\u001a\n', 'ÿØÿà'].map((head) =>
      Buffer.from(head, 'latin1'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...heads),
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom('a.pdf', 'a.docx', 'a.png', 'a'),
        async (head, bytes, name) => {
          const reading = await readDocument(Buffer.concat([head, bytes]), name);
          expect(['text', 'image', 'unreadable']).toContain(reading.kind);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('never throws on damaged documents', async () => {
    const whole = [
      await pdf((page, font) => page.drawText('Invoice 17', { x: 50, y: 700, size: 10, font })),
      await docx([paragraph('Invoice 17')]),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...whole),
        fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 0, max: 255 })), { maxLength: 30 }),
        async (original, changes) => {
          const bytes = Uint8Array.from(original);
          for (const [place, value] of changes) bytes[Math.floor(place * bytes.length)] = value;
          const reading = await readDocument(bytes, 'a');
          expect(['text', 'image', 'unreadable']).toContain(reading.kind);
        },
      ),
      { numRuns: 25 },
    );
  });
});
