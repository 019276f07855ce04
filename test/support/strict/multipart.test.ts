import { describe, expect, it } from 'vitest';
import { boundaryOf, createMultipartReader, type PartHead } from './multipart.ts';

interface Parsed {
  readonly parts: { head: PartHead; data: Buffer }[];
  readonly problems: readonly string[];
}

function parse(body: Buffer, boundary: string, pieceLength = body.length): Parsed {
  const parts: { head: PartHead; data: Buffer }[] = [];
  const reader = createMultipartReader(boundary, {
    onPart: (head) => parts.push({ head, data: Buffer.alloc(0) }),
    onData: (bytes) => {
      const last = parts.at(-1);
      if (last !== undefined) last.data = Buffer.concat([last.data, bytes]);
    },
    onPartEnd: () => undefined,
  });
  for (let start = 0; start < body.length; start += pieceLength) reader.write(body.subarray(start, start + pieceLength));
  return { parts, problems: reader.end() };
}

const file = (headers: string, data = 'x'): Buffer => Buffer.from(`--b\r\n${headers}\r\n\r\n${data}\r\n--b--\r\n`);
const disposition = 'Content-Disposition: form-data; name="files"; filename="a.pdf"';

describe('the multipart reader', () => {
  it('reads what another writer has written, however it is cut into pieces', async () => {
    const form = new FormData();
    const tricky = Buffer.from('\r\n--not the boundary\r\n--\r\n\0\xff', 'latin1');
    form.append('extractionId', 'äöü');
    form.append('empty', '');
    form.append('files', new Blob([tricky], { type: 'application/pdf' }), 'Rechnung "März" 🧾.pdf');
    const request = new Response(form);
    const boundary = boundaryOf(request.headers.get('content-type') ?? '');
    if ('problem' in boundary) throw new Error(boundary.problem);
    const body = Buffer.from(await request.arrayBuffer());
    for (const length of [1, 2, 3, 7, 64, body.length]) {
      const { parts, problems } = parse(body, boundary.boundary, length);
      expect(problems).toEqual([]);
      expect(parts.map(({ head }) => head)).toEqual([
        { name: 'extractionId' },
        { name: 'empty' },
        { name: 'files', fileName: 'Rechnung "März" 🧾.pdf', contentType: 'application/pdf' },
      ]);
      expect(parts[0]?.data.toString()).toBe('äöü');
      expect(parts[1]?.data.length).toBe(0);
      expect(parts[2]?.data.equals(tricky)).toBe(true);
    }
  });

  it.each([
    ['a preamble', Buffer.from(`hello\r\n--b\r\n${disposition}\r\n\r\nx\r\n--b--\r\n`)],
    ['a missing closing boundary', Buffer.from(`--b\r\n${disposition}\r\n\r\nx\r\n--b`)],
    ['a closing boundary of one hyphen', Buffer.from(`--b\r\n${disposition}\r\n\r\nx\r\n--b-`)],
    ['bytes after the closing boundary', Buffer.concat([file(disposition), Buffer.from('x')])],
    ['line feeds alone', Buffer.from(`--b\n${disposition}\n\nx\n--b--\n`)],
    ['a part without a name', file('Content-Disposition: form-data; filename="a.pdf"')],
    ['a part without a disposition', file('Content-Type: text/plain')],
    ['a transfer encoding', file(`${disposition}\r\nContent-Transfer-Encoding: binary`)],
    ['an extended file name', file(`Content-Disposition: form-data; name="files"; filename*=UTF-8''a.pdf`)],
    ['an unquoted name', file('Content-Disposition: form-data; name=files')],
    ['a quote left open', file('Content-Disposition: form-data; name="files"; filename="a"b.pdf"')],
    [
      'a name that is not UTF-8',
      Buffer.concat([file(disposition).subarray(0, 60), Buffer.from([0xe4]), file(disposition).subarray(60)]),
    ],
    ['a line end in a header', file('Content-Disposition: form-data; name="files"; filename="a\nb.pdf"')],
    ['the same header twice', file(`${disposition}\r\n${disposition}`)],
  ])('refuses %s', (_what, body) => {
    expect(parse(body, 'b').problems).toHaveLength(1);
    expect(parse(body, 'b', 1).problems).toHaveLength(1);
  });

  it('accepts a boundary as RFC 2046 has it, and no other', () => {
    expect(boundaryOf('multipart/form-data; boundary=abc')).toEqual({ boundary: 'abc' });
    expect(boundaryOf('multipart/form-data; boundary="a b"')).toEqual({ boundary: 'a b' });
    expect(boundaryOf('multipart/form-data')).toHaveProperty('problem');
    expect(boundaryOf('multipart/mixed; boundary=abc')).toHaveProperty('problem');
    expect(boundaryOf(`multipart/form-data; boundary=${'a'.repeat(71)}`)).toHaveProperty('problem');
  });
});
