import { describe, expect, it } from 'vitest';
import { createBuckets } from '../../../electron/sandbox/http/server.ts';
import { fullKey, manualClock, start } from '../support.ts';

const id = '00000000-0000-4000-8000-000000000000';

describe('the key', () => {
  it('is missing, invalid or revoked: 401, each with its own message', async () => {
    const { call, sandbox } = await start();
    const view = (authorization: string) => call('POST', '/api/v1/viewExtraction', { extractionId: id }, { authorization });
    const revoked = sandbox.control.createKey('Old');
    sandbox.control.revokeKey(revoked.id);
    const answers = await Promise.all(['', 'Basic abc', 'Bearer nonsense', `Bearer ${revoked.key}`].map(view));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(answers.map(({ body }) => Object.keys(body))).toEqual(Array(4).fill(['error']));
    expect(answers.map(({ body }) => body.error)).toEqual([
      expect.stringContaining('Missing API key'),
      expect.stringContaining('Missing API key'),
      expect.stringContaining('Invalid API key'),
      expect.stringContaining('has been revoked'),
    ]);
    expect((await view(`bearer ${fullKey}`)).status).toBe(404);
  });

  it('may be revoked with 403, which is documented too', async () => {
    const { call, sandbox } = await start();
    const { id: keyId, key } = sandbox.control.createKey('Old');
    sandbox.control.revokeKey(keyId, 403);
    const answer = await call('GET', '/v1/classifications/a/batches/b', undefined, { authorization: `Bearer ${key}` });
    expect(answer).toMatchObject({ status: 403, body: { error: 'This API key has been revoked.' } });
  });

  it('is checked before anything else, on every path of the service', async () => {
    const { sandbox } = await start();
    const form = new FormData();
    form.append('files', new Blob(['x'.repeat(1_000_000)]), 'a.pdf');
    expect((await fetch(`${sandbox.url}/api/v1/uploadFiles`, { method: 'POST', body: form })).status).toBe(401);
    expect((await fetch(`${sandbox.url}/v1/nothing`)).status).toBe(401);
    expect((await fetch(`${sandbox.url}/api/v1/viewExtraction`)).status).toBe(401);
    expect((await fetch(sandbox.url)).status).toBe(200);
  });
});

describe('the rate limit', () => {
  it('is off by default, and answers 429 with Retry-After', async () => {
    const { call } = await start({ rateLimit: { perSecond: 0.5, burst: 2 } });
    const view = () => call('POST', '/api/v1/viewExtraction', { extractionId: id });
    expect([(await view()).status, (await view()).status]).toEqual([404, 404]);
    const refused = await view();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(refused.body.error).toContain('Too many requests');
  });

  it('has a bucket for each key', () => {
    const clock = manualClock();
    const buckets = createBuckets({ perSecond: 2, burst: 1 }, clock);
    expect(buckets.take('a')).toBe(0);
    expect(buckets.take('a')).toBe(0.5);
    expect(buckets.take('b')).toBe(0);
    clock.advance(500);
    expect(buckets.take('a')).toBe(0);
    clock.advance(60_000);
    expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 0.5]);
  });
});
