import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Check } from '../../core/contract/status.ts';
import { say } from '../../core/messages/message.ts';
import { isObject } from '../../core/plain-data.ts';
import type { Failure } from '../../core/protocol/failure.ts';
import { type Route, routeKey } from '../../core/protocol/route.ts';
import type { Extraction } from '../../core/protocol/service-shapes.ts';
import { assertNever, type Result } from '../../core/result.ts';
import { tryKey } from '../../service/client.ts';
import type { KeyTrial, Service } from '../../service/service.ts';
import type { ResolvedKey } from '../../settings/keychain.ts';
import { callTimeoutMs, judgeFailure } from '../service/failures.ts';
import { fine, problem, warning } from './machine-check.ts';

/** `passed`: the service has accepted documents for it before. */
interface RouteToCheck {
  readonly route: Route;
  readonly passed: boolean;
}

export type ServiceFindings = Awaited<ReturnType<typeof examineService>>;

/** Tries the key, and views each extraction. Costs no page. @param url as `serviceAddress` gives it */
export async function examineService(client: Service, url: string, from: ResolvedKey['from'], routes: readonly RouteToCheck[]) {
  const dates = listenForDates(url);
  try {
    const begun = performance.now();
    const trial = await tryKey(client, AbortSignal.timeout(callTimeoutMs));
    const checks = [judgeTrial(url, from, trial, performance.now() - begun)];
    if (trial.kind === 'good' || trial.kind === 'good-but-empty') checks.push(...(await checkRoutes(client, routes)));
    // `date`: its Date header, and when that came; milliseconds since the epoch.
    return { checks, date: dates.latest() };
  } finally {
    dates.end();
  }
}

async function checkRoutes(client: Service, routes: readonly RouteToCheck[]): Promise<Check[]> {
  const checks: Check[] = [];
  for (const { route, passed } of new Map(routes.map((each) => [routeKey(each.route), each])).values()) {
    if (route.kind === 'classification') checks.push(judgeClassification(route.id, passed));
    else {
      const signal = AbortSignal.timeout(callTimeoutMs);
      checks.push(judgeExtraction(route.id, await client.viewExtraction(route.id, { signal })));
    }
  }
  return checks;
}

/** How the key fared. Pure. @param latencyMs how long the call took */
export function judgeTrial(origin: string, from: ResolvedKey['from'], trial: KeyTrial, latencyMs: number): Check {
  const key = say(`health.service.keys.${from}`);
  switch (trial.kind) {
    case 'good':
      return fine('service', say('health.service.fine', { origin, key, latencyMs: Math.max(1, Math.round(latencyMs)) }));
    case 'good-but-empty':
      return problem(
        'service',
        say('health.service.empty', { origin, key, message: trial.message }),
        say('health.service.emptyRemedy'),
      );
    case 'bad': {
      const seen = say('health.service.refused', { origin, key, message: trial.message });
      const inKeychain = from === 'keychain';
      return problem(
        'service',
        seen,
        inKeychain ? say('health.service.refusedRemedy', { origin }) : say('health.service.refusedEnvironmentRemedy'),
      );
    }
    case 'unknown':
      return judgeFailure(origin, trial.failure);
    default:
      return assertNever(trial);
  }
}

/** Pure. */
export function judgeExtraction(id: string, answer: Result<Extraction, Failure>): Check {
  if (answer.ok) {
    const { name, fields } = answer.value;
    return fine('route', say('health.route.fine', { name, id, count: fields.length }));
  }
  const { kind, message } = answer.error;
  return kind === 'not-found' || kind === 'bad-request'
    ? problem('route', say('health.route.unknown', { id, message }), say('health.route.unknownRemedy'))
    : warning('route', say('health.route.unasked', { id, message }), say('health.route.unaskedRemedy'));
}

/** The service has no call to view one. Pure. @param passed it has accepted documents before */
export function judgeClassification(id: string, passed: boolean): Check {
  return passed
    ? fine('route', say('health.route.usedBefore', { id }))
    : warning('route', say('health.route.unverified', { id }), say('health.route.unverifiedRemedy'));
}

/** Listens for the Date headers of the answers, on the same connections that a run uses. */
function listenForDates(url: string) {
  const { origin } = new URL(url);
  let latest: { readonly said: number; readonly at: number } | undefined;
  const listen = (message: unknown) => {
    const said = dateOf(message, origin);
    if (said !== undefined) latest = { said, at: Date.now() };
  };
  subscribe('undici:request:headers', listen);
  return { latest: () => latest, end: () => void unsubscribe('undici:request:headers', listen) };
}

/** Header names and values alternate in one list, as bytes. */
function dateOf(message: unknown, origin: string): number | undefined {
  if (!isObject(message) || !isObject(message.request) || !isObject(message.response)) return undefined;
  if (String(message.request.origin) !== origin || !Array.isArray(message.response.headers)) return undefined;
  const texts = message.response.headers.map(String);
  const index = texts.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === 'date');
  const said = index < 0 ? Number.NaN : Date.parse(texts[index + 1] ?? '');
  return Number.isNaN(said) ? undefined : said;
}
