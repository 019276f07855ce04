import { type IncomingMessage, request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Notice } from '../../electron/core/contract/contract.ts';
import { everything, noticeStream } from '../../electron/web/contract-routes.ts';
import { startTestHost, type TestHost } from './web-host.ts';

const nothing: Notice = { documents: [], progress: [], status: false, settings: false };

describe('Notices over HTTP', () => {
  let host: TestHost;

  beforeEach(async () => {
    host = await startTestHost();
  });
  afterEach(() => host.remove());

  async function listen(): Promise<{ response: IncomingMessage; session: string; text: () => string }> {
    const session = await host.enter();
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(
        { host: '127.0.0.1', port: host.port, path: '/api/notices', agent: false, headers: { 'intray-session': session } },
        resolve,
      )
        .once('error', reject)
        .end();
    });
    let text = '';
    response.on('data', (bytes: Buffer) => {
      text += bytes.toString('utf8');
    });
    response.on('error', () => undefined);
    return { response, session, text: () => text };
  }

  it('arrive as they are told', async () => {
    const { response, text } = await listen();
    expect(response.headers['content-type']).toContain('application/x-ndjson');
    host.tell({ ...nothing, documents: [1, 2] });
    host.tell({ ...nothing, status: true });
    await expect.poll(text).toContain('"status":true');
    expect(text()).toBe(
      '\n' +
        '{"documents":[1,2],"progress":[],"status":false,"settings":false}\n' +
        '{"documents":[],"progress":[],"status":true,"settings":false}\n',
    );
  });

  it('end when the browser leaves', async () => {
    const { response } = await listen();
    expect(host.listeners.size).toBe(1);
    response.destroy();
    await expect.poll(() => host.listeners.size).toBe(0);
  });

  it('end when the browser is signed out, and for no other browser', async () => {
    const [first, second] = [await listen(), await listen()];
    const closed = new Promise((resolve) => first.response.once('close', resolve));
    const ask = async (name: string, input: unknown) => {
      const own = { origin: host.url.slice(0, -1), 'content-type': 'application/json' };
      const body = JSON.stringify({ name, input });
      return JSON.parse(
        (await host.ask({ method: 'POST', path: '/api/request', headers: own, session: second.session, body })).body,
      );
    };
    expect((await ask('sessions', {})).value).toHaveLength(2);
    await ask('signOut', { which: 'others' });
    await closed;
    expect((await ask('sessions', {})).value).toMatchObject([{ isOwn: true }]);
    expect(host.listeners.size).toBe(1);
    expect((await host.ask({ path: '/preview/1', session: first.session })).status).toBe(401);
  });

  it('end with the server, and hold it up no longer', async () => {
    const { response } = await listen();
    const closed = new Promise((resolve) => response.once('close', resolve));
    await host.close();
    await closed;
    expect(host.listeners.size).toBe(0);
  });
});

describe('A stream of notices', () => {
  it('says now and then that it is there', async () => {
    const stream = noticeStream(() => () => undefined, 5);
    let text = '';
    stream.on('data', (bytes: Buffer) => {
      text += bytes.toString('utf8');
    });
    await expect.poll(() => text).toContain('\n\n\n');
    stream.destroy();
  });

  it('holds no more than a little for a reader that is slow, and tells it then that everything may have changed', async () => {
    let tell: (notice: Notice) => void = () => undefined;
    const stream = noticeStream((listener) => {
      tell = listener;
      return () => undefined;
    });
    const documents = Array.from({ length: 200 }, (_, index) => index);
    for (let round = 0; round < 1_000; round += 1) tell({ ...nothing, documents });
    expect(stream.readableLength).toBeLessThan(128 * 1024);
    let text = '';
    stream.on('data', (bytes: Buffer) => {
      text += bytes.toString('utf8');
    });
    await expect.poll(() => text).toMatch(new RegExp(`\\n${JSON.stringify(everything).replace(/[{}[\]]/g, '\\$&')}\n$`));
    tell({ ...nothing, settings: true });
    await expect.poll(() => text).toContain('"settings":true}\n{"documents":[],"progress":[],"status":false,"settings":true}');
    stream.destroy();
  });
});
