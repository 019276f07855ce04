import { existsSync, readFileSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { say } from '../../electron/core/messages/message.ts';
import { createWording } from '../../electron/core/messages/wording.ts';
import { oneTimeMs } from '../../electron/web/one-time-secrets.ts';
import { type Asked, pagePolicyText, secretIn, startTestHost, type TestHost } from './web-host.ts';

describe('The window in a browser', () => {
  let host: TestHost;
  let session: string;
  let own: { origin: string; 'content-type': string };
  const request = (name: string, input: unknown, more: Asked = {}) =>
    host.ask({
      method: 'POST',
      path: '/api/request',
      session,
      body: JSON.stringify({ name, input }),
      ...more,
      headers: { ...own, ...more.headers },
    });

  beforeAll(async () => {
    host = await startTestHost();
    session = await host.enter();
    own = { origin: `http://127.0.0.1:${host.port}`, 'content-type': 'application/json' };
  });
  afterAll(() => host.remove());

  describe('the link', () => {
    it('signs one browser in: with a secret for its requests, and no session', async () => {
      const before = host.signIns.length;
      const reply = await host.redeem(host.link());
      expect(reply.status).toBe(200);
      expect(secretIn(reply)).toMatch(/^[\w-]{43}$/);
      expect(reply.headers['set-session']).toBeUndefined();
      expect(reply.headers['cache-control']).toBe('no-store');
      expect(host.signIns.length).toBe(before + 1);
      expect((await request('about', {}, { session: secretIn(reply) })).status).toBe(200);
    });

    it('is refused the second time', async () => {
      const link = host.link();
      expect((await host.redeem(link)).status).toBe(200);
      const again = await host.redeem(link);
      expect(again.status).toBe(401);
      expect(JSON.parse(again.body).error).toMatchObject({ kind: 'signed-out', message: { code: 'requests.linkUsed' } });
    });

    it('is refused after ten minutes', async () => {
      let now = 0;
      const aging = await startTestHost({ now: () => now });
      const link = aging.link();
      now = oneTimeMs;
      expect((await aging.redeem(link)).status).toBe(401);
      expect((await aging.redeem(aging.link())).status).toBe(200);
      await aging.remove();
    });

    it.each([
      ['a wrong token', { token: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, 401],
      ['an empty token', { token: '' }, 401],
      ['a path', { token: '../sessions.json' }, 401],
      ['a list of tokens', { token: ['a', 'b'] }, 400],
      ['nothing', null, 400],
    ])('refuses %s', async (_what, body, status) => {
      const reply = await host.ask({ method: 'POST', path: '/api/sign-in', headers: own, body: JSON.stringify(body) });
      expect(reply.status).toBe(status);
      expect(reply.body).not.toContain('secret');
    });

    it('is not used up by a browser that is already signed in, nor by one that merely fetches the page', async () => {
      const link = host.link();
      expect(JSON.parse((await host.redeem(link, session)).body)).toEqual({ ok: true, value: {} });
      expect((await host.ask({ path: '/' })).status).toBe(200);
      expect((await host.redeem(link)).status).toBe(200);
    });

    it('reaches a browser in a page that only its owner can read, and that is gone after the sign-in', async () => {
      const link = host.link();
      const page = host.pageFor(link);
      expect(statSync(page).mode & 0o777).toBe(0o600);
      expect(statSync(dirname(page)).mode & 0o777).toBe(0o700);
      expect(readFileSync(page, 'utf8')).toContain(`url=${link}"`);
      await host.redeem(link);
      expect(existsSync(page)).toBe(false);
    });
  });

  describe('without a session', () => {
    it.each([
      ['GET', '/api/notices'],
      ['GET', '/preview/1'],
      ['GET', '/%70review/1'],
      ['GET', '/api//notices'],
      ['POST', '/api/request'],
    ])('%s %s is refused', async (method, path) => {
      const before = host.handled.length;
      const body = JSON.stringify({ name: 'about', input: {} });
      for (const given of [{}, { session: 'A'.repeat(43) }, { session: `${session}x` }, { session: '' }]) {
        const reply = await host.ask({ method, path, headers: own, ...(method === 'POST' && { body }), ...given });
        expect([401, 404]).toContain(reply.status);
      }
      expect(host.handled).toHaveLength(before);
    });

    it.each(['session', 'authorization'])('the secret in another header (%s) is worth nothing', async (name) => {
      const values = [session, `intray-session=${session}`, `intray-${host.port}=${session}`, `Bearer ${session}`];
      for (const value of values) {
        expect((await host.ask({ path: '/preview/1', headers: { [name]: value } })).status).toBe(401);
        expect((await host.ask({ path: `/preview/1?intray-session=${session}` })).status).toBe(401);
      }
    });

    it('says what is the matter, to the window', async () => {
      const { body } = await host.ask({ method: 'POST', path: '/api/request', headers: own, body: '{}' });
      const error = { kind: 'signed-out', message: { code: 'requests.notSignedIn' } };
      expect(JSON.parse(body)).toMatchObject({ ok: false, error });
    });

    it('serves the page and its parts, which hold nothing of anybody’s', async () => {
      for (const path of ['/', '/assets/window.js']) expect((await host.ask({ path })).status).toBe(200);
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
      const { status, body } = await host.ask({ path: '/nowhere', headers: { 'accept-language': header } });
      expect(status).toBe(404);
      expect(body).toContain(`<html lang="${language}">`);
      const { text } = createWording(language, { now: () => 0 });
      expect(Buffer.from(body, 'latin1').toString('utf8')).toContain(text(say('requests.notFound')));
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
    ])('is refused with the secret and all: %s', async (_what, headers) => {
      const before = host.handled.length;
      for (const path of ['/', '/assets/window.js', '/api/notices', '/preview/1']) {
        const reply = await host.ask({ path, session, headers });
        expect(reply.status, path).toBe(403);
        expect(reply.headers['access-control-allow-origin']).toBeUndefined();
      }
      const { origin, ...rest } = { origin: undefined, ...headers };
      const posted = await request('about', {}, { headers: { ...rest, ...(origin !== undefined && { origin }) } });
      expect(posted.status).toBe(403);
      expect(host.handled).toHaveLength(before);
    });

    it('may lead to the window in a tab of its own, as a bookmark does, and to nothing else', async () => {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
      expect((await host.ask({ headers })).status).toBe(200);
      expect((await host.ask({ headers: { ...headers, 'sec-fetch-dest': 'iframe' } })).status).toBe(403);
      for (const path of ['/assets/window.js', '/preview/1', '/?x'])
        expect((await host.ask({ path, session, headers })).status).toBe(403);
    });

    it('is refused: a request that could change something and names no origin', async () => {
      const { 'content-type': type } = own;
      const reply = await host.ask({
        method: 'POST',
        path: '/api/request',
        session,
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
      expect((await host.ask({ path: 'http://evil.example/', session })).status).toBe(403);
    });

    it.each(['evil.example', 'evil.example:PORT', '127.0.0.1', '127.0.0.1:1', '127.0.0.2:PORT', 'localhost.evil.example:PORT'])(
      'is refused under the name %s, as after DNS rebinding',
      async (name) => {
        const headers = { host: name.replace('PORT', String(host.port)) };
        for (const path of ['/', '/api/notices']) {
          expect((await host.ask({ path, session, headers })).status, path).toBe(403);
        }
        const origin = `http://${headers.host}`;
        expect((await request('about', {}, { headers: { ...headers, origin } })).status).toBe(403);
      },
    );
  });

  describe('what it serves', () => {
    it('is the window, under the policy that its page states and in no frame', async () => {
      for (const headers of [{}, { 'sec-fetch-site': 'none' }, { host: `localhost:${host.port}` }]) {
        const reply = await host.ask({ session, headers });
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
      const reply = await host.ask({ path: '/assets/window.js', session, headers: { 'sec-fetch-site': 'same-origin' } });
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
      const reply = await host.ask({ path, session });
      expect([400, 404], reply.body).toContain(reply.status);
      expect(reply.body).not.toMatch(/secret beside|hidden|window\.js/);
    });

    it.each([
      ['PUT', '/'],
      ['HEAD', '/'],
      ['DELETE', '/assets/window.js'],
      ['POST', '/api/notices'],
      ['GET', '/api/request'],
      ['GET', '/api/sign-in'],
      ['POST', '/preview/1'],
    ])('knows no %s %s', async (method, path) => {
      const reply = await host.ask({ method, path, session, headers: own });
      expect(reply.status).toBe(405);
      expect(reply.headers.allow).toBe(path === '/api/request' || path === '/api/sign-in' ? 'POST' : 'GET');
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
      ['with the secret', () => `Intray-Session: ${session}\r\n`, 413],
      ['without one', () => '', 401],
    ])('of 100 MB are refused before they are read, %s', async (_what, line, status) => {
      const head = `POST /api/request HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nOrigin: ${own.origin}\r\nContent-Type: application/json\r\n${line()}Content-Length: 104857600\r\n\r\n`;
      // Not one byte of the body is sent: who answers now has not waited for it.
      const { text, closed } = await sendHead(host.port, head);
      expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(text.toLowerCase()).toContain('connection: close');
      expect(closed).toBe(true);
    });

    it('of unknown length are refused when they have become too large', async () => {
      const { port } = host;
      const head = `POST /api/request HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${own.origin}\r\nContent-Type: application/json\r\nIntray-Session: ${session}\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const piece = `10000\r\n${' '.repeat(0x10000)}\r\n`;
      const { text } = await sendHead(port, head, piece, 1600);
      expect(text).toMatch(/^HTTP\/1.1 413 /);
    });
  });

  it('gives up on a request that trickles in', async () => {
    const hurried = await startTestHost({ requestMs: 200 });
    const { text, closed } = await sendHead(hurried.port, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ');
    expect(text).toMatch(/^HTTP\/1.1 408 /);
    expect(closed).toBe(true);
    await hurried.remove();
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

describe('the service’s events', () => {
  const body = '{"data":{"batch_id":"b"}}';
  const event = { path: '/webhooks', method: 'POST', body, headers: { 'content-type': 'application/json' } } as const;

  it('are taken without a session, as they came, from programs that are no browsers', async () => {
    const taken: string[] = [];
    const host = await startTestHost({
      webhooks: (_headers, text) => {
        taken.push(text.toString('utf8'));
        return 200;
      },
    });
    try {
      expect(await host.ask(event)).toMatchObject({ status: 200 });
      expect(taken).toEqual([body]);
      const refused = [
        { ...event, headers: { ...event.headers, origin: 'https://elsewhere.example' } },
        { ...event, headers: { ...event.headers, 'sec-fetch-site': 'cross-site' } },
        { ...event, headers: { ...event.headers, host: 'elsewhere.example' } },
        { ...event, path: '/webhooks/more' },
        { ...event, body: `"${'x'.repeat(300 * 1024)}"` },
        { path: '/webhooks' },
      ];
      for (const each of refused) expect((await host.ask(each)).status).toBeGreaterThanOrEqual(400);
      expect(taken).toHaveLength(1);
    } finally {
      await host.remove();
    }
  });

  it('are refused where nobody asked for them', async () => {
    const host = await startTestHost();
    try {
      expect((await host.ask(event)).status).toBeGreaterThanOrEqual(400);
    } finally {
      await host.remove();
    }
  });
});

describe('programs that watch this one', () => {
  it('are answered without a session, under the address of the server alone', async () => {
    const monitor = (path: string) =>
      ({ code: path === '/healthz/ready' ? 503 : 200, type: 'text/plain', body: `of ${path}` }) as const;
    const watched = await startTestHost({ monitor });
    try {
      for (const [path, status] of [
        ['/healthz', 200],
        ['/healthz/ready', 503],
        ['/metrics', 200],
      ] as const)
        expect(await watched.ask({ path })).toMatchObject({ status, body: `of ${path}` });
      const elsewhere = await watched.ask({ path: '/metrics', headers: { host: 'elsewhere.example' } });
      expect(elsewhere.body).not.toContain('of /metrics');
    } finally {
      await watched.remove();
    }
  });
});
