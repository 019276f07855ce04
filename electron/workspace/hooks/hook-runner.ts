import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import type { Dispatcher } from 'undici';
import type { Hook } from '../../core/config/hooks.ts';
import { isLoopback } from '../../core/loopback.ts';
import { say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import type { HookOutcome, HookRunner, HookTold } from '../../engine/ports.ts';
import { describeBreak } from '../../service/calls.ts';
import { connectByEnvironment, connectDirectly } from '../../service/connections.ts';
import { decodedText, defaultTimeouts, plainAnswers } from '../../service/transport.ts';
import type { Redaction } from '../../settings/redact.ts';
import { keptOutput, runProgram } from './run-program.ts';

interface WebhookSending {
  readonly url: string;
  /** As Standard Webhooks writes it: Base64, with or without the prefix `whsec_`. */
  readonly secret: string;
  readonly event: HookTold;
  readonly userAgent: string;
  readonly dispatcher: Dispatcher;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Posts an event, signed by the scheme of Standard Webhooks, which Intray checks too where it receives events. A status of
 * 2xx: it was taken. Redirects are not followed, and no more of the answer is read than is kept. Never throws.
 */
async function sendWebhook(sending: WebhookSending): Promise<HookOutcome> {
  const { url, secret, event, userAgent, dispatcher, timeoutMs, signal } = sending;
  const parsed = URL.parse(url);
  if (parsed === null) return { kind: 'refused', message: say('hooks.notAnAddress', { url }) };
  const { host, origin, pathname, search } = parsed;
  let headers: Readonly<Record<string, string>>;
  try {
    headers = signedHeaders(secret, event);
  } catch {
    // What the library says may repeat a part of the secret.
    return { kind: 'refused', message: say('hooks.noSecret', { host }) };
  }
  const timeUp = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await dispatcher.request({
      ...{ origin, path: `${pathname}${search}`, method: 'POST', signal: AbortSignal.any([signal, timeUp]), body: event.body },
      headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...plainAnswers, ...headers },
    });
    const text = await beginningOf(answer.body, [answer.headers['content-encoding'] ?? []].flat().join());
    const output = text === '' ? {} : { output: text };
    const { statusCode } = answer;
    if (statusCode >= 200 && statusCode < 300) return { kind: 'taken', ...output };
    const said = statusCode >= 300 && statusCode < 400 ? 'hooks.redirected' : 'hooks.answered';
    return { kind: 'refused', message: say(said, { host, status: String(statusCode) }), ...output };
  } catch (error) {
    if (signal.aborted) return { kind: 'aborted' };
    if (timeUp.aborted) return { kind: 'refused', message: say('hooks.noAnswer', { host, timeoutMs }) };
    return {
      kind: 'refused',
      message: say('hooks.notReached', { host, message: describeBreak(error, defaultTimeouts, timeoutMs) }),
    };
  }
}

/** What an answer that is kept in part may hold once it is decoded, in bytes. */
const mostDecoded = 1024 * 1024;

/** @throws Error if the secret is none */
function signedHeaders(secret: string, { id, at, body }: HookTold): Readonly<Record<string, string>> {
  const time = new Date(at);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, time, body),
  };
}

async function beginningOf(body: AsyncIterable<Buffer> & { destroy(): void }, encoding: string): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body) {
    pieces.push(piece);
    length += piece.length;
    if (length >= keptOutput) break;
  }
  const text = await decodedText(Buffer.concat(pieces).subarray(0, keptOutput), encoding, mostDecoded);
  return Buffer.from(text ?? '')
    .subarray(0, keptOutput)
    .toString('utf8')
    .trim();
}

interface HookRunnerOptions {
  /** Where programs run: only this user can write to it. */
  readonly dataDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly redaction: Pick<Redaction, 'hide'>;
}

/** Runs hooks: programs as this user, and webhooks through the environment's proxy, if there is one, but for this computer's. */
export function createHookRunner(options: HookRunnerOptions): HookRunner & { close(): Promise<void> } {
  const { dataDirectory, environment, redaction } = options;
  const agents = new Map<'here' | 'elsewhere', Dispatcher>();
  /** @throws MessageError if a proxy's address is none */
  const agentFor = (url: string): Dispatcher => {
    const parsed = URL.parse(url);
    const where = parsed !== null && isLoopback(parsed.hostname) ? 'here' : 'elsewhere';
    const agent = agents.get(where) ?? (where === 'here' ? connectDirectly() : connectByEnvironment());
    agents.set(where, agent);
    return agent;
  };
  return {
    async tell(hook, event, limits) {
      if (hook.program !== undefined) {
        const { program, environment: variables = [] } = hook;
        return runProgram({ program, body: event.body, variables, environment, directory: dataDirectory, ...limits });
      }
      const url = hook.url ?? '';
      let secret: string;
      try {
        secret = await secretOf(hook, environment);
      } catch (error) {
        return { kind: 'refused', message: say('hooks.secretUnread', { message: messageOf(error) }) };
      }
      redaction.hide(secret);
      let agent: Dispatcher;
      try {
        agent = agentFor(url);
      } catch (error) {
        return { kind: 'refused', message: messageOf(error) };
      }
      return sendWebhook({ url, secret, event, userAgent: 'intray', dispatcher: agent, ...limits });
    },
    close: async () => void (await Promise.all([...agents.values()].map((agent) => agent.destroy()))),
  };
}

/** Read anew each time: whoever replaces it needs no restart. '' where it is not set. @throws Error if the file cannot be read */
async function secretOf({ secret }: Hook, environment: HookRunnerOptions['environment']): Promise<string> {
  if (secret?.file !== undefined) return (await readFile(secret.file, 'utf8')).trim();
  return environment[secret?.environment ?? '']?.trim() ?? '';
}
