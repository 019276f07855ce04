import type { Message } from '../../core/messages/message.ts';
import { inEnglish } from '../../core/messages/wording.ts';

/**
 * A command that could not do its work (exit 2): what is wrong and how to fix it, for the person who typed it. Whoever
 * starts the command prints it; nothing else is printed. What `passes`, such as a full disk, has an exit code with which a service manager
 * starts it again.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly said: readonly Message[];
  readonly passes: boolean;

  constructor(said: Message | readonly Message[], options: ErrorOptions & { readonly passes?: boolean } = {}) {
    const all = [said].flat();
    super(all.map(inEnglish).join('\n'), options);
    this.said = all;
    this.passes = options.passes ?? false;
  }
}

/** The value, or the refusal that says why there is none. */
export function orRefuse<Value>(
  result:
    | { readonly ok: true; readonly value: Value }
    | {
        readonly ok: false;
        readonly error: Message | readonly Message[] | { readonly message: Message; readonly passes?: boolean };
      },
): Value {
  if (result.ok) return result.value;
  const { error } = result;
  throw 'message' in error ? new Refusal(error.message, { passes: error.passes ?? false }) : new Refusal(error);
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
