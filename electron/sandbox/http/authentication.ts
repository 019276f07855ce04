import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import { isServicePath } from '../endpoints.ts';
import { errors } from '../errors.ts';
import type { RateLimit, ServerContext } from './route.ts';

/** Every call needs a valid key, and a token where a rate limit is set (electron/service/README.md, "Authentication"). */
export function addAuthentication(app: FastifyInstance, { keyring, rateLimit, clock }: ServerContext): void {
  const buckets = rateLimit === undefined ? undefined : createBuckets(rateLimit, clock);
  app.addHook('onRequest', async (request) => {
    if (!isServicePath(request.url)) return;
    const keyId = keyring.check(request.headers.authorization);
    const wait = buckets?.take(keyId) ?? 0;
    if (wait > 0) throw errors.tooManyRequests(String(Math.ceil(wait)));
  });
}

/** Token buckets, one per key. */
export function createBuckets({ perSecond, burst }: RateLimit, clock: Clock) {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    /** Takes a token. @returns 0, or the seconds until there is one */
    take(keyId: string): number {
      const now = clock.now();
      const { tokens, at } = buckets.get(keyId) ?? { tokens: burst, at: now };
      const filled = Math.min(burst, tokens + ((now - at) / 1000) * perSecond);
      const taken = filled >= 1;
      buckets.set(keyId, { tokens: taken ? filled - 1 : filled, at: now });
      return taken ? 0 : (1 - filled) / perSecond;
    },
  };
}
