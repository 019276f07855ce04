/**
 * Every commit survives the death of the process. A `promise` survives that of the machine too: the call that makes it waits
 * for the disk. What is `restorable` does not wait, because a new look at the folder leads to the same again: a machine that
 * dies may lose it, and with it everything restorable since the last promise.
 *
 * A promise takes everything that was committed before it along, so nothing on disk refers to what was lost.
 */
type Durability = 'promise' | 'restorable';

/** Which is which, by what is written. Whatever is not named here is a promise. */
export const durabilities = {
  /** Found, settling or ready, and its job that nobody has sent. */
  'unsent document': 'restorable',
  /** Sent, accepted, a result, a delivery, a refusal, a question, a person's word. */
  'other document': 'promise',
  /** What the last scan saw at a path; a path where there is nothing any more. */
  'file seen': 'restorable',
  /** A file that is not picked up: it was there before, or a person left it out. */
  'file skipped': 'promise',
  /** A request of which nothing was sent. */
  'composed batch': 'restorable',
  /** When a batch was polled, and when it is polled next. */
  'poll time': 'restorable',
  'other batch': 'promise',
  /** When to look at something next. */
  'due time': 'restorable',
  /** How many pages a document has: it is counted again. */
  'pages counted': 'restorable',
  /** A line of a log: it belongs to what is written with it. */
  history: 'restorable',
  /** What is read from the result of a document. */
  values: 'restorable',
  /** That an output has reached the disk. */
  'output synced': 'restorable',
  /** That a JSON or the rows of a table were written, which the ledger had before: without this, they are found there. */
  'write recorded': 'restorable',
  /** A row that is in no CSV: it is made of the document again. */
  'table row': 'restorable',
  /** A row that is about to be written into a CSV. */
  'row of a CSV': 'promise',
  /** The ledger's number for a route. */
  'route id': 'restorable',
  /** How each folder is, and how fast the service allows. */
  'engine state': 'restorable',
  /** Writes and moves that begin, a folder's baseline and settings, decisions. */
  'other entry': 'promise',
} as const satisfies Record<string, Durability>;

export type Written = keyof typeof durabilities;
