import { randomBytes, randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { Webhook } from 'standardwebhooks';
import { Agent, request } from 'undici';
import { isLoopback } from '../core/loopback.ts';
import { errorText } from '../core/plain-data.ts';
import { type Clock, createTimers, type Log } from './clock.ts';
import { errors } from './errors.ts';

/** A delivery is given up if its next attempt would come later than this (electron/service/README.md, "Webhooks"). */
const window = 3 * 24 * 60 * 60 * 1000;

/** The intervals that Standard Webhooks proposes: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 20 h. */
export const defaultRetryDelays: readonly number[] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 72_000].map(
  (s) => s * 1000,
);

/** Deliveries remembered for the control surface. */
const remembered = 1000;

/** An event, as in the body of a webhook (electron/service/README.md, "Webhooks"). */
interface ServiceEvent {
  readonly type: 'extraction.completed' | 'extraction.failed' | 'file.processed' | 'file.failed' | 'file.classified';
  readonly data: Readonly<Record<string, unknown>>;
}

interface DeliveryAttempt {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The receiver's status, or what went wrong instead. */
  readonly result: number | string;
}

/** One event being delivered. An attempt fails on a time-out and on anything but a 2xx. */
interface Delivery {
  readonly id: string;
  readonly type: ServiceEvent['type'];
  readonly body: string;
  readonly createdAt: number;
  state: 'pending' | 'delivered' | 'given-up';
  readonly attempts: DeliveryAttempt[];
}

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Sends the account's events to its registered URL, signed as Standard Webhooks says. */
export function createWebhooks({
  clock,
  retryDelays = defaultRetryDelays,
  timeout = 15_000,
  log,
}: {
  readonly clock: Clock;
  /** Milliseconds to wait after the first failed attempt, the second, … */
  readonly retryDelays?: readonly number[];
  /** Milliseconds for an attempt. */
  readonly timeout?: number;
  readonly log: Log;
}) {
  const agent = new Agent({ connect: { timeout } });
  const timers = createTimers(clock);
  const closing = new AbortController();
  // First attempts are made one after another, so that events arrive in order.
  const inOrder = pLimit(1);
  let records: Delivery[] = [];
  let target: WebhookTarget | undefined;

  async function post(record: Delivery, { url, secret }: WebhookTarget): Promise<DeliveryAttempt> {
    const now = new Date(clock.now());
    const at = now.toISOString();
    try {
      const answer = await request(url, {
        method: 'POST',
        dispatcher: agent,
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeout)]),
        headers: {
          'content-type': 'application/json',
          'webhook-id': record.id,
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          'webhook-signature': new Webhook(secret).sign(record.id, now, record.body),
        },
        body: record.body,
      });
      await answer.body.dump();
      return { at, result: answer.statusCode };
    } catch (error) {
      return { at, result: error instanceof Error && error.name === 'TimeoutError' ? 'timed out' : errorText(error) };
    }
  }

  async function attempt(record: Delivery): Promise<void> {
    if (target === undefined || closing.signal.aborted) {
      record.state = 'given-up';
      return;
    }
    const outcome = await post(record, target);
    record.attempts.push(outcome);
    if (typeof outcome.result === 'number' && outcome.result >= 200 && outcome.result < 300) {
      record.state = 'delivered';
      return;
    }
    const delay = retryDelays[record.attempts.length - 1];
    const failed = `Webhook ${record.type} failed (${outcome.result})`;
    if (delay === undefined || clock.now() + delay - record.createdAt > window) {
      record.state = 'given-up';
      log(`${failed}, for the last time.`);
      return;
    }
    log(`${failed}; again in ${Math.round(delay / 1000)} s.`);
    timers.after(delay, () => void attempt(record));
  }

  return {
    /** Replaces the registered URL; pending deliveries go to the new one. */
    register(url: string, secret?: string): WebhookTarget {
      target = parseTarget(url, secret);
      return target;
    },
    announce({ type, data }: ServiceEvent): void {
      if (target === undefined) return;
      const record: Delivery = {
        ...{ id: `msg_${randomUUID()}`, type, body: JSON.stringify({ type, data }) },
        ...{ createdAt: clock.now(), state: 'pending', attempts: [] },
      };
      records.push(record);
      if (records.length >= remembered * 2) records = records.slice(-remembered);
      void inOrder(() => attempt(record));
    },
    /** The last deliveries, oldest first. */
    deliveries: (): readonly Delivery[] => records.slice(-remembered),
    async close(): Promise<void> {
      timers.cancelAll();
      inOrder.clearQueue();
      closing.abort();
      await agent.destroy();
    },
  };
}

/** Where events go, and the secret they are signed with. */
export interface WebhookTarget {
  readonly url: string;
  /** `whsec_` and the key in Base64, as Standard Webhooks writes it. */
  readonly secret: string;
}

/** Checks a URL and a secret; makes up a secret if none is given. Throws a 400. */
export function parseTarget(url: string, secret = `whsec_${randomBytes(24).toString('base64')}`): WebhookTarget {
  const parsed = URL.parse(url);
  if (parsed === null) throw errors.badRequest('The webhook URL is not a URL.');
  const loopback = parsed.protocol === 'http:' && isLoopback(parsed.hostname);
  if (parsed.protocol !== 'https:' && !loopback) {
    throw errors.badRequest('The webhook URL must be https, or http on this machine (127.0.0.1, localhost).');
  }
  if (parsed.username !== '' || parsed.password !== '') throw errors.badRequest('The webhook URL must not carry a password.');
  try {
    new Webhook(secret);
  } catch {
    throw errors.badRequest('The webhook secret must be Base64, with or without the prefix whsec_.');
  }
  return { url: parsed.href, secret };
}
