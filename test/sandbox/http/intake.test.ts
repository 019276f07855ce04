import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { type Caller, formBytes, fullKey, start } from '../support.ts';

/** Sends bytes as they are, and returns the answer; ends the connection once the sandbox has read them. */
function raw({ sandbox }: Caller, bytes: Buffer, { end }: { end: boolean }): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(sandbox.port, '127.0.0.1', () => {
      if (end) socket.end(bytes);
      // A later connection is answered after what came before it was read.
      else socket.write(bytes, () => void fetch(sandbox.url).then(() => socket.resetAndDestroy()));
    });
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (/\r\n\r\n.*\}$/s.test(received)) socket.end();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

function head(caller: Caller, type: string, length: string): string {
  return `POST /api/v1/uploadFiles HTTP/1.1\r\nHost: 127.0.0.1:${caller.sandbox.port}\r\nAuthorization: Bearer ${fullKey}\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`;
}

function nothingTaken({ sandbox }: Caller): void {
  expect(sandbox.control.extractions().flatMap(({ batches }) => batches)).toEqual([]);
  expect(sandbox.control.pages().remaining).toBe(100);
}

describe('an upload that is not whole', () => {
  it('creates and charges nothing if it ends without its closing boundary', async () => {
    const caller = await start();
    const { type, bytes } = await formBytes({ extractionId: caller.extraction() }, { 'a.pdf': 'x', 'b.pdf': 'y' });
    const closing = bytes.lastIndexOf('--', bytes.length - 5);
    for (const cut of [bytes.length - 4, closing, closing - 2, Math.floor(bytes.length / 2)]) {
      const part = bytes.subarray(0, cut);
      const answer = await raw(caller, Buffer.concat([Buffer.from(head(caller, type, `Content-Length: ${cut}`)), part]), {
        end: false,
      });
      // On a busy machine the connection may end before its answer was read; only what was accepted matters.
      if (answer !== '') expect(answer).toMatch(/400.*nothing was taken/s);
    }
    nothingTaken(caller);
  });

  it('creates nothing if the connection drops, with a length or in chunks', async () => {
    const caller = await start();
    const { type, bytes } = await formBytes({ extractionId: caller.extraction() }, { 'a.pdf': 'x'.repeat(5000) });
    const part = bytes.subarray(0, bytes.length - 10);
    await raw(caller, Buffer.concat([Buffer.from(head(caller, type, `Content-Length: ${bytes.length}`)), part]), { end: false });
    const chunk = Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
    await raw(caller, Buffer.concat([Buffer.from(head(caller, type, 'Transfer-Encoding: chunked')), chunk]), { end: false });
    const uploads = () => caller.sandbox.requests.list().filter(({ endpoint }) => endpoint === 'uploadFiles');
    await waitFor(() => expect(uploads()).toHaveLength(2));
    nothingTaken(caller);
  });

  it('is accepted at its closing boundary, whatever happens to the connection', async () => {
    const caller = await start();
    const { type, bytes } = await formBytes({ extractionId: caller.extraction() }, { 'a.pdf': 'x' });
    await raw(caller, Buffer.concat([Buffer.from(head(caller, type, `Content-Length: ${bytes.length}`)), bytes]), { end: false });
    await waitFor(() => expect(caller.sandbox.control.extractions()[0]?.batches).toHaveLength(1));
  });
});

describe('what an upload may contain', () => {
  it.each([
    [
      'another type',
      { 'a.pdf': 'x', 'b.txt': 'y' },
      'Unsupported file type: "b.txt". Accepted file types include PDF, PNG, JPG and DOCX.',
    ],
    ['no type', { scan: 'x' }, 'Unsupported file type: "scan". Accepted file types include PDF, PNG, JPG and DOCX.'],
    ['nothing in it', { 'a.pdf': 'x', 'b.pdf': '' }, '"b.pdf" is empty.'],
  ])('refuses the whole request for a file of %s', async (_what, files: Record<string, string>, error) => {
    const caller = await start();
    expect(await caller.upload(caller.extraction(), files)).toMatchObject({ status: 400, body: { error } });
    nothingTaken(caller);
  });

  it('accepts the four types in any case, and JPEG', async () => {
    const caller = await start();
    const files = { 'a.PDF': 'x', 'b.Png': 'x', 'c.jpg': 'x', 'd.JPEG': 'x', 'e.docx': 'x' };
    expect((await caller.upload(caller.extraction(), files)).status).toBe(200);
  });

  it('requires files in the field "files", as files, and each text once', async () => {
    const caller = await start();
    const send = async (form: FormData) => {
      const headers = { authorization: `Bearer ${fullKey}` };
      const answer = await fetch(`${caller.sandbox.url}/api/v1/uploadFiles`, { method: 'POST', headers, body: form });
      return [answer.status, ((await answer.json()) as { error: string }).error];
    };
    const elsewhere = new FormData();
    elsewhere.append('document', new Blob(['x']), 'a.pdf');
    expect(await send(elsewhere)).toEqual([400, 'Files belong into the form field "files", not "document".']);
    const text = new FormData();
    text.append('files', 'a.pdf');
    expect(await send(text)).toEqual([400, 'files: must be files with a file name.']);
    const twice = new FormData();
    twice.append('extractionId', 'a');
    twice.append('extractionId', 'b');
    expect(await send(twice)).toEqual([400, 'extractionId: must be given once.']);
  });

  it('accepts a form whose text comes after its files', async () => {
    const caller = await start();
    const form = new FormData();
    form.append('files', new Blob(['x']), 'a.pdf');
    form.append('extractionId', caller.extraction());
    const headers = { authorization: `Bearer ${fullKey}` };
    expect((await fetch(`${caller.sandbox.url}/api/v1/uploadFiles`, { method: 'POST', headers, body: form })).status).toBe(200);
  });

  it('does not change names or bytes', async () => {
    const caller = await start();
    const names = ['Rechnung für Öl.pdf', 'u\u0308ber.pdf', '😀 "q" 100%.pdf', `${'x'.repeat(196)}.pdf`, "it's; a=b.pdf"];
    const bytes = new Uint8Array(300_000).map((_, index) => index * 7);
    const { body } = await caller.upload(caller.extraction(), Object.fromEntries(names.map((name) => [name, bytes])));
    expect(body.files.map((file: { file_name: string }) => file.file_name)).toEqual(names);
    const [view] = caller.sandbox.control.extractions();
    expect(new Set(view?.batches[0]?.files.map(({ sha256, size }) => `${sha256} ${size}`)).size).toBe(1);
    expect(view?.batches[0]?.files[0]?.size).toBe(300_000);
  });

  it('accepts hundreds of files for an extraction, whose limit is not documented', async () => {
    const caller = await start({ pagesPerMonth: 1000 });
    const files = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${index}.pdf`, `number: ${index}`]));
    expect((await caller.upload(caller.extraction(), files)).body.files).toHaveLength(300);
  });
});

describe('pages', () => {
  it('are charged for each file, a hundred a month by default', async () => {
    const caller = await start();
    const { body } = await caller.upload(caller.extraction(), { 'a.pdf': 'pages=30', 'b.pdf': 'pages=5' });
    expect(body.files).toHaveLength(2);
    expect(caller.sandbox.control.pages()).toEqual({ perMonth: 100, remaining: 65 });
  });

  it('refuse a whole request that needs more than are left, with 403, but no free call', async () => {
    const caller = await start({ pagesPerMonth: 10 });
    const extractionId = caller.extraction();
    const first = await caller.upload(extractionId, { 'a.pdf': 'pages=6' });
    const refused = await caller.upload(extractionId, { 'b.pdf': 'x', 'c.pdf': 'pages=4' });
    expect(refused).toMatchObject({ status: 403, body: { error: expect.stringMatching(/^Out of pages/) } });
    expect(caller.sandbox.control.pages().remaining).toBe(4);
    expect(caller.sandbox.control.extractions()[0]?.batches).toHaveLength(1);
    expect((await caller.poll(extractionId, first.body.batchId)).status).toBe(200);
    caller.sandbox.control.setPages(5);
    expect((await caller.upload(extractionId, { 'b.pdf': 'x', 'c.pdf': 'pages=4' })).status).toBe(200);
  });

  it('are refunded for an unreadable document', async () => {
    const caller = await start();
    const extractionId = caller.extraction();
    const { body } = await caller.upload(extractionId, { 'a.pdf': 'broken pages=20' });
    expect((await caller.settled(extractionId, body.batchId)).body.files[0].status).toBe('failed');
    expect(caller.sandbox.control.pages().remaining).toBe(100);
  });
});
