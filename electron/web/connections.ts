import type { Server, Socket } from 'node:net';

/**
 * How many connections a server of ours holds open: more than the browsers of an office need, and far below the descriptors that a
 * process has on any system.
 */
export const mostConnections = 128;

export type Connections = ReturnType<typeof boundConnections>;

/**
 * Bounds what anybody can hold open: for one more the oldest ends that nobody has vouched for, so that those who hold many and
 * ask nothing keep nobody out.
 */
export function boundConnections(server: Server, most = mostConnections) {
  /** By the far end, since an encrypted socket is another one than that which it came over. The oldest first. */
  const strangers = new Map<string, Socket>();
  let open = 0;
  server.on('connection', (socket: Socket) => {
    const name = nameOf(socket);
    open += 1;
    strangers.set(name, socket);
    socket.once('close', () => {
      open -= 1;
      if (strangers.get(name) === socket) strangers.delete(name);
    });
    if (open <= most) return;
    // The new one itself, where somebody is behind all others.
    for (const [key, oldest] of strangers) {
      strangers.delete(key);
      oldest.destroy();
      break;
    }
  });
  /** Whoever is behind it has a right to be here. */
  const vouch = (socket: Pick<Socket, 'remoteAddress' | 'remotePort'>) => void strangers.delete(nameOf(socket));
  return { vouch };
}

function nameOf({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string {
  return `${remoteAddress} ${remotePort}`;
}
