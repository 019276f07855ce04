import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { say } from '../../electron/core/messages/message.ts';
import { createWording } from '../../electron/core/messages/wording.ts';
import { type Asked, pagePolicyText, pathOf, startTestHost, type TestHost } from './web-host.ts';

describe('The window in a browser', () => {
  let host: TestHost;
  let cookie: string;
  let own: { origin: string; 'content-type': string };
  const request = (name: string, input: unknown, more: Asked = {}) =>
    host.ask({
      method: 'POST',
      path: '/api/request',
      cookie,
      body: JSON.stringify({ name, input }),
      ...more,
      headers: { ...own, ...more.headers },
    });

  beforeAll(async () => {
    host = await startTestHost();
    cookie = await host.enter();
    own = { origin: `http://127.0.0.1:${host.port}`, 'content-type': 'application/json' };
  });
  afterAll(() => host.remove());

  describe('the link', () => {
    it('signs one browser in: with a strict cookie that no script reads, and a redirect without the token', async () => {
      const reply = await host.ask({ path: pathOf(host.link()) });
      expect(reply.status).toBe(303);
      expect(reply.headers.location).toBe('/');
      expect(String(reply.headers['set-cookie'])).toMatch(
        new RegExp(`^intray-${host.port}=[\\w-]{43}; Max-Age=\\d+; Path=/; HttpOnly; SameSite=Strict$`),
      );
      expect(reply.headers['cache-control']).toBe('no-store');
      expect(reply.headers['referrer-policy']).toBe('no-referrer');
    });

    it('is refused the second time; the next link is announced, and signs the next browser in', async () => {
      const link = host.link();
      expect((await host.ask({ path: pathOf(link) })).status).toBe(303);
      const again = await host.ask({ path: pathOf(link) });
      expect(again.status).toBe(401);
      expect(again.headers['set-cookie']).toBeUndefined();
      expect(again.body).toContain('used before');
      expect(host.links.at(-1)).toBe(host.link());
      expect(host.link()).not.toBe(link);
      expect((await host.ask({ path: pathOf(host.link()) })).status).toBe(303);
    });

    it.each([
      ['a wrong token', '?token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
      ['an empty token', '?token='],
      ['two tokens', '?token=a&token=b'],
    ])('refuses %s', async (_what, query) => {
      const before = host.link();
      const reply = await host.ask({ path: `/${query}` });
      expect(reply.status).toBe(401);
      expect(reply.headers['set-cookie']).toBeUndefined();
      expect(host.link()).toBe(before);
    });

    it('is not used up by a browser that is already signed in', async () => {
      const before = host.link();
      const reply = await host.ask({ path: pathOf(before), cookie });
      expect(reply.status).toBe(303);
      expect(reply.headers['set-cookie']).toBeUndefined();
      expect(host.link()).toBe(before);
    });

    it('works at the window only', async () => {
      const { search } = new URL(host.link());
      for (const path of [`/api/notices${search}`, `/assets/window.js${search}`, `/preview/1${search}`]) {
        expect((await host.ask({ path })).status, path).toBe(401);
      }
    });
  });

  describe('without a session cookie', () => {
    it.each([
      ['GET', '/'],
      ['GET', '/assets/window.js'],
      ['GET', '/index.html'],
      ['GET', '/api/notices'],
      ['GET', '/preview/1'],
      ['GET', '/nowhere'],
      ['POST', '/api/request'],
      ['DELETE', '/'],
    ])('%s %s is refused', async (method, path) => {
      for (const given of [{}, { cookie: `intray-${host.port}=${'A'.repeat(43)}` }, { cookie: `${cookie}x` }]) {
        const reply = await host.ask({ method, path, headers: own, ...given });
        expect(reply.status).toBe(401);
        expect(reply.body).not.toContain('Window');
      }
    });

    it('says what to do, to the person and to the window', async () => {
      expect((await host.ask()).body).toContain('intray serve');
      const { body } = await host.ask({ method: 'POST', path: '/api/request', headers: own, body: '{}' });
      expect(JSON.parse(body)).toMatchObject({ ok: false, error: { kind: 'unavailable' } });
    });
  });

  describe('a refusal in a browser', () => {
    it.each([
      ['de-AT,de;q=0.9,en;q=0.5', 'de'],
      ['fr-CA, en;q=0.8', 'fr'],
      ['ja, fr;q=0.4, de;q=0.7', 'de'],
      ['ja', 'en'],
      ['', 'en'],
    ] as const)('speaks the language that the browser asks for: %s', async (header, language) => {
      const { status, body } = await host.ask({ headers: { 'accept-language': header } });
      expect(status).toBe(401);
      expect(body).toContain(`<html lang="${language}">`);
      const { text } = createWording(language, { now: () => 0 });
      expect(Buffer.from(body, 'latin1').toString('utf8')).toContain(text(say('requests.notSignedIn')));
    });
  });

  describe('what a page elsewhere could send', () => {
    it.each([
      ['a foreign origin', { origin: 'https://evil.example' }],
      ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
      ['a page without an origin', { origin: 'null' }],
      ['https instead of http', { origin: 'https://127.0.0.1' }],
      ['a cross-site request without an origin', { 'sec-fetch-site': 'cross-site' }],
      ['another port, by what the browser says', { 'sec-fetch-site': 'same-site' }],
    ])('is refused with the cookie and all: %s', async (_what, headers) => {
      const before = host.handled.length;
      for (const path of ['/', '/assets/window.js', '/api/notices', '/preview/1', pathOf(host.link())]) {
        const reply = await host.ask({ path, cookie, headers });
        expect(reply.status, path).toBe(403);
        expect(reply.headers['access-control-allow-origin']).toBeUndefined();
      }
      const { origin, ...rest } = { origin: undefined, ...headers };
      const posted = await request('about', {}, { headers: { ...rest, ...(origin !== undefined && { origin }) } });
      expect(posted.status).toBe(403);
      expect(host.handled).toHaveLength(before);
    });

    it('is refused: a request that could change something and names no origin', async () => {
      const { 'content-type': type } = own;
      const reply = await host.ask({
        method: 'POST',
        path: '/api/request',
        cookie,
        headers: { 'content-type': type },
        body: '{}',
      });
      expect(reply.status).toBe(403);
    });

    it('is refused at a preflight request, too', async () => {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
      const reply = await host.ask({ method: 'OPTIONS', path: '/api/request', headers });
      expect(reply.status).toBe(403);
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    });

    it('is refused with the address of another server in the place of the path', async () => {
      expect((await host.ask({ path: 'http://evil.example/', cookie })).status).toBe(403);
    });

    it.each(['evil.example', 'evil.example:PORT', '127.0.0.1', '127.0.0.1:1', '127.0.0.2:PORT', 'localhost.evil.example:PORT'])(
      'is refused under the name %s, as after DNS rebinding',
      async (name) => {
        const headers = { host: name.replace('PORT', String(host.port)) };
        for (const path of ['/', pathOf(host.link()), '/api/notices']) {
          expect((await host.ask({ path, cookie, headers })).status, path).toBe(403);
        }
        const origin = `http://${headers.host}`;
        expect((await request('about', {}, { headers: { ...headers, origin } })).status).toBe(403);
      },
    );
  });

  describe('what it serves', () => {
    it('is the window, under the policy that its page states and in no frame', async () => {
      for (const headers of [{}, { 'sec-fetch-site': 'none' }, { host: `localhost:${host.port}` }]) {
        const reply = await host.ask({ cookie, headers });
        expect(reply.status).toBe(200);
        expect(reply.body).toContain('<title>Window</title>');
        expect(reply.headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': `${pagePolicyText}; frame-ancestors 'none'`,
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'no-store',
        });
      }
    });

    it('is the window’s files, as what they are', async () => {
      const reply = await host.ask({ path: '/assets/window.js', cookie, headers: { 'sec-fetch-site': 'same-origin' } });
      expect(reply.status).toBe(200);
      expect(reply.headers['content-type']).toContain('/javascript');
      expect(reply.headers['cache-control']).toBe('no-store');
      // A worker's policy is its script's: without this, black-and-white scans were drawn as white pages.
      expect(reply.headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'");
    });

    it.each([
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/%2e%2e%2fsecret.txt',
      '/assets/../../secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/assets%2f..%2f..%2fsecret.txt',
      '/..%5csecret.txt',
      '/..%252fsecret.txt',
      '/%00/../secret.txt',
      '//secret.txt',
      '/.hidden',
      '/assets/',
      '/assets',
      '/%ff',
    ])('is nothing outside of it, no list, nothing hidden: %s', async (path) => {
      const reply = await host.ask({ path, cookie });
      expect([400, 404], reply.body).toContain(reply.status);
      expect(reply.body).not.toMatch(/secret beside|hidden|window\.js/);
    });

    it.each([
      ['PUT', '/'],
      ['HEAD', '/'],
      ['DELETE', '/assets/window.js'],
      ['POST', '/api/notices'],
      ['GET', '/api/request'],
      ['POST', '/preview/1'],
    ])('knows no %s %s', async (method, path) => {
      const reply = await host.ask({ method, path, cookie, headers: own });
      expect(reply.status).toBe(405);
      expect(reply.headers.allow).toBe(path === '/api/request' ? 'POST' : 'GET');
    });
  });

  describe('the window’s requests', () => {
    it('are checked and answered, and not cached by the browser', async () => {
      const reply = await request('documents', { text: 'invoice' });
      expect(reply.status).toBe(200);
      expect(reply.headers['cache-control']).toBe('no-store');
      expect(JSON.parse(reply.body)).toEqual({ ok: true, value: { answered: 'documents' } });
      expect(host.handled.at(-1)).toEqual({ name: 'documents', input: { text: 'invoice', offset: 0, limit: 100 } });
    });

    it.each([
      ['an unknown one', 'format-disk', {}, 'unknown-request'],
      ['one of another object', 'constructor', {}, 'unknown-request'],
      ['an input with an unknown member', 'about', { more: 1 }, 'invalid-input'],
      ['an input that is not an object', 'documents', 'all', 'invalid-input'],
    ])('are refused as plain data: %s', async (_what, name, input, kind) => {
      const reply = await request(name, input);
      expect(reply.status).toBe(200);
      expect(JSON.parse(reply.body)).toMatchObject({ ok: false, error: { kind } });
    });

    it.each(['null', '[]', '"about"', '{}'])('are refused as plain data where the body is %s', async (body) => {
      expect(JSON.parse((await request('', {}, { body })).body)).toMatchObject({ ok: false, error: { kind: 'unknown-request' } });
    });

    it('keep the details of a fault in the log', async () => {
      const reply = await request('diagnostics', {});
      expect(JSON.parse(reply.body)).toMatchObject({ ok: false, error: { kind: 'internal' } });
      expect(reply.body).not.toContain('details');
      expect(String(host.faults.at(-1))).toContain('a fault with details');
    });

    it('are refused where they cannot be read', async () => {
      expect((await request('', {}, { body: '{"name": ' })).status).toBe(400);
      expect((await request('about', {}, { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
      expect((await request('about', {}, { headers: { 'content-type': 'multipart/form-data; boundary=x' } })).status).toBe(415);
    });

    it.each([
      ['with the cookie', () => `Cookie: ${cookie}\r\n`, 413],
      ['without one', () => '', 401],
    ])('of 100 MB are refused before they are read, %s', async (_what, cookieLine, status) => {
      const head = `POST /api/request HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nOrigin: ${own.origin}\r\nContent-Type: application/json\r\n${cookieLine()}Content-Length: 104857600\r\n\r\n`;
      // Not one byte of the body is sent: who answers now has not waited for it.
      const { text, closed } = await sendHead(host.port, head);
      expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(text.toLowerCase()).toContain('connection: close');
      expect(closed).toBe(true);
    });

    it('of unknown length are refused when they have become too large', async () => {
      const { port } = host;
      const head = `POST /api/request HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${own.origin}\r\nContent-Type: application/json\r\nCookie: ${cookie}\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const piece = `10000\r\n${' '.repeat(0x10000)}\r\n`;
      const { text } = await sendHead(port, head, piece, 1600);
      expect(text).toMatch(/^HTTP\/1.1 413 /);
    });
  });
});

/** Sends a head, then up to `times` pieces until an answer comes. */
function sendHead(port: number, head: string, piece = '', times = 0): Promise<{ text: string; closed: boolean }> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    let text = '';
    let left = times;
    const more = (): void => {
      if (text !== '' || left-- <= 0 || socket.destroyed) return;
      socket.write(piece, () => setImmediate(more));
    };
    socket.on('data', (bytes) => {
      text += bytes.toString('utf8');
    });
    // A server that closes while something is still on its way resets the connection.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ text, closed: true }));
    socket.write(head, more);
  });
}
