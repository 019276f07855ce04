import { describe, expect, it } from 'vitest';
import {
  countableTypes,
  headLength,
  isCountable,
  knownNames,
  plainContentType,
  previewOfContent,
  provenByStart,
  typeOfContent,
  typeOfHead,
  typeOfName,
  wordContentType,
} from '../../../electron/core/intake/file-types.ts';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const types = [
  { name: 'pdf', endings: ['pdf'], contentType: 'application/pdf', head: '25504446', preview: 'pdf', proven: true, tail: 2_048 },
  { name: 'png', endings: ['png'], contentType: 'image/png', head: '89504e47', preview: 'image', proven: false, tail: 2_048 },
  {
    ...{ name: 'jpeg', endings: ['jpg', 'jpeg', 'jpe', 'jfif'], contentType: 'image/jpeg', head: 'ffd8' },
    ...{ preview: 'image', proven: true, tail: 2_048 },
  },
  { name: 'docx', endings: ['docx'], contentType: word, head: '504b', preview: 'text', proven: false, tail: 67_605 },
] as const;

describe.each(types)('A file of type $name', ({ name, endings, contentType, head, preview, proven, tail }) => {
  it.each(endings.flatMap((ending) => [`a.${ending}`, `a.b.${ending.toUpperCase()}`, `.${ending}`]))(
    'is called so: %s',
    (fileName) => {
      expect(typeOfName(fileName)).toEqual({ name, ending: fileName.split('.').at(-1)?.toLowerCase(), contentType });
    },
  );

  it('is known by its content type, and by its first bytes', () => {
    expect(typeOfContent(contentType)).toBe(name);
    expect(previewOfContent(contentType)).toBe(preview);
    expect(provenByStart.includes(contentType)).toBe(proven);
    const bytes = Buffer.from(head, 'hex');
    expect(typeOfHead(Buffer.concat([bytes, Buffer.alloc(headLength)]))).toMatchObject({ name, length: tail });
    expect(typeOfHead(bytes).name).toBe(name);
    expect(typeOfHead(bytes.subarray(0, -1)).name).toBeUndefined();
    expect(typeOfHead(Buffer.concat([Buffer.alloc(1), bytes])).name).toBeUndefined();
  });
});

describe('Any other file', () => {
  it.each(['a.tif', 'a.pdf.exe', 'pdf', 'a.pdf ', 'a.', '', 'a.pdf/b', 'a.docm', 'constructor.constructor'])(
    'is not called so: "%s"',
    (name) => expect(typeOfName(name)).toBeUndefined(),
  );

  it.each([undefined, 'text/plain', 'image/tiff', ''])('has another content type: %s', (contentType) => {
    expect([typeOfContent(contentType), previewOfContent(contentType)]).toEqual([undefined, 'none']);
  });

  it('may be of any type by its first bytes, unless they are zeros', () => {
    const { name, length, check } = typeOfHead(Buffer.from('II*\0'));
    expect([name, length, check(Buffer.alloc(0))]).toEqual([undefined, 2_048, 'unknown']);
    expect(typeOfHead(Buffer.alloc(headLength)).check(Buffer.from('x'))).toBe('odd');
    expect(typeOfHead(Buffer.from([0, 0, 1])).check(Buffer.alloc(0))).toBe('unknown');
    expect(headLength).toBe(8);
  });
});

it('The names of all types are these', () => {
  expect(knownNames).toBe('**/*.{pdf,png,jpg,jpeg,jpe,jfif,docx}');
});

it('Pages are counted of what has them in its bytes', () => {
  expect(countableTypes).toEqual(['application/pdf', 'image/tiff', word]);
  expect(wordContentType).toBe(word);
  expect(['application/pdf', 'image/tiff', word, 'image/png', 'image/jpeg', undefined].map(isCountable)).toEqual([
    ...[true, true, true, false, false, false],
  ]);
});

it('An animated PNG goes out as the PNG that it is', () => {
  expect(['image/apng', 'image/png', 'image/gif', undefined].map(plainContentType)).toEqual([
    'image/png',
    'image/png',
    'image/gif',
    undefined,
  ]);
});

describe('The end of a file', () => {
  const endOf = (head: string, tail: string) => typeOfHead(Buffer.from(head, 'hex')).check(Buffer.from(tail, 'latin1'));

  it.each([
    ['%%EOF', 'whole'],
    ['%%EOF\nobject', 'whole'],
    ['%%EOF\nobj', 'odd'],
    ['%%EOF\nendobj', 'odd'],
    ['%%EOF\nendstream', 'odd'],
    ['obj %%EOF', 'whole'],
    ['%%EOF obj %%EOF', 'whole'],
    ['%EOF', 'odd'],
    ['', 'odd'],
  ])('of a PDF: %j: %s', (tail, expected) => expect(endOf('25504446', tail)).toBe(expected));

  it.each([
    ['\xff\xd9', 'whole'],
    ['\xff\xd9\xff', 'whole'],
    ['\xff\xd9\xff\xbf', 'whole'],
    ['\xff\xd9\xff\xc0', 'odd'],
    ['\xff\xd9\xff\xff\xc0', 'odd'],
    ['\xff\xd9\x00\xff\xc0', 'whole'],
    ['\xff\xd9\xc0', 'whole'],
    ['\xff\xd8', 'odd'],
    ['\xd9', 'odd'],
    ['x\xff\xd9\xff\x00', 'whole'],
    ['', 'odd'],
  ])('of a JPEG: %j: %s', (tail, expected) => expect(endOf('ffd8', tail)).toBe(expected));

  it.each([
    ['IEND\xae\x42\x60\x82', 'whole'],
    ['IEND\xae\x42\x60\x82\0', 'whole'],
    ['IEND\xae\x42\x60', 'odd'],
  ])('of a PNG: %j: %s', (tail, expected) => expect(endOf('89504e47', tail)).toBe(expected));

  const zipEnd = (comment: number) => `PK\x05\x06${'\0'.repeat(16)}${String.fromCharCode(comment & 0xff, comment >> 8)}`;

  it.each<[string, number, string]>([
    [zipEnd(0), 0, 'whole'],
    [zipEnd(0), 1, 'odd'],
    [zipEnd(1), 0, 'odd'],
    [zipEnd(1), 1, 'whole'],
    [zipEnd(0x0201), 0x0201, 'whole'],
    [zipEnd(0x0201), 0x0102, 'odd'],
    [`x${zipEnd(0)}`, 0, 'whole'],
    [zipEnd(0).slice(1), 0, 'odd'],
    [zipEnd(0).replace('\x05', '\x01'), 0, 'odd'],
    [zipEnd(0).replace('\x06', '\x02'), 0, 'odd'],
    [zipEnd(0).replace('K', 'k'), 0, 'odd'],
    [zipEnd(0).replace('P', 'p'), 0, 'odd'],
  ])('of a ZIP with a comment: %j and %d bytes: %s', (end, length, expected) => {
    expect(endOf('504b', `${end}${' '.repeat(length)}`)).toBe(expected);
  });
});
