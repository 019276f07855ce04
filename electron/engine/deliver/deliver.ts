import { type Document, sameFacts } from '../../core/document/document.ts';
import type { TableRecord } from '../../core/document/table.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { given } from '../../core/plain-data.ts';
import { routeKey, sameRoute } from '../../core/protocol/route.ts';
import { absolutePath } from '../loop/watched-folders.ts';
import { DiskProblem } from '../ports.ts';
import { atEarlierStep, type Delivered, gather } from './delivered.ts';
import { checkReachable, type DeliveryTarget, type DeliveryWorld, forEach, orProblem, withJson } from './delivery-target.ts';
import { type JsonPlan, planJson, type Reserved, recordJson, recordPlan, writeJson } from './json-file.ts';
import { carryTable, type WantedRow } from './tables/carry-table.ts';
import { hasTables, infoOf } from './tables/table-rows.ts';

export type { DeliveryTarget, DeliveryWorld } from './delivery-target.ts';

/** What became of the delivery of one document. */
export type DeliveryOutcome =
  /**
   * Everything that the folder asks for is on disk. `json`, `csv`: absolute paths, if the folder wants them. `notes`: what
   * else a person should know.
   */
  | { readonly kind: 'written'; readonly json?: string; readonly csv?: string; readonly notes?: readonly Message[] }
  /** Nothing is at the source's path. */
  | { readonly kind: 'missing' }
  /** The file at the source's path does not have the content that the result is about. */
  | { readonly kind: 'changed' }
  /** The disk refuses (full, no permission, CSV open in another program). Nothing is lost; it can be tried again. */
  | { readonly kind: 'blocked'; readonly message: Message };

/**
 * Writes the results of documents of one folder and one route beside their sources, as the folder's settings say. Must not
 * be called twice at once for a folder.
 *
 * The ledger has each output, or its row, before the disk does, and records what was written after that. Called again for the same
 * documents, after a crash or a refusal of the disk, it takes up what is on disk already, cuts off what is there in part, and repeats
 * nothing. Called for a document whose result has changed, it rewrites that document's JSON and row. Nothing is written for a document
 * whose content is no longer at its path.
 *
 * The caller records the document's own state.
 *
 * @param withoutSource documents whose source a person has removed: an output that was written for them before, and is still
 *   as it was written, is rewritten; nothing new is created. Without such an output the source is `missing`
 */
export async function deliver(
  world: DeliveryWorld,
  target: DeliveryTarget,
  documents: readonly Document[],
  withoutSource: ReadonlySet<number> = new Set(),
): Promise<ReadonlyMap<number, DeliveryOutcome>> {
  const { folder, info } = target;
  const { ledger } = world;
  const outcomes = new Map<number, DeliveryOutcome>();
  const block = ({ id }: Document, { said }: DiskProblem) => outcomes.set(id, { kind: 'blocked', message: said });
  /** What the disk refuses concerns only the document itself. */
  const each = <Item extends Pick<Delivery, 'document'>>(items: readonly Item[], step: (item: Item) => Promise<void>) =>
    forEach(open(items), async (item) => {
      const problem = await orProblem(() => step(item));
      if (problem instanceof DiskProblem) block(item.document, problem);
    });
  const open = <Item extends Pick<Delivery, 'document'>>(items: readonly Item[]) =>
    items.filter(({ document }) => !outcomes.has(document.id));

  const sources = documents.map((document) => ({ document }));
  await each(sources, async ({ document: { facts, id, path } }) => {
    const entry = await world.files.stat(absolutePath(folder, path));
    if (entry === undefined && !withoutSource.has(id)) outcomes.set(id, { kind: 'missing' });
    if (entry !== undefined && !(entry.kind === 'file' && sameFacts(entry, facts))) outcomes.set(id, { kind: 'changed' });
  });
  if ([...outcomes.values()].some(({ kind }) => kind === 'missing')) {
    const root = await orProblem(() => world.files.stat(folder.path));
    const isHere = !(root instanceof DiskProblem) && root?.kind === 'directory';
    const message = say('disk.folder.unreachable', { path: folder.path });
    if (!isHere) return new Map(documents.map(({ id }) => [id, { kind: 'blocked', message }]));
  }
  const work: Delivery[] = [];
  for (const { document } of open(sources)) {
    const delivered = gather(world, info, document, folder.settings);
    if (delivered === undefined) outcomes.set(document.id, { kind: 'blocked', message: say('delivery.noResult') });
    else work.push({ document, delivered });
  }

  const now = new Date(world.clock.now()).toISOString();
  if (folder.settings.outputs.json) {
    const reserved: Reserved = new Set();
    await each(work, async (item) => {
      const plan = await planJson(world, folder, item.document, item.delivered, now, reserved);
      if (plan.kind === 'create' && withoutSource.has(item.document.id)) return;
      if (plan.kind === 'create' && withJson(world, item.document) !== undefined)
        await checkReachable(world, folder, [item.document]);
      item.json = plan;
    });
    // One transaction before all writes and one after.
    ledger.transaction(() => {
      for (const { document, json } of open(work)) if (json !== undefined) recordPlan(world, document, json);
    });
    await each(work, async (item) => {
      if (item.json !== undefined) item.json = await writeJson(world, folder, item.document, item.json, reserved);
    });
    ledger.transaction(() => {
      for (const { document, json } of open(work)) if (json !== undefined) recordJson(world, document, json);
    });
  }
  const rows = open(work).map((item) => ({ ...item, deliveredAt: item.json?.kind === 'there' ? item.json.deliveredAt : now }));
  const hasTable = hasTables(folder.settings) && rows.length > 0;
  const tables = hasTable ? await orProblem(() => deliverRows(world, target, rows, withoutSource)) : undefined;

  for (const { document, json } of rows) {
    const { id } = document;
    if (tables instanceof DiskProblem) block(document, tables);
    else if (json === undefined && tables?.there.has(id) !== true && withoutSource.has(id)) outcomes.set(id, { kind: 'missing' });
    else {
      const notes = tables?.notes.length === 0 ? undefined : tables?.notes;
      outcomes.set(id, { kind: 'written', ...given({ json: json?.path, csv: tables?.there.get(id), notes }) });
    }
  }
  return outcomes;
}

interface Delivery {
  readonly document: Document;
  readonly delivered: Delivered;
  /** What is done for its JSON; absent: nothing. */
  json?: JsonPlan;
}

interface TablesOutcome {
  /** The CSV of each document that has its row in this route's table; undefined: the folder has none. */
  readonly there: ReadonlyMap<number, string | undefined>;
  readonly notes: readonly Message[];
}

/** The tables of the classifications that documents came from, then that of the route; then those that they have left. */
async function deliverRows(
  world: DeliveryWorld,
  target: DeliveryTarget,
  wanted: readonly WantedRow[],
  withoutSource: ReadonlySet<number>,
): Promise<TablesOutcome> {
  const notes: Message[] = [];
  const earlier = wanted.flatMap((row) => {
    const delivered = atEarlierStep(row.delivered);
    return delivered === undefined ? [] : [{ ...row, delivered }];
  });
  for (const rows of Map.groupBy(earlier, ({ delivered }) => routeKey(delivered.info.route)).values()) {
    const [first] = rows;
    if (first === undefined) continue;
    const table = { ...target, info: first.delivered.info };
    notes.push(...(await carryPatiently(world, table, { wanted: rows, withoutSource })).notes);
  }
  const outcome = await carryPatiently(world, target, { wanted, withoutSource });
  for (const [{ origin, route }, removed] of leftTables(world, target, wanted)) {
    const info = infoOf(world.ledger, origin, route);
    await carryPatiently(world, { ...target, info }, { wanted: [], removed, withoutSource });
  }
  return { ...outcome, notes: [...notes, ...outcome.notes] };
}

/** The tables of routes that documents have left, in which they still have a row. */
function leftTables(
  { ledger }: DeliveryWorld,
  { folder }: DeliveryTarget,
  wanted: readonly WantedRow[],
): ReadonlyMap<TableRecord, readonly Document[]> {
  const left = new Map<TableRecord, Document[]>();
  const documents = new Map(wanted.map(({ document }) => [document.id, document]));
  for (const { documentId, table } of ledger.tables.withRowsOf(folder.id, [...documents.keys()])) {
    const document = documents.get(documentId);
    const routes = [document?.route, document?.verdict?.route];
    if (document === undefined || routes.some((route) => route !== undefined && sameRoute(route, table.route))) continue;
    left.set(table, [...(left.get(table) ?? []), document]);
  }
  return left;
}

/** A table that somebody touched between the look at it and the write is looked at again, so often in all, and so much later (ms). */
const mostLooks = 3;
const lookAgainMs = 1_000;

async function carryPatiently(...given: Parameters<typeof carryTable>): Promise<TablesOutcome> {
  const [{ clock }] = given;
  for (let look = 1; ; look += 1) {
    const outcome = await orProblem(() => carryTable(...given));
    if (!(outcome instanceof DiskProblem)) return outcome;
    if (outcome.kind !== 'changed' || look === mostLooks) throw outcome;
    // Whoever is saving it may be halfway.
    await new Promise<void>((resolve) => clock.after(lookAgainMs, resolve));
  }
}
