import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { pagesOfPlainPdf } from '../../../electron/engine/intake/content/pdf.ts';
import { pagesOfPdf } from '../../../electron/sandbox/reading/pdf.ts';
import { makeBytes } from '../../support/make-files.ts';
import { compressed, sealed } from './sealed-pdfs.ts';

/** The pages of plain PDFs are counted without the library, and never otherwise than the library counts them. */

const counted = (bytes: Buffer) =>
  pagesOfPlainPdf({ read: async (position, length) => bytes.subarray(position, position + length), size: bytes.length });

async function ofPages(count: number, useObjectStreams = false): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  for (let page = 0; page < count; page += 1) pdf.addPage().drawText(`page ${page}`);
  return Buffer.from(await pdf.save({ useObjectStreams }));
}

/** The same length, so that every object stays where the table says. */
function changed(bytes: Buffer, from: string, to: string): Buffer {
  const text = bytes.toString('latin1');
  expect(text).toContain(from);
  expect(to).toHaveLength(from.length);
  return Buffer.from(text.replace(from, to), 'latin1');
}

describe('The pages of a PDF', () => {
  it('with a plain list of them are counted', async () => {
    expect(await counted(makeBytes('pdf', 'a letter'))).toBe(1);
    for (const pages of [1, 2, 17, 100]) expect(await counted(await ofPages(pages))).toBe(pages);
  });

  it('are left to the library where the file is written in any other way', async () => {
    const plain = makeBytes('pdf', 'a letter');
    const others = [
      await ofPages(3, true),
      await ofPages(101),
      compressed.onePage,
      compressed.noPages,
      ...sealed.flatMap(({ owner, user }) => [owner, user]),
      Buffer.concat([Buffer.from('\n'), plain]),
      Buffer.concat([plain, Buffer.from('6 0 obj\n<</Type/Page>>\nendobj\n')]),
      changed(plain, '/Size 6', '/Prev 1'),
      changed(plain, '/Count 1', '/Count 2'),
      changed(plain, '[3 0 R]', '[4 0 R]'),
      changed(plain, '/Type/Page/', '/Type/Nope/'),
      changed(plain, '3 0 obj', '8 0 obj'),
      changed(plain, '/Root 1 0', '/Root 9 0'),
      changed(plain, '/Pages 2', '//ages 2'),
      changed(await ofPages(1), '/Catalog\n', '/Catalog/'),
      changed(plain, ' 00000 n', ' 00001 n'),
      Buffer.alloc(0),
      Buffer.from('%PDF-1.4\nstartxref\n9999999999\n%%EOF'),
    ];
    for (const bytes of others) expect(await counted(bytes)).toBeUndefined();
  });

  it('are never more or fewer than the library says, wherever a byte is damaged', async () => {
    const whole = await ofPages(3);
    let agreed = 0;
    for (let at = 0; at < whole.length; at += 41) {
      const damaged = Buffer.from(whole);
      damaged[at] = 0x20 + ((damaged[at] ?? 0) % 64);
      const pages = await counted(damaged);
      if (pages === undefined) continue;
      agreed += 1;
      expect(await pagesOfPdf(damaged)).toBe(pages);
    }
    expect(agreed).toBeGreaterThan(10);
  });

  it('are never counted in a file that is cut', async () => {
    const whole = await ofPages(2);
    for (let length = 0; length < whole.lastIndexOf('%%EOF'); length += 13)
      expect(await counted(whole.subarray(0, length))).toBeUndefined();
  });
});
