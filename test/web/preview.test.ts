import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foreign } from '../../electron/core/messages/message.ts';
import { noPreview, startTestHost, type TestHost } from './web-host.ts';

describe('The preview of a document', () => {
  let host: TestHost;
  let session: string;
  const see = (id: number | string) => host.ask({ path: `/preview/${id}`, session });
  beforeAll(async () => {
    host = await startTestHost();
    session = await host.enter();
  });
  afterAll(() => host.remove());

  it('is the file itself, as what it is, and nothing in it may run', async () => {
    const headers = { 'content-type': 'application/pdf', 'content-length': '18' };
    host.previews.set(1, () => new Response('%PDF-1.7 and so on', { headers }));
    const reply = await see(1);
    expect(reply.status).toBe(200);
    expect(reply.body).toBe('%PDF-1.7 and so on');
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline',
      'content-length': '18',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(reply.headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/);
  });

  it('is text where the document is text', async () => {
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    host.previews.set(3, () => new Response('<script>alert(1)</script>', { headers }));
    const reply = await see(3);
    expect(reply.body).toBe('<script>alert(1)</script>');
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(reply.headers['content-security-policy']).toContain('sandbox');
  });

  it('says why there is none', async () => {
    host.previews.set(4, () => noPreview('The file has changed since.'));
    const reply = await see(4);
    expect(reply.status).toBe(404);
    expect(JSON.parse(reply.body)).toEqual({
      ok: false,
      error: { kind: 'unavailable', message: foreign('The file has changed since.') },
    });
  });

  it.each(['999', '0', '-1', '1.5', '01', 'x', '1e3', '..%2f..%2fsecret.txt', '%2e%2e', '99999999999999999999'])(
    'is not there for %s',
    async (id) => {
      const reply = await see(id);
      expect(reply.status).toBe(404);
      expect(reply.body).not.toContain('a secret');
    },
  );

  it('breaks off where the file is another one by then', async () => {
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => controller.error(new Error('It has changed.'));
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => controller.enqueue(Buffer.from('half'));
    const headers = { 'content-type': 'image/png', 'content-length': '8' };
    host.previews.set(5, () => new Response(new ReadableStream({ start, pull }), { headers }));
    await expect(see(5)).rejects.toThrow();
  });
});
