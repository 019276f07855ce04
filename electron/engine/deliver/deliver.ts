import { type Document, directoryOf, fileNameOf, sameFacts } from '../../core/document/document.ts';
import { hasResult } from '../../core/document/states.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { routeKey, sameRoute } from '../../core/protocol/route.ts';
import { absolutePath } from '../loop/watched-folders.ts';
import { DiskProblem } from '../ports.ts';
import { atEarlierStep, gather, isReplaced } from './delivered.ts';
import {
  checkReachable,
  contentsOf,
  type DeliveryTarget,
  type DeliveryWorld,
  forEach,
  hasTables,
  missing,
  tryDisk,
  withJson,
} from './delivery-target.ts';
import { type JsonPlan, planJson, recordJson, writeJson } from './json-file.ts';
import { type CarriedTable, carryTable, infoOf, type WantedRow } from './tables/carry-table.ts';

/** What became of the delivery of one document. */
export type DeliveryOutcome =
  /**
   * Everything that the folder asks for is on disk. `json`, `csv`: absolute paths, if the folder wants them. `notes`: what
   * else a person should know.
   */
  | { readonly kind: 'written'; readonly json?: string; readonly csv?: string; readonly notes?: readonly Message[] }
  /** Its source has gone, or has another content by now, and nothing was written for it that is still there. */
  | { readonly kind: 'gone' }
  /** The later document of its file has the same content, and the same result written for it. */
  | { readonly kind: 'written for later' }
  /** Its source is not where the last scan saw it: the next one tells why, or what is in its place once that has settled. */
  | { readonly kind: 'unknown' }
  /** The disk refuses (full, no permission, CSV open in another program). Nothing is lost; it can be tried again. */
  | { readonly kind: 'blocked'; readonly message: Message };

/**
 * Writes the results of documents of one folder and one route beside their sources, as the folder's settings say. Must not
 * be called twice at once for a folder.
 *
 * The ledger has each output, or its row, before the disk does, and records what was written after that. Called again for the same
 * documents, after a crash or a refusal of the disk, it takes up what is on disk already, cuts off what is there in part, and repeats
 * nothing. Called for a document whose result has changed, it rewrites that document's JSON and row. An output is only begun where the
 * source is: without it, what was written before, and is still as it was written, is rewritten.
 *
 * The caller records the documents' own state.
 *
 * @param commit runs `record`, which records what was written, in a transaction that may record the outcomes too, and resolves when that
 *   is on the disk
 */
export async function deliver(
  world: DeliveryWorld,
  target: DeliveryTarget,
  documents: readonly Document[],
  commit: (record: () => void, outcomes: ReadonlyMap<number, DeliveryOutcome>) => Promise<void> = (record) =>
    world.ledger.durably(() => world.ledger.transaction(record)),
): Promise<ReadonlyMap<number, DeliveryOutcome>> {
  const { folder, info } = target;
  const { files, ledger } = world;
  const now = new Date(world.clock.now()).toISOString();
  const outcomes = new Map<number, DeliveryOutcome>();
  const withoutSource = new Set<number>();
  const look = async (document: Document): Promise<Delivery | DeliveryOutcome> => {
    const { facts, id, path } = document;
    const entry = await files.stat(absolutePath(folder, path));
    const hasSource = entry?.kind === 'file' && sameFacts(entry, facts);
    if (!hasSource) {
      await missing(world, folder);
      const source = lostSource(world, folder, document);
      if (source.kind !== 'gone') return source;
      withoutSource.add(id);
    }
    const delivered = gather(world, info, document, folder.settings, !hasSource && isReplaced(ledger, document));
    if (delivered === undefined) return { kind: 'blocked', message: say('delivery.noResult') };
    if (!folder.settings.outputs.json) return { document, delivered, deliveredAt: now };
    const known = ledger.documents.get(id)?.json;
    if (!hasSource && known === undefined) return { document, delivered, deliveredAt: now };
    const json = await planJson(world, folder, document, delivered, now);
    if (json.was === '' && !hasSource) {
      if (known !== undefined) ledger.documents.update(id, { json: { ...known, isBehind: true } });
      return { document, delivered, deliveredAt: now };
    }
    if (json.was === '' && withJson(world, folder, document) !== undefined) await checkReachable(world, folder, [document]);
    return { document, delivered, deliveredAt: json.deliveredAt, json };
  };
  const planned: Delivery[] = [];
  for (const [{ id }, found] of await forEach(documents, look)) {
    if (found instanceof DiskProblem) outcomes.set(id, { kind: 'blocked', message: found.said });
    else if ('kind' in found) outcomes.set(id, found);
    else planned.push(found);
  }

  // One transaction before all writes and one after.
  const record = (items: readonly Delivery[], isWritten: boolean) => {
    for (const { document, json } of items) if (json !== undefined) recordJson(world, document, json, isWritten);
  };
  if (planned.length > 0) await ledger.durably(() => ledger.transaction(() => record(planned, false)));
  const write = async (item: Delivery) =>
    item.json === undefined ? item : { ...item, json: await writeJson(world, folder, item.document, item.json) };
  const written: Delivery[] = [];
  for (const [{ document }, item] of await forEach(planned, write)) {
    if (item instanceof DiskProblem) outcomes.set(document.id, { kind: 'blocked', message: item.said });
    else written.push(item);
  }
  const hasTable = hasTables(folder.settings) && written.length > 0;
  const tables = hasTable ? await tryDisk(() => deliverRows(world, target, written, withoutSource)) : undefined;

  for (const { document, json } of written) {
    const { id } = document;
    if (tables instanceof DiskProblem) outcomes.set(id, { kind: 'blocked', message: tables.said });
    else if (json === undefined && tables?.there.has(id) !== true && withoutSource.has(id)) outcomes.set(id, { kind: 'gone' });
    else {
      const notes = tables?.notes.length === 0 ? undefined : tables?.notes;
      outcomes.set(id, { kind: 'written', ...defined({ json: json?.path, csv: tables?.there.get(id), notes }) });
    }
  }
  await commit(() => record(written, true), outcomes);
  return outcomes;
}

/** What the ledger has of a source that is not at its path. */
function lostSource(
  { ledger }: DeliveryWorld,
  { active, id: folderId, paused }: DeliveryTarget['folder'],
  document: Document,
): DeliveryOutcome {
  const { hash, id, path } = document;
  // It has been given another name since the delivery began.
  if (ledger.documents.get(id)?.path !== path) return { kind: 'unknown' };
  const record = ledger.files.get(folderId, directoryOf(path), fileNameOf(path));
  if (record?.documentId === undefined) return { kind: 'gone' };
  if (record.documentId === id) {
    if (active === true) return { kind: 'unknown' };
    return paused === true ? { kind: 'blocked', message: say('delivery.notHere', { path }) } : { kind: 'gone' };
  }
  const later = ledger.documents.get(record.documentId);
  if (later === undefined) return { kind: 'unknown' };
  // Before it has a result, it may turn out to be this one.
  if (later.hash === hash) return { kind: hasResult(later.state.kind) ? 'written for later' : 'unknown' };
  // A file that was refused before its content was read, such as an empty one, does not have this content either.
  return { kind: later.hash !== undefined || later.state.kind === 'rejected' ? 'gone' : 'unknown' };
}

interface Delivery extends WantedRow {
  /** What is done for its JSON; absent: nothing. */
  readonly json?: JsonPlan;
}

/**
 * The tables of the classifications that documents came from, then that of the route; then those that they have left, and those that have
 * rows of earlier contents of their paths.
 */
async function deliverRows(
  world: DeliveryWorld,
  target: DeliveryTarget,
  wanted: readonly WantedRow[],
  withoutSource: ReadonlySet<number>,
): Promise<CarriedTable> {
  const { tables } = world.ledger;
  const notes: Message[] = [];
  const earlier: WantedRow[] = [];
  const documents = new Map<number, Document>();
  for (const { delivered, ...row } of wanted) {
    const before = atEarlierStep(delivered);
    if (before !== undefined) earlier.push({ ...row, delivered: before });
    documents.set(row.document.id, row.document);
  }
  for (const rows of Map.groupBy(earlier, ({ delivered }) => routeKey(delivered.info.route)).values()) {
    const info = rows[0]?.delivered.info ?? target.info;
    notes.push(...(await carryPatiently(world, { ...target, info }, { wanted: rows, withoutSource })).notes);
  }
  const outcome = await carryPatiently(world, target, { wanted, withoutSource });
  const earlierContents = new Map<number, Document>();
  for (const document of documents.values())
    for (const content of contentsOf(world.ledger, document))
      if (!documents.has(content.id)) earlierContents.set(content.id, content);
  const rows = tables.withRowsOf(target.folder.id, [...documents.keys(), ...earlierContents.keys()]);
  for (const [{ origin, route }, its] of Map.groupBy(rows, ({ table }) => table)) {
    const removed: Document[] = [];
    const kept: Document[] = [];
    for (const { documentId } of its) {
      const [own, earlier] = [documents.get(documentId), earlierContents.get(documentId)];
      const isOn = own && [own.route, own.verdict?.route].some((on) => on !== undefined && sameRoute(on, route));
      if (own !== undefined && !isOn) removed.push(own);
      if (earlier !== undefined) kept.push(earlier);
    }
    if (removed.length + kept.length === 0) continue;
    const info = infoOf(world.ledger, origin, route);
    await carryPatiently(world, { ...target, info }, { wanted: [], removed, kept, withoutSource });
  }
  return { ...outcome, notes: [...notes, ...outcome.notes] };
}

/** A table that somebody touched between the look at it and the write is looked at again, so often in all, and so much later (ms). */
const mostLooks = 3;
const lookAgainMs = 1_000;

async function carryPatiently(...given: Parameters<typeof carryTable>): Promise<CarriedTable> {
  const [{ clock }] = given;
  for (let look = 1; ; look += 1) {
    const outcome = await tryDisk(() => carryTable(...given));
    if (!(outcome instanceof DiskProblem)) return outcome;
    if (outcome.kind !== 'changed' || look === mostLooks) throw outcome;
    // Whoever is saving it may be halfway.
    await new Promise<void>((resolve) => clock.after(lookAgainMs, resolve));
  }
}
