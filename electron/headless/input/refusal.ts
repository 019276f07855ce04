import type { Message } from '../../core/messages/message.ts';
import { inEnglish } from '../../core/messages/wording.ts';
/**
 * A command that could not do its work (exit 2), in sentences for the person who typed it: the thing, and the remedy.
 * Whoever starts the command prints the message; nothing else is printed.
 */
export class Refusal extends Error {
  readonly exit = 2;

  constructor(message: string | Message | readonly (string | Message)[], options?: ErrorOptions) {
    super([message].flat().map(textOf).join('\n'), options);
    this.name = 'Refusal';
  }
}

/** The value, or the refusal that says why there is none. */
export function orRefuse<Value>(
  result:
    | { readonly ok: true; readonly value: Value }
    | {
        readonly ok: false;
        readonly error: string | Message | readonly (string | Message)[] | { readonly message: string | Message };
      },
): Value {
  if (result.ok) return result.value;
  throw new Refusal(typeof result.error === 'object' && 'message' in result.error ? result.error.message : result.error);
}

/** The program failed in the middle of its work. The cause is for the log, not for the person. */
export class Fault extends Error {
  readonly logFile: string;

  constructor(logFile: string, options: ErrorOptions) {
    super('Intray failed', options);
    this.name = 'Fault';
    this.logFile = logFile;
  }
}

function textOf(message: string | Message): string {
  return typeof message === 'string' ? message : inEnglish(message);
}
