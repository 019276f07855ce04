import { afterEach, describe, expect, it } from 'vitest';
import { startTestHost, type TestHost } from './web-host.ts';

describe('A server that other computers can reach', () => {
  let host: TestHost;
  afterEach(() => host.remove());
  const tokenIn = (link: string) => JSON.stringify({ token: link.slice(link.indexOf('#link=') + 6) });

  it('behind a proxy answers the pages of its public address, whatever Host header comes, and of no other', async () => {
    host = await startTestHost({ publicUrl: 'https://intray.example/scans/' });
    const link = host.link();
    expect(link.startsWith('https://intray.example/scans/#link=')).toBe(true);
    const signIn = (headers: Readonly<Record<string, string>>) =>
      host.ask({
        ...{ method: 'POST', path: '/api/sign-in', body: tokenIn(host.link()) },
        headers: { 'content-type': 'application/json', ...headers },
      });
    const own = `127.0.0.1:${host.port}`;
    const statuses = async (origin: string) =>
      Promise.all([own, 'intray.example', 'evil.example'].map(async (name) => (await signIn({ host: name, origin })).status));
    expect(await statuses('https://intray.example')).toEqual([200, 200, 403]);
    expect(await statuses(`http://${own}`)).toEqual([200, 403, 403]);
    expect(await statuses('http://intray.example')).toEqual([403, 403, 403]);
    expect(await statuses('https://evil.example')).toEqual([403, 403, 403]);
  });
});
