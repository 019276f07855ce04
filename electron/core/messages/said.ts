/**
 * A sentence for a person, before it is put into a language: what is said, and the values in it. The window has the words
 * for every key in its languages, the command line those of `said-in-english.ts`. Members called `at` are moments
 * (milliseconds since the epoch); `message` came from the service, the disk or the system, and is a sentence of its own.
 */
export type Said = { readonly [Key in SaidKey]: { readonly key: Key; readonly values: Sayings[Key] } }[SaidKey];

export type SaidKey = keyof Sayings;

type Nothing = Readonly<Record<string, never>>;
type Message = { readonly message: string };
type MessageAt = { readonly message: string; readonly at: number };

/** Everything that can be said, and the values in it. */
export interface Sayings {
  readonly settling: { readonly at: number; readonly seconds: number };
  readonly folderUnreachable: Message;
  readonly folderPaused: Message;
  /** A person has let its folder rest. */
  readonly folderResting: Nothing;
  /** Nothing stands in its way. */
  readonly ready: Nothing;
  readonly retryAt: { readonly at: number };
  readonly retryBecause: MessageAt;
  /** It waits behind a copy of itself; `path` is empty if that is not known. */
  readonly behind: { readonly path: string };
  readonly held: Message;
  readonly blocked: Message;
  readonly uploading: Nothing;
  readonly awaitingAnswer: Nothing;
  readonly unresolved: Message;
  /** The service has it and says `status`. */
  readonly atService: { readonly status: string };
  readonly atServiceSince: { readonly status: string; readonly at: number };
  readonly slow: Nothing;
  /** A new classification run was asked for, and no answer has shown it yet. */
  readonly redoing: { readonly at: number };
  readonly askedAgainAt: { readonly at: number };
  readonly lastAskFailed: Message;
  readonly processed: Nothing;
  readonly confirmed: Nothing;
  readonly reviewAsked: Nothing;
  readonly confirmedHere: { readonly by: string; readonly at: number };
  /** The service has confirmed other values than a person did here. */
  readonly conflict: Nothing;
  /** A copy: it took the result of what is at `path`, which is empty if that is not known. */
  readonly duplicate: { readonly path: string };
  readonly writesNothing: Nothing;
  /** `paths`: absolute, joined by line breaks. */
  readonly written: { readonly paths: string };
  readonly toBeMoved: Nothing;
  readonly notMoved: Message;
  readonly toBeWritten: Nothing;
  readonly notWritten: Message;
  readonly failedAtService: Message;
  readonly givenUp: Message;
  readonly refusedByService: Message;
  readonly notSent: Message;
  readonly gone: Nothing;
  readonly goneWithResult: Nothing;
  readonly reachable: Nothing;
  readonly offline: MessageAt;
  readonly keyRefused: Message;
  readonly uploadsRefused: MessageAt;
  readonly pauseAsked: MessageAt;
}

/** A saying; the types hold key and values together. */
export function say<Key extends SaidKey>(key: Key, values: Sayings[Key]): Said {
  return { key, values } as Said;
}
