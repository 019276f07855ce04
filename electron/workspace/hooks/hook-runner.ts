import { readFile } from 'node:fs/promises';
import type { Dispatcher } from 'undici';
import type { Hook } from '../../core/config/hooks.ts';
import { isLoopback } from '../../core/loopback.ts';
import { say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import type { HookRunner } from '../../engine/ports.ts';
import { connectByEnvironment, connectDirectly } from '../../service/connections.ts';
import type { Redaction } from '../../settings/redact.ts';
import { runProgram } from './run-program.ts';
import { sendWebhook } from './send-webhook.ts';

export interface HookRunnerOptions {
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
