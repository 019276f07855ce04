import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foreign } from '../../electron/core/messages/message.ts';
import { err, ok } from '../../electron/core/result.ts';
import { startTestHost, type TestHost } from './web-host.ts';

describe('The preview of a document', () => {
  let host: TestHost;
  let session: string;
  const see = (id: number | string) => host.ask({ path: `/preview/${id}`, session });
  const put = (id: number, content: Buffer | string, contentType: 'application/pdf' | 'image/png' | 'image/jpeg') => {
    host.contents.set(id, Buffer.from(content));
    host.previews.set(id, ok({ kind: 'file', contentType, facts: { size: content.length, mtimeMs: 0, ino: id } }));
  };

  beforeAll(async () => {
    host = await startTestHost();
    session = await host.enter();
  });
  afterAll(() => host.remove());

  it('is the file itself, as what it is, and nothing in it may run', async () => {
    put(1, '%PDF-1.7 and so on', 'application/pdf');
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
    host.previews.set(3, ok({ kind: 'text', text: '<script>alert(1)</script>' }));
    const reply = await see(3);
    expect(reply.body).toBe('<script>alert(1)</script>');
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(reply.headers['content-security-policy']).toContain('sandbox');
  });

  it('says why there is none', async () => {
    host.previews.set(4, err({ kind: 'unavailable', message: foreign('The file has changed since.') }));
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

  it('comes whole, however large, and breaks off where the file is another one', async () => {
    const large = Buffer.alloc(2_500_000, 'large');
    put(5, large, 'image/png');
    expect((await see(5)).body).toBe(large.toString('latin1'));
    host.contents.set(5, large.subarray(0, 1_500_000));
    await expect(see(5)).rejects.toThrow();
  });

  it('is not there for a file that is another one now, and for one that is shown as something else', async () => {
    put(6, 'gone', 'application/pdf');
    host.contents.delete(6);
    put(7, '<script>alert(1)</script>', 'text/html' as 'image/png');
    put(8, '', 'application/pdf');
    for (const id of [6, 7, 8]) {
      const reply = await see(id);
      expect(reply.status, String(id)).toBe(404);
      expect(JSON.parse(reply.body)).toMatchObject({ ok: false });
    }
  });
});
