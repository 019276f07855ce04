import { createCipheriv, createHash } from 'node:crypto';

/** What a password that is shorter than 32 bytes, or empty, is filled up with. */
const filling = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

const md5 = (...parts: readonly Uint8Array[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();

/**
 * Whether a PDF opens only with a password: the empty one, which every reader tries first, does not fit (ISO 32000-2, 7.6.4).
 * Encryption that is not understood proves nothing, except for that with certificates.
 *
 * @param dictionary its encryption dictionary, as Latin-1
 * @param trailer with the file's identifier
 */
export function needsPassword(dictionary: string, trailer: string): boolean {
  const handler = /\/Filter\s*\/([A-Za-z.]+)/.exec(dictionary.replace(/\/CF\s*<<[\s\S]*?>>\s*>>/, ''))?.[1];
  if (handler !== undefined && handler !== 'Standard') return true;
  const number = (name: string) => Number(new RegExp(`/${name}\\s+(-?\\d+)`).exec(dictionary)?.[1] ?? Number.NaN);
  const revision = number('R');
  const owner = stringAfter(dictionary, '/O');
  const user = stringAfter(dictionary, '/U');
  if (handler === undefined || owner === undefined || user === undefined) return false;
  if (revision === 5 || revision === 6) {
    const hash = revision === 5 ? sha('sha256', user.subarray(32, 40)) : hardened(user.subarray(32, 40));
    return !hash.equals(user.subarray(0, 32));
  }
  if (![2, 3, 4].includes(revision)) return false;
  const identifier = stringAfter(trailer, '/ID\\s*\\[') ?? Buffer.alloc(0);
  const isMetadataPlain = revision === 4 && /\/EncryptMetadata\s+false/.test(dictionary);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(number('P') | 0);
  const length = revision === 2 ? 5 : (keyBits(dictionary, number('V')) || 40) / 8;
  let key = md5(filling, owner.subarray(0, 32), permissions, identifier, Buffer.alloc(isMetadataPlain ? 4 : 0, 0xff));
  if (revision === 2) return !rc4(key.subarray(0, length), filling).equals(user.subarray(0, 32));
  for (let round = 0; round < 50; round += 1) key = md5(key.subarray(0, length));
  let proof = md5(filling, identifier);
  for (let round = 0; round < 20; round += 1) {
    proof = rc4(
      key.subarray(0, length).map((byte) => byte ^ round),
      proof,
    );
  }
  return !proof.equals(user.subarray(0, 16));
}

/** With crypt filters the key has 128 bits, whatever the length says. */
function keyBits(dictionary: string, version: number): number {
  if (version === 4) return 128;
  const outer = dictionary.replace(/\/CF\s*<<[\s\S]*?>>\s*>>/, '');
  const bits = Number(/\/Length\s+(\d+)/.exec(outer)?.[1] ?? 40);
  return bits >= 40 && bits <= 128 && bits % 8 === 0 ? bits : 40;
}

/** The string, literal or in hex, that follows a name. */
function stringAfter(dictionary: string, name: string): Buffer | undefined {
  const match = new RegExp(`${name}\\s*(?:<([0-9A-Fa-f\\s]*)>|(\\())`).exec(dictionary);
  if (match === null) return undefined;
  if (match[2] === undefined) return Buffer.from((match[1] ?? '').replace(/\s/g, ''), 'hex');
  return literal(dictionary.slice(match.index + match[0].length));
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** A literal string up to its closing bracket. */
function literal(text: string): Buffer {
  let found = '';
  let depth = 1;
  for (const [piece, octal, escaped] of text.matchAll(/\\(?:([0-7]{1,3})|(\r\n|[\s\S]))|[\s\S]/g)) {
    if (piece === '(') depth += 1;
    else if (piece === ')') depth -= 1;
    if (depth === 0) break;
    if (octal !== undefined) found += String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    else if (escaped === undefined) found += piece;
    else found += /[\r\n]/.test(escaped) ? '' : (escapes[escaped] ?? escaped);
  }
  return Buffer.from(found, 'latin1');
}

function sha(name: 'sha256' | 'sha384' | 'sha512', bytes: Uint8Array): Buffer {
  return createHash(name).update(bytes).digest();
}

/** The hash of revision 6 of an empty password (ISO 32000-2, algorithm 2.B). */
function hardened(salt: Uint8Array): Buffer {
  let key = sha('sha256', salt);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const mixed = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
    const remainder = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = sha((['sha256', 'sha384', 'sha512'] as const)[remainder] ?? 'sha256', mixed);
    last = mixed.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

/** OpenSSL no longer has it. */
function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number): number => state[index & 0xff] ?? 0;
  const swap = (a: number, b: number): void => {
    [state[a], state[b]] = [at(b), at(a)];
  };
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + at(index) + (key[index % key.length] ?? 0)) & 0xff;
    swap(index, other);
  }
  let other = 0;
  return Buffer.from(bytes).map((byte, position) => {
    const index = (position + 1) & 0xff;
    other = (other + at(index)) & 0xff;
    swap(index, other);
    return byte ^ at(at(index) + at(other));
  }) as Buffer;
}
