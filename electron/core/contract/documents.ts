import { z } from 'zod';
import type { Delivery } from '../document/document.ts';
import { type Standing, type StandingCounts, standingNames } from '../document/standing.ts';
import type { StateName } from '../document/states.ts';
import type { SendAgain } from '../document/transition.ts';
import type { Message } from '../messages/message.ts';
import type { Immutable } from '../plain-data.ts';
import type { Route } from '../protocol/route.ts';
import type { ReviewReason } from '../review/local-review.ts';
import { columnSchema, maxColumns, sortSchema } from '../values/columns.ts';
import type { ShownValue } from '../values/main-values.ts';
import type { Match } from '../values/search-terms.ts';
import { type Done, id, takes } from './request.ts';

/** The most rows that one answer carries: a ledger of 100,000 documents never crosses whole. */
export const maxPageLength = 200;

const ids = z.array(id).min(1).max(10_000);

/** What a document says itself (`core/values/main-values.ts`); one that does not say it is left out. */
const valueFilterSchema = z.strictObject({
  /** Its first and its last day. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** What it comes to in all, in whatever currency. */
  least: z.number().optional(),
  most: z.number().optional(),
  /** Who sent it, or a part of that name. */
  sender: z.string().min(1).max(200).optional(),
});
export type ValueFilter = Immutable<z.output<typeof valueFilterSchema>>;

/** Which documents of a list. */
const listed = {
  /** Only documents of these standings; left out: of any. */
  standings: z.array(z.enum(standingNames)).min(1).max(standingNames.length).optional(),
  /** Only documents of this folder, by the id that `status` gives. */
  folderId: id.optional(),
  /** Words, or parts of them, in a document's path or values; case does not matter. Numbers and dates in any form. */
  text: z.string().max(200).optional(),
  values: valueFilterSchema.optional(),
};

export const documentRequests = {
  /** One page of documents. */
  documents: takes({
    ...listed,
    /** Left out: newest change first. What has no value comes last. */
    sort: sortSchema.optional(),
    /** The columns of which the rows have values. */
    columns: z.array(columnSchema).max(maxColumns).optional(),
    /** Rows to leave out at the start. */
    offset: z.int().min(0).default(0),
    /** Rows to give, at most. */
    limit: z.int().min(1).max(maxPageLength).default(100),
  }).gives<DocumentList>(),
  /** What became of all documents that last changed since then, by hour and folder, the latest hour first. */
  hours: takes({ since: z.number().positive() }).gives<readonly Hour[]>(),
  /** What the documents of a list come to. */
  totals: takes(listed).gives<Totals>(),
  /** Who has sent the documents of a folder, or any: the most frequent first. */
  senders: takes({ folderId: id.optional() }).gives<{ readonly senders: readonly string[] }>(),
  /** What the list of a folder, or of all, can show beside name and state. */
  columns: takes({ folderId: id.optional() }).gives<Columns>(),
  /** Everything about one document; `unavailable` if there is no such document. */
  document: takes({ id }).gives<DocumentDetails>(),
  /** Sends documents that failed, were refused, or wait for a person's word. How many of them that had a meaning for. */
  sendAgain: takes({ ids }).gives<{ readonly count: number }>(),
  /** A person has seen these and wants no more of them: they count as attention no longer, until something changes. */
  dismiss: takes({ ids }).gives<{ readonly count: number }>(),
  undismiss: takes({ ids }).gives<{ readonly count: number }>(),
  /** Opens a document's file or output in its program, or shows it in its folder. Only where `about.can.openFiles`. */
  openFile: takes({ id, what: z.enum(['source', 'json', 'csv']), how: z.enum(['open', 'show']) }).gives<Done>(),
  /**
   * A piece (`pieceBytes`) of a document's file or output from a position, to be saved elsewhere: its bytes as Base64. `version`:
   * another one says that the file has changed meanwhile.
   */
  filePiece: takes({ id, what: z.enum(['source', 'json', 'csv']), position: z.int().nonnegative() }).gives<{
    readonly name: string;
    readonly size: number;
    readonly version: number;
    readonly bytes: string;
  }>(),
};

export interface DocumentList {
  readonly documents: readonly DocumentSummary[];
  /** How many documents match, on all pages together. */
  readonly total: number;
  /** How many there are of each standing in the folder and with the text, whatever standings were asked for. */
  readonly counts: StandingCounts;
  /** So many documents are still to be read: they may be missing from what was found. Absent: none. */
  readonly unread?: number;
}

export interface Hour {
  /** When the last of them changed, in ms since the epoch. */
  readonly at: number;
  readonly folderId: number;
  /** The folder's, whether it is watched or not. */
  readonly path: string;
  readonly counts: StandingCounts;
}

/** Copies count once, and no amount that is only a part of a document's. Amounts are exact numbers such as `5464.37`. */
export interface Totals {
  /** One for each currency; absent `currency`: none is named. `unreviewed`: of `amount`, what nobody has confirmed. */
  readonly sums: readonly {
    readonly currency?: string;
    readonly documents: number;
    readonly amount: string;
    readonly unreviewed: string;
  }[];
}

export interface Columns {
  /** Columns of values: those of the fields of its extractions, in their order, and `category`. */
  readonly known: readonly string[];
  /** Those that are shown before somebody has chosen. */
  readonly usual: readonly string[];
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
  /** What people see of it. */
  readonly standing: Standing;
  readonly progress?: Progress;
  /** Why it is where it is, in a sentence or two. */
  readonly why: readonly Message[];
  /** What `sendAgain` would do. */
  readonly sendAgain: SendAgain;
  readonly foundAt: number;
  readonly changedAt: number;
  /** What `preview/<id>` shows. */
  readonly preview: PreviewKind;
  /** The values of the columns that were asked for, as printed; without those that it has not. */
  readonly values?: Readonly<Record<string, string>>;
  /** Of these, what was read as a date or an amount, to be written as the reader's language writes it. */
  readonly typed?: Readonly<Record<string, ShownValue>>;
  /** Where the text that is searched was found. */
  readonly matches?: readonly Match[];
}

export type Progress =
  /** It is taken at `until`, if it does not change before. */
  | { readonly kind: 'settling'; readonly since: number; readonly until: number }
  /** Bytes of its request that are out; the request carries `files` documents. */
  | { readonly kind: 'upload'; readonly sent: number; readonly total: number; readonly files: number }
  /** At the service since then. */
  | { readonly kind: 'service'; readonly since: number };

export interface DocumentDetails extends DocumentSummary {
  /** Absolute path of the source. */
  readonly file: string;
  readonly folder: string;
  readonly route: Route;
  readonly routeName: string;
  readonly contentType?: string;
  readonly sha256?: string;
  /** The service's ids, for support. */
  readonly serviceBatchId?: string;
  readonly serviceFileId?: string;
  readonly history: readonly HistoryLine[];
  readonly outputs: readonly { readonly kind: 'json' | 'csv'; readonly path: string }[];
  readonly possibleDuplicate: boolean;
  /** Results of its batch fit no document, and one may be its own (`unmatched`). */
  readonly mayBeAssigned: boolean;
  /** The service extracts it by itself, and where the values are is not known yet (`nameBatch`). */
  readonly awaitsValues: boolean;
  /** The document whose result this one took. */
  readonly duplicateOf?: { readonly id: number; readonly path: string };
  /** The documents that this one may be a second scan of, the first of them first: as one of its folder's own checks has found. */
  readonly firstScans?: readonly { readonly id: number; readonly path: string }[];
  readonly result?: ResultView;
  /** Of one that has gone on from a classification: what that said, and what somebody may choose instead. */
  readonly verdict?: { readonly category?: Category; readonly categories: readonly Category[] };
}

/** `pdf`, `image`: the file itself; `text`: its text (DOCX); `none`: nothing to show, `message` of the preview says why. */
export type PreviewKind = 'pdf' | 'image' | 'text' | 'none';

export interface HistoryLine {
  readonly at: number;
  /** What happened, by its name in the ledger; `eventMessage` puts it into words. */
  readonly event: string;
  readonly note?: Message;
}

/** A result with what a person made of it. */
export type ResultView =
  | {
      readonly kind: 'extraction';
      readonly status: string;
      readonly modelUsed?: string;
      /** In the extraction's order; those that it does not list follow. */
      readonly fields: readonly FieldView[];
      /** How many more there are, which only the JSON has; absent: none. */
      readonly furtherFields?: number;
      /** Reasons that are about no single field that is shown. */
      readonly reasons: readonly ReviewReason[];
      readonly review: ReviewView;
    }
  | {
      readonly kind: 'classification';
      readonly status: string;
      readonly category?: Category;
      readonly confidence?: number;
      readonly reasoning?: string;
      /** What is known of the classification's categories; the service has no call to list them. */
      readonly categories: readonly Category[];
      /**
       * The extractions that a document goes on to once somebody has confirmed its category, by the category's name. Its pages are
       * paid for there, too; absent `pages`: nobody knows how many it has.
       */
      readonly goesOn?: {
        readonly to: readonly { readonly category: string; readonly extraction: string }[];
        readonly pages?: number;
      };
      readonly reasons: readonly ReviewReason[];
      readonly review: ReviewView;
    };

export interface Category {
  /** Absent for one that was typed and that the service has not named an id for. */
  readonly id?: string;
  readonly name: string;
}

export interface FieldView {
  readonly key: string;
  /** What the extraction says of the field. */
  readonly description?: string;
  /** As it counts now: a person's word before the service's. Undefined: there is none. */
  readonly value?: string;
  /** What the service said, where a person has changed it. */
  readonly serviceValue?: string;
  /** What a later `confirmed` of the service says, where it differs from a correction made here (`resolveConflict`). */
  readonly newerServiceValue?: string;
  readonly reasons: readonly ReviewReason[];
  /** Something to compare it with, and the value that this suggests, if it does; nothing changes by itself. */
  readonly hint?: { readonly message: Message; readonly value?: string };
}

export interface ReviewView {
  /** A person has confirmed it here. `stays`: by setting its category, at the service too, and another one can be set. */
  readonly confirmed?: { readonly at: number; readonly by: string; readonly stays?: true };
  /** Every change a person made, oldest first. `field` is undefined for the category. */
  readonly changes: readonly {
    readonly at: number;
    readonly by: string;
    readonly field?: string;
    readonly from?: string;
    readonly to?: string;
  }[];
  /** The service has confirmed other values than a person did here: neither is overwritten before `resolveConflict`. */
  readonly conflict: boolean;
}
