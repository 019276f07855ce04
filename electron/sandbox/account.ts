import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';
import { errors, ServiceError } from './errors.ts';

/** Active keys of an account (electron/service/README.md, "Limits"). */
const maxActiveKeys = 5;

/** A key at its creation, the only time it is shown whole. */
interface IssuedKey {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

export type Keyring = ReturnType<typeof createKeyring>;

export function createKeyring() {
  /** By their digests. The service may answer a revoked key with either status (electron/service/README.md, "Authentication"). */
  const keys = new Map<string, { readonly id: string; revoked?: 401 | 403 }>();

  return {
    /** Throws a 409 if five are active. `key` is its full text; by default one is made up. */
    create(name: string, key = `intray_sandbox_${randomBytes(24).toString('base64url')}`): IssuedKey {
      if (name.trim() === '') throw errors.badRequest('A key needs a name.');
      if (!/^[\x21-\x7e]+$/.test(key)) throw errors.badRequest('A key consists of printable characters without spaces.');
      const digest = digestOf(key);
      if (keys.has(digest)) throw new ServiceError(409, 'This key exists already.');
      if ([...keys.values()].filter(({ revoked }) => revoked === undefined).length >= maxActiveKeys) {
        throw new ServiceError(409, `An account may have at most ${maxActiveKeys} active keys. Revoke one first.`);
      }
      const id = randomUUID();
      keys.set(digest, { id });
      return { id, name, key };
    },
    revoke(id: string, status: 401 | 403 = 401): void {
      for (const record of keys.values()) if (record.id === id) record.revoked = status;
    },
    /** The id of the key in an Authorization header; throws the service's 401 or 403 without a valid one. */
    check(authorization: string | undefined): string {
      const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
      if (key === undefined) throw errors.missingKey();
      const record = keys.get(digestOf(key));
      if (record === undefined) throw errors.invalidKey();
      if (record.revoked !== undefined) throw errors.revokedKey(record.revoked);
      return record.id;
    },
  };
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export type PageAccount = ReturnType<typeof createPageAccount>;

/** The account's pages: a number per calendar month (UTC), for all processing (electron/service/README.md, "Limits"). */
export function createPageAccount({ clock, perMonth }: { readonly clock: Clock; readonly perMonth: number }) {
  let month = '';
  let left = perMonth;

  /** Those of this month, less some. */
  function remaining(less = 0): number {
    const current = new Date(clock.now()).toISOString().slice(0, 7);
    if (current !== month) left = perMonth;
    month = current;
    left = Math.max(0, left - less);
    return left;
  }

  return {
    perMonth,
    remaining: () => remaining(),
    /** Takes all of them, or none and returns false. */
    take(pages: number): boolean {
      if (pages > remaining()) return false;
      remaining(pages);
      return true;
    },
    /** Corrects an earlier charge: a positive number takes more (never below zero), a negative one gives back. */
    adjust: (pages: number) => void remaining(pages),
    /** Sets how many are left this month. */
    setRemaining: (pages: number) => void remaining(remaining() - pages),
  };
}
