import { z } from 'zod';
import type { Balance } from './balance.ts';
import { type Delivery, type StateName, stateNames } from './document.ts';
import { assertNever, err, ok, type Result } from './result.ts';
import type { Route } from './route.ts';

/**
 * What a window may ask of its host (desktop or headless), and what comes back. `requests` and `Outputs` name every
 * request; inputs are `unknown` until `checkRequest` has read them. Only plain data crosses. `bridge.ts` is the door.
 */

/** The most rows that one answer carries: a ledger of 100,000 documents never crosses whole. */
export const maxPageLength = 200;

const nothing = z.strictObject({});

const documentsInput = z.strictObject({
  /** Only documents in one of these states; left out: in any. */
  states: z.array(z.enum(stateNames)).min(1).max(stateNames.length).optional(),
  /** Only documents of this folder, by the id that `status` gives. */
  folderId: z.int().positive().optional(),
  /** Part of a document's path or of a value found in it; case does not matter. */
  text: z.string().max(200).optional(),
  /** Rows to leave out at the start. */
  offset: z.int().min(0).default(0),
  /** Rows to give, at most. */
  limit: z.int().min(1).max(maxPageLength).default(100),
});

/** What a window may ask: name → what its input must be. The outputs are in `Outputs`. */
export const requests = {
  about: { input: nothing },
  status: { input: nothing },
  documents: { input: documentsInput },
} as const satisfies Record<keyof Outputs, { readonly input: z.ZodType }>;

/** What comes back, by the name of the request. */
export interface Outputs {
  /** What program this is. */
  readonly about: About;
  /** How things stand: the books, and each folder's health. */
  readonly status: Status;
  /** One page of documents, newest change first. */
  readonly documents: DocumentList;
}

export interface About {
  readonly name: string;
  readonly version: string;
  readonly host: 'desktop' | 'headless';
}

export interface Status {
  /** Where every document counts; found is the sum of the others. */
  readonly balance: Balance;
  /** How many documents are in each state. */
  readonly states: Readonly<Record<StateName, number>>;
  readonly folders: readonly FolderStatus[];
}

export interface FolderStatus {
  readonly id: number;
  /** Absolute, links resolved. */
  readonly path: string;
  readonly route: Route;
  readonly health: FolderHealth;
}

export type FolderHealth =
  /** `by`: `events` of the system, or `polling` where it has none (network paths). */
  | { readonly kind: 'watched'; readonly by: 'events' | 'polling' }
  /** Not there or not readable (an unmounted share): not the same as empty. */
  | { readonly kind: 'unreachable'; readonly message: string }
  /** Intake rests, by a person's wish or because its route is gone; what was sent is still polled and delivered. */
  | { readonly kind: 'paused'; readonly message: string };

export interface DocumentList {
  readonly documents: readonly DocumentSummary[];
  /** How many documents match, on all pages together. */
  readonly total: number;
}

/** A row of the queue. Times are milliseconds since the epoch. */
export interface DocumentSummary {
  readonly id: number;
  readonly folderId: number;
  /** Relative to the folder, with `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly state: StateName;
  readonly delivery: Delivery['kind'];
  /** One sentence: why it is where it is. */
  readonly why: string;
  readonly foundAt: number;
  readonly changedAt: number;
}

/** What went wrong, for a person to read and for code to tell apart. */
export interface ContractError {
  readonly kind: /** The host knows no request of that name. */
    | 'unknown-request'
    /** The input is not what the request takes; the message names the member. */
    | 'invalid-input'
    /** The host cannot do this, now or at all; the message says why. */
    | 'unavailable'
    /** A fault of the program. */
    | 'internal';
  readonly message: string;
}

/**
 * Something may be different from what the window last saw; it carries no data, the window asks again for what it
 * shows. Many changes in short succession come as one notice.
 */
export type Notice = { readonly kind: 'changed'; readonly what: 'documents' | 'status' };

type Requests = typeof requests;

export type RequestName = keyof Requests;
/** What the asking side passes; members with a default may be left out. */
export type RequestInput<Name extends RequestName> = z.input<Requests[Name]['input']>;
/** What the answering side gets, defaults filled in. */
export type CheckedInput<Name extends RequestName> = z.output<Requests[Name]['input']>;
export type RequestOutput<Name extends RequestName> = Outputs[Name];

/** A request that was read and found good. */
export type CheckedRequest = {
  readonly [Name in RequestName]: { readonly name: Name; readonly input: CheckedInput<Name> };
}[RequestName];

/** How a host answers, request by request. */
export type Handlers = {
  readonly [Name in RequestName]: (input: CheckedInput<Name>) => Promise<Result<RequestOutput<Name>, ContractError>>;
};

/**
 * Reads what arrived from a window, both parts of it unknown.
 * @returns the request with its defaults filled in, or an error whose message names what is wrong
 */
export function checkRequest(name: unknown, input: unknown): Result<CheckedRequest, ContractError> {
  if (!isRequestName(name)) return err({ kind: 'unknown-request', message: 'There is no such request.' });
  const read = requests[name].input.safeParse(input);
  if (!read.success) return err({ kind: 'invalid-input', message: `${name}: ${describe(read.error)}` });
  return ok({ name, input: read.data } as CheckedRequest);
}

/** Answers what arrived from a window. Never rejects: a fault comes back as `internal`, without its details. */
export async function answerRequest(handlers: Handlers, name: unknown, input: unknown): Promise<Result<unknown, ContractError>> {
  const checked = checkRequest(name, input);
  if (!checked.ok) return checked;
  try {
    return await dispatch(handlers, checked.value);
  } catch {
    return err({ kind: 'internal', message: 'Intray could not answer because of a fault in the program.' });
  }
}

function dispatch(handlers: Handlers, request: CheckedRequest): Promise<Result<unknown, ContractError>> {
  switch (request.name) {
    case 'about':
      return handlers.about(request.input);
    case 'status':
      return handlers.status(request.input);
    case 'documents':
      return handlers.documents(request.input);
    default:
      return assertNever(request);
  }
}

function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(requests, name);
}

function describe(error: z.ZodError): string {
  return error.issues
    .map((issue) => (issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message))
    .join('; ');
}
