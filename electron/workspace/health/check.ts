import type { Check, CheckArea } from '../../core/contract/status.ts';
import type { Message } from '../../core/messages/message.ts';

export type { Check, CheckArea };

export function fine(area: CheckArea, seen: Message): Check {
  return { status: 'ok', area, seen };
}

export function warning(area: CheckArea, seen: Message, remedy: Message): Check {
  return { status: 'warning', area, seen, remedy };
}

export function problem(area: CheckArea, seen: Message, remedy: Message): Check {
  return { status: 'problem', area, seen, remedy };
}

/** A system error's code. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
