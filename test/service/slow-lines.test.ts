/** A host with two addresses, over a line that is slower than the quarter of a second that Node leaves each of them. */
import dns from 'node:dns';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, getDefaultAutoSelectFamilyAttemptTimeout, setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHookRunner } from '../../electron/workspace/hooks/hook-runner.ts';
import { allowSlowLines } from '../../electron/workspace/process-setup.ts';
import { waitFor } from '../support/wait-for.ts';
import { clientOf, temporaryDirectory } from './support.ts';

const server = `
  const { parentPort, workerData } = require('node:worker_threads');
  const server = require('node:net').createServer((socket) => {
    socket.on('error', () => undefined).once('data', (bytes) => {
      parentPort.postMessage({ heard: bytes.length });
      socket.end('HTTP/1.1 200 OK\\r\\nContent-Length: 12\\r\\nContent-Type: application/json\\r\\n\\r\\n{"files":[]}');
    });
  });
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage({ port: server.address().port });
    Atomics.wait(workerData, 0, 0);
  });
`;

/**
 * At the first address a server takes no more connections until one has been asked for: then the system asks again a second later.
 * At the second one is nobody.
 */
async function startSlowHost(): Promise<{ readonly port: number; heard(): number }> {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(server, { eval: true, workerData: gate });
  const open = () => {
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
  };
  onTestFinished(async () => {
    open();
    await worker.terminate();
  });
  const [{ port }] = (await once(worker, 'message')) as [{ port: number }];
  let heard = 0;
  worker.on('message', (message: { heard: number }) => {
    heard += message.heard;
  });
  const waiting = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  onTestFinished(() => {
    for (const socket of waiting) socket.destroy();
  });
  for (const socket of waiting) socket.on('error', () => undefined);
  await Promise.all(waiting.map((socket) => once(socket, 'connect')));
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  vi.spyOn(dns, 'lookup').mockImplementation(((_host: string, _options: object, done: (...found: unknown[]) => void) => {
    done(null, addresses);
    const asked = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')} 02`;
    void waitFor(() => expect(readFileSync('/proc/net/tcp', 'latin1')).toContain(asked)).finally(open);
  }) as never);
  return { port, heard: () => heard };
}

const connects: Record<string, (port: number) => Promise<void>> = {
  async 'the service'(port) {
    await clientOf(`http://localhost:${port}`).getBatchResults('e', 'b');
  },
  async 'a hook'(port) {
    const runner = createHookRunner({
      dataDirectory: await temporaryDirectory(),
      environment: { SECRET: 'whsec_c2VjcmV0' },
      redaction: { hide: () => undefined },
    });
    onTestFinished(() => runner.close());
    const hook = { url: `http://localhost:${port}/`, secret: { environment: 'SECRET' } } as const;
    const limits = { timeoutMs: 60_000, signal: new AbortController().signal };
    await runner.tell(hook as never, { id: 'evt_1', at: Date.now(), body: '{}' }, limits);
  },
};

describe.runIf(process.platform === 'linux')('Over a slow line', () => {
  it.each(Object.keys(connects))('%s is reached', async (name) => {
    const before = getDefaultAutoSelectFamilyAttemptTimeout();
    onTestFinished(() => setDefaultAutoSelectFamilyAttemptTimeout(before));
    allowSlowLines();
    const host = await startSlowHost();
    await connects[name]?.(host.port);
    await waitFor(() => expect(host.heard() > 0).toBe(true));
  });
});
