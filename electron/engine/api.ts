import type { AccountBudget, BudgetState } from '../core/account/budget.ts';
import type { Gate } from '../core/account/gate.ts';
import type { FolderSettings } from '../core/config/folder-settings.ts';
import type { Hooks } from '../core/config/hooks.ts';
import type { FolderHealth, FolderQuestion, QuestionAnswer } from '../core/contract/status.ts';
import type { Balance } from '../core/document/standing.ts';
import type { DocumentState } from '../core/document/states.ts';
import type { Message } from '../core/messages/message.ts';
import type { Failure } from '../core/protocol/failure.ts';
import type { Route } from '../core/protocol/route.ts';
import type { Result } from '../core/result.ts';
import type { PersonAct } from '../core/review/person-act.ts';

/** The window shows it too. */
export type { FolderHealth } from '../core/contract/status.ts';

/** What a host asks of the engine. */
export interface EngineOptions {
  readonly folders: readonly FolderSettings[];
  /**
   * `run` sends what is there and ends when nothing can make progress without a person; `watch` stays. `plan` is a run that
   * ends where its uploads would begin: it finds every file and takes it in, and neither calls the service nor delivers.
   * `preview` is the same of a watch, for the first of the folders; the others are watched too, but not looked at.
   */
  readonly mode: 'run' | 'watch' | 'plan' | 'preview';
  /** BCP 47, for the CSV's delimiter. */
  readonly locale: string;
  readonly limits?: Partial<Limits>;
  /**
   * Who is told of documents, with the folders by the paths above. Absent: nobody, and what is still to be told stays for an
   * engine that has hooks.
   */
  readonly hooks?: Hooks | undefined;
  /**
   * This machine and the data directory: what marks the folders that this Intray watches, so that no other one pays for the
   * same documents. `start` tells this start from all others, also of another machine of that name; default: the time.
   * Absent: they are not marked, and whoever else watches them is not asked about.
   */
  readonly identity?: { readonly host: string; readonly path: string; readonly start?: string } | undefined;
}

export interface Limits {
  /** Upload requests in flight. */
  readonly uploads: number;
  /** The most requests a second that begin; fewer after the service has asked for it. */
  readonly requestsPerSecond: number;
  /** Files hashed at once. */
  readonly hashing: number;
  /** Files of one extraction request; the service's limit is not shown. */
  readonly extractionBatch: number;
  /** Bytes of one request. */
  readonly batchBytes: number;
  /** Milliseconds between full scans of a watched folder. */
  readonly rescanMs: number;
  /** `run` gives up after this many milliseconds without a connection, or in which nothing moved. */
  readonly offlineMs: number;
  /** The most pages for the whole account; undefined: as the last engine on this ledger had it. */
  readonly budget: AccountBudget | undefined;
  /** For how many milliseconds results and history stay in the ledger once nothing happens any more; undefined: for ever. */
  readonly keepMs: number | undefined;
  /** When it is asked about before many new documents are sent. */
  readonly guard: GuardRule;
}

/** When a person is asked before many new documents, or one of many pages, are sent. */
export interface GuardRule {
  /** More than so many within an hour, unless a folder's `askAbove` says otherwise. */
  readonly documents: number;
  /** More than so many times the busiest hour of the folder. */
  readonly times: number;
  /** Which of the hours before count, in milliseconds. */
  readonly withinMs: number;
  /** A document of more pages is asked about, if it has more than any that its folder has sent. */
  readonly pages: number;
  /** What has more bytes is counted before it is sent. */
  readonly bytes: number;
}

export interface Engine {
  /** Takes up the ledger's unfinished work, begins to watch, and starts the loop. */
  start(): Promise<void>;
  /** In `run`: resolves when nothing can make progress without a person, or has for ten minutes. In `watch`: when stopped. */
  readonly ended: Promise<Ending>;
  /**
   * Begins nothing new, finishes what is being written, aborts uploads that are not whole, and ends. It waits for the answers
   * to uploads that are whole, at most `timeoutMs` (default: five seconds): without an answer they are in doubt.
   */
  stop(timeoutMs?: number): Promise<void>;
  /** Intake stops; what was sent is still polled and delivered. */
  pause(): void;
  resume(): void;
  /** Scans every folder now, and tries again whatever waits for a time. */
  lookNow(): void;
  /**
   * The service has news of these batches or files (its ids): they are polled now. What is not known here is passed over.
   * @param batchIds those that an event calls batches: one may be of an extraction into which the service has passed a document on
   */
  hint(serviceIds: readonly string[], batchIds: readonly string[]): void;
  /** A person has changed or deleted this extraction: it is looked at again now. */
  routeChanged(route: Route): void;
  /** Another call was refused, such as the one before the start: what that says about key and account holds for all calls. */
  refused(failure: Failure): void;
  /** There is another key: that an earlier call was refused says nothing about it. */
  keyReplaced(): void;
  /**
   * Sends documents again that failed, were refused or are held. One whose answer was lost is marked as a possible duplicate:
   * the service may have it already.
   */
  sendAgain(ids: readonly number[]): void;
  /**
   * After a lost ledger (`status().unverified`), a person decides once for all files that nothing proves to have been sent or
   * not. `send`: they are sent, and marked as possible duplicates. `leave`: they are left out, like files that were there
   * before. Does nothing if no decision is awaited. May be called before `start`.
   */
  decideUnverified(decision: UnverifiedDecision): void;
  /** A person answers a folder's question (`FolderStatus.question`). Does nothing if none is open. */
  answerQuestion(folderId: number, answer: QuestionAnswer): void;
  /**
   * A person adds pages to the budget of this day or month, of the account or of a folder. What fits goes out at once.
   */
  liftBudget(lift: BudgetLift): void;
  /**
   * A person wants a folder's documents checked again by its own rules, which have changed: those that break one are flagged, and
   * JSON and CSV follow. Otherwise changed rules hold for results that come from then on.
   */
  checkAgain(folderId: number): void;
  /**
   * A person, `by`, wants something of a document, such as its result confirmed, or filed elsewhere. JSON and CSV follow, also those of
   * its copies: asked about a copy, it is the first one's result that is judged. What goes on by it, or is sent again, waits for its turn.
   * May be called before `start`, as all of these that do not ask the service.
   */
  act(id: number, act: PersonAct, by: string): ReviewAnswer;
  /** A person has seen these: they need no attention until something else is the matter. @returns how many needed it until now */
  dismiss(ids: readonly number[], by: string): number;
  undismiss(ids: readonly number[], by: string): number;
  /**
   * Sets the category at the service, where it persists, and here; a failure leaves all as it was.
   * @param agreed to the pages that a document which has its verdict already would have sent to another extraction
   * @param takesBack the category is that from before a person chose another one: it is as if nobody had
   */
  overrideCategory(id: number, categoryId: string, by: string, agreed?: boolean, takesBack?: boolean): Promise<ReviewAnswer>;
  /**
   * Asks the service for a new classification run; the document is processing until its new verdict is there. A refusal
   * leaves all as it was; where no answer came, the batch is polled to see what became of it.
   * @param agreed to the pages that another verdict may have sent to another extraction
   */
  redo(id: number, by: string, agreed?: boolean): Promise<ReviewAnswer>;
  status(): EngineStatus;
  /** Announces what happened; steers nothing. Call the answer to unsubscribe. */
  onNotice(listener: (notice: Notice) => void): () => void;
}

/** More pages for this day or month, of the account or of a folder. */
export interface BudgetLift {
  readonly folderId?: number | undefined;
  readonly period: 'day' | 'month';
  readonly pages: number;
}

/** `undoable`: whether `undo` would take back what was just done. */
export type ReviewAnswer = Result<{ readonly undoable: boolean }, ReviewRefusal>;

/** Nothing was done; `message` is a sentence for a person. */
export interface ReviewRefusal {
  readonly kind:
    | 'unknown-document'
    /** It has no result to judge, or not in the state that it is in. */
    | 'not-now'
    /** The extraction has no such field. */
    | 'unknown-field'
    /** It would have pages sent, and paid for, to which nobody has agreed: the message says how many, and where. */
    | 'pages'
    /** The service refused, or could not be asked. */
    | 'service';
  readonly message: Message;
  /** Of `unknown-field`: its key. */
  readonly field?: string;
  /** What stands in the way passes: the same may be asked for again. */
  readonly passes?: true;
}

export type Ending =
  | { readonly kind: 'done' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'offline'; readonly message: Message }
  /** Only tries of the service were left, at growing intervals, and nothing moved for ten minutes; or the route takes nothing. */
  | { readonly kind: 'stalled'; readonly message: Message }
  /** `damaged`: the ledger turned out to be; whoever opens it next should take up a backup. */
  | { readonly kind: 'halted'; readonly message: Message; readonly damaged?: true };

export interface EngineStatus {
  readonly balance: Balance;
  readonly gate: Gate;
  readonly paused: boolean;
  readonly folders: readonly FolderStatus[];
  /** Requests a second that the service seems to allow. */
  readonly requestsPerSecond: number;
  /** Documents that need a person (`core/document/standing.ts`). */
  readonly attention: number;
  /** What rests now because Intray met an error that it does not expect; everything else goes on. */
  readonly faults: readonly Message[];
  /** Why everything waits: the ledger cannot be written now. */
  readonly ledger?: Message;
  /** How the budgets stand, those of the account first. */
  readonly budgets: readonly BudgetState[];
  /** The ledger was lost and a decision is awaited (`decideUnverified`); `message` says what happened. */
  readonly unverified?: { readonly since: number; readonly message: Message };
}

export interface FolderStatus {
  readonly id: number;
  readonly path: string;
  readonly route: Route;
  /** The extraction's name; its id until that is known. */
  readonly routeName: string;
  readonly health: FolderHealth;
  readonly balance: Balance;
  /** What a person is asked about many of its documents, which are held until then. */
  readonly question?: FolderQuestion;
}

export type Notice =
  | {
      readonly kind: 'document';
      readonly id: number;
      readonly folder: string;
      readonly path: string;
      readonly state: DocumentState;
      readonly delivered: boolean;
    }
  /** Bytes of a request that are out, and the ids of the documents whose files are in it. */
  | {
      readonly kind: 'upload';
      readonly batchId: number;
      readonly documents: readonly number[];
      readonly sent: number;
      readonly total: number;
    }
  | { readonly kind: 'folder'; readonly path: string; readonly health: FolderHealth }
  | { readonly kind: 'question'; readonly path: string; readonly question: FolderQuestion }
  /** A budget holds documents back for the first time in its period, or is nearly used up. */
  | { readonly kind: 'budget'; readonly message: Message }
  | { readonly kind: 'gate'; readonly gate: Gate }
  /** Why everything waits: the ledger cannot be written. Without a message: it can again. */
  | { readonly kind: 'ledger'; readonly message?: Message };

/** What a person decides about unverified files: to send them all, or to leave them out as if they had been there before. */
export type UnverifiedDecision = 'send' | 'leave';
