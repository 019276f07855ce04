/** Only what is proved to be nothing that the service can read is refused; what is merely odd is sent, or a person is asked. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { makeBytes } from '../../support/make-files.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';
import { compressed } from './sealed-pdfs.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = scene.folder('scans', sandbox.extraction);
});
afterEach(() => scene.end());

/**
 * Puts these files into a folder and runs until nothing can move without a person.
 * @returns what became of them: `sent`, `held`, or the code of why not; and how long that took, in ms
 */
async function ends(files: Readonly<Record<string, Uint8Array>>) {
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder.path, name), bytes);
  const begun = scene.clock.elapsed;
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], mode: 'run' });
  await run.ending();
  const all = run.documents().map(({ path, state }) => {
    if (state.kind === 'rejected') return [path, state.message.code];
    return [
      path,
      state.kind === 'waiting' && state.wait.kind === 'held' ? 'held' : sandbox.accepted(path) === 1 ? 'sent' : state.kind,
    ];
  });
  return { all: Object.fromEntries(all), took: scene.clock.elapsed - begun };
}

const bytesOf = (text: string) => Buffer.from(text, 'latin1');
const pdf = makeBytes('pdf', 'a letter');

describe('a PDF that begins with something else', () => {
  it('is sent as a PDF', async () => {
    const files = {
      'xml.pdf': Buffer.concat([bytesOf('<?xml version="1.0"?><job/>\n'), pdf]),
      'postscript.pdf': Buffer.concat([bytesOf('%!PS-Adobe-3.0 PDF-1.4\n'), makeBytes('pdf', 'b')]),
      'rich.pdf': Buffer.concat([bytesOf('{\\rtf1 }\n'), makeBytes('pdf', 'c')]),
      'printer.pdf': Buffer.concat([bytesOf('\x1b%-12345X@PJL JOB\r\n'), makeBytes('pdf', 'd')]),
    };
    const { all } = await ends(files);
    expect(all).toEqual({ 'xml.pdf': 'sent', 'postscript.pdf': 'sent', 'rich.pdf': 'sent', 'printer.pdf': 'sent' });
  });

  it('is a question if that is long, or its first line is missing; what is no PDF at all is refused', async () => {
    const { all } = await ends({
      'mail.pdf': Buffer.concat([bytesOf('Received: from a scanner\r\n'.repeat(200)), pdf]),
      'page.pdf': Buffer.concat([bytesOf(`<?xml version="1.0"?>${' '.repeat(9_000)}`), pdf]),
      'headless.pdf': makeBytes('pdf', 'b').subarray(9),
      'error.pdf': bytesOf('<!DOCTYPE html><title>404</title>'),
      'text.pdf': bytesOf('<?xml version="1.0"?><no/>'),
      'archive.pdf': zipOf({ 'a.txt': 'a' }),
    });
    expect(all).toEqual({
      ...{ 'mail.pdf': 'held', 'page.pdf': 'held', 'headless.pdf': 'held', 'error.pdf': 'unfit.wrongContent' },
      ...{ 'text.pdf': 'unfit.otherContent', 'archive.pdf': 'unfit.otherContent' },
    });
  });
});

/** A ZIP as a writer makes it that does not go back: sizes and sums follow each part, or (`large`) all numbers have 64 bits. */
function zipOf(parts: Readonly<Record<string, string>>, { streamed = false, large = false } = {}): Buffer {
  const pieces: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const data = deflateRawSync(Buffer.from(text));
    const sizes = [crc32(text), data.length, Buffer.byteLength(text)];
    const numbers = (values: number[]) => {
      const bytes = Buffer.alloc(12);
      for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
      return bytes;
    };
    const common = Buffer.alloc(6);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(streamed ? 8 : 0, 2);
    common.writeUInt16LE(8, 4);
    const length = Buffer.alloc(4);
    length.writeUInt16LE(Buffer.byteLength(name));
    const local = Buffer.concat([
      ...[bytesOf('PK\x03\x04'), common, Buffer.alloc(4), numbers(streamed ? [0, 0, 0] : sizes), length, Buffer.from(name), data],
      ...(streamed ? [bytesOf('PK\x07\x08'), numbers(sizes)] : []),
    ]);
    const place = Buffer.alloc(4);
    place.writeUInt32LE(offset);
    list.push(
      Buffer.concat([
        ...[bytesOf('PK\x01\x02'), Buffer.from([20, 0]), common, Buffer.alloc(4), numbers(sizes), length],
        ...[Buffer.alloc(10), place, Buffer.from(name)],
      ]),
    );
    offset += local.length;
    pieces.push(local);
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt32LE(large ? 0xffffffff : directory.length, 12);
  end.writeUInt32LE(large ? 0xffffffff : offset, 16);
  const record = Buffer.alloc(56 + 20);
  record.write('PK\x06\x06', 'latin1');
  record.writeBigUInt64LE(BigInt(directory.length), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  record.write('PK\x06\x07', 56, 'latin1');
  record.writeBigUInt64LE(BigInt(offset + directory.length), 64);
  return Buffer.concat([...pieces, directory, ...(large ? [record] : []), end]);
}

describe('a DOCX', () => {
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const types = (quote: string) =>
    `<?xml version="1.0"?><Types><Override PartName=${quote}/word/document.xml${quote} ContentType=${quote}${main}${quote}/></Types>`;
  const body = (text: string) => ({ 'word/document.xml': `<w:document><w:t>${text}</w:t></w:document>` });

  it('of any writer is sent', async () => {
    const utf16 = Buffer.from(types('"'), 'utf16le').toString('latin1');
    const files = {
      'single.docx': zipOf({ '[Content_Types].xml': types("'"), ...body('1') }),
      'late.docx': zipOf({ ...body('2'), '[Content_Types].xml': types("'") }, { streamed: true }),
      'java.docx': zipOf({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0', '[Content_Types].xml': types('"'), ...body('3') }),
      'utf16.docx': zipOf({ '[Content_Types].xml': utf16, ...body('4') }),
      'case.docx': zipOf({ '[content_types].xml': types("'"), ...body('5') }),
      'windows.docx': zipOf({ '[Content_Types].xml': types("'"), 'word\\document.xml': '6' }),
      'large.docx': zipOf({ '[Content_Types].xml': types("'"), ...body('7') }, { large: true }),
      'before.docx': Buffer.concat([bytesOf('#!/bin/sh\nexit\n'), zipOf({ '[Content_Types].xml': types('"'), ...body('8') })]),
    };
    const { all } = await ends(files);
    expect(all).toEqual(Object.fromEntries(Object.keys(files).map((name) => [name, 'sent'])));
  });

  it('is a question if it may be one; another archive or workbook is refused', async () => {
    const workbook = types('"').replace('wordprocessingml.document', 'spreadsheetml.sheet');
    const { all } = await ends({
      'elsewhere.docx': zipOf({ '[Content_Types].xml': '<Types/>', 'document.xml': '1' }),
      'macros.docx': zipOf({
        '[Content_Types].xml': types('"').replace(main, 'application/vnd.ms-word.document.macroEnabled.main+xml'),
        ...body('2'),
      }),
      'archive.docx': zipOf({ 'a.txt': 'a' }),
      'workbook.docx': zipOf({ '[Content_Types].xml': workbook, 'xl/workbook.xml': '3' }),
    });
    expect(all).toEqual({
      ...{ 'elsewhere.docx': 'held', 'macros.docx': 'held' },
      ...{ 'archive.docx': 'unfit.otherContent', 'workbook.docx': 'unfit.otherContent' },
    });
  });
});

/** A PDF of these objects with a table of them, or a stream in its place. */
function pdfOf(bodies: readonly (string | Buffer)[], table: 'table' | 'stream' = 'table'): Buffer {
  let bytes = bytesOf('%PDF-1.5\n');
  const offsets = bodies.map((body, index) => {
    const offset = bytes.length;
    bytes = Buffer.concat([bytes, bytesOf(`${index + 1} 0 obj\n`), Buffer.from(body as never, 'latin1'), bytesOf('\nendobj\n')]);
    return offset;
  });
  const start = bytes.length;
  const count = bodies.length + 1;
  if (table === 'table') {
    const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    const end = `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
    return Buffer.concat([bytes, bytesOf(end)]);
  }
  const rows = [[0, 0], ...offsets.map((offset) => [1, offset]), [1, start]].map(([kind = 0, offset = 0]) =>
    Buffer.from([kind, offset >> 16, (offset >> 8) & 0xff, offset & 0xff]),
  );
  const above = (row: number, column: number) => rows[row - 1]?.[column] ?? 0;
  const predicted = rows.map((row, index) =>
    Buffer.from([2, ...row.map((byte, column) => (byte - above(index, column)) & 0xff)]),
  );
  const data = deflateSync(Buffer.concat(predicted));
  const words = `<</Type/XRef/Size ${count + 1}/W[1 3 0]/Root 1 0 R/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 4>>/Length ${data.length}>>`;
  return Buffer.concat([
    bytes,
    bytesOf(`${count} 0 obj\n${words}\nstream\n`),
    data,
    bytesOf(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`),
  ]);
}

/** A page with a picture of so many bytes, black above and below. */
function scan(picture: Buffer, filter = '', table: 'table' | 'stream' = 'table'): Buffer {
  const words = `<</Type/XObject/Subtype/Image/Width 100/Height 100/ColorSpace/DeviceGray/BitsPerComponent 8${filter}/Length ${picture.length}>>`;
  return pdfOf(
    [
      ...[
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
      ],
      Buffer.concat([bytesOf(`${words}\nstream\n`), picture, bytesOf('\nendstream')]),
    ],
    table,
  );
}
const black = (noise: number) => Buffer.concat([Buffer.alloc(9_000, noise), Buffer.alloc(60_000), Buffer.alloc(9_000, noise)]);

describe('a whole PDF', () => {
  it.each(['table', 'stream'] as const)(
    'with black in a picture that is not compressed is sent at once (%s of objects)',
    async (table) => {
      const { all, took } = await ends({
        'a.pdf': scan(black(1), '', table),
        'large.pdf': scan(Buffer.concat([black(2), Buffer.alloc(3e6), black(3)]), '', table),
      });
      expect(all).toEqual({ 'a.pdf': 'sent', 'large.pdf': 'sent' });
      expect(took).toBeLessThan(minute);
    },
  );

  it('with zeros between two objects is sent at once', async () => {
    const apart = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', '<</Type/Page/Parent 2 0 R>>'];
    const { took } = await ends({ 'a.pdf': pdfOf([...apart, `<<>>\nendobj\n${'\0'.repeat(70_000)}\n9 0 obj\n<<>>`]) });
    expect(took).toBeLessThan(minute);
  });

  it('waits where there are zeros in compressed data: that is not yet whole', async () => {
    const { took } = await ends({ 'a.pdf': scan(black(1), '/Filter/DCTDecode') });
    expect(took).toBeGreaterThan(9 * minute);
  });

  it('is sent at once where its end marker is misspelt or missing, and its table of objects can be followed', async () => {
    const whole = (bytes: Buffer, end: string) => bytesOf(bytes.toString('latin1').replace(/%%EOF\s*$/, end));
    const { all, took } = await ends({
      'misspelt.pdf': whole(makeBytes('pdf', '1'), '%EOF\n'),
      'short.pdf': whole(makeBytes('pdf', '2'), '%%EO'),
      'missing.pdf': whole(makeBytes('pdf', '3'), ''),
      'streams.pdf': whole(compressed.onePage, '%%eof'),
    });
    expect(all).toEqual({ 'misspelt.pdf': 'sent', 'short.pdf': 'sent', 'missing.pdf': 'sent', 'streams.pdf': 'sent' });
    expect(took).toBeLessThan(minute);
  });

  it('is not taken for one where the number of its table is cut off, or objects follow', async () => {
    const text = makeBytes('pdf', '1').toString('latin1');
    const { all } = await ends({
      'cut.pdf': bytesOf(text.replace(/(startxref\s+\d+)\d\s+%%EOF\s*$/, '$1')),
      'goes on.pdf': bytesOf(text.replace(/%%EOF\s*$/, '\n9 0 obj\n<</Length 99')),
      'elsewhere.pdf': bytesOf(text.replace(/%%EOF\s*$/, '').replace('1 0 obj', '8 0 obj')),
    });
    expect(all).toEqual({ 'cut.pdf': 'held', 'goes on.pdf': 'held', 'elsewhere.pdf': 'held' });
  });

  it('is not followed for ever, nor out of itself, by a table that was made to do harm', async () => {
    const text = makeBytes('pdf', '1')
      .toString('latin1')
      .replace(/%%EOF\s*$/, '');
    const streams = scan(black(1), '', 'stream')
      .toString('latin1')
      .replace(/%%EOF\s*$/, '');
    const { all } = await ends({
      'ranges.pdf': bytesOf(text.replace(/xref\n0 6\n/, `xref\n${'0 0\n'.repeat(500_000)}0 6\n`)),
      'rows.pdf': bytesOf(text.replace(/xref\n0 6\n/, 'xref\n0 9999999\n')),
      'widths.pdf': bytesOf(streams.replace('/W[1 3 0]', '/W[1 900 0]')),
      'size.pdf': bytesOf(streams.replace(/\/Size \d+/, '/Size 999999999')),
      'loop.pdf': bytesOf(text.replace('/Root', `/Prev ${text.lastIndexOf('xref\n0 6')} /Root`)),
    });
    expect(all).toEqual({
      ...{ 'ranges.pdf': 'held', 'rows.pdf': 'held', 'widths.pdf': 'held', 'size.pdf': 'held', 'loop.pdf': 'sent' },
    });
  });
});
