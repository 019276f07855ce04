import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import type { HookOutcome } from '../../../electron/engine/ports.ts';
import { createHookRunner, keptOutput } from '../../../electron/workspace/hooks/hook-runner.ts';
import { Scene } from '../../support/scene.ts';

const secret = `whsec_${Buffer.from('a secret of this test alone').toString('base64')}`;
const event = { id: 'evt_1', at: Date.now(), body: '{"event":"onDelivered","name":"a;\\n\\"b\\""}' };

let scene: Scene;
let url: string;
let got: { readonly headers: Record<string, string>; readonly body: string; readonly path: string }[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const hidden: string[] = [];
beforeEach(async () => {
  scene = new Scene();
  got = [];
  answer = (_, response) => response.end('thanks');
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
    const headers = request.headers as Record<string, string>;
    got.push({ headers, body: Buffer.concat(pieces).toString(), path: request.url ?? '' });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  scene.atEnd(() => server.closeAllConnections());
  scene.atEnd(() => void server.close());
});
afterEach(() => scene.end());

async function tell(environment: Record<string, string> = { SECRET: secret }, timeoutMs = 10_000): Promise<HookOutcome> {
  const runner = createHookRunner({
    dataDirectory: scene.root,
    environment,
    redaction: { hide: (text: string) => void hidden.push(text) },
  });
  const hook = { url: `${url}/hook`, secret: { environment: 'SECRET' }, timeoutSeconds: timeoutMs / 1_000 };
  try {
    return await runner.tell(hook, event, { timeoutMs, signal: new AbortController().signal });
  } finally {
    await runner.close();
  }
}
const said = (outcome: HookOutcome) => ('message' in outcome ? inEnglish(outcome.message) : '');

describe('a webhook', () => {
  it('is signed by the scheme of Standard Webhooks, with the event’s id', async () => {
    expect(await tell()).toEqual({ kind: 'taken', output: 'thanks' });
    const [{ headers, body, path } = { headers: {}, body: '', path: '' }] = got;
    expect([path, body, headers['webhook-id']]).toEqual(['/hook', event.body, 'evt_1']);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(event.body));
    const other = new Webhook(`whsec_${Buffer.from('another secret than that').toString('base64')}`);
    expect(() => other.verify(body, headers)).toThrow();
    expect(hidden).toContain(secret);
  });

  it('that is answered with another status than 2xx was not taken', async () => {
    answer = (_, response) => response.writeHead(500).end('not now');
    const outcome = await tell();
    expect(outcome).toMatchObject({ kind: 'refused', output: 'not now' });
    expect(said(outcome)).toMatch(/^127\.0\.0\.1:\d+ answered with status 500\.$/);
  });

  it('does not follow a redirect', async () => {
    answer = (_, response) => response.writeHead(307, { location: `${url}/elsewhere` }).end();
    expect(said(await tell())).toMatch(/answered with a redirect \(status 307\), which is not followed/);
    expect(got).toHaveLength(1);
  });

  it('reads no more of an answer than it keeps, and waits no longer than it may', async () => {
    answer = (_, response) => {
      const write = () => {
        if (!response.destroyed) response.write('x'.repeat(60_000), write);
      };
      write();
    };
    const endless = await tell();
    expect('output' in endless && endless.output?.length).toBe(keptOutput);
    answer = () => undefined;
    expect(said(await tell({ SECRET: secret }, 300))).toMatch(/did not answer within/);
  });

  it.each([
    ['missing', {}],
    ['none', { SECRET: 'not base64 !' }],
  ])('whose secret is %s is not sent, and the secret is not repeated', async (_, environment) => {
    const outcome = await tell(environment);
    expect(said(outcome)).toMatch(/cannot be signed: its secret is missing, or is not Base64\.$/);
    expect(said(outcome)).not.toContain('not base64 !');
    expect(got).toEqual([]);
  });

  it('says that nobody is there', async () => {
    url = 'http://127.0.0.1:9';
    expect(said(await tell())).toMatch(/^127\.0\.0\.1:9 cannot be reached: /);
  });

  it('says that its proxy is not there, and asks none for this computer', async () => {
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy']) vi.stubEnv(name, 'http://127.0.0.1:9');
    for (const name of ['NO_PROXY', 'no_proxy']) vi.stubEnv(name, '');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await tell()).toMatchObject({ kind: 'taken' });
    url = 'https://hooks.invalid';
    expect(said(await tell())).toMatch(/^hooks\.invalid cannot be reached: the proxy 127\.0\.0\.1:9 cannot be reached: /);
  });
});
