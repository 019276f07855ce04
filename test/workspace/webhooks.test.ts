import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { createWebhookReceiver } from '../../electron/workspace/webhooks.ts';

const secret = `whsec_${Buffer.from('a secret of this test alone').toString('base64')}`;
const event = (batch: string) =>
  JSON.stringify({ type: 'extraction.completed', data: { batch_id: batch, status: 'processed', files: [{ id: 'f-1' }] } });

let hints: (readonly string[])[];
let warnings: number;
let now: number;
beforeEach(() => {
  [hints, warnings, now] = [[], 0, Date.now()];
});

function receiver(given: string | undefined) {
  const log = { info: () => undefined, warn: () => (warnings += 1) };
  const engine = { hint: (ids: readonly string[]) => void hints.push(ids) };
  const receive = createWebhookReceiver(given, { session: { log }, running: { engine } }, () => now);
  return (headers: Readonly<Record<string, unknown>>, body: string | Buffer) => receive(headers, Buffer.from(body));
}

function signed(id: string, body: string, at = now, by = secret) {
  const date = new Date(at);
  const signature = new Webhook(by).sign(id, date, body);
  return { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(at / 1_000)), 'webhook-signature': signature };
}

describe('an event of the service', () => {
  it('that is signed is a hint about everything that it names, however many come', () => {
    const receive = receiver(secret);
    for (let index = 0; index < 100; index += 1)
      expect(receive(signed(`e-${index}`, event(`b-${index}`)), event(`b-${index}`))).toBe(200);
    expect(hints).toHaveLength(100);
    expect(new Set(hints[7])).toEqual(new Set(['b-7', 'processed', 'f-1']));
    expect(warnings).toBe(0);
  });

  it('has no effect a second time, and is refused when it is old', () => {
    const receive = receiver(secret);
    expect(receive(signed('e-1', event('b')), event('b'))).toBe(200);
    expect(receive(signed('e-1', event('b')), event('b'))).toBe(200);
    expect(receive(signed('e-2', event('b'), now - 6 * 60_000), event('b'))).toBe(400);
    expect(receive(signed('e-3', event('b'), now + 6 * 60_000), event('b'))).toBe(400);
    expect(receive({}, event('b'))).toBe(400);
    expect(hints).toHaveLength(1);
  });

  it.each([
    ['whose signature does not verify, which is said once', secret],
    ['that nobody could verify', undefined],
  ])('%s is only a hint, at a bounded rate', (_, given) => {
    const receive = receiver(given);
    const other = `whsec_${Buffer.from('another secret than that one').toString('base64')}`;
    const answers = Array.from({ length: 30 }, (_, index) => receive(signed(`e-${index}`, event('b'), now, other), event('b')));
    expect(answers.filter((code) => code === 200)).toHaveLength(10);
    expect(answers.filter((code) => code === 429)).toHaveLength(20);
    now += 3_000;
    const later = Array.from({ length: 5 }, (_, index) => receive(signed(`l-${index}`, event('b'), now, other), event('b')));
    expect(later.filter((code) => code === 200)).toHaveLength(3);
    expect(hints).toHaveLength(13);
    expect(warnings).toBe(given === undefined ? 0 : 1);
  });

  it.each(['', 'no JSON', '[]', '"text"', '{}', `{"data":${'['.repeat(100_000)}`])('that cannot be read is refused', (body) => {
    expect(receiver(undefined)({}, body)).toBe(400);
    expect(hints).toEqual([]);
  });

  it('is read in any form, and no further than any account needs', () => {
    const receive = receiver(undefined);
    const many = Array.from({ length: 5_000 }, (_, index) => ({ file: { id: `f-${index}` } }));
    const deep = `${'['.repeat(5_000)}"x"${']'.repeat(5_000)}`;
    expect(receive({}, `{"data":[${JSON.stringify(many)},${deep}]}`)).toBe(200);
    expect(hints[0]?.length).toBeLessThanOrEqual(1_000);
    expect(receive({}, JSON.stringify({ data: { event: { file_id: 'f-1' }, text: 'x'.repeat(10_000) } }))).toBe(200);
    expect(hints[1]).toEqual(['f-1']);
  });

  it('is weighed before it is read: by its signature over the bytes that came, then by how many came', () => {
    const receive = receiver(secret);
    const bytes = Buffer.from([...Buffer.from('{"data":{"batch_id":"b-'), 0xff, ...Buffer.from('"}}')]);
    const id = 'e-bytes';
    const seconds = String(Math.floor(now / 1_000));
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${seconds}.`).update(bytes).digest('base64');
    const headers = { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1a,AAAA v1,${signature}` };
    expect(receive(headers, bytes)).toBe(200);
    expect(receive(headers, Buffer.concat([bytes, Buffer.from(' ')]))).toBe(200);
    expect(hints).toHaveLength(2);

    const forged = { ...headers, 'webhook-signature': 'v1,AAAA' };
    const answers = Array.from({ length: 20 }, () => receive(forged, 'no JSON'));
    expect(answers).toEqual([...Array.from({ length: 9 }, () => 400), ...Array.from({ length: 11 }, () => 429)]);
  });

  it('that is forged does not make the service’s own look as if it had come before', () => {
    const receive = receiver(secret);
    const own = signed('e-1', event('b'));
    expect(receive({ ...own, 'webhook-signature': 'v1,AAAA' }, event('other'))).toBe(200);
    expect(receive(own, event('b'))).toBe(200);
    expect(hints).toHaveLength(2);
  });

  it('is looked into only so far, however it is built', () => {
    const receive = receiver(undefined);
    const deep = `${'['.repeat(43_000)}"at the bottom"${']'.repeat(43_000)}`;
    expect(receive({}, `{"data":{"batch_id":"b","more":${deep}}}`)).toBe(200);
    expect(hints).toEqual([['b']]);
    const wide = JSON.stringify([
      { batch_id: 'beyond' },
      ...Array.from({ length: 200 }, () => Array.from({ length: 500 }, () => 0)),
    ]);
    expect(receive({}, `{"type":${deep},"data":${wide}}`)).toBe(200);
    expect(hints[1]).toEqual([]);
  });

  it('needs a secret that is one', () => {
    expect(() => receiver('not base64 at all!')).toThrow();
  });
});
