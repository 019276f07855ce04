import { z } from 'zod';
import type { HookName } from '../config/hooks.ts';
import type { HookCounts } from '../hooks/hook-event.ts';
import type { Message } from '../messages/message.ts';
import { takes } from './request.ts';

/**
 * What a window sees of the hooks, and the one thing that it may do: have an event told again. None of these requests, and no
 * other one, sets or changes a hook: whoever does chooses what runs on the machine.
 */
export const hookRequests = {
  hooks: takes({}).gives<HooksView>(),
  /** By their own ids; without them all that wait or were given up. */
  tellAgain: takes({ ids: z.array(z.string().min(1).max(100)).max(200).optional() }).gives<{ readonly count: number }>(),
};

export interface HooksView extends HookCounts {
  readonly set: readonly SetHook[];
  /** What no hook has taken, newest first; of many, the first of them. */
  readonly events: readonly UntakenEvent[];
}

/** A hook as the owner has set it. */
export interface SetHook {
  readonly name: HookName;
  /** The path of the folder that it is for; left out: all that have none of their own. */
  readonly folder?: string;
  readonly kind: 'program' | 'webhook';
  /** The program's name without its directory and arguments, or the host of the address: the rest is nobody's business here. */
  readonly target: string;
}

export interface UntakenEvent {
  /** Its own id. */
  readonly id: string;
  readonly name: HookName;
  /** Of the document, or of the folder that it is about. */
  readonly path: string;
  readonly documentId?: number;
  readonly isGivenUp: boolean;
  /** How often it was refused. */
  readonly attempts: number;
  /** When it is told next, while it waits: milliseconds since the epoch. */
  readonly nextAt: number;
  /** Why it was refused last. */
  readonly message?: Message;
}
