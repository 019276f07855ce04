import type { KeyProblem } from '../core/protocol/failure.ts';

/**
 * What a refusal means, by the words of its message. The message names the reason, but how is not documented (README.md,
 * "Authentication"), so these patterns are broad, and a message that names two reasons counts as unclear.
 */

const rateWords = /\brates?\b|rate[-_ ]?limit|too[-_ ]many|throttl|\blimit(s|ed|ing)?\b|slow down/i;
const revokedWords = /revok|disabled|deactivated|expired|suspended|blocked|deleted/i;
const invalidWords =
  /invalid|incorrect|\bwrong\b|not valid|malformed|unknown|unrecogni[sz]ed|not recogni[sz]ed|not found|does not exist|no such/i;
const missingWords = /missing|not provided|not given|required|\babsent\b|\bno (api )?key\b|without (an? )?(api )?key/i;
const pageWords =
  /\bpages?\b|quota|credit|allowance|balance|\bplan\b|free tier|billing|payment|upgrade|exhausted|\blimit(s|ed)?\b/i;

/** 401: about the rate, or about the key. A message that names both is unclear. */
export function reasonOf401(words: string): 'rate' | KeyProblem {
  const isRevoked = revokedWords.test(words);
  if (rateWords.test(words)) return isRevoked || invalidWords.test(words) ? 'unclear' : 'rate';
  if (isRevoked) return 'revoked';
  // "Missing or invalid API key": a key was sent, so it is invalid.
  if (invalidWords.test(words)) return 'invalid';
  return missingWords.test(words) ? 'missing' : 'unclear';
}

/** 403: the key is revoked, or the account is out of pages (README.md, "Errors"). */
export function reasonOf403(words: string): 'pages' | 'revoked' | 'unclear' {
  const isPages = pageWords.test(words);
  const isRevoked = revokedWords.test(words);
  if (isPages === isRevoked) return 'unclear';
  return isPages ? 'pages' : 'revoked';
}

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Reads Retry-After: seconds, or an HTTP date. A date is compared with the answer's own Date if there is one, so that a
 * wrong clock here does no harm.
 *
 * @returns milliseconds from now, 0 to one day; undefined if the header is absent or unreadable
 */
export function retryAfterMs(retryAfter: string | undefined, date: string | undefined, now: number): number | undefined {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return within(Number(text) * 1_000);
  const at = text.includes(':') ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  const answeredAt = Date.parse(date ?? '');
  return within(at - (Number.isNaN(answeredAt) ? now : answeredAt));
}

function within(milliseconds: number): number {
  return Math.round(Math.min(Math.max(milliseconds, 0), dayMs));
}
