import type { z } from 'zod';
import { brokenRule } from '../config/rules.ts';
import type { Standing } from '../document/standing.ts';
import { type Message, say } from '../messages/message.ts';
import { err, ok, type Result } from '../result.ts';
import { definitionRequests } from './definitions.ts';
import { documentRequests } from './documents.ts';
import { filingRequests } from './filings.ts';
import { folderRequests } from './folders.ts';
import { hookRequests } from './hooks.ts';
import { insightRequests } from './insights.ts';
import { preferenceRequests } from './preferences.ts';
import { reviewRequests } from './review.ts';
import { statusRequests } from './status.ts';

/**
 * What a window may ask of its host (desktop or headless), and what comes back; one file for each part of the window.
 * Inputs are `unknown` until `checkRequest` has read them. Only plain data crosses.
 */

/** What a window may ask: name → what its input must be, and what comes back. */
export const requests = {
  ...statusRequests,
  ...documentRequests,
  ...reviewRequests,
  ...folderRequests,
  ...definitionRequests,
  ...preferenceRequests,
  ...insightRequests,
  ...hookRequests,
  ...filingRequests,
} satisfies Readonly<Record<string, { readonly input: z.ZodType }>>;

/** What went wrong: a message for a person, and a kind for code. */
export interface ContractError {
  readonly kind: /** The host knows no request of that name. */
    | 'unknown-request'
    /** The input does not match the request; the message names the member. */
    | 'invalid-input'
    /** The host cannot do this, now or at all; the message says why and what to do. */
    | 'unavailable'
    /** Pages would be sent, and paid for: the message says how many, and where. The same request with `agreed` goes ahead. */
    | 'not-agreed'
    /** This browser has to sign in first. */
    | 'signed-out'
    /** A fault of the program. */
    | 'internal';
  readonly message: Message;
  /** The member of the input that the message is about, for a form to say it there. */
  readonly field?: string;
}

/**
 * What may have changed since the window last asked; the window asks again for what it shows. Changes in quick succession
 * come as one notice, at most ten a second.
 */
export interface Notice {
  /** Documents that changed or are new, by id; 'many' if there are more than 200 of them. */
  readonly documents: readonly number[] | 'many';
  /** Only their progress has changed (bytes of an upload): `documents` are the same rows otherwise. */
  readonly progress: readonly number[];
  /** The status line, the balance, a folder's health. */
  readonly status: boolean;
  /** Folders, preferences or routes. */
  readonly settings: boolean;
  /** Where a window should go, because a person followed a notification or a menu. */
  readonly goTo?: Destination;
}

export type Destination =
  | { readonly screen: 'queue' | 'review' | 'folders' | 'insights' | 'settings' }
  /** The list of keyboard shortcuts, over whatever is shown. */
  | { readonly screen: 'keys' }
  | { readonly screen: 'queue' | 'review'; readonly documentId: number }
  /** The documents of a standing. */
  | { readonly screen: 'queue'; readonly show: Standing }
  /** A folder to be added; its path if it was dropped onto the window or tray, else ''. */
  | { readonly screen: 'folders'; readonly add: string };

type Requests = typeof requests;

export type RequestName = keyof Requests;
/** The input as a caller passes it; members with a default may be left out. */
export type RequestInput<Name extends RequestName> = z.input<Requests[Name]['input']>;
/** The input as a handler gets it, with defaults filled in. */
export type CheckedInput<Name extends RequestName> = z.output<Requests[Name]['input']>;
export type RequestOutput<Name extends RequestName> = NonNullable<Requests[Name]['output']>;
export type Answer<Name extends RequestName> = Result<RequestOutput<Name>, ContractError>;

/**
 * The window's only connection to its host: the one object that a page finds as `window.intray`. On the desktop the preload script
 * offers it, over loopback HTTP a script of the page. What both sides agree on is in `bridge.ts`.
 * The page of a document is at `preview/<id>`, relative to the window's own address.
 */
export interface Bridge {
  /**
   * Asks the host. Never rejects for what the host decides: a refusal comes back as `{ ok: false, error }`.
   * The host checks name and input again on arrival.
   */
  request<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<Answer<Name>>;
  /** Listens to the host's notices; the answer ends it. */
  onNotice(listener: (notice: Notice) => void): () => void;
  /** The path of a file that was dragged onto the window, where the host can tell it (desktop); else ''. */
  pathOfDropped(file: unknown): string;
}

/** How a host answers, request by request. */
export type Handlers = {
  readonly [Name in RequestName]: (input: CheckedInput<Name>) => Promise<Answer<Name>>;
};

/**
 * Reads what arrived from a window; both parts are unknown.
 * @returns the request with its defaults filled in, or an error whose message names what is wrong
 */
export function checkRequest(
  name: unknown,
  input: unknown,
): Result<{ readonly name: RequestName; readonly input: unknown }, ContractError> {
  if (!isRequestName(name)) return err({ kind: 'unknown-request', message: say('requests.unknown') });
  const read = requests[name].input.safeParse(input);
  if (read.success) return ok({ name, input: read.data });
  const field = read.error.issues[0]?.path.join('.');
  return err({
    kind: 'invalid-input',
    message: say('configuration.request', { name, problems: read.error.issues.map(problemOf) }),
    ...(field !== undefined && field !== '' && { field }),
  });
}

/** Answers what arrived from a window. Never rejects: a fault comes back as `internal`, without its details; `onFault` gets them. */
export async function answerRequest(
  handlers: Handlers,
  name: unknown,
  input: unknown,
  onFault: (name: string, fault: unknown) => void = () => {},
): Promise<Result<unknown, ContractError>> {
  const checked = checkRequest(name, input);
  if (!checked.ok) return checked;
  try {
    // Name and input belong together: `checkRequest` has read them so.
    const handler = handlers[checked.value.name] as (input: unknown) => Promise<Result<unknown, ContractError>>;
    return await handler(checked.value.input);
  } catch (fault) {
    onFault(checked.value.name, fault);
    return err({ kind: 'internal', message: say('requests.fault') });
  }
}

function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(requests, name);
}

function problemOf(issue: z.core.$ZodIssue): Message {
  const rule = brokenRule(issue);
  const member = [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])].join('.');
  return member === '' ? rule : say('configuration.member.breaks', { member, rule });
}
