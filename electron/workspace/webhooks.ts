import { Webhook } from 'standardwebhooks';
import type { Log } from '../engine/ports.ts';

/** Where the service's events arrive, on `serve`'s port and on that of `watch --health-port`. */
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

export interface WebhookWorld {
  /** As the service's dashboard shows it (`whsec_…`); undefined: events are not verified. */
  readonly secret: string | undefined;
  /** The service has news of these batches or files; `batchIds`: those that it calls batches. */
  readonly hint: (serviceIds: readonly string[], batchIds: readonly string[]) => void;
  readonly log: () => Pick<Log, 'info' | 'warn'> | undefined;
  readonly now?: () => number;
}

/** The status to answer with. */
export type WebhookReceiver = (headers: Readonly<Record<string, unknown>>, body: string) => 200 | 400 | 429;

/**
 * Takes the service's events (electron/service/README.md, "Webhooks"). An event is never more than a hint: whatever it names
 * is polled now, so that a forged one can do nothing but cost a poll. One that is signed with the secret, by the scheme of
 * Standard Webhooks, is taken at once; an old one is refused, and one that came before has no effect. The service does not
 * show its scheme: where no signature verifies, or there is no secret, hints are taken at a bounded rate.
 *
 * @throws Error if the secret is none
 */
export function createWebhookReceiver({ secret, hint, log, now = Date.now }: WebhookWorld): WebhookReceiver {
  const webhook = secret === undefined ? undefined : new Webhook(secret);
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
    const event = idsIn(body);
    if (event === undefined) return 400;
    const { 'webhook-id': id, 'webhook-timestamp': seconds } = headers;
    const isVerified = webhook !== undefined && verifies(webhook, headers, body);
    if (webhook !== undefined && !(Math.abs(now() - Number(seconds) * 1_000) <= toleranceMs)) return 400;
    if (!isVerified) {
      if (webhook !== undefined && !saidSo) log()?.warn('the signature of an event does not verify: events are only hints now');
      saidSo = true;
      if (!isWithinRate()) return 429;
    }
    if (typeof id === 'string') {
      if (seen.has(id)) return 200;
      seen.add(id);
      for (const oldest of seen) {
        if (seen.size <= rememberedIds) break;
        seen.delete(oldest);
      }
    }
    log()?.info('an event of the service', { type: event.type, verified: isVerified });
    hint(event.ids, event.batches);
    return 200;
  };
}

function verifies(webhook: Webhook, headers: Readonly<Record<string, unknown>>, body: string): boolean {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  try {
    webhook.verify(body, Object.fromEntries(names.map((name) => [name, String(headers[name] ?? '')])));
    return true;
  } catch {
    return false;
  }
}

/** `batch_id`, `batchId`, `extraction_batch_id`, `batch: { id }`, `batches: [{ id }]`. */
const isOfBatch = /batch_?ids?(_id)*$|^batch(es)?(_id)*$/i;
const isBatch = /^batch(es)?(_id)*$/i;

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
  const rest: (readonly [name: string, value: unknown])[] = [['', event.data]];
  while (rest.length > 0 && ids.size < mostIds) {
    const [name, value] = rest.pop() ?? ['', undefined];
    if (typeof value === 'string' && value !== '' && value.length <= longestId) {
      ids.add(value);
      if (isOfBatch.test(name)) batches.add(value);
    } else if (typeof value === 'object' && value !== null)
      for (const [member, each] of Object.entries(value).slice(0, mostIds))
        rest.push([Array.isArray(value) || (member === 'id' && isBatch.test(name)) ? `${name}_id` : member, each]);
  }
  return { type: 'type' in event ? String(event.type).slice(0, longestId) : '', ids: [...ids], batches: [...batches] };
}
