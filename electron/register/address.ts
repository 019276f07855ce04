import { type Message, say } from '../core/messages/message.ts';
import { err, ok, type Result } from '../core/result.ts';

/** Where a register is, and who asks it. */
export interface RegisterAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password?: string;
  /** Encrypted, and the server's certificate is checked. Off on loopback unless the address asks for it. */
  readonly tls: boolean;
  /** A file with the certificates to trust instead of the system's. */
  readonly rootCertificate?: string;
  /** For people and logs: without user and password. */
  readonly place: string;
}

const usualPort = 5432;
export const usualUser = 'intray';

/**
 * Reads `postgres://[user[:password]@]host[:port]/database[?sslmode=verify-full][&sslrootcert=FILE]`. The host may be the directory of
 * the server's socket, with `%2F` for `/`.
 * @param password where the address has none
 * @returns what is wrong with it; never repeats the address, which may have a password in it. Pure
 */
export function readAddress(address: string, password?: string): Result<RegisterAddress, Message> {
  const url = URL.parse(address.trim());
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) return err(say('register.notAnAddress'));
  const parts = [url.hostname.replace(/^\[|\]$/g, ''), url.pathname.slice(1), url.username, url.password].map(decoded);
  const [host, database, user, ownPassword] = parts;
  if (
    host === undefined ||
    host === '' ||
    database === undefined ||
    database === '' ||
    user === undefined ||
    ownPassword === undefined
  )
    return err(say('register.notAnAddress'));
  const mode = url.searchParams.get('sslmode');
  if (mode !== null && mode !== 'verify-full' && mode !== 'disable') return err(say('register.tlsMode', { mode }));
  if (mode === 'disable' && !isLoopback(host)) return err(say('register.tlsNeeded', { host }));
  const rootCertificate = url.searchParams.get('sslrootcert') ?? undefined;
  const secret = ownPassword === '' ? password : ownPassword;
  const port = url.port === '' ? usualPort : Number(url.port);
  return ok({
    host,
    port,
    database,
    user: user === '' ? usualUser : user,
    tls: mode === 'verify-full' || (mode === null && !isLoopback(host)),
    place: host.startsWith('/') ? `${host}, ${database}` : `${url.hostname}:${port}/${database}`,
    ...(secret !== undefined && { password: secret }),
    ...(rootCertificate !== undefined && { rootCertificate }),
  });
}

/** Under what name the keychain has its password. Pure. */
export function keychainAccount({ place, user }: Pick<RegisterAddress, 'place' | 'user'>): string {
  return `postgres://${encodeURIComponent(user)}@${place}`;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** A directory with the server's socket is on this machine, too. */
function isLoopback(host: string): boolean {
  return host.startsWith('/') || host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
