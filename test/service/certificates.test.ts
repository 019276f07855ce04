import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, vi } from 'vitest';
import type { ServiceClientOptions } from '../../electron/service/client.ts';
import { itWith } from '../support/programs.ts';
import { failureOf, startRaw, temporaryDirectory } from './support.ts';

/** A server whose certificate nobody vouches for, and a proxy that leads everybody there. */
async function startImpostor(): Promise<{ port: number; proxy: string; keys: (string | undefined)[] }> {
  const directory = await temporaryDirectory();
  const [keyFile, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
  const subject = ['-subj', '/CN=service.invalid', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:service.invalid'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', keyFile, '-out', certificate], { stdio: 'ignore' });
  const keys: (string | undefined)[] = [];
  const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(certificate) }, (request, response) => {
    keys.push(request.headers.authorization);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"files":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const { url: proxy } = await startRaw(({ socket }) =>
    socket.once('data', () => {
      const target = connect(port, '127.0.0.1').on('error', () => socket.destroy());
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(target).pipe(socket);
    }),
  );
  return { port, proxy, keys };
}

describe('A certificate that nobody vouches for', () => {
  itWith('openssl', 'gets no key, although NODE_TLS_REJECT_UNAUTHORIZED is 0: directly and through a proxy', async () => {
    const { port, proxy, keys } = await startImpostor();
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    vi.stubEnv('HTTPS_PROXY', proxy);
    vi.stubEnv('NO_PROXY', '');
    onTestFinished(() => void vi.unstubAllEnvs());
    // As a process has it that was started so.
    vi.resetModules();
    const { createProxyDispatcher } = await import('../../electron/service/connections.ts');
    const { createServiceClient } = await import('../../electron/service/client.ts');
    const clientOf = (url: string, options: Partial<ServiceClientOptions> = {}) => {
      const client = createServiceClient({ url, key: () => 'sk-test', ...options });
      onTestFinished(() => client.close());
      return client;
    };
    const dispatcher = createProxyDispatcher(proxy);
    onTestFinished(() => dispatcher.destroy());
    const clients = [
      clientOf(`https://127.0.0.1:${port}`),
      clientOf('https://service.invalid'),
      clientOf('https://service.invalid', { dispatcher }),
    ];
    for (const client of clients) expect(failureOf(await client.getBatchResults('e', 'b'))).toMatchObject({ kind: 'offline' });
    expect(keys).toEqual([]);
  });
});
