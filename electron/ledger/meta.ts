import { z } from 'zod';
import { accountBudgetSchema } from '../core/account/budget.ts';
import { gateSchema } from '../core/account/gate.ts';
import { folderSettingsSchema } from '../core/config/folder-settings.ts';
import { folderHealthSchema } from '../core/contract/status.ts';
import { messageSchema } from '../core/messages/message.ts';
import type { Immutable } from '../core/plain-data.ts';
import { leftOutSchema } from '../core/watch/left-out.ts';
import type { Connection, Durability } from './connection.ts';
import { json, Table, TransactionCache } from './table-base.ts';

/** What an entry is about. */
type Scope = 'ledger' | 'folder';

interface Entry<About extends Scope, Value> {
  readonly scope: About;
  readonly stored: z.ZodType<Value, string>;
  readonly durability: Durability;
}

function entry<About extends Scope, Value>(
  scope: About,
  schema: z.ZodType<Value>,
  durability: Durability = 'promise',
): Entry<About, Value> {
  return { scope, stored: json(schema), durability };
}

const question = z.object({
  /** Milliseconds since the epoch. */
  since: z.number(),
  /**
   * `left-alone`: files that were left alone are there with another time or content, many at once. `many`: far more new
   * documents than usual came within an hour; all that come are held, from the document `first` (its id) on. Absent: neither; the
   * documents that are held say what it is about.
   */
  why: z.enum(['left-alone', 'many']).exactOptional(),
  first: z.number().exactOptional(),
  /** The pages of all that is held have been counted, as far as they can be. */
  counted: z.literal(true).exactOptional(),
  /** Absent while it is open; a person may give it from another process. */
  answer: z.enum(['send', 'leave']).exactOptional(),
});

const otherIntray = z.object({
  /** Milliseconds since the epoch. */
  since: z.number(),
  /** What its marker says; of a twin, its start. */
  id: z.string(),
  host: z.string(),
  path: z.string(),
  /** It has the name of this computer, and the data directory of this Intray. */
  twin: z.literal(true).exactOptional(),
  /** `send`: the folder is taken over; `leave`: it is left to the other one. */
  answer: z.enum(['send', 'leave']).exactOptional(),
});

const unverified = z.object({
  /** When an older copy was restored, or an empty ledger started: milliseconds since the epoch. */
  since: z.number(),
  /** What happened. */
  message: messageSchema,
  /** Ids of the folders of that time; absent until an engine has taken the note up. */
  known: z.array(z.number()).exactOptional(),
  /** Ids of the folders that have been scanned whole since then. */
  scanned: z.array(z.number()).exactOptional(),
  /** Ids of the folders whose markers show that the ledger was lost: whatever comes there is without proof until it is decided. */
  suspect: z.array(z.number()).exactOptional(),
  /** What a person decided about the files without proof. */
  decision: z.enum(['send', 'leave']).exactOptional(),
});

/** Every entry of the table `meta`, by its name. Times are milliseconds since the epoch. */
const entries = {
  /** Whether calls may be made: a pause that the service asked for holds after a restart too. */
  gate: entry('ledger', gateSchema),
  /** How many requests a second may begin, and since when. */
  rate: entry(
    'ledger',
    z.object({ perSecond: z.number().positive(), most: z.number().positive().optional(), at: z.number() }),
    'restorable',
  ),
  /** The account's budget of the engine that was started last. */
  budget: entry('ledger', accountBudgetSchema),
  /** Pages that a person has added to budgets for one day or month: by the folder's id, if it is a folder's, and the period. */
  lifts: entry('ledger', z.record(z.string(), z.number())),
  /** What the engine that was started last works for: the service's address and the ids of the folders. */
  work: entry('ledger', z.object({ origin: z.string(), folders: z.array(z.number()) })),
  /** Folders whose routes belong to other services, by their addresses: nobody works for them now. */
  elsewhere: entry('ledger', z.array(z.object({ id: z.number(), owner: z.string() })), 'restorable'),
  /** A person has paused all that the engine does. */
  paused: entry('ledger', z.literal(true), 'restorable'),
  'folder-settings': entry('folder', folderSettingsSchema),
  'folder-health': entry('folder', folderHealthSchema, 'restorable'),
  /** A person has taken the folder off the list; absent once it is watched again. Its settings stay. */
  removed: entry('folder', z.object({ at: z.number(), by: z.string() })),

  /** What the scans leave out, by reason. */
  'left-out': entry('folder', z.array(leftOutSchema), 'restorable'),

  /** When a person chose the folder: what is older was there before. */
  'first-watched': entry('folder', z.number()),
  /** What could not be read when the folder's baseline was set, nor since: what turns out to be there was there before. */
  unread: entry('folder', z.array(z.string())),
  /** The inode of the folder that was scanned: what is mounted there instead is another one. */
  root: entry('folder', z.number()),
  /** The volume that was scanned: on another one, what is older than `first-watched` was there before, too. */
  volume: entry('folder', z.string()),
  /** Whether other users may write to the folder. */
  'open-to-others': entry('folder', z.boolean()),
  /** The one question about many of its documents, which are held until it is answered; absent while there is none. */
  question: entry('folder', question),
  /** The last document (its id) when a person last answered whether many new ones are sent: what came before counts no more. */
  'answered-many': entry('folder', z.number()),
  /** Files that were left alone and have another size, lately: the ids of their documents, and when each was found. */
  'left-alone-changed': entry('folder', z.array(z.object({ id: z.number(), at: z.number() }))),
  /** Since when the question was open of which the folder's hook was last told. */
  'question-told': entry('folder', z.number()),
  /** Another Intray watches the folder. */
  'other-intray': entry('folder', otherIntray),
  /** What marks the folders that are watched from this ledger. */
  'marker-id': entry('ledger', z.string()),
  /** The last starts that have marked the folder from this ledger, and markers that were asked about (`engine/watch/markers.ts`). */
  marked: entry('folder', z.array(z.string())),
  /** Its documents before this one (an id) are still to be checked again by the folder's own rules; absent while none are. */
  'check-again': entry('folder', z.number()),
  /** The keys of its documents before this one (an id) are still to be read again (`document-row.ts`); absent while none are. */
  'keys-again': entry('folder', z.number()),

  /** Names the ledger as it has been since it was last lost in part, or may have been: whoever follows it begins anew with another. */
  epoch: entry('ledger', z.string(), 'restorable'),
  /** How often it was changed how values are read. */
  readings: entry('ledger', z.number()),

  /** Written and removed again, to see whether the ledger can be written. */
  probe: entry('ledger', z.string()),

  /** How many results were dropped from the ledger so far, and when last. */
  dropped: entry('ledger', z.object({ documents: z.number(), at: z.number() })),

  /**
   * The ledger was lost: from then until a person has decided once, files without proof of what became of them are held.
   * Written by `safekeeping.ts` and carried out by the engine; absent once all is decided and done.
   */
  unverified: entry('ledger', unverified),
};

type Entries = typeof entries;
type MetaName = keyof Entries;
export type MetaValue<Name extends MetaName> = Entries[Name] extends Entry<infer _, infer Value> ? Value : never;
/** What an entry is about: nothing more for the ledger's own, or a folder, by the ledger's id. */
type MetaSubject<Name extends MetaName> = Entries[Name]['scope'] extends 'folder' ? [folderId: number] : [];

/** Small facts about the ledger and its folders, as JSON under a name. */
export class Meta extends Table {
  readonly #known: TransactionCache<unknown>;

  constructor(connection: Connection) {
    super(connection);
    this.#known = new TransactionCache(connection);
  }

  /** The entry; undefined if there is none. One that cannot be read, such as that of another version, counts as missing. */
  read<Name extends MetaName>(name: Name, ...subject: MetaSubject<Name>): MetaValue<Name> | undefined {
    const key = [name, ...subject].join(':');
    return this.#known.get(key, () => {
      const value = this.connection.get('SELECT value FROM meta WHERE key = ?', key)?.value;
      return value === undefined ? undefined : entries[name].stored.safeParse(value).data;
    }) as MetaValue<Name> | undefined;
  }

  /** @param value undefined removes the entry */
  write<Name extends MetaName>(name: Name, value: Immutable<MetaValue<Name>> | undefined, ...subject: MetaSubject<Name>): void {
    const key = [name, ...subject].join(':');
    this.#known.clear();
    const { durability } = entries[name];
    if (value === undefined) this.connection.write(durability, 'DELETE FROM meta WHERE key = ?', key);
    else {
      const sql = 'INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)';
      this.connection.write(durability, sql, key, JSON.stringify(value));
    }
  }
}
