import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Failure } from '../../core/protocol/failure.ts';
import { type Route, routeKey } from '../../core/protocol/route.ts';
import type { Extraction } from '../../core/protocol/service-shapes.ts';
import { assertNever, type Result } from '../../core/result.ts';
import { createServiceClient, type ServiceClient, tryKey } from '../../service/client.ts';
import type { KeyTrial } from '../../service/service.ts';
import type { ResolvedKey } from '../../settings/key.ts';
import { keyVariable } from '../../settings/key.ts';
import { plural, printable, sentence } from '../words.ts';
import { type Check, fine, problem, warning } from './check.ts';

/** What the service said when it was asked what costs nothing. */
export interface ServiceFindings {
  readonly checks: readonly Check[];
  /** Its Date header, and when that came; milliseconds since the epoch. */
  readonly date: { readonly said: number; readonly at: number } | undefined;
}

/** Nobody waits longer for a call, in milliseconds. */
const timeoutMs = 20_000;

/** Tries the key, and views each extraction. Costs no page. @param url as `serviceAddress` gives it */
export async function checkService(
  url: string,
  key: ResolvedKey,
  routes: readonly { readonly route: Route; readonly passed: boolean }[],
): Promise<ServiceFindings> {
  const client = createServiceClient({ url, key: () => key.key });
  const dates = listenForDates(url);
  try {
    const begun = performance.now();
    const trial = await tryKey(client, AbortSignal.timeout(timeoutMs));
    const checks = [judgeTrial(url, key.from, trial, performance.now() - begun)];
    if (trial.kind === 'good' || trial.kind === 'good-but-empty') checks.push(...(await checkRoutes(client, routes)));
    return { checks, date: dates.latest() };
  } finally {
    dates.end();
    await client.close();
  }
}

async function checkRoutes(
  client: ServiceClient,
  routes: readonly { readonly route: Route; readonly passed: boolean }[],
): Promise<Check[]> {
  const checks: Check[] = [];
  for (const { route, passed } of new Map(routes.map((each) => [routeKey(each.route), each])).values()) {
    if (route.kind === 'classification') checks.push(judgeClassification(route.id, passed));
    else {
      const signal = AbortSignal.timeout(timeoutMs);
      checks.push(judgeExtraction(route.id, await client.viewExtraction(route.id, { signal })));
    }
  }
  return checks;
}

/** How the key fared. Pure. @param ms what the call took */
export function judgeTrial(origin: string, from: ResolvedKey['from'], trial: KeyTrial, ms: number): Check {
  const key = from === 'environment' ? `the key in ${keyVariable}` : 'the key in the keychain';
  switch (trial.kind) {
    case 'good':
      return fine('service', `${origin} answers (${Math.max(1, Math.round(ms))} ms) and takes ${key}.`);
    case 'good-but-empty':
      return problem(
        'service',
        `${origin} takes ${key}, and the account is out of pages: ${sentence(trial.message)}`,
        'Wait until there are pages again, or get more: uploads wait, and what was sent is still collected.',
      );
    case 'bad':
      return problem('service', `${origin} refuses ${key}: ${sentence(trial.message)}`, keyRemedy(origin, from));
    case 'unknown':
      return judgeFailure(origin, trial.failure);
    default:
      return assertNever(trial);
  }
}

function keyRemedy(origin: string, from: ResolvedKey['from']): string {
  return from === 'environment' ? `Set a good one in ${keyVariable}.` : `Keep a good one: intray key set --url ${origin}`;
}

function judgeFailure(origin: string, failure: Failure): Check {
  switch (failure.kind) {
    case 'offline':
    case 'unresolved':
      return problem(
        'service',
        `${origin}: ${sentence(failure.message)}`,
        'Check the address, the network and the proxy (HTTPS_PROXY). Until then everything waits, and nothing is lost.',
      );
    case 'aborted':
      return problem(
        'service',
        `${origin} has not answered within ${timeoutMs / 1000} seconds.`,
        'Check the network, and try again.',
      );
    case 'rate':
      return warning(
        'service',
        `${origin} asks for a pause: ${sentence(failure.message)}`,
        'Nothing: Intray slows down by itself.',
      );
    case 'forbidden':
      return problem(
        'service',
        `${origin} refuses: ${sentence(failure.message)}`,
        "Look at the account in the service's dashboard.",
      );
    default:
      return warning(
        'service',
        `${origin} answers, but says nothing about the key: ${sentence(failure.message)}`,
        'Check that this is the address of the service, and try again later.',
      );
  }
}

/** Pure. */
export function judgeExtraction(id: string, answer: Result<Extraction, Failure>): Check {
  const shown = printable(id);
  if (answer.ok) {
    const { name, fields } = answer.value;
    return fine(
      'route',
      `The extraction "${printable(name)}" (${shown}) is there, with ${plural(fields.length, 'field', 'fields')}.`,
    );
  }
  if (answer.error.kind === 'not-found' || answer.error.kind === 'bad-request') {
    return problem(
      'route',
      `The service knows no such extraction as ${shown}: ${sentence(answer.error.message)}`,
      "Correct the id: the folder's documents wait until then.",
    );
  }
  return warning(
    'route',
    `The extraction ${shown} could not be asked for: ${sentence(answer.error.message)}`,
    'Try again later.',
  );
}

/** The service has no call to view one. Pure. @param passed it has taken documents before */
export function judgeClassification(id: string, passed: boolean): Check {
  const shown = printable(id);
  if (passed) return fine('route', `The classification ${shown} has taken documents before.`);
  return warning(
    'route',
    `Whether there is a classification ${shown} is known only at the first upload: the service has no call to ask.`,
    "Compare the id with the one in the service's dashboard. A wrong one is said at the first upload, and costs nothing.",
  );
}

/** Hears the Date header of the answers on the connections that a run would use. */
function listenForDates(url: string) {
  const { origin } = new URL(url);
  let latest: ServiceFindings['date'];
  const listen = (message: unknown) => {
    const said = dateOf(message, origin);
    if (said !== undefined) latest = { said, at: Date.now() };
  };
  subscribe('undici:request:headers', listen);
  return { latest: () => latest, end: () => void unsubscribe('undici:request:headers', listen) };
}

/** Names and values take turns in a list, as bytes. */
function dateOf(message: unknown, origin: string): number | undefined {
  if (!isObject(message) || !isObject(message.request) || !isObject(message.response)) return undefined;
  if (String(message.request.origin) !== origin || !Array.isArray(message.response.headers)) return undefined;
  const texts = message.response.headers.map(String);
  const index = texts.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === 'date');
  const said = index < 0 ? Number.NaN : Date.parse(texts[index + 1] ?? '');
  return Number.isNaN(said) ? undefined : said;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
