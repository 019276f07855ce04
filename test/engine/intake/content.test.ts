/** What is found out about a file before it is paid for: that it needs a password, has no pages, or is cut off. */
import { Document, Packer, Paragraph } from 'docx';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { type FileTypeName, headLength, typeOfHead } from '../../../electron/core/intake/file-types.ts';
import { inspectContent } from '../../../electron/engine/intake/content/inspect.ts';
import { pagesOfPdf } from '../../../electron/sandbox/reading/pdf.ts';
import { makeBytes } from '../../support/make-files.ts';
import { compressed } from './sealed-pdfs.ts';

/** The code of what is wrong with a file; undefined if nothing is. */
async function flawOf(bytes: Buffer, named?: FileTypeName): Promise<string | undefined> {
  const { name, length: tailLength, check } = typeOfHead(bytes.subarray(0, headLength));
  const tail = check(bytes.subarray(-tailLength));
  const read = async (position: number, length: number) => bytes.subarray(position, position + length);
  const count = () =>
    pagesOfPdf(bytes).then(
      (pages) => pages || ('none' as const),
      () => undefined,
    );
  const flaw = await inspectContent({ size: bytes.length, read }, name, named, { tail, encrypt: false, count });
  return typeof flaw === 'object' ? `${flaw.kind}: ${flaw.message.code}` : flaw;
}

const noise = (length: number) => Buffer.from(Array.from({ length }, (_, index) => (index * 7919 + (index >> 3)) % 251));

describe('A PDF', () => {
  it('without pages is not sent', async () => {
    expect(await flawOf(compressed.noPages)).toBe('unfit: unfit.noPages');
    const plain = makeBytes('pdf', 'a')
      .toString('latin1')
      .replace('/Type/Page/', '/Type/Nothing/')
      .replace('/Count 1', '/Count 0');
    expect(await flawOf(Buffer.from(plain, 'latin1'))).toBe('unfit: unfit.noPages');
  });

  it('of a common writer is fine', async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage();
    for (const bytes of [makeBytes('pdf', 'a'), compressed.onePage, Buffer.from(await pdf.save())])
      expect(await flawOf(bytes)).toBeUndefined();
  });

  it('is incomplete wherever it is cut before its end marker', async () => {
    const whole = makeBytes('pdf', 'a letter');
    const end = whole.lastIndexOf('%%EOF');
    for (let length = headLength; length < end; length += 7)
      expect(await flawOf(whole.subarray(0, length))).toMatch(/^incomplete/);
  });

  it('is incomplete while objects are appended to it, however long they are', async () => {
    const update = Buffer.from('\n12 0 obj\n<</Length 99999>>\nstream\n');
    for (const more of [100, 40_000]) {
      const grown = Buffer.concat([makeBytes('pdf', 'a'), update, noise(more)]);
      expect(await flawOf(grown)).toBe('incomplete: unfit.incomplete.pdf');
    }
  });

  it('is incomplete if no page can be found in it', async () => {
    const hollow = Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(300_000), Buffer.from('\nstartxref\n17\n%%EOF\n')]);
    expect(await flawOf(hollow)).toBe('incomplete: unfit.incomplete.pdfUnreadable');
  });

  it('is fine with 10 KB after its end marker, and with a table of objects that points nowhere, as scanimage writes it', async () => {
    const whole = makeBytes('pdf', 'a scan');
    expect(await flawOf(Buffer.concat([whole, noise(10_240)]))).toBeUndefined();
    expect(await flawOf(Buffer.concat([whole, Buffer.alloc(10_240)]))).toBeUndefined();
    const scanned = whole.toString('latin1').replace(/startxref\n\d+/, 'startxref\n0');
    expect(await flawOf(Buffer.from(scanned, 'latin1'))).toBeUndefined();
  });
});

/** A JPEG with so many bytes of picture data, in which every tenth is a stuffed 0xff. */
function jpegOf(length: number): Buffer {
  const data = noise(length).map((byte, index) => (index % 10 === 9 ? 0 : index % 10 === 8 ? 0xff : byte));
  const scan = Buffer.from('ffda0008010100003f00', 'hex');
  return Buffer.concat([Buffer.from('ffd8ffe00010', 'hex'), Buffer.alloc(14), scan, data, Buffer.from('ffd9', 'hex')]);
}

describe('A JPEG', () => {
  it('whose picture data has no end marker is incomplete', async () => {
    for (const length of [5_000, 300_000]) {
      const whole = jpegOf(length);
      for (const share of [0.02, 0.5, 0.99])
        expect(await flawOf(whole.subarray(0, Math.floor(whole.length * share)))).toBe('incomplete: unfit.incomplete.jpeg');
      const reserved = Buffer.concat([whole.subarray(0, length / 2), Buffer.alloc(length / 2)]);
      expect(await flawOf(reserved)).toBe('incomplete: unfit.incomplete.jpeg');
    }
  });

  it('with a video behind its end, as phones write it, is fine', async () => {
    expect(await flawOf(Buffer.concat([jpegOf(200_000), Buffer.from('\0\0\0\x18ftypmp42'), noise(400_000)]))).toBeUndefined();
  });

  it('in which something else stands than a JPEG has is not proved to be incomplete', async () => {
    expect(await flawOf(Buffer.concat([Buffer.from('ffd8ffe00004', 'hex'), noise(9_000)]))).toBeUndefined();
  });
});

describe('A PNG', () => {
  const whole = makeBytes('png', 'a picture');

  it('whose chunks stop before its end is incomplete, also where its room is reserved', async () => {
    for (let length = 9; length < whole.length - 12; length += 5) {
      expect(await flawOf(whole.subarray(0, length))).toBe('incomplete: unfit.incomplete.png');
      expect(await flawOf(Buffer.concat([whole.subarray(0, length), Buffer.alloc(9_000)]))).toBe(
        'incomplete: unfit.incomplete.png',
      );
    }
    for (let length = whole.length - 12; length < whole.length; length += 1)
      expect(await flawOf(whole.subarray(0, length))).toBe('incomplete: unfit.incomplete.png');
  });

  it('with padding is fine', async () => {
    for (const padding of [Buffer.alloc(70_000), noise(10_000)])
      expect(await flawOf(Buffer.concat([whole, padding]))).toBeUndefined();
  });
});

describe('A DOCX', () => {
  it('cut anywhere is incomplete', async () => {
    const whole = await Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph('Rechnung')] }] }));
    expect(await flawOf(whole)).toBeUndefined();
    for (const share of [0.1, 0.5, 0.9, 0.999])
      expect(await flawOf(whole.subarray(0, whole.length * share))).toBe('incomplete: unfit.incomplete.docx');
  });

  it('whose directory points past its end is incomplete; one whose directory is not there is odd', async () => {
    const whole = makeBytes('docx', 'a letter');
    const end = whole.lastIndexOf(Buffer.from('504b0506', 'hex'));
    const changed = (change: (bytes: Buffer) => void) => {
      const bytes = Buffer.from(whole);
      change(bytes);
      return flawOf(bytes);
    };
    expect(await changed((bytes) => bytes.writeUInt32LE(end, end + 16))).toBe('incomplete: unfit.incomplete.docx');
    expect(await changed((bytes) => bytes.fill('x', bytes.readUInt32LE(end + 16), end))).toBe('odd: unfit.noDirectory');
    expect(await changed((bytes) => bytes.fill(0, bytes.readUInt32LE(end + 16), end))).toBe('incomplete: unfit.incomplete.docx');
  });

  it('that needs a password is known by the container that office programs put it in', async () => {
    const sectors = Buffer.alloc(512 * 8);
    Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(sectors);
    sectors.writeUInt16LE(9, 30);
    sectors.writeUInt32LE(3, 48);
    const old = Buffer.from(sectors);
    sectors.write('EncryptedPackage', 4 * 512 + 256, 'utf16le');
    expect(await flawOf(sectors, 'docx')).toBe('unfit: unfit.password');
    expect(await flawOf(old, 'docx')).toBeUndefined();
    expect(await flawOf(sectors, 'pdf')).toBeUndefined();
  });
});
