import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createWebhooks, defaultRetryDelays, parseTarget } from '../../electron/sandbox/webhooks.ts';
import { waitFor } from '../support/wait-for.ts';
import { manualClock, start, startReceiver } from './support.ts';

const secret = `whsec_${Buffer.from('a secret of some length').toString('base64')}`;
const event = { type: 'file.processed', data: { file_id: '1' } } as const;

function webhooks(options: { retryDelays?: readonly number[]; timeout?: number } = {}) {
  const clock = manualClock();
  const made = createWebhooks({
    clock,
    retryDelays: [1000, 5000],
    timeout: 45_000,
    log: () => {},
    ...options,
  });
  return { clock, made };
}

describe('a webhook from the sandbox', () => {
  it('announces a batch in the documented form, with a signature that the library verifies', async () => {
    const receiver = await startReceiver();
    const { extraction, upload, settled } = await start({ webhook: { url: receiver.url, secret } });
    const extractionId = extraction();
    const { body } = await upload(extractionId, { 'a.pdf': 'number: 1\ntotal: 2', 'b.jpg': 'image', 'c.pdf': 'broken' });
    await settled(extractionId, body.batchId);
    await waitFor(() => expect(receiver.received).toHaveLength(4));
    expect([...receiver.types()].sort()).toEqual(['extraction.completed', 'file.failed', 'file.processed', 'file.processed']);
    expect(receiver.types().at(-1)).toBe('extraction.completed');
    for (const { headers, text } of receiver.received) {
      expect(headers['content-type']).toBe('application/json');
      expect(headers['webhook-signature']).toMatch(/^v1,/);
      expect(headers['webhook-timestamp']).toMatch(/^\d{10}$/);
      expect(() => new Webhook(secret).verify(text, headers as Record<string, string>)).not.toThrow();
      expect(() => new Webhook(secret).verify(`${text} `, headers as Record<string, string>)).toThrow();
    }
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
    const [a, b, c] = body.files.map(({ id }: { id: string }) => id);
    expect(JSON.parse(receiver.received.at(-1)?.text ?? '')).toEqual({
      type: 'extraction.completed',
      data: {
        extraction_id: extractionId,
        batch_id: body.batchId,
        status: 'needs_review',
        files: [
          { id: a, status: 'processed' },
          { id: b, status: 'needs_review' },
          { id: c, status: 'failed' },
        ],
      },
    });
  });

  it('sends extraction.failed if every file of a batch failed', async () => {
    const receiver = await startReceiver();
    const { extraction, upload } = await start({ webhook: { url: receiver.url } });
    await upload(extraction(), { 'a.pdf': 'broken' });
    await waitFor(() => expect(receiver.types()).toEqual(['file.failed', 'extraction.failed']));
  });

  it('is not sent if no URL is registered', async () => {
    const { extraction, upload, settled, sandbox } = await start();
    const extractionId = extraction();
    await settled(extractionId, (await upload(extractionId, { 'a.pdf': 'x' })).body.batchId);
    expect(sandbox.control.deliveries()).toEqual([]);
  });
});

describe('a delivery', () => {
  it('is tried again after a 500 and after a redirect, with the same id and a new signature, until a 2xx', async () => {
    const receiver = await startReceiver(500, 302, 200);
    const { clock, made } = webhooks();
    made.register(receiver.url, secret);
    made.announce(event);
    await waitFor(() => expect(made.deliveries()[0]?.attempts).toHaveLength(1));
    expect(clock.waits()).toEqual([1000]);
    clock.advance(1000);
    await waitFor(() => expect(made.deliveries()[0]?.attempts).toHaveLength(2));
    expect(clock.waits()).toEqual([5000]);
    clock.advance(5000);
    await waitFor(() => expect(made.deliveries()[0]?.state).toBe('delivered'));
    expect(made.deliveries()[0]?.attempts.map(({ result }) => result)).toEqual([500, 302, 200]);
    expect([...new Set(receiver.received.map(({ headers }) => headers['webhook-id']))]).toEqual([
      expect.stringMatching(/^msg_./),
    ]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-signature'])).size).toBe(3);
    await made.close();
  });

  it('is given up after its last attempt', async () => {
    const receiver = await startReceiver(...Array(10).fill(500));
    const { clock, made } = webhooks({ retryDelays: [10] });
    made.register(receiver.url);
    made.announce(event);
    await waitFor(() => expect(clock.waits()).toEqual([10]));
    clock.advance(10);
    await waitFor(() =>
      expect(made.deliveries()[0]).toMatchObject({ state: 'given-up', attempts: [{ result: 500 }, { result: 500 }] }),
    );
    await made.close();
  });

  it('is not attempted later than three days after the event', async () => {
    const receiver = await startReceiver(...Array(20).fill(500));
    const { clock, made } = webhooks({ retryDelays: defaultRetryDelays });
    made.register(receiver.url);
    made.announce(event);
    const begun = clock.now();
    for (let attempt = 1; made.deliveries()[0]?.state !== 'given-up'; attempt += 1) {
      await waitFor(() => expect(made.deliveries()[0]?.attempts).toHaveLength(attempt));
      await waitFor(() => expect(clock.waits().length === 1 || made.deliveries()[0]?.state === 'given-up').toBe(true));
      clock.advance(clock.waits()[0] ?? 0);
    }
    const days = (clock.now() - begun) / 86_400_000;
    expect(days).toBeGreaterThan(2.5);
    expect(days).toBeLessThanOrEqual(3);
    await made.close();
  });

  it('fails without an answer in time, or with an unreachable receiver', async () => {
    const { made } = webhooks({ timeout: 50 });
    const { sandbox } = await start({ faults: ['hang'] });
    made.register(`${sandbox.url}/api/v1/viewExtraction`);
    made.announce(event);
    await waitFor(() => expect(made.deliveries()[0]?.attempts[0]?.result).toBe('timed out'));
    await made.close();
    const { made: patient } = webhooks();
    patient.register('http://127.0.0.1:9/');
    patient.announce(event);
    await waitFor(() => expect(patient.deliveries()[0]?.attempts[0]?.result).toContain('ECONNREFUSED'));
    await patient.close();
  });

  it('goes to the URL that is registered at the time, and nowhere if there is none', async () => {
    const [first, second] = [await startReceiver(500, 500), await startReceiver()];
    const { clock, made } = webhooks();
    made.announce(event);
    expect(made.deliveries()).toEqual([]);
    made.register(first.url);
    made.announce(event);
    await waitFor(() => expect(clock.waits()).toHaveLength(1));
    made.register(second.url);
    clock.advance(1000);
    await waitFor(() => expect(second.received).toHaveLength(1));
    await made.close();
  });

  it('keeps the order of the events', async () => {
    const receiver = await startReceiver();
    const { made } = webhooks();
    made.register(receiver.url);
    for (let index = 0; index < 20; index += 1) made.announce({ type: 'file.processed', data: { index } });
    await waitFor(() => expect(receiver.received).toHaveLength(20));
    expect(receiver.received.map(({ text }) => JSON.parse(text).data.index)).toEqual(
      Array.from({ length: 20 }, (_, index) => index),
    );
    await made.close();
  });
});

describe('what may be registered', () => {
  it.each(['https://example.test/hook', 'http://127.0.0.1:80/x', 'http://localhost:3000/', 'http://[::1]:3000/'])('%s', (url) => {
    expect(parseTarget(url).secret).toMatch(/^whsec_/);
  });

  it.each([
    'http://example.test/',
    'ftp://127.0.0.1/',
    'nonsense',
    'http://127.0.0.1.example.test/',
    'https://a:b@example.test/',
  ])('not %s', (url) => {
    expect(() => parseTarget(url)).toThrow(/^The webhook URL/);
  });

  it('not a secret that is not Base64', () => {
    expect(() => parseTarget('https://example.test/', 'whsec_!')).toThrow('Base64');
    expect(() => parseTarget('https://example.test/', '')).toThrow('Base64');
  });
});
