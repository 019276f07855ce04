import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { errors } from '../errors.ts';

/** Where events go, and the secret they are signed with. */
export interface WebhookTarget {
  readonly url: string;
  /** `whsec_` and the key in Base64, as Standard Webhooks writes it. */
  readonly secret: string;
}

/** Checks a URL and a secret that somebody registers; makes a secret up where none is given. Throws a 400. */
export function parseTarget(url: string, secret = `whsec_${randomBytes(24).toString('base64')}`): WebhookTarget {
  const parsed = URL.parse(url);
  if (parsed === null) throw errors.badRequest('The webhook URL is not a URL.');
  const loopback = parsed.protocol === 'http:' && isLoopbackHost(parsed.hostname);
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

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
