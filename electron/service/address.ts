import { isLoopback } from '../core/loopback.ts';
import { type Message, say } from '../core/messages/message.ts';
import { err, ok, type Result } from '../core/result.ts';

const scheme = /^[a-z][a-z\d+.-]*:\/\//i;

/**
 * Reads the service's address, the base of every call. The error names it, without any password in it, and the remedy. It must be `https`, because the key travels in a header; plain
 * `http` is accepted for this computer alone. A base path is kept, a trailing slash ignored.
 *
 * @returns the address with its path normalised (`https://host/base`, no slash at the end; `/` alone where there is none)
 */
export function checkServiceUrl(text: string): Result<URL, Message> {
  const trimmed = text.trim();
  const address = withoutSecrets(trimmed);
  if (trimmed === '') return err(say('service.address.missing'));
  if (!URL.canParse(trimmed)) {
    const isWhole = URL.canParse(`https://${trimmed}`) && !/\s/.test(trimmed) && !scheme.test(trimmed);
    return isWhole ? lacksScheme(address) : err(say('service.address.malformed', { address }));
  }
  const url = new URL(trimmed);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb) {
    return scheme.test(trimmed) ? err(say('service.address.notWeb', { address })) : lacksScheme(address);
  }
  if (url.username !== '' || url.password !== '') {
    return err(say('service.address.credentials', { address }));
  }
  if (url.search !== '' || url.hash !== '') {
    return err(say('service.address.query', { address }));
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return err(say('service.address.notEncrypted', { address, remedy: address.replace(/^http:/i, 'https:') }));
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  return ok(url);
}

/** Scheme, host and port, and the base path if there is one. `url` comes from `checkServiceUrl`. */
export function originOf(url: URL): string {
  return url.origin + basePathOf(url);
}

/** `/base`, or ''. */
export function basePathOf(url: URL): string {
  return url.pathname === '/' ? '' : url.pathname;
}

function lacksScheme(address: string): Result<URL, Message> {
  const isOwn = URL.canParse(`http://${address}`) && isLoopback(new URL(`http://${address}`).hostname);
  return err(say('service.address.noScheme', { address, remedy: `${isOwn ? 'http' : 'https'}://${address}` }));
}

/** The text as it may be shown: someone may have put a key into the query or a password before the host. */
function withoutSecrets(text: string): string {
  return text
    .replace(/[?#].*$/s, '')
    .replace(/^([a-z][a-z\d+.-]*:\/*)?[^/]*@/i, (_, scheme: string | undefined) => (scheme?.endsWith('/') ? scheme : ''))
    .slice(0, 200);
}
