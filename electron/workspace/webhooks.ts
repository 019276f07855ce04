import { createHmac, timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Engine } from '../engine/api.ts';
import type { Log } from '../engine/ports.ts';

/** Where the service's events arrive, on the window's port and on that of `watch --health-port`. */
export const webhookPath = '/webhooks';

/** The largest event that is read, in bytes. */
export const longestEvent = 256 * 1024;

/** How far the time of an event may be from this machine's, in milliseconds. */
const toleranceMs = 5 * 60_000;
/** How many ids of events are remembered; within the tolerance no account has more. */
const rememberedIds = 10_000;
/** Hints without a signature that verifies: so many at once, and one more a second. */
const burst = 10;
/** No event names more files. */
const mostIds = 1_000;
const longestId = 200;
/** So much of an event is looked at: values, and levels. */
const mostValues = 10_000;
const deepest = 20;

/** Whose engine gets the hints, while one runs. */
interface HintedKeeper {
  readonly session: { readonly log: Pick<Log, 'info' | 'warn'> } | undefined;
  readonly running: { readonly engine: Pick<Engine, 'hint'> } | undefined;
}

/** @param body as it came @returns the status to answer with */
export type WebhookReceiver = (headers: Readonly<Record<string, unknown>>, body: Buffer) => 200 | 400 | 429;

/**
 * Takes the service's events (electron/service/README.md, "Webhooks"). An event is never more than a hint: whatever it names
 * is polled now, so that a forged one can do nothing but cost a poll. One that is signed with the secret, by the scheme of
 * Standard Webhooks, is taken at once; an old one is refused, and one that came before has no effect. The service does not
 * show its scheme: where no signature verifies, or there is no secret, hints are taken at a bounded rate. Who sent it and how
 * many came before are known before it is read.
 *
 * @param secret as the service's dashboard shows it (`whsec_…`); undefined: events are not verified
 * @throws Error if the secret is none
 */
export function createWebhookReceiver(secret: string | undefined, keeper: HintedKeeper, now = Date.now): WebhookReceiver {
  const key = secret === undefined ? undefined : keyOf(secret);
  const seen = new Set<string>();
  let [left, filledAt, saidSo] = [burst, now(), false];

  function isWithinRate(): boolean {
    const at = now();
    left = Math.min(burst, left + Math.max(0, at - filledAt) / 1_000);
    filledAt = at;
    if (left < 1) return false;
    left -= 1;
    return true;
  }

  return (headers, body) => {
    const { 'webhook-id': id, 'webhook-timestamp': seconds } = headers;
    const isVerified = key !== undefined && verifies(key, headers, body);
    if (key !== undefined && !(Math.abs(now() - Number(seconds) * 1_000) <= toleranceMs)) return 400;
    if (!isVerified) {
      if (key !== undefined && !saidSo)
        keeper.session?.log.warn('the signature of an event does not verify: events are only hints now');
      saidSo = true;
      if (!isWithinRate()) return 429;
    }
    const event = idsIn(body.toString('utf8'));
    if (event === undefined) return 400;
    // Whoever cannot sign does not make the service's own event look as if it had come before.
    if (typeof id === 'string' && id.length <= longestId && isVerified === (key !== undefined)) {
      if (seen.has(id)) return 200;
      seen.add(id);
      for (const oldest of seen) {
        if (seen.size <= rememberedIds) break;
        seen.delete(oldest);
      }
    }
    keeper.session?.log.info('an event of the service', { type: event.type, verified: isVerified });
    keeper.running?.engine.hint(event.ids, event.batches);
    return 200;
  };
}

/** The key in a secret of Standard Webhooks. @throws Error if it is none */
function keyOf(secret: string): Buffer {
  new Webhook(secret);
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

/** The scheme of Standard Webhooks, over the bytes as they came: its library hashes ten times as slowly, for anybody. */
function verifies(key: Buffer, headers: Readonly<Record<string, unknown>>, body: Buffer): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures } = headers;
  if (typeof id !== 'string' || typeof seconds !== 'string' || typeof signatures !== 'string') return false;
  const right = createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest();
  return signatures.split(' ').some((each) => {
    const given = Buffer.from(/^v1,(.*)$/.exec(each)?.[1] ?? '', 'base64');
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

/** `batch_id`, `batchId`, `extraction_batch_id`, `batch: { id }`, `batches: [{ id }]`. */
const isOfBatch = /batch_?ids?$|^batch(es)?$/i;
const isBatch = /^batch(es)?$/i;

interface Named {
  readonly type: string;
  readonly ids: readonly string[];
  readonly batches: readonly string[];
}

/** Every text in an event's data that may be an id: what the events of files look like is not shown. */
function idsIn(body: string): Named | undefined {
  let event: unknown;
  try {
    event = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (typeof event !== 'object' || event === null || !('data' in event)) return undefined;
  const ids = new Set<string>();
  const batches = new Set<string>();
  const rest: (readonly [name: string, value: unknown, depth: number])[] = [['', event.data, 0]];
  for (let looked = 0; looked < mostValues && ids.size < mostIds; looked += 1) {
    const next = rest.pop();
    if (next === undefined) break;
    const [name, value, depth] = next;
    if (typeof value === 'string' && value !== '' && value.length <= longestId) {
      ids.add(value);
      if (isOfBatch.test(name)) batches.add(value);
    } else if (Array.isArray(value) && depth < deepest)
      for (const each of value.slice(0, mostIds)) rest.push([name, each, depth + 1]);
    else if (typeof value === 'object' && value !== null && depth < deepest)
      for (const [member, each] of Object.entries(value).slice(0, mostIds))
        rest.push([member === 'id' && isBatch.test(name) ? 'batch_id' : member, each, depth + 1]);
  }
  const type = 'type' in event && typeof event.type === 'string' ? event.type.slice(0, longestId) : '';
  return { type, ids: [...ids], batches: [...batches] };
}
