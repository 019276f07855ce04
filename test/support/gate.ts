/** A TCP proxy in front of a server on this machine that can be cut, as when a cable is pulled. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Gate {
  readonly port: number;
  /** Nothing passes from now on; who connects meanwhile hears nothing either. */
  shut(): void;
  /** Those who waited are disconnected, and can connect again. */
  open(): void;
  close(): Promise<void>;
}

/** @param target the server's port on 127.0.0.1 */
export async function startGate(target: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  let isShut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((near) => {
    keep(near);
    if (isShut) return;
    const far = connect(target, '127.0.0.1');
    keep(far);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', () => listening.resolve());
  await listening.promise;
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    shut() {
      isShut = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    open() {
      isShut = false;
      end();
    },
    close() {
      end();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
