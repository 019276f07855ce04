import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Who may use the window. A link carries a one-time token; the browser that redeems it gets a session secret as a cookie,
 * valid for as long as the server runs. A redeemed token is replaced by the next one.
 */
export interface SessionTokens {
  /** The token that nobody has redeemed yet. */
  token(): string;
  /** Exchanges the current token for a session secret; undefined for any other token. */
  redeem(token: string): string | undefined;
  /** Whether a session secret was issued here. */
  isSession(secret: string | undefined): boolean;
}

/** @param random gives that many unguessable bytes */
export function createSessionTokens(random: (bytes: number) => Buffer = randomBytes): SessionTokens {
  const newSecret = () => random(32).toString('base64url');
  const issued: Buffer[] = [];
  let token = newSecret();
  return {
    token: () => token,
    redeem(given) {
      if (!timingSafeEqual(digest(given), digest(token))) return undefined;
      token = newSecret();
      const secret = newSecret();
      issued.push(digest(secret));
      return secret;
    },
    isSession(given) {
      if (given === undefined) return false;
      const wanted = digest(given);
      // Compares with every one, so that the time this takes reveals nothing.
      return issued.filter((each) => timingSafeEqual(each, wanted)).length > 0;
    },
  };
}

/** Secrets of any length become equally long, so that comparing them takes equally long. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
