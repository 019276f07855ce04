import { type Document, sameFacts } from '../../core/document/document.ts';
import type { TableRecord } from '../../core/document/table.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { routeKey, sameRoute } from '../../core/protocol/route.ts';
import { absolutePath } from '../loop/watched-folders.ts';
import { DiskProblem } from '../ports.ts';
import { atEarlierStep, type Delivered, gather } from './delivered.ts';
import {
  checkReachable,
  type DeliveryTarget,
  type DeliveryWorld,
  forEach,
  orProblem,
  withJson,
} from './delivery-target.ts';
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
  const outcomes = new Map<number, DeliveryOutcome>();
  const block = (document: Document, problem: DiskProblem) =>
    outcomes.set(document.id, { kind: 'blocked', message: problem.said });

  await lookAtSources(world, target, documents, outcomes, withoutSource);
  const work: Delivery[] = [];
  for (const document of documents) {
    if (outcomes.has(document.id)) continue;
    const delivered = gather(world, info, document, folder.settings);
    if (delivered === undefined) outcomes.set(document.id, { kind: 'blocked', message: say('delivery.noResult') });
    else work.push({ document, delivered });
  }

  const now = new Date(world.clock.now()).toISOString();
  const { json: wantsJson } = folder.settings.outputs;
  const planned = wantsJson ? await planJsons(world, target, work, now, block, withoutSource) : undefined;
  const plans = planned === undefined ? new Map<number, JsonPlan>() : await writeJsons(world, target, work, planned, block);
  const rows = work
    .filter(({ document }) => !outcomes.has(document.id))
    .map(({ document, delivered }) => ({ document, delivered, deliveredAt: sinceOf(plans.get(document.id)) ?? now }));
  const hasTable = hasTables(folder.settings) && rows.length > 0;
  const tables = hasTable ? await orProblem(() => deliverRows(world, target, rows, withoutSource)) : undefined;

  for (const { document } of rows) {
    if (tables instanceof DiskProblem) {
      block(document, tables);
      continue;
    }
    const json = plans.get(document.id)?.path;
    const path = tables?.there.get(document.id);
    if (json === undefined && tables?.there.has(document.id) !== true && withoutSource.has(document.id)) {
      outcomes.set(document.id, { kind: 'missing' });
      continue;
    }
    outcomes.set(document.id, {
      kind: 'written',
      ...(json !== undefined && { json }),
      ...(path !== undefined && { csv: path }),
      ...(tables !== undefined && tables.notes.length > 0 && { notes: tables.notes }),
    });
  }
  return outcomes;
}

interface Delivery {
  readonly document: Document;
  readonly delivered: Delivered;
}

function sinceOf(plan: JsonPlan | undefined): string | undefined {
  return plan?.kind === 'there' ? plan.deliveredAt : undefined;
}

/** Sets the outcome of every document whose content is not where it was, and of all of them if the folder itself is not there. */
async function lookAtSources(
  world: DeliveryWorld,
  { folder }: DeliveryTarget,
  documents: readonly Document[],
  outcomes: Map<number, DeliveryOutcome>,
  withoutSource: ReadonlySet<number>,
): Promise<void> {
  await forEach(documents, async (document) => {
    const outcome = await orProblem(async (): Promise<DeliveryOutcome | undefined> => {
      const entry = await world.files.stat(absolutePath(folder, document.path));
      if (entry === undefined) return withoutSource.has(document.id) ? undefined : { kind: 'missing' };
      return entry.kind === 'file' && sameFacts(entry, document.facts) ? undefined : { kind: 'changed' };
    });
    if (outcome instanceof DiskProblem) outcomes.set(document.id, { kind: 'blocked', message: outcome.said });
    else if (outcome !== undefined) outcomes.set(document.id, outcome);
  });
  if (![...outcomes.values()].some((outcome) => outcome.kind === 'missing')) return;
  const root = await orProblem(() => world.files.stat(folder.path));
  if (!(root instanceof DiskProblem) && root?.kind === 'directory') return;
  const message = say('disk.folder.unreachable', { path: folder.path });
  for (const document of documents) outcomes.set(document.id, { kind: 'blocked', message });
}

interface PlannedJsons {
  readonly plans: Map<number, JsonPlan>;
  readonly reserved: Reserved;
}

/** What the disk refuses concerns only the document itself. */
async function planJsons(
  world: DeliveryWorld,
  { folder }: DeliveryTarget,
  work: readonly Delivery[],
  now: string,
  block: (document: Document, problem: DiskProblem) => void,
  withoutSource: ReadonlySet<number>,
): Promise<PlannedJsons> {
  const reserved: Reserved = new Set();
  const plans = new Map<number, JsonPlan>();
  await forEach(work, async ({ document, delivered }) => {
    const plan = await orProblem(async () => {
      const found = await planJson(world, folder, document, delivered, now, reserved);
      const known = found.kind === 'create' && withJson(world, document) !== undefined;
      if (known && !withoutSource.has(document.id)) await checkReachable(world, folder, [document]);
      return found;
    });
    if (plan instanceof DiskProblem) block(document, plan);
    else if (plan.kind !== 'create' || !withoutSource.has(document.id)) plans.set(document.id, plan);
  });
  return { plans, reserved };
}

/** One transaction before all writes and one after. */
async function writeJsons(
  world: DeliveryWorld,
  { folder }: DeliveryTarget,
  delivered: readonly Delivery[],
  { plans, reserved }: PlannedJsons,
  block: (document: Document, problem: DiskProblem) => void,
): Promise<Map<number, JsonPlan>> {
  const work = delivered.flatMap(({ document }) => {
    const plan = plans.get(document.id);
    return plan === undefined ? [] : [{ document, plan }];
  });
  world.ledger.transaction(() => {
    for (const { document, plan } of work) recordPlan(world, document, plan);
  });
  await forEach(work, async ({ document, plan }) => {
    const written = await orProblem(() => writeJson(world, folder, document, plan, reserved));
    if (written instanceof DiskProblem) {
      block(document, written);
      plans.delete(document.id);
    } else plans.set(document.id, written);
  });
  world.ledger.transaction(() => {
    for (const { document } of work) {
      const plan = plans.get(document.id);
      if (plan !== undefined) recordJson(world, document, plan);
    }
  });
  return plans;
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
  const documents = wanted.map(({ document }) => document);
  for (const [table, removed] of leftTables(world, target, documents)) {
    const info = infoOf(world.ledger, table.origin, table.route);
    await carryPatiently(world, { ...target, info }, { wanted: [], removed, withoutSource });
  }
  return { ...outcome, notes: [...notes, ...outcome.notes] };
}

/** The tables of routes that documents have left, in which they still have a row. */
function leftTables(
  { ledger }: DeliveryWorld,
  { folder }: DeliveryTarget,
  documents: readonly Document[],
): ReadonlyMap<TableRecord, readonly Document[]> {
  const left = documents.flatMap((document) => {
    const routes = [document.route, ...(document.verdict === undefined ? [] : [document.verdict.route])];
    const tables = ledger.tables.withRowOf(folder.id, document.id);
    return tables.filter(({ route }) => !routes.some((each) => sameRoute(each, route))).map((table) => ({ table, document }));
  });
  const byTable = Map.groupBy(left, ({ table }) => table.id);
  return new Map(
    [...byTable.values()].flatMap((rows) =>
      rows[0] === undefined ? [] : [[rows[0].table, rows.map(({ document }) => document)]],
    ),
  );
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
