import type { Message } from '../../core/messages/message.ts';
import { inEnglish } from '../../core/messages/wording.ts';

/**
 * A command that could not do its work (exit 2): what is wrong and how to fix it, for the person who typed it. Whoever
 * starts the command prints it; nothing else is printed.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly said: readonly Message[];

  constructor(said: Message | readonly Message[], options?: ErrorOptions) {
    const all = [said].flat();
    super(all.map(inEnglish).join('\n'), options);
    this.said = all;
  }
}

/** The value, or the refusal that says why there is none. */
export function orRefuse<Value>(
  result:
    | { readonly ok: true; readonly value: Value }
    | { readonly ok: false; readonly error: Message | readonly Message[] | { readonly message: Message } },
): Value {
  if (result.ok) return result.value;
  throw new Refusal('message' in result.error ? result.error.message : result.error);
}

/** The program failed in the middle of its work. The cause is for the log, not for the person. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly logFile: string;

  constructor(logFile: string, options: ErrorOptions) {
    super('Intray failed', options);
    this.logFile = logFile;
  }
}
