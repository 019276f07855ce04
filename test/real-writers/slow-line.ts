/** A line to the service that carries only so many bytes a second, as an office's uplink does. */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface SlowLine {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Bytes that went out to the service so far. */
  readonly passed: number;
  close(): Promise<void>;
}

export async function startSlowLine(target: string, bytesPerSecond: number): Promise<SlowLine> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let passed = 0;
  const server = createServer((near) => {
    const far = connect(Number(targetPort), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    // Whoever hangs up, the other end learns of it.
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    far.pipe(near);
    near.on('data', (bytes: Buffer) => {
      near.pause();
      far.write(bytes);
      passed += bytes.length;
      setTimeout(() => near.resume(), (bytes.length / bytesPerSecond) * 1_000);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get passed() {
      return passed;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
