import { describe, expect, it, onTestFinished } from 'vitest';
import { say } from '../../electron/core/messages/message.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { createServiceClient } from '../../electron/service/client.ts';
import { createProxyDispatcher } from '../../electron/service/connections.ts';
import { answerOf, clientOf, closedAddress, failureOf, httpAnswer, startRaw, startService, unreachable } from './support.ts';

function setEnvironment(values: Readonly<Record<string, string>>): void {
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy'];
  const before = names.map((name) => [name, process.env[name]] as const);
  for (const name of names) delete process.env[name];
  Object.assign(process.env, values);
  onTestFinished(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
}

describe('proxies', () => {
  it('come from the environment and are asked for a tunnel', async () => {
    const proxy = await startRaw(({ socket }) => socket.once('data', () => socket.end(httpAnswer('403 Forbidden', 'no'))));
    setEnvironment({ HTTPS_PROXY: proxy.url });
    const failure = failureOf(await clientOf('https://service.invalid').viewExtraction('e'));
    expect(failure).toMatchObject({ kind: 'offline', message: unreachable(say('service.problem.proxyRefused')) });
    expect(proxy.connections[0]?.received().toString()).toMatch(/^CONNECT service\.invalid:443 HTTP\/1\.1\r\n/);
    // The key is for the service, not for the proxy.
    expect(proxy.connections[0]?.received().toString().toLowerCase()).not.toContain('authorization: bearer');
  });

  it('that ask for a sign-in are reported', async () => {
    const proxy = await startRaw(({ socket }) =>
      socket.once('data', () => socket.end(httpAnswer('407 Proxy Authentication Required', ''))),
    );
    setEnvironment({ HTTPS_PROXY: proxy.url });
    expect(failureOf(await clientOf('https://service.invalid').viewExtraction('e'))).toMatchObject({
      kind: 'offline',
      message: unreachable(say('service.problem.proxySignIn')),
    });
  });

  it.each(['HTTPS_PROXY', 'the system’s'])('that cannot be reached are named, not the service: %s', async (from) => {
    const url = await closedAddress();
    const dispatcher = from === 'HTTPS_PROXY' ? undefined : createProxyDispatcher(url);
    onTestFinished(() => dispatcher?.destroy());
    setEnvironment(from === 'HTTPS_PROXY' ? { HTTPS_PROXY: url } : {});
    const client = clientOf('https://service.invalid', dispatcher && { dispatcher });
    const { message } = failureOf(await client.viewExtraction('e'));
    expect(inEnglish(message)).toMatch(new RegExp(`: the proxy ${new URL(url).host} cannot be reached: `));
  });

  it('are bypassed where NO_PROXY says so', async () => {
    const proxy = await startRaw(() => undefined);
    setEnvironment({ HTTPS_PROXY: proxy.url, NO_PROXY: 'service.invalid' });
    expect(failureOf(await clientOf('https://service.invalid').viewExtraction('e')).message).toMatchObject(
      unreachable(say('service.problem.unknownHost', { error: expect.any(String) })),
    );
    expect(proxy.connections).toHaveLength(0);
  });

  it('are bypassed for this computer, which they cannot reach', async () => {
    const proxy = await startRaw(() => undefined);
    setEnvironment({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url });
    const service = await startService(() => ({ status: 200, body: { files: [] } }));
    answerOf(await clientOf(service.url).getBatchResults('e', 'b'));
    expect(proxy.connections).toHaveLength(0);
  });

  it('with an invalid address are reported without their password', () => {
    setEnvironment({ HTTPS_PROXY: 'proxy:hunter2@nowhere' });
    expect(() => createServiceClient({ url: 'https://service.invalid', key: () => 'k' })).toThrow(
      /^The proxy in HTTP_PROXY or HTTPS_PROXY(?!.*hunter2)/,
    );
  });
});
