import { z } from 'zod';
import { invoiceKey, type OtherInvoice } from '../core/checks/check.ts';
import { findingSchema, secondScanRule } from '../core/checks/rules.ts';
import {
  type Document,
  deliveryNames,
  deliverySchema,
  type FileRow,
  type FileState,
  filedSchema,
  fileStateSchema,
  jsonOutputSchema,
  moveSchema,
  undoneSchema,
  writtenAt,
} from '../core/document/document.ts';
import type { HistoryEntry } from '../core/document/records.ts';
import { asksPerson, standingNames, standingOf } from '../core/document/standing.ts';
import { stateNames, traitsOf } from '../core/document/states.ts';
import { waitNames } from '../core/document/wait.ts';
import { type Message, messageSchema } from '../core/messages/message.ts';
import { defined } from '../core/plain-data.ts';
import { confirmationOf, type Extracted, reviewedResult } from '../core/review/local-review.ts';
import { type Reading, type TypedValue, typedResult } from '../core/values/typed-value.ts';
import type { Connection, Durability, Row } from './connection.ts';
import { DamagedRow } from './errors.ts';
import type { Meta } from './meta.ts';
import { type Routes, routeColumns } from './routes.ts';
import { type Changes, type Columns, differing, factsColumns, json, rowReader, selectFacts, Table, yes } from './table-base.ts';

/** Selects the rows of documents, each with its route. */
export const selectDocuments = `
  SELECT d.*, ${selectFacts('d')},
    r.origin, r.kind AS "route.kind", r.service_id AS "route.id"
  FROM documents d CROSS JOIN routes r ON r.id = d.route`;

const readFileRow = rowReader('documents', ['id'], {
  id: z.number(),
  folderId: z.number(),
  path: z.string(),
  facts: factsColumns,
  hash: z.string().exactOptional(),
  contentType: z.string().exactOptional(),
  pages: z.number().exactOptional(),
  file: json(fileStateSchema),
  job: z.number().exactOptional(),
  verdict: z.number().exactOptional(),
  duplicateOf: z.number().exactOptional(),
  deliveryJson: json(deliverySchema),
  replaces: z.number().exactOptional(),
  foundAt: z.number(),
  changedAt: z.number(),
  dueAt: z.number().exactOptional(),
  dismissed: yes.exactOptional(),
  doubtful: yes.exactOptional(),
  undone: json(undoneSchema).exactOptional(),
  findings: json(z.array(findingSchema)).exactOptional(),
  json: json(jsonOutputSchema).exactOptional(),
  moving: json(moveSchema).exactOptional(),
  filed: json(z.array(filedSchema)).exactOptional(),
  origin: z.string(),
  route: routeColumns,
});

/** From a row of `selectDocuments`. @throws DamagedRow */
export function fileRowOf(row: Row): FileRow {
  const { deliveryJson: delivery, ...members } = readFileRow(row);
  const present = members.file.kind === 'gone' ? members.file.was : members.file;
  if (present.kind === 'there' && members.job === undefined)
    throw new DamagedRow('documents', `id ${members.id}`, 'job: missing');
  return { ...members, delivery };
}

/** What may change of a file. */
export type FileChanges = Changes<FileRow, 'id' | 'foundAt'>;

/** The members of a file that are columns of their own; its route is one by the ledger's id. */
function plain({ facts, origin, route, delivery, ...row }: FileChanges): object {
  return { ...row, ...facts, ...(delivery !== undefined && { deliveryJson: delivery }) };
}

/** What is looked for and counted by, though the rest of a document says it. */
function kindOf(document: Document) {
  const { state } = document;
  const wait = state.kind === 'waiting' ? state.wait.kind : undefined;
  return { state: state.kind, wait, standing: standingOf(document) };
}

/** Whether a person has, or had, to look at it. A review at the service counts: somebody looked at it there. */
function isAsked(document: Document): boolean {
  const { review, state } = document;
  return traitsOf[state.kind].review === 'done' || confirmationOf(review) !== undefined || asksPerson(document);
}

const isFailed = ({ state }: Pick<Document, 'state'>) => traitsOf[state.kind].bucket === 'failed';

/**
 * The columns that a change of a document writes, but for its route. Once a person had to look at it, or did, it counts as asked about;
 * when it was first delivered stays, however often it is written again.
 *
 * @param row, before as they were; `{}` and undefined for one that was just found
 */
export function changedColumns(row: FileChanges, changes: FileChanges, before: Document | undefined, after: Document): Columns {
  const [was, at] = [before && writtenAt(before.delivery), writtenAt(after.delivery)];
  const [hasAsked, hasFailed] = before === undefined ? [false, false] : [isAsked(before), isFailed(before)];
  return {
    ...differing(plain(row), plain(changes)),
    ...differing(before === undefined ? {} : kindOf(before), kindOf(after)),
    ...(isAsked(after) && !hasAsked && { asked: 1 }),
    ...(isFailed(after) !== hasFailed && { failed_at: isFailed(after) ? after.changedAt : null }),
    ...(was === undefined && at !== undefined && { delivered_at: at }),
  };
}

/** Columns that say what became of a document, or what a person made of it, whatever its file is. */
const promised = ['delivery_json', 'dismissed', 'undone', 'verdict', 'duplicate_of', 'doubtful', 'json', 'moving', 'filed'];

/** Whether a change of a document waits for the disk. */
export function durabilityOf(before: Document, after: Document, columns: Columns): Durability {
  const names = Object.keys(columns).join();
  // When to look at it next, and how many pages it has, is found out again.
  if (names === 'due_at' || names === 'pages' || names === '') return 'restorable';
  // That a JSON was written of which the ledger had said so before: without this, it is found there.
  const isWritten = before.json?.was !== undefined && after.json !== undefined && after.json.was === undefined;
  if (isWritten && names === 'json') return 'restorable';
  // Nobody has decided about its file: a new look at it leads here again.
  if (!foundAgain.includes(before.file.kind) || !foundAgain.includes(after.file.kind)) return 'promise';
  return promised.some((name) => name in columns) ? 'promise' : 'restorable';
}

const foundAgain: readonly FileState['kind'][] = ['settling', 'there'];

/** How many documents of a folder have this standing, state, delivery and wait. */
export type CountedDocuments = ReturnType<typeof readCount>;

const readCount = rowReader('documents', ['folder_id', 'state', 'delivery', 'wait'], {
  folderId: z.number(),
  standing: z.enum(standingNames),
  state: z.enum(stateNames),
  delivery: z.enum(deliveryNames),
  wait: z.enum(waitNames).exactOptional(),
  count: z.number(),
});

/**
 * How many documents there are of each kind. They are counted once, from an index that has all of it; whoever writes documents says
 * what it writes, so that it need not count again. A ledger that is only read is counted again where another process has written.
 */
export class DocumentCounts extends Table {
  #counts: Map<string, CountedDocuments> | undefined;

  constructor(connection: Connection) {
    super(connection);
    connection.remembering({
      clear: () => {
        this.#counts = undefined;
      },
    });
  }

  /** None of them is 0. */
  all(): readonly CountedDocuments[] {
    return [...this.#known().values()].filter(({ count }) => count > 0);
  }

  /** A document was written. @param before, after undefined: it was not there, or is no more */
  move(before: Document | undefined, after: Document | undefined): void {
    const counts = this.#counts;
    if (counts === undefined) return;
    for (const [document, by] of [[before, -1] as const, [after, 1] as const]) {
      if (document === undefined) continue;
      const { wait, ...kind } = kindOf(document);
      const counted = { folderId: document.folderId, ...kind, delivery: document.delivery.kind, ...defined({ wait }) };
      const key = keyOf(counted);
      counts.set(key, { ...counted, count: (counts.get(key)?.count ?? 0) + by });
    }
  }

  #known(): Map<string, CountedDocuments> {
    if (this.connection.readOnly) this.connection.isChangedElsewhere();
    if (this.#counts !== undefined) return this.#counts;
    const rows = this.connection.all(
      `SELECT folder_id, standing, state, delivery, wait, count(*) AS count FROM documents INDEXED BY documents_counted
        GROUP BY folder_id, standing, state, delivery, wait`,
    );
    this.#counts = new Map(rows.map(readCount).map((counted) => [keyOf(counted), counted]));
    return this.#counts;
  }
}

function keyOf({ folderId, standing, state, delivery, wait }: Omit<CountedDocuments, 'count'>): string {
  return `${folderId} ${standing} ${state} ${delivery} ${wait ?? ''}`;
}

const lineShape = z.union([
  z.tuple([z.number(), z.number(), z.string()]),
  z.tuple([z.number(), z.number(), z.string(), messageSchema]),
]);
const lines = z.string().transform((text) => `[${text.trimEnd().replaceAll('\n', ',')}]`);
const readLog = rowReader('documents', ['id'], { log: lines.pipe(json(z.array(lineShape))) });

/** A line of a document's log, as its column `log` has them, one after the other. */
export function logLine(seq: number, at: number, event: string, note?: Message): string {
  return `${JSON.stringify([seq, at, event, ...(note === undefined ? [] : [note])])}\n`;
}

/** What happened to each document. Lines are never changed; each is written with what it tells (`Documents.note`). */
export class History extends Table {
  /** Ids of the documents of which this was noted, newest first. No index helps: for a person's question, not for the engine's work. */
  whereNoted(event: string, note: Message): number[] {
    const sql = 'SELECT id FROM documents WHERE instr(log, ?) > 0 ORDER BY id DESC';
    return this.connection.numbers(sql, `,${JSON.stringify(event)},${JSON.stringify(note)}]\n`);
  }

  /** Oldest first; entries of the same moment in the order in which they were written. */
  of(documentId: number): HistoryEntry[] {
    const row = this.connection.get('SELECT id, log FROM documents WHERE id = ?', documentId);
    const { log } = row === undefined ? { log: [] } : readLog(row);
    const entries = log.map(([, at, event, note]) => ({ documentId, at, event, ...(note !== undefined && { note }) }));
    return entries.sort((one, other) => one.at - other.at);
  }
}

/** More documents with one vendor and number tell nothing new. */
const maxOthers = 20;

const none = { invoice_key: null, invoice_dates: null };

/**
 * What tells second scans of one invoice, of the documents of folders that look for them; copies of one content are not among
 * them. All folders of an extraction share it. A folder that begins to look for them has its documents read again (`readAgain`).
 */
export class InvoiceKeys extends Table {
  readonly #routes: Routes;
  readonly #meta: Meta;

  constructor(connection: Connection, routes: Routes, meta: Meta) {
    super(connection);
    this.#routes = routes;
    this.#meta = meta;
  }

  /** The key of a document's result as people corrected it, as its columns. */
  columnsOf(document: Document): Columns {
    const { state, result, review, folderId } = document;
    if (result?.kind !== 'extraction' || state.kind === 'duplicate') return none;
    const checks = this.#meta.read('folder-settings', folderId)?.checks;
    const rule = checks && secondScanRule(checks);
    if (rule === undefined) return none;
    const reading = readingOf({ meta: this.#meta, routes: this.#routes }, document);
    const found = invoiceKey(rule, reviewedResult(result, review) as Extracted, reading);
    return found === undefined ? none : { invoice_key: found.key, invoice_dates: found.dates.join(' ') };
  }

  /** Every document of a folder that looks for second scans is to be read again: something that decides how was changed. */
  readAgain(): void {
    const last = (this.connection.number('SELECT max(id) FROM documents') ?? 0) + 1;
    for (const { id } of this.connection.all('SELECT id FROM folders')) {
      const folderId = Number(id);
      if (secondScanRule(this.#meta.read('folder-settings', folderId)?.checks) !== undefined)
        this.#meta.write('keys-again', last, folderId);
    }
  }

  /** Other documents of the same extraction with this key, the first that was found first; without earlier and later contents of its file. */
  others({ id, origin, route, folderId, path, replaces }: Document, key: string): readonly OtherInvoice[] {
    const rows = this.connection.all(
      `SELECT d.id, d.invoice_dates AS dates, d.path
        FROM routes r CROSS JOIN documents d INDEXED BY documents_by_invoice ON d.route = r.id
        WHERE r.origin = ? AND r.kind = ? AND r.service_id = ? AND d.invoice_key = ? AND d.id <> ?
          AND NOT (d.folder_id = ? AND d.path = ?) AND d.id <> ? AND coalesce(d.replaces, 0) <> ?
        ORDER BY d.id LIMIT (? + 0)`,
      ...[origin, route.kind, route.id, key, id, folderId, path, replaces ?? 0, id, maxOthers],
    );
    return rows.map((row) => ({
      id: Number(row.id),
      path: String(row.path),
      dates: row.dates === '' ? [] : String(row.dates).split(' '),
    }));
  }
}

interface Source {
  readonly meta: Pick<Meta, 'read'>;
  readonly routes: Pick<Routes, 'info'>;
}

/** How the values of a document are read: as its folder spells dates, and as its extraction describes its fields. */
export function readingOf({ meta, routes }: Source, { folderId, origin, route }: Document): Reading {
  const dates = meta.read('folder-settings', folderId)?.dates;
  const descriptions = routes.info(origin, route)?.descriptions;
  return { ...(dates !== undefined && { dates }), ...(descriptions !== undefined && { descriptions }) };
}

/** What was read in a document's values, by field. */
export function typedValues(source: Source, document: Document): ReadonlyMap<string, TypedValue> {
  const { result, review } = document;
  if (result?.kind !== 'extraction') return new Map();
  return typedResult(reviewedResult(result, review), readingOf(source, document));
}
