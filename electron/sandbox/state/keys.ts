import { createHash, timingSafeEqual } from 'node:crypto';
import { assertNever } from '../../core/result.ts';
import type { Clock } from '../clock.ts';
import { errors, ServiceError } from '../errors.ts';

/** Active keys of an account (electron/service/README.md, "Limits"). */
export const maxActiveKeys = 5;

type KeyState =
  | { readonly kind: 'active' }
  /** `until`: milliseconds since the epoch; absent: until it is lifted. */
  | { readonly kind: 'rate-limited'; readonly until?: number }
  /** The service may answer a revoked key with either (electron/service/README.md, "Authentication"). */
  | { readonly kind: 'revoked'; readonly status: 401 | 403 };

interface KeyRecord {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly digest: Buffer;
  readonly ending: string;
  state: KeyState;
}

/** A key as it is shown after its creation: never whole. */
export interface KeyView {
  readonly id: string;
  readonly name: string;
  readonly state: KeyState['kind'];
  readonly createdAt: string;
  /** Its last four characters. */
  readonly ending: string;
}

/** A key at its creation, the only time it is shown whole. */
export interface IssuedKey {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

export type KeyCheck =
  | { readonly kind: 'good'; readonly keyId: string }
  | { readonly kind: 'refused'; readonly error: ServiceError };

export type Keyring = ReturnType<typeof createKeyring>;

export function createKeyring({
  clock,
  newId,
  newKey,
}: {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly newKey: () => string;
}) {
  const keys = new Map<string, KeyRecord>();

  function get(id: string): KeyRecord {
    const found = keys.get(id);
    if (found === undefined) throw new ServiceError(404, `Key not found: ${id}`);
    return found;
  }

  function change(id: string, state: KeyState): KeyView {
    const record = get(id);
    if (record.state.kind === 'revoked') throw new ServiceError(409, `The key "${record.name}" is revoked, and stays so.`);
    record.state = state;
    return view(record);
  }

  return {
    /** Throws a 409 if five are active. `key` is its full text; by default one is made up. */
    create(name: string, key = newKey()): IssuedKey {
      if (name.trim() === '') throw errors.badRequest('A key needs a name.');
      if (!/^[\x21-\x7e]+$/.test(key)) throw errors.badRequest('A key consists of printable characters without spaces.');
      const digest = digestOf(key);
      const all = [...keys.values()];
      if (all.some((record) => record.digest.equals(digest))) throw new ServiceError(409, 'This key exists already.');
      if (all.filter((record) => record.state.kind !== 'revoked').length >= maxActiveKeys) {
        throw new ServiceError(409, `An account may have at most ${maxActiveKeys} active keys. Revoke one first.`);
      }
      const id = newId();
      const createdAt = new Date(clock.now()).toISOString();
      keys.set(id, { id, name, createdAt, digest, ending: key.slice(-4), state: { kind: 'active' } });
      return { id, name, key };
    },
    revoke: (id: string, status: 401 | 403 = 401) => change(id, { kind: 'revoked', status }),
    /** Requests get the 401 of a rate limit, for that long or until it is lifted. */
    rateLimit: (id: string, seconds?: number) =>
      change(
        id,
        seconds === undefined ? { kind: 'rate-limited' } : { kind: 'rate-limited', until: clock.now() + seconds * 1000 },
      ),
    liftRateLimit: (id: string) => change(id, { kind: 'active' }),
    list: () => [...keys.values()].map(view),
    /** Judges an Authorization header (electron/service/README.md, "Authentication"). */
    check(authorization: string | undefined): KeyCheck {
      const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
      if (key === undefined) return { kind: 'refused', error: errors.missingKey() };
      const digest = digestOf(key);
      const record = [...keys.values()].find((candidate) => timingSafeEqual(candidate.digest, digest));
      if (record === undefined) return { kind: 'refused', error: errors.invalidKey() };
      switch (record.state.kind) {
        case 'active':
          return { kind: 'good', keyId: record.id };
        case 'revoked':
          return { kind: 'refused', error: errors.revokedKey(record.state.status) };
        case 'rate-limited':
          if (record.state.until === undefined || clock.now() < record.state.until) {
            return { kind: 'refused', error: errors.rateLimitedKey() };
          }
          record.state = { kind: 'active' };
          return { kind: 'good', keyId: record.id };
        default:
          return assertNever(record.state);
      }
    },
  };
}

function view({ id, name, state, createdAt, ending }: KeyRecord): KeyView {
  return { id, name, state: state.kind, createdAt, ending };
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
