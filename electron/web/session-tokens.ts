import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Who may come in. A link carries a token that lets one browser in, once; the browser then holds a secret of its own as
 * a cookie, good for as long as the server lives. When a token was used, the next one takes its place.
 */
export interface SessionTokens {
  /** The token that nobody has used yet. */
  token(): string;
  /** Takes a token in exchange for a browser's secret; undefined if it is not the current one. */
  enter(token: string): string | undefined;
  /** Whether a browser's secret was given out here. */
  knows(secret: string | undefined): boolean;
}

/** @param random gives that many unguessable bytes */
export function createSessionTokens(random: (bytes: number) => Buffer = randomBytes): SessionTokens {
  const secret = () => random(32).toString('base64url');
  const admitted: Buffer[] = [];
  let token = secret();
  return {
    token: () => token,
    enter(given) {
      if (!timingSafeEqual(digest(given), digest(token))) return undefined;
      token = secret();
      const own = secret();
      admitted.push(digest(own));
      return own;
    },
    knows(given) {
      if (given === undefined) return false;
      const wanted = digest(given);
      // Every one is looked at, whichever it is: how long this takes tells nothing.
      return admitted.filter((each) => timingSafeEqual(each, wanted)).length > 0;
    },
  };
}

/** Secrets of any length become equally long, so that comparing them takes equally long. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
