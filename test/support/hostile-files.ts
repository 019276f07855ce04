import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** Documents that are made to take all time and memory there is. */

/** A DOCX of 36 KB. Its text is 12 MB of XML: paragraphs without end. */
export function docxBomb(): Uint8Array {
  const paragraph = '<w:p><w:r><w:t>a</w:t></w:r></w:p>';
  const body = paragraph.repeat(Math.floor((12 * 1024 * 1024) / paragraph.length));
  return docx(
    `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  );
}

/** A DOCX whose directory says that its text is small, and which unpacks to so many bytes. */
export function docxOfZeros(size: number): Uint8Array {
  return docx(Buffer.alloc(size), 1_000);
}

function docx(document: string | Buffer, claimedSize?: number): Uint8Array {
  return zip([
    [
      '[Content_Types].xml',
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ],
    [
      '_rels/.rels',
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ],
    ['word/document.xml', document, claimedSize],
  ]);
}

type ZipEntry = readonly [name: string, content: string | Buffer, claimedSize?: number | undefined];

function zip(entries: readonly ZipEntry[]): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let position = 0;
  for (const [name, content, claimedSize] of entries) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes, { level: 9 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimedSize ?? bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(position, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, rest, Buffer.from(name)]));
    files.push(local);
    position += local.length;
  }
  const size = directory.reduce((sum, one) => sum + one.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(position, 12);
  return Buffer.concat([...files, ...directory, Buffer.from('PK\x05\x06'), end]);
}

/** A PDF of about 100 KB with one page, which says the same thing a million times over. */
export function slowPdf(): Uint8Array {
  const stream = deflateSync('BT /F 9 Tf 9 9 Td (no end) Tj ET\n'.repeat(1_200_000), { level: 9 });
  const parts = [
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R',
    '/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n',
    `4 0 obj<</Length ${stream.length}/Filter/FlateDecode>>stream\n`,
    stream,
    '\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ];
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}
