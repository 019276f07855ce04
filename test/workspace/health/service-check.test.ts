import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import type { Failure } from '../../../electron/core/protocol/failure.ts';
import { err, ok } from '../../../electron/core/result.ts';
import { createServiceClient } from '../../../electron/service/client.ts';
import type { KeyTrial } from '../../../electron/service/service.ts';
import {
  examineService,
  judgeClassification,
  judgeExtraction,
  judgeTrial,
} from '../../../electron/workspace/health/service-check.ts';
import { type StrictService, startStrictService } from '../../support/strict/strict-service.ts';

const origin = 'https://a.example';
const revoked = foreign('revoked');
const bad: KeyTrial = {
  kind: 'bad',
  message: revoked,
  failure: { kind: 'key', message: revoked, status: 401, reason: 'revoked' },
};
const unknown = (failure: Failure): KeyTrial => ({ kind: 'unknown', failure });

describe('the key', () => {
  it.each<[KeyTrial, string, RegExp]>([
    [{ kind: 'good' }, 'ok', /answers \(12 ms\) and accepts the key in the keychain/],
    [{ kind: 'good-but-empty', message: foreign('no pages left') }, 'problem', /out of pages: no pages left/],
    [bad, 'problem', /refuses the key in the keychain: revoked/],
    [unknown({ kind: 'offline', message: foreign('no route') }), 'problem', /no route/],
    [unknown({ kind: 'aborted', message: foreign('x') }), 'problem', /did not answer within 20 s/],
    [unknown({ kind: 'rate', message: foreign('slow down'), status: 429 }), 'warning', /asks for a pause/],
    [unknown({ kind: 'forbidden', message: foreign('no'), status: 403, reason: 'unclear' }), 'problem', /refuses: no/],
    [unknown({ kind: 'server', message: foreign('broken'), status: 500 }), 'warning', /says nothing about the key: broken/],
  ])('%j', (trial, status, words) => {
    const check = judgeTrial(origin, 'keychain', trial, 12);
    expect(check.status).toBe(status);
    expect(inEnglish(check.seen)).toMatch(words);
  });

  it('that is bad is to be replaced where it came from', () => {
    expect(judgeTrial(origin, 'environment', bad, 1)).toMatchObject({
      remedy: say('health.service.refusedEnvironmentRemedy'),
    });
    expect(judgeTrial(origin, 'keychain', bad, 1)).toMatchObject({
      remedy: say('health.service.refusedRemedy', { origin }),
    });
  });
});

describe('a route', () => {
  it('to an extraction is there, or not, or could not be asked for', () => {
    const extraction = { extractionId: 'e', name: 'Invoices', fields: [{ key: 'a', description: '', example: '' }], extra: {} };
    expect(judgeExtraction('e', ok(extraction))).toMatchObject({
      status: 'ok',
      seen: say('health.route.fine', { name: 'Invoices', id: 'e', count: 1 }),
    });
    expect(judgeExtraction('e', err({ kind: 'not-found', message: foreign('Extraction not found'), status: 404 }))).toMatchObject(
      {
        status: 'problem',
        seen: say('health.route.unknown', { id: 'e', message: foreign('Extraction not found') }),
      },
    );
    expect(judgeExtraction('e', err({ kind: 'server', message: foreign('broken'), status: 500 }))).toMatchObject({
      status: 'warning',
    });
  });

  it('to a classification is known only at the first upload, and says so', () => {
    expect(judgeClassification('c', false)).toMatchObject({
      status: 'warning',
      seen: say('health.route.unverified', { id: 'c' }),
    });
    expect(judgeClassification('c', true)).toMatchObject({ status: 'ok' });
  });
});

describe('the service', () => {
  let service: StrictService;
  beforeEach(async () => {
    service = await startStrictService({ keys: ['good'] });
  });
  afterEach(() => service.close());
  const route = { route: { kind: 'extraction', id: 'e' } as const, passed: false };
  const examined = (url: string, key: string, routes = [route]) => {
    const client = createServiceClient({ url, key: () => key });
    return examineService(client, url, 'environment', routes).finally(() => client.close());
  };

  it('is asked for each extraction once, and tells its time', async () => {
    const { checks, date } = await examined(service.url, 'good', [route, route]);
    expect(checks.map(({ area, status }) => [area, status])).toEqual([
      ['service', 'ok'],
      ['route', 'problem'],
    ]);
    expect(service.requests.map((request) => request.key)).toEqual(['good', 'good']);
    expect(Math.abs((date?.said ?? 0) - (date?.at ?? 1))).toBeLessThan(5_000);
  });

  it('is asked nothing more with a bad key, and no check repeats it', async () => {
    const { checks } = await examined(service.url, 'secret-bad-key');
    expect(checks.map(({ status }) => status)).toEqual(['problem']);
    expect(service.requests).toHaveLength(1);
    expect(JSON.stringify(checks)).not.toContain('secret-bad-key');
  });

  it('may be out of reach', async () => {
    const { url } = service;
    await service.close();
    const { checks, date } = await examined(url, 'good');
    expect(checks).toMatchObject([{ status: 'problem', seen: { code: 'health.service.unreachable' } }]);
    expect(date).toBeUndefined();
  });
});
