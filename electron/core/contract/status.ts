import { z } from 'zod';
import type { BudgetState } from '../account/budget.ts';
import type { Balance, StandingCounts } from '../document/standing.ts';
import { type Message, messageSchema } from '../messages/message.ts';
import type { Immutable } from '../plain-data.ts';
import type { Route } from '../protocol/route.ts';
import type { LeftOut } from '../watch/left-out.ts';
import { type Done, id, takes } from './request.ts';

export const statusRequests = {
  /** What program this is, and what its host can do. */
  about: takes({}).gives<About>(),
  /** The current status: one line for people, the balance, and each folder's health. */
  status: takes({}).gives<Status>(),
  /** A folder, or all that Intray does: intake stops, what was sent is still polled and delivered; kept over a restart. */
  setPaused: takes({ paused: z.boolean(), folderId: id.optional() }).gives<Done>(),
  /** Scans every folder now, and tries again whatever waits for a time. */
  lookNow: takes({}).gives<Done>(),
  /** The answer to a folder's question (`FolderStatus.question`). */
  answerQuestion: takes({ folderId: id, answer: z.enum(['send', 'leave']) }).gives<Done>(),
  /** Checks all that Intray depends on. Costs no pages and writes nothing but probe files, which it removes. */
  doctor: takes({}).gives<{ readonly checks: readonly Check[] }>(),
  /** Takes the data directory's permissions from everybody but its owner. */
  makeDataPrivate: takes({}).gives<Done>(),
  /** Adds pages to the budget of this day or month, of the account or of a folder. */
  liftBudget: takes({
    folderId: id.optional(),
    period: z.enum(['day', 'month']),
    pages: z.int().min(1).max(1_000_000),
  }).gives<Done>(),
  /** The one decision after a lost ledger (`Status.unverified`). */
  decideUnverified: takes({ decision: z.enum(['send', 'leave']) }).gives<Done>(),
};

/** What the doctor checks. */
export type CheckArea =
  | 'program'
  | 'engine'
  | 'data'
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

export interface About {
  readonly name: string;
  readonly version: string;
  readonly host: 'desktop' | 'headless';
  /** `process.platform`: shortcuts and words differ. */
  readonly platform: string;
  /** The time zone of the computer that Intray runs on, as an IANA name: days and months of budgets begin there. */
  readonly timeZone: string;
  /** What this host can do; a window offers nothing that it cannot. */
  readonly can: {
    /** Shows the system's own folder chooser (`chooseFolder`). */
    readonly chooseFolder: boolean;
    /** Lists directories for a chooser in the window (`listDirectories`). */
    readonly listDirectories: boolean;
    /** Opens a file in its program, shows it in its folder (`openFile`). */
    readonly openFiles: boolean;
    readonly startAtLogin: boolean;
    readonly notifications: boolean;
  };
}

/**
 * The status line. `first-run`: neither a service nor the sandbox was chosen yet. `stopped`: the engine could not start
 * or has ended; the message says why and what to do.
 */
export type Line =
  /** Nothing is known yet: the program has just begun, or does first what `message` says. */
  | { readonly kind: 'starting' }
  | { readonly kind: 'first-run' }
  | { readonly kind: 'watching' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'offline'; readonly message: Message; readonly since: number; readonly until: number }
  | { readonly kind: 'key'; readonly message: Message }
  | { readonly kind: 'pages'; readonly message: Message; readonly until: number }
  | { readonly kind: 'rate'; readonly message: Message; readonly until: number }
  | { readonly kind: 'stopped'; readonly message: Message };

export interface Status {
  readonly line: Line;
  /** Where every document counts; found is the sum of the others. */
  readonly balance: Balance;
  /** What people see of the documents: the numbers that filters, Review, the status line and the tray show. */
  readonly standings: StandingCounts;
  readonly folders: readonly FolderStatus[];
  /** How the budgets of pages stand. */
  readonly budgets: readonly BudgetState[];
  /** Requests a second that the service seems to allow. */
  readonly requestsPerSecond: number;
  /** The embedded sandbox is the service. */
  readonly sandbox: boolean;
  /** The ledger was lost, and one decision is awaited (`decideUnverified`). */
  readonly unverified?: { readonly since: number; readonly message: Message };
  /** Something that a person should read once, such as settings that were put aside. */
  readonly warnings: readonly Message[];
}

export interface FolderStatus {
  /** The ledger's id of the folder. */
  readonly id: number;
  /** Absolute, links resolved. */
  readonly path: string;
  readonly route: Route;
  /** The extraction's or classification's name; its id until that is known. */
  readonly routeName: string;
  readonly health: FolderHealth;
  readonly balance: Balance;
  readonly standings: StandingCounts;
  /** So many are not sent, because the disk would not take their results. */
  readonly blocked: number;
  /** Files that it leaves alone because they were there before it was watched. */
  readonly leftAlone: number;
  /** What it does not pick up, by reason; each with a few of the paths. */
  readonly leftOut: readonly LeftOut[];
  /** Its documents are held until a person has answered (`answerQuestion`). */
  readonly question?: FolderQuestion;
  /** Other users of the computer may write to it. */
  readonly openToOthers: boolean;
}

/** One question about a folder: about many of its documents, or whether it is another Intray's. */
export interface FolderQuestion {
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly message: Message;
  /** How many are held; none while it is another Intray's. */
  readonly documents: number;
  /** About how many pages they have, once that has been counted. */
  readonly pages?: number;
}

/** `send`: its documents go their usual way, and the folder is taken over; `leave`: they are left alone, or it is left to the other. */
export const questionAnswers = ['send', 'leave'] as const;
export type QuestionAnswer = (typeof questionAnswers)[number];

/** Since when it is so, in milliseconds since the epoch. */
const since = z.number().exactOptional();

export const folderHealthSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('scanning') }),
  /**
   * `by`: `events` of the system, or `polling` where it has none (network paths). `unread`: what in it cannot be read, so that nobody
   * knows what is there; `paths` are the first of them, relative to the folder.
   */
  z.object({
    kind: z.literal('watching'),
    by: z.enum(['events', 'polling']),
    unread: z.object({ count: z.number(), paths: z.array(z.string()) }).exactOptional(),
  }),
  /** Not there or not readable (an unmounted share): not the same as empty. */
  z.object({ kind: z.literal('unreachable'), message: messageSchema, since }),
  /** Paused because the route is gone or refuses everything; what was sent is still polled and delivered. */
  z.object({ kind: z.literal('paused'), message: messageSchema, since }),
  /** A person has paused this folder. */
  z.object({ kind: z.literal('resting') }),
]);

/** How a watched folder is. */
export type FolderHealth = Immutable<z.output<typeof folderHealthSchema>>;

/** Whether the folder, or a part of it, cannot be reached: what is there is not picked up. */
export function isOutOfReach(health: FolderHealth): boolean {
  return health.kind === 'unreachable' || (health.kind === 'watching' && health.unread !== undefined);
}
