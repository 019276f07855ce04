import type { Trial } from '../../core/contract/preferences.ts';
import { isLoopback } from '../../core/loopback.ts';
import { type Message, say } from '../../core/messages/message.ts';
import type { Failure } from '../../core/protocol/failure.ts';
import { assertNever, err, ok, type Result } from '../../core/result.ts';
import { checkServiceUrl, originOf } from '../../service/address.ts';
import { createServiceClient, type ServiceClient, type ServiceClientOptions, tryKey } from '../../service/client.ts';
import { createProxyDispatcher } from '../../service/connections.ts';
import type { Service } from '../../service/service.ts';
import { keyProblem, keyVariable, urlVariable } from '../../settings/key.ts';
import type { WorkspaceContext } from '../workspace-context.ts';
import { callTimeoutMs } from './failures.ts';

/** How it went, and the address and the key that were tried, which are valid where it went well. */
interface Tried {
  readonly trial: Trial;
  readonly origin: string;
  readonly key: string;
}

/**
 * Tries an address with the given key, or with the one stored for exactly this address. Costs no page and stores nothing.
 */
export async function tryConnection(context: WorkspaceContext, url: string, given: string | undefined): Promise<Tried> {
  const checked = checkServiceUrl(url);
  const bad = (field: 'url' | 'key', message: Message): Trial => ({ kind: 'bad', field, message });
  if (!checked.ok) return { trial: bad('url', checked.error), origin: '', key: '' };
  const origin = originOf(checked.value);
  const found = await keyFor(context, origin, given?.trim() ?? '');
  if (!found.ok) return { trial: bad('key', found.error), origin, key: '' };
  const key = found.value;
  context.world.redaction.hide(key);
  const trial = await withClient(context, origin, key, (client) => tryKey(client, context.signal(callTimeoutMs)));
  switch (trial.kind) {
    case 'good':
    case 'good-but-empty':
      return { trial, origin, key };
    case 'bad':
      return { trial: bad('key', trial.message), origin, key };
    case 'unknown':
      return { trial: judged(trial.failure, origin), origin, key };
    default:
      return assertNever(trial);
  }
}

async function keyFor({ keys, world }: WorkspaceContext, origin: string, given: string): Promise<Result<string, Message>> {
  if (given !== '') {
    const problem = keyProblem(given);
    return problem === undefined ? ok(given) : err(problem);
  }
  await keys.load(origin);
  const kept = keys.current(origin);
  if (kept !== undefined) return ok(kept);
  return world.environmentKey === undefined
    ? err(say('workspace.connection.noKeyYet', { origin }))
    : err(say('workspace.connection.keyElsewhere', { origin, variable: keyVariable, address: urlVariable }));
}

function judged({ kind, message }: Failure, origin: string): Trial {
  if (kind === 'bad-request' || kind === 'too-large')
    return { kind: 'bad', field: 'url', message: say('workspace.connection.notTheService', { origin, message }) };
  const why = kind === 'aborted' ? say('health.service.timeout', { origin, limitMs: callTimeoutMs }) : message;
  return { kind: 'unknown', message: why };
}

/** Runs `work` with a client of its own, through the system's proxy. */
export async function withClient<Value>(
  { world }: Pick<WorkspaceContext, 'world'>,
  url: string,
  key: string | undefined,
  work: (service: Service) => Promise<Value>,
): Promise<Value> {
  const client = connect({ url, key: () => key }, await proxyOf(world.proxyFor, url));
  return work(client).finally(client.close);
}

/** A client that goes through this proxy, if there is one. */
export function connect(options: ServiceClientOptions, proxy: string | undefined): ServiceClient {
  if (proxy === undefined) return createServiceClient(options);
  const dispatcher = createProxyDispatcher(proxy);
  const client = createServiceClient({ ...options, dispatcher });
  return { ...client, close: () => client.close().finally(() => dispatcher.destroy()) };
}

/** The system's proxy for an address; none if the system cannot tell. */
export async function proxyOf(proxyFor: WorkspaceContext['world']['proxyFor'], url: string): Promise<string | undefined> {
  if (proxyFor === undefined || isLoopback(URL.parse(url)?.hostname ?? '')) return undefined;
  try {
    return await proxyFor(url);
  } catch {
    return undefined;
  }
}
