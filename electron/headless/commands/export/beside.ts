import type { Document } from '../../../core/document/document.ts';
import { ownColumn } from '../../../core/document/table.ts';
import { say } from '../../../core/messages/message.ts';
import { messageOf } from '../../../core/messages/message-error.ts';
import { assertNever } from '../../../core/result.ts';
import { type DeliveryOutcome, deliver } from '../../../engine/deliver/deliver.ts';
import { isReplaced } from '../../../engine/deliver/delivered.ts';
import { type DeliveryTarget, type DeliveryWorld, hasWorkbooks, tryDisk } from '../../../engine/deliver/delivery-target.ts';
import { putMissingRows } from '../../../engine/deliver/tables/carry-table.ts';
import { leftCsv, lookAtCsv, lostRows } from '../../../engine/deliver/tables/csv-file.ts';
import { isBookBehind, lookAtBook, writeBook } from '../../../engine/deliver/tables/workbook.ts';
import { absolutePath, type Folder, isRootAsKnown } from '../../../engine/loop/watched-folders.ts';
import { DiskProblem } from '../../../engine/ports.ts';
import { type Chosen, type Exported, type Group, groupByRoute } from './selection.ts';

/** How many documents are delivered at a time. */
const atOnce = 500;

/**
 * Delivers again what is no longer on disk, with the engine's own code: the caller must hold the data directory. Intray's
 * own files stay or are corrected; what a person has changed stays, and the next free name is taken. A table is rebuilt
 * where a whole folder is asked for and its table is gone or was edited.
 */
export async function* exportBeside(world: DeliveryWorld, chosen: readonly Chosen[], locale: string): AsyncGenerator<Exported> {
  for (const { folder, whole, ids } of chosen) {
    const { settings } = folder;
    if (settings === undefined) {
      yield { state: 'not', path: folder.path, why: say('answers.export.noSettings') };
      continue;
    }
    for (const group of groupByRoute(ids, world.ledger)) {
      const subject = { folder: { id: folder.id, path: folder.path, settings }, info: group.info, locale };
      if (whole && settings.outputs.csv === 'folder') await abandonLostTable(world, subject);
      yield* deliverGroup(world, subject, group);
    }
    if (whole) yield* writeSheets(world, { id: folder.id, path: folder.path, settings });
  }
}

/** After this, every row of it is missing and goes into a new table. Of an edited one, only the rows that it lost do. */
async function abandonLostTable(world: DeliveryWorld, { folder, info }: DeliveryTarget): Promise<void> {
  const table = world.ledger.tables.find(folder.id, info.route);
  const csv = table?.csv;
  if (table === undefined || csv === undefined) return;
  const { kind } = await lookAtCsv(world, table, csv);
  const isNoLongerOurs = kind === 'edited' && (await lostRows(world, table, csv, ownColumn('sha256', info.fields))) === undefined;
  if (kind === 'deleted' || isNoLongerOurs)
    world.ledger.tables.update(table.id, { csv: undefined, left: [...table.left, leftCsv(csv)] });
}

/** The tables that are written whole: what is as it should be stays. */
async function* writeSheets(world: DeliveryWorld, folder: Folder): AsyncGenerator<Exported> {
  const { ledger } = world;
  for (let after: number | undefined = 0; after !== undefined && hasWorkbooks(folder.settings); )
    after = putMissingRows(ledger, folder, after, atOnce);
  const isAway = ledger.meta.read('root', folder.id) !== undefined && !(await isRootAsKnown(world, folder));
  const kind = 'xlsx';
  for (const table of hasWorkbooks(folder.settings) ? ledger.tables.all(folder.id) : []) {
    const outcome = await tryDisk(async (): Promise<Exported> => {
      if (isAway) throw new DiskProblem('missing', folder.path, 'write');
      const isThere = (await lookAtBook(world, table)).kind === 'ours' && !isBookBehind(ledger, folder, table);
      if (isThere) return { state: 'there', kind, path: table.book?.path ?? '' };
      const written = await writeBook(world, folder, table);
      return { state: 'written', kind, path: written.path };
    });
    yield outcome instanceof DiskProblem ? { state: 'not', path: outcome.path, why: messageOf(outcome) } : outcome;
  }
}

async function* deliverGroup(world: DeliveryWorld, subject: DeliveryTarget, { ids }: Group): AsyncGenerator<Exported> {
  const tables = new Set<string>();
  const tableBefore = tableOf(world, subject);
  for (let start = 0; start < ids.length; start += atOnce) {
    const documents = ids.slice(start, start + atOnce).flatMap((id) => world.ledger.documents.get(id) ?? []);
    // What was never delivered is left to the engine, which also records the outcome.
    // A content whose path another one has keeps its row, and has no place for more.
    const done = documents.filter((document) => document.delivery.kind === 'done' && !isReplaced(world.ledger, document));
    const before = new Map(done.map((document) => [document.id, hashesOf(world, document)]));
    const outcomes = await deliver(world, subject, done);
    for (const document of done) {
      const outcome = outcomes.get(document.id);
      if (outcome === undefined) continue;
      const source = absolutePath(subject.folder, document.path);
      const lacksJson = outcome.kind === 'written' && outcome.json === undefined && subject.folder.settings.outputs.json;
      if (lacksJson) yield { state: 'not', path: source, why: say('answers.export.sourceGone') };
      else yield* exportedOf(outcome, source, before.get(document.id) !== hashesOf(world, document));
      if (outcome.kind === 'written' && outcome.csv !== undefined) tables.add(outcome.csv);
    }
    for (const { path } of documents.filter(({ delivery }) => delivery.kind !== 'done'))
      yield { state: 'not', path: absolutePath(subject.folder, path), why: say('answers.export.notDelivered') };
  }
  const state = tableBefore === tableOf(world, subject) ? 'there' : 'written';
  for (const path of tables) yield { state, kind: 'csv', path };
}

function tableOf({ ledger }: DeliveryWorld, { folder, info }: DeliveryTarget): string {
  const { path, written } = ledger.tables.find(folder.id, info.route)?.csv ?? {};
  return JSON.stringify([path, written]);
}

function hashesOf({ ledger }: DeliveryWorld, { id }: Document): string {
  const { path, hash } = ledger.documents.get(id)?.json ?? {};
  return `${path} ${hash}`;
}

function* exportedOf(outcome: DeliveryOutcome, source: string, changed: boolean): Generator<Exported> {
  switch (outcome.kind) {
    case 'written':
      if (outcome.json !== undefined) yield { state: changed ? 'written' : 'there', kind: 'json', path: outcome.json };
      return;
    case 'gone':
    case 'unknown':
    case 'written for later':
      return yield { state: 'not', path: source, why: say('answers.export.sourceGone') };
    case 'blocked':
      return yield { state: 'not', path: source, why: outcome.message };
    default:
      assertNever(outcome);
  }
}
