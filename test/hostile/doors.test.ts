import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { serveProbes } from '../../electron/headless/commands/run/supervision.ts';
import { start } from '../sandbox/support.ts';
import { waitFor } from '../support/wait-for.ts';
import { askAt, startTestHost } from '../web/web-host.ts';

/** What anybody who reaches a port of ours may do with it, without a key, a session or a signature. */

const releases: (() => unknown)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release();
});

const live = { code: 200, type: 'text/plain', body: 'live' } as const;

/** Connections that ask nothing. */
async function hold(port: number, count: number): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) socket.on('error', () => undefined);
  releases.push(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.resume();
  return sockets;
}

const openOf = (sockets: readonly Socket[]): number => sockets.filter(({ closed }) => !closed).length;

describe('Whoever opens many connections and asks nothing', () => {
  it('holds few of them at the window, and keeps nobody out', async () => {
    const host = await startTestHost({ requestMs: 300_000 });
    releases.push(() => host.remove());
    const session = await host.enter();
    const before = host.listeners.size;
    const notices = connect(host.port, '127.0.0.1');
    releases.push(() => notices.destroy());
    notices.resume();
    notices.write(`GET /api/notices HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nIntray-Session: ${session}\r\n\r\n`);
    await waitFor(() => expect(host.listeners.size > before).toBe(true));

    const idle = await hold(host.port, 400);
    await waitFor(() => expect(openOf(idle) <= 128).toBe(true));
    expect((await host.ask({})).status).toBe(200);
    expect((await host.redeem(host.link())).status).toBe(200);
    // A window that is open stays so.
    expect(notices.closed).toBe(false);
  });

  it('holds few of them where programs ask whether this one lives', async () => {
    const probing = await serveProbes(() => live, { port: 0, host: '127.0.0.1' });
    releases.push(() => probing.end());
    const idle = await hold(probing.port, 400);
    await waitFor(() => expect(openOf(idle) <= 128).toBe(true));
    expect(await askAt(probing.port, { path: '/healthz' })).toMatchObject({ status: 200, body: 'live' });
  });

  it('holds few of them at the sandbox', async () => {
    const { sandbox } = await start();
    const idle = await hold(sandbox.port, 400);
    await waitFor(() => expect(openOf(idle) <= 128).toBe(true));
    for (const socket of idle) socket.destroy();
    await waitFor(async () => expect((await askAt(sandbox.port, {})).status).toBe(200));
  });
});

describe('A request with two Host headers, of which a proxy may believe the other one', () => {
  const twice = async (port: number, path: string, method = 'GET') => {
    const socket = connect(port, '127.0.0.1');
    releases.push(() => socket.destroy());
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nhost: elsewhere.example\r\nContent-Length: 0\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString().split('\r\n', 1)[0];
  };

  it('is refused at the window, and where it takes events', async () => {
    const events: unknown[] = [];
    const webhooks = (...event: unknown[]) => {
      events.push(event);
      return 200 as const;
    };
    const host = await startTestHost({ webhooks });
    releases.push(() => host.remove());
    expect(await twice(host.port, '/')).toBe('HTTP/1.1 400 Bad Request');
    expect(await twice(host.port, '/webhooks', 'POST')).toBe('HTTP/1.1 400 Bad Request');
    expect(events).toEqual([]);
  });

  it('is refused where programs ask whether this one lives', async () => {
    const probing = await serveProbes(
      () => live,
      { port: 0, host: '127.0.0.1' },
      () => 200,
    );
    releases.push(() => probing.end());
    expect(await twice(probing.port, '/healthz')).toBe('HTTP/1.1 400 Bad Request');
    expect(await twice(probing.port, '/webhooks', 'POST')).toBe('HTTP/1.1 400 Bad Request');
  });
});

describe('What nobody has vouched for', () => {
  it('is not read beyond what a sign-in takes', async () => {
    const host = await startTestHost();
    releases.push(() => host.remove());
    const asked = { method: 'POST', path: '/api/sign-in' } as const;
    const headers = { origin: `http://127.0.0.1:${host.port}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ token: 'x', ...Object.fromEntries(Array.from({ length: 500 }, (_, index) => [index, 0])) });
    expect((await host.ask({ ...asked, headers, body })).status).toBe(413);
  });

  it('is not read by the sandbox where it leads nowhere', async () => {
    const { sandbox } = await start();
    const headers = { 'content-type': 'application/json' };
    for (const path of ['/nowhere', '/sandbox/nowhere'])
      expect((await askAt(sandbox.port, { method: 'POST', path, headers, body: 'no JSON' })).status).toBe(404);
  });

  it('does not end the program where its ledger cannot be read', async () => {
    const broken = () => {
      throw new Error('the database is locked');
    };
    const probing = await serveProbes(broken, { port: 0, host: '127.0.0.1' });
    releases.push(() => probing.end());
    expect((await askAt(probing.port, { path: '/metrics' })).status).toBe(503);
    expect((await askAt(probing.port, { path: '/healthz/ready' })).status).toBe(503);
  });
});
