import type { Message } from '../../core/messages/message.ts';

/** What `intray doctor` checks. */
export type CheckArea =
  | 'program'
  | 'engine'
  | 'data'
  | 'policy'
  | 'ledger'
  | 'folder'
  | 'watch'
  | 'disk'
  | 'keychain'
  | 'service'
  | 'route'
  | 'clock';

/** One thing that was checked: its status, what was seen, and, unless all is well, what to do about it. */
export type Check =
  | { readonly status: 'ok'; readonly area: CheckArea; readonly seen: Message }
  /** A warning: work continues, but more slowly or with a risk. A problem: something does not work. */
  | { readonly status: 'warning' | 'problem'; readonly area: CheckArea; readonly seen: Message; readonly remedy: Message };

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
