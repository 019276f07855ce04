/**
 * What a person could see of Intray, in plain words and data: which files there are and what is told of each, what was sent and paid,
 * what is asked, what is on disk, the balance, the log. Tests that have to survive a rebuilding of its inside read what they check
 * here, and nowhere else. `inside/seen-in-ledger.ts` reads it from the ledger as it is today.
 */
import type { FolderSettings } from '../../electron/core/config/folder-settings.ts';
import type { Message } from '../../electron/core/messages/message.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { type Route, sameRoute } from '../../electron/core/protocol/route.ts';

/** How far a content has come on a route. */
export const stages = {
  /** Being written, or too fresh to tell. */
  settling: { moves: true, hasResult: false },
  /** To be sent, as soon as it may. */
  waiting: { moves: true, hasResult: false },
  /** There is no room for its result. */
  blocked: { moves: true, hasResult: false },
  /** For a person to decide. */
  held: { moves: false, hasResult: false },
  /** In a request that is whole, or about to be. */
  sent: { moves: true, hasResult: false },
  /** The service may have it. */
  'in doubt': { moves: false, hasResult: false },
  queued: { moves: true, hasResult: false },
  processing: { moves: true, hasResult: false },
  processed: { moves: false, hasResult: true },
  needs_review: { moves: false, hasResult: true },
  confirmed: { moves: false, hasResult: true },
  /** Another file of its content has brought the result. */
  copied: { moves: false, hasResult: true },
  failed: { moves: false, hasResult: false },
  rejected: { moves: false, hasResult: false },
} as const;

export type Stage = keyof typeof stages;

export const hasResult = (stage: Stage): boolean => stages[stage].hasResult;

/** What tells that a file is another one, or has changed. */
export interface SeenFacts {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
}

export type SeenResult =
  | { readonly kind: 'extraction'; readonly values: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'classification';
      readonly status: string;
      readonly category: { readonly id: string | undefined; readonly name: string | undefined };
      readonly confidence: number | undefined;
      readonly reasoning: string | undefined;
    };

/** A content on a route: what is sent, paid for, asked about and reviewed. */
export interface SeenStep {
  readonly route: Route;
  readonly stage: Stage;
  /** The service's ids, and the name that it was sent under. */
  readonly batch: string | undefined;
  readonly fileId: string | undefined;
  readonly sentAs: string | undefined;
  readonly result: SeenResult | undefined;
  /** What people have said about its result here, to be compared. */
  readonly review: { readonly isConfirmed: boolean; readonly words: unknown } | undefined;
}

export interface SeenJob extends SeenStep {
  /** How often it was sent. */
  readonly tries: number;
  /** The ledger has its result no more. */
  readonly isResultDropped: boolean;
  /** The files that it is for now. */
  readonly files: readonly number[];
}

/** A content that is, or was, at a path of a folder. */
export interface SeenFile extends SeenStep {
  /** As a person names it. */
  readonly id: number;
  readonly folder: string;
  /** Relative to the folder. */
  readonly path: string;
  readonly facts: SeenFacts;
  readonly foundAt: number;
  readonly hash: string | undefined;
  readonly pages: number | undefined;
  /** It is no longer where it was: `stage` is what its content had come to. */
  readonly isGone: boolean;
  /** The steps before, first one first. */
  readonly earlier: readonly SeenStep[];
  /** Why a person is asked about it. */
  readonly held: string | undefined;
  /** Who refused it, or says that it failed. */
  readonly by: 'service' | 'intray' | undefined;
  /** What the service said last, in its own word, while nothing has come of it. */
  readonly status: string | undefined;
  /** What a person is told of its stage. */
  readonly says: Message | undefined;
  /** The file that its content was sent from, if that is another one. */
  readonly first: number | undefined;
  /** Where its outputs stand. `follow`: they are written, and the file or they have to move. */
  readonly outputs: 'none' | 'due' | 'follow' | 'done';
  /** What keeps them from being written. */
  readonly hindrance: Message | undefined;
  /** It stays where it is, although its folder files by values. */
  readonly isUnfiled: boolean;
  /** A person has taken its filing back; `to`: where it has still to go. */
  readonly takenBack: { readonly to: string | undefined } | undefined;
  readonly possibleDuplicate: boolean;
  /** The ledger has its result no more. */
  readonly isResultDropped: boolean;
  /** The service passes it on by itself; `from`: the id of the extraction whose values are to come. */
  readonly awaits: { readonly from: string; readonly isOverdue: boolean } | undefined;
  /** The file of the same path whose outputs its own replace. */
  readonly replaces: number | undefined;
  /** A person is asked about it: at all, though it was dismissed, or for its result, wherever the file is. */
  readonly needsPerson: boolean;
  readonly concernsPerson: boolean;
  readonly asksForReview: boolean;
}

export interface SeenFolder {
  readonly id: number;
  readonly path: string;
  readonly firstWatched: number;
  /** When it was first scanned whole. */
  readonly baselineAt: number;
  /** Where it was when it was scanned last. */
  readonly place: { readonly ino: number | undefined; readonly volume: string | undefined };
  readonly isUnreachable: boolean;
  /** Kept while it is open. `first`: the first new file that it is about. */
  readonly question:
    | {
        readonly since: number;
        readonly answer: 'send' | 'leave' | undefined;
        readonly first: number | undefined;
        readonly isCounted: boolean;
      }
    | undefined;
  /** Another Intray watches it; what a person has said to that. */
  readonly another: { readonly answer: 'send' | 'leave' | undefined } | undefined;
  /** Since when a person is asked something about it. */
  readonly asksSince: number | undefined;
  /** New files up to this one were answered about. */
  readonly answeredUpTo: number;
}

/** What is known to be at a path. */
export interface SeenPath {
  readonly facts: SeenFacts;
  readonly file: number | undefined;
  /** `left`: by a person's word. */
  readonly leftAlone: 'existing' | 'left' | undefined;
}

export interface SeenOutput {
  readonly file: number;
  readonly kind: 'json' | 'csv';
  readonly path: string;
  readonly hash: string | undefined;
  readonly isWritten: boolean;
}

export interface SeenTable {
  readonly path: string;
  readonly folder: string;
  readonly route: Route;
  readonly size: number;
  readonly rows: number;
  /** Somebody has changed it: it is not touched again. */
  readonly isLeft: boolean;
}

/** A table that is written whole. */
export interface SeenSheet {
  readonly path: string | undefined;
  readonly folder: string;
  readonly route: Route;
  readonly isWritten: boolean;
  readonly isDue: boolean;
  readonly columns: number;
  readonly rows: readonly { readonly file: number; readonly body: string }[];
}

/** What hooks are told of. */
export interface SeenEvent {
  readonly id: string;
  readonly name: string;
  readonly file: number;
  readonly folder: string;
  readonly revision: number;
  readonly state: 'pending' | 'done' | 'given-up';
  readonly nextAt: number;
}

/** Where a folder's template puts a file. */
export type SeenPlace = 'waits' | 'stays' | { readonly path: string; readonly isThere: boolean };

export interface Seen {
  readonly folders: readonly SeenFolder[];
  folder(path: string): SeenFolder | undefined;
  /** All, the newest change first. */
  files(folder?: string): readonly SeenFile[];
  file(id: number): SeenFile | undefined;
  filesAt(path: string): readonly SeenFile[];
  withContent(route: Route, hash: string): readonly SeenFile[];
  at(path: string): SeenPath | undefined;
  /** In requests that are whole, or about to be; also of files that have left this route. */
  requested(): readonly { readonly file: SeenFile; readonly step: SeenStep }[];
  /** What was ever to be sent of a content, on each route. */
  jobs(hash: string): readonly SeenJob[];
  outputs(id: number): readonly SeenOutput[];
  outputAt(path: string): SeenOutput | undefined;
  tables(): readonly SeenTable[];
  tablesWith(file: SeenFile): readonly SeenTable[];
  sheets(): readonly SeenSheet[];
  /** The columns of values that a person can choose in a list. */
  columns(): readonly string[];
  log(id: number): readonly { readonly event: string; readonly says: Message | undefined }[];
  /** What the service has that may be a file's result: a person knows. */
  offered(file: SeenFile): readonly { readonly fileId: string; readonly name: string; readonly values: readonly string[] }[];
  /** The files whose values an extraction finds by itself. */
  awaiting(extraction: string): readonly SeenFile[];
  /** The files that the question of a folder is about, as far as they are held for it. */
  asked(folder: SeenFolder): readonly SeenFile[];
  /** Filings that a person takes back together, the last ones first. */
  filings(): readonly {
    readonly id: number;
    readonly files: readonly number[];
    readonly moves: readonly { readonly file: number; readonly from: string; readonly to: string }[];
  }[];
  place(settings: FolderSettings, file: SeenFile): SeenPlace;
  /** The service's id of the file that was classified for this one. */
  classifiedAs(id: number): string | undefined;
  categories(classification: string): readonly { readonly id: string; readonly name: string }[];
  /** What was asked for on the command line, and is not done. */
  wishes(): readonly { readonly file: number; readonly wish: string }[];
  isPaused(route: Route): boolean;
  /** Pages that count for a day or month, of a folder or all. */
  spent(date: string, folder?: string): number;
  /** Pages that a person has added to a day or month. */
  lifted(date: string): number;
  events(states?: readonly SeenEvent['state'][]): readonly SeenEvent[];
  /** The files that lists show as needing a person, dismissed or not. */
  listedForPeople(): ReadonlySet<number>;
  /** What people are told that needs them, and of which results cannot be written. */
  attention(): { readonly total: number; readonly needs: readonly SeenConcern[]; readonly undelivered: readonly SeenConcern[] };
  balance(): Readonly<Record<string, number>> & { readonly found: number };
}

export interface SeenConcern {
  readonly id: number;
  readonly reasons: readonly Message[];
}

export function sameFacts(one: SeenFacts, other: SeenFacts): boolean {
  return one.size === other.size && one.mtimeMs === other.mtimeMs && one.ino === other.ino;
}

/** A file's step on a route: the one it is in, or one before. */
export function stepOn(file: SeenFile, route: Route): SeenStep | undefined {
  return [file, ...file.earlier].find((step) => sameRoute(step.route, route));
}

/** What the step before said. */
export function verdictBefore({ earlier }: SeenFile): SeenResult | undefined {
  return earlier.at(-1)?.result;
}

export function inWords({ isGone, held, says, stage }: SeenFile): string {
  const why = [held, says && inEnglish(says)].filter((each) => each !== undefined);
  return [isGone ? 'gone, ' : '', stage, why.length > 0 ? ` (${why.join(': ')})` : ''].join('');
}

/** What a file is called in a complaint. */
export function nameOfFile({ id, path }: Pick<SeenFile, 'id' | 'path'>): string {
  return `${path} (#${id})`;
}
