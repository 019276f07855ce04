import { describe, expect, it } from 'vitest';
import { foreign } from '../../electron/core/messages/message.ts';
import { callCounts } from '../../electron/service/call-counts.ts';
import { tryKey } from '../../electron/service/client.ts';
import { clientOf, closedAddress, startService } from './support.ts';

const error = (message: string) => ({ error: message });

describe('trying a key', () => {
  it.each([
    [404, error('Extraction not found'), { kind: 'good' }],
    [200, { extractionId: 'e', name: 'x', fields: [] }, { kind: 'good' }],
    [403, error('Out of pages'), { kind: 'good-but-empty', message: foreign('Out of pages') }],
    [403, error('API key revoked'), { kind: 'bad', message: foreign('API key revoked') }],
    [403, error('Forbidden'), { kind: 'unknown' }],
    [401, error('Invalid API key'), { kind: 'bad', message: foreign('Invalid API key') }],
    [401, error('Unauthorized'), { kind: 'bad', message: foreign('Unauthorized') }],
    [401, error('Rate limit exceeded'), { kind: 'unknown', failure: { kind: 'rate' } }],
    [429, error('Slow down'), { kind: 'unknown', failure: { kind: 'rate' } }],
    [500, error('Oops'), { kind: 'unknown', failure: { kind: 'server' } }],
    [400, error('No'), { kind: 'unknown', failure: { kind: 'bad-request' } }],
    [413, error('No'), { kind: 'unknown', failure: { kind: 'too-large' } }],
    [200, '{', { kind: 'unknown', failure: { kind: 'unreadable' } }],
    [402, error('No'), { kind: 'good-but-empty', message: foreign('No') }],
    [404, '<html>Not found</html>', { kind: 'unknown', failure: { kind: 'offline' } }],
  ])('%i %j', async (status, body, expected) => {
    const service = await startService(() => ({ status, body }));
    expect(await tryKey(clientOf(service.url))).toMatchObject(expected);
  });

  it('views an extraction that cannot exist, a different one each time', async () => {
    const service = await startService(() => ({ status: 404, body: error('Extraction not found') }));
    const client = clientOf(service.url);
    await tryKey(client);
    await tryKey(client);
    const ids = service.seen.map(({ body }) => (JSON.parse(body.toString()) as { extractionId: string }).extractionId);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  it('says nothing about a key when nobody answers, or there is none', async () => {
    expect(await tryKey(clientOf(await closedAddress()))).toMatchObject({ kind: 'unknown', failure: { kind: 'offline' } });
    expect(await tryKey(clientOf(await closedAddress(), { key: () => undefined }))).toMatchObject({ kind: 'bad' });
  });

  it('is done with what a bad key was refused with, and ends when it is taken back', async () => {
    const service = await startService(() => ({ status: 401, body: error('Invalid API key') }));
    expect(await tryKey(clientOf(service.url))).toMatchObject({
      kind: 'bad',
      failure: { kind: 'key', reason: 'invalid', status: 401 },
    });
    expect(await tryKey(clientOf(service.url), AbortSignal.abort())).toMatchObject({
      kind: 'unknown',
      failure: { kind: 'aborted' },
    });
    expect(service.seen).toHaveLength(1);
  });
});

it('Calls are counted once they are answered, and failures by their kind', async () => {
  const service = await startService((_, index) =>
    index === 0 ? { status: 200, body: { name: 'x', fields: [] } } : { status: 404, body: error('No') },
  );
  const client = clientOf(service.url);
  const { calls } = callCounts;
  const before = callCounts.failures.get('not-found') ?? 0;
  await client.viewExtraction('e');
  await client.viewExtraction('e');
  await client.getBatchResults('e', 'b');
  expect([callCounts.calls - calls, (callCounts.failures.get('not-found') ?? 0) - before]).toEqual([3, 2]);
});
