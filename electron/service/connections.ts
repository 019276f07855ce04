import type { Socket } from 'node:net';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool, ProxyAgent } from 'undici';
import { say } from '../core/messages/message.ts';
import { MessageError } from '../core/messages/message-error.ts';
import { defined } from '../core/plain-data.ts';

/**
 * A certificate is always checked: NODE_TLS_REJECT_UNAUTHORIZED=0, set for another program's sake, must not give the key to
 * whoever answers. A certificate authority of one's own goes into NODE_EXTRA_CA_CERTS, which a packaged Electron does not read (a fuse).
 */
const sockets = { rejectUnauthorized: true } as const;

const common = {
  allowH2: false,
  connect: sockets,
  requestTls: sockets,
  proxyTls: sockets,
  factory: (origin: string | URL, options: Pool.Options) => pool(origin, options, passingOverContinue),
  clientFactory: (origin: URL, options: object) => pool(origin, options, (socket) => socket, origin.host),
};

type ConnectionOptions = Pick<Agent.Options, 'bodyTimeout' | 'connectTimeout' | 'keepAliveMaxTimeout' | 'keepAliveTimeout'>;

export function connectDirectly(options: ConnectionOptions = {}): Dispatcher {
  return new Agent({ ...common, ...options });
}

/**
 * Proxies come from the environment: HTTP_PROXY, HTTPS_PROXY, NO_PROXY.
 * @throws MessageError if a proxy's address is none
 */
export function connectByEnvironment(options: ConnectionOptions = {}): Dispatcher {
  try {
    return new EnvHttpProxyAgent({ ...common, ...options });
  } catch {
    // Not undici's text: the proxy's address may hold a password.
    throw new MessageError(say('service.proxyAddress'));
  }
}

/** The connections through a proxy that the system names. */
export function createProxyDispatcher(uri: string): Dispatcher {
  return new ProxyAgent({ uri, ...common });
}

/** The proxy itself could not be reached, or broke off before it led anywhere. */
export class ProxyUnreachable extends Error {
  override readonly name = 'ProxyUnreachable';
  readonly proxy: string;

  /** @param proxy host and port */
  constructor(proxy: string, cause: Error) {
    super(cause.message, { cause });
    this.proxy = proxy;
  }
}

/** @param proxy set where these are the connections to a proxy */
function pool(origin: string | URL, options: Pool.Options, prepared: (socket: Socket) => Socket, proxy?: string): Dispatcher {
  const { connect, connectTimeout } = options;
  const open =
    typeof connect === 'function'
      ? connect
      : buildConnector({ allowH2: false, ...defined({ timeout: connectTimeout }), ...sockets, ...connect });
  return new Pool(origin, {
    ...options,
    connect: (to, done) =>
      open(to, (...[error, socket]) => {
        if (error === null) done(null, prepared(socket));
        else done(proxy === undefined ? error : new ProxyUnreachable(proxy, error), null);
      }),
  });
}

/**
 * undici takes an unasked "100 Continue" for the end of a connection, although HTTP allows it before any answer, and passes over
 * all other interim answers: so it is shown "102 Processing" instead.
 */
function passingOverContinue(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  /** How much had been written when an answer's own bytes were last read: until more is written, no other answer begins. */
  let answeredAt = -1;
  socket.read = (size?: number): unknown => {
    const bytes: unknown = read(size);
    if (Buffer.isBuffer(bytes) && socket.bytesWritten !== answeredAt && renameContinue(bytes) < bytes.length)
      answeredAt = socket.bytesWritten;
    return bytes;
  };
  return socket;
}

/** @returns where the interim answers end with which these bytes begin */
function renameContinue(bytes: Buffer): number {
  let at = 0;
  while (/^HTTP\/1\.\d 1\d\d\b/.test(bytes.toString('latin1', at, at + 13))) {
    if (bytes.toString('latin1', at + 9, at + 12) === '100') bytes.write('102', at + 9);
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end < 0) return bytes.length;
    at = end + 4;
  }
  return at;
}
