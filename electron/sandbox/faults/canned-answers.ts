import { assertNever } from '../../core/result.ts';
import { errors, ServiceError } from '../errors.ts';
import type { CannedEffect } from './fault.ts';

/** A complete answer. */
export interface CannedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer that a fault gives instead of the service's. `now`: milliseconds since the epoch. */
export function cannedAnswer(effect: CannedEffect, now: number): CannedAnswer {
  switch (effect.kind) {
    case 'status':
      return json(new ServiceError(effect.status, `The sandbox was asked to answer ${effect.status}.`));
    case 'gateway':
      return html(effect.status, `${effect.status} Bad Gateway`, 'The server behind this gateway did not answer.');
    case 'portal':
      return html(200, 'Sign in to this network', 'Accept the terms to go on.');
    case 'redirect':
      return { ...html(302, '302 Found', 'This has moved.'), headers: { ...htmlType, location: effect.location } };
    case 'rate':
      return json(errors.tooManyRequests(retryAfterOf(effect, now)));
    case 'key':
      return json(keyErrors[effect.reason]());
    case 'forbidden':
      return json(effect.reason === 'pages' ? errors.outOfPages(1, 0) : errors.revokedKey(403));
    default:
      return assertNever(effect);
  }
}

const keyErrors = {
  rate: errors.rateLimitedKey,
  invalid: errors.invalidKey,
  revoked: () => errors.revokedKey(401),
  unclear: errors.unclearKey,
};

const htmlType = { 'content-type': 'text/html; charset=utf-8' };

function json({ status, headers, message }: ServiceError): CannedAnswer {
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ error: message }),
  };
}

function html(status: number, title: string, text: string): CannedAnswer {
  return {
    status,
    headers: htmlType,
    body: `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>\n`,
  };
}

function retryAfterOf({ retryAfter, seconds }: Extract<CannedEffect, { kind: 'rate' }>, now: number): string | undefined {
  if (retryAfter === 'none') return undefined;
  return retryAfter === 'seconds' ? String(seconds) : new Date(now + seconds * 1000).toUTCString();
}
