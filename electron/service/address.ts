import { err, ok, type Result } from '../core/result.ts';

/** Why an address cannot be the service's: one sentence that names it, without any password in it, and the remedy. */
export interface AddressProblem {
  readonly message: string;
}

/**
 * Reads the service's address, the base of every call. `https` is required; plain `http` is accepted for this
 * machine alone, for the key travels in a header. A base path is kept, a trailing slash tolerated.
 *
 * @returns the address with its path normalised (`https://host/base`, no slash at the end; `/` alone where there is none)
 */
export function checkServiceUrl(text: string): Result<URL, AddressProblem> {
  const trimmed = text.trim();
  const shown = `"${withoutSecrets(trimmed)}"`;
  if (trimmed === '') return problem('The service has no address yet: give one such as https://api.example.com.');
  if (!URL.canParse(trimmed)) {
    const full = `https://${trimmed}`;
    return URL.canParse(full) && !/\s/.test(trimmed)
      ? lacksScheme(shown, trimmed)
      : problem(`${shown} is not an address: ${example}`);
  }
  const url = new URL(trimmed);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb) {
    return /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed)
      ? problem(`${shown} is not an address of the web: ${example}`)
      : lacksScheme(shown, trimmed);
  }
  if (url.username !== '' || url.password !== '') {
    return problem(`${shown} was given with a user name or password: leave them out; the API key is set on its own.`);
  }
  if (url.search !== '' || url.hash !== '') {
    return problem(`${shown} was given with a query or fragment: leave out all that follows "?" or "#".`);
  }
  if (url.protocol === 'http:' && !isLoopback(url)) {
    const secure = withoutSecrets(trimmed).replace(/^http:/i, 'https:');
    return problem(
      `${shown} is not encrypted: use ${secure}. Plain http is for this machine alone (localhost, 127.0.0.1, [::1]).`,
    );
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  return ok(url);
}

/** The address as a text: scheme, host and port, and the base path where there is one. `url` is from `checkServiceUrl`. */
export function originOf(url: URL): string {
  return url.origin + basePathOf(url);
}

/** `/base`, or nothing. */
export function basePathOf(url: URL): string {
  return url.pathname === '/' ? '' : url.pathname;
}

/** Whether the host is this machine: 127.0.0.0/8, ::1 or localhost. URLs normalise the other spellings of these. */
export function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(url.hostname);
}

const example = 'give one such as https://api.example.com.';

function problem(message: string): Result<URL, AddressProblem> {
  return err({ message });
}

function lacksScheme(shown: string, text: string): Result<URL, AddressProblem> {
  const host = withoutSecrets(text);
  const scheme = URL.canParse(`http://${host}`) && isLoopback(new URL(`http://${host}`)) ? 'http' : 'https';
  return problem(`${shown} lacks its scheme: write ${scheme}://${host}.`);
}

/** The text as it may be shown: a key may have been pasted into the query, a password before the host. */
function withoutSecrets(text: string): string {
  return text
    .replace(/[?#].*$/s, '')
    .replace(/^([a-z][a-z\d+.-]*:\/*)?[^/]*@/i, (_, scheme: string | undefined) => (scheme?.endsWith('/') ? scheme : ''))
    .slice(0, 200);
}
