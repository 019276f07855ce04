import { basename, dirname, join } from 'node:path';
import { type Document, type FileFacts, fileNameOf, isRenamed, type JsonOutput, sameFacts } from '../../core/document/document.ts';
import { printedIn } from '../../core/document/table.ts';
import { fileColumn } from '../../core/document/table-columns.ts';
import { routeKey } from '../../core/protocol/route.ts';
import { absolutePath, type Folder } from '../loop/watched-folders.ts';
import { DiskProblem } from '../ports.ts';
import {
  type DeliveryTarget,
  type DeliveryWorld,
  firstFree,
  jsonName,
  nameLimits,
  orProblem,
  withJson,
} from './delivery-target.ts';
import { begunMove, moveOf, setMove } from './file-away.ts';
import { maxJsonBytes } from './json-outputs.ts';
import { carryTable } from './tables/carry-table.ts';
import { hasTables } from './tables/table-rows.ts';
import { isTorn, mayBeLost, ourHashes } from './write-journal.ts';

/**
 * Takes the JSON of a document along to the name that its source has now: somebody has renamed `b.pdf` to `c.pdf`, and
 * `b.pdf.json` becomes `c.pdf.json`. One that has come along already, by hand or with its directory, is only recorded. One
 * that a person has edited or removed is left alone.
 *
 * The ledger has both names before the file is moved. If the process dies in between, calling this again leaves the JSON one
 * of them, and begins anew from there.
 * @returns whether the source is there
 * @throws DiskProblem
 */
export async function followSource(world: DeliveryWorld, folder: Folder, document: Document): Promise<boolean> {
  const { files, ledger } = world;
  const begun = await begunMove(world, folder, document);
  // The source is being filed away, and its JSON with it.
  if (begun !== undefined && !isRenamed(document.delivery)) return true;
  if (moveOf(world, document) !== undefined) setMove(world, document, undefined);
  const owner = withJson(world, document);
  const source = absolutePath(folder, document.path);
  const isDone = owner === undefined || isNamedAfter(owner.json.path, source);
  if (isDone && !isRenamed(document.delivery)) return true;
  const entry = await files.stat(source);
  if (entry?.kind !== 'file' || !sameFacts(entry, document.facts)) return false;
  if (isDone) return true;
  const ours = await findOurs(world, owner.json, source);
  if (ours === undefined) return true;
  const { at, facts } = ours;
  const put = (path: string) => ledger.documents.update(owner.id, { json: { ...owner.json, path } });
  if (at !== owner.json.path) put(at);
  for (let isMoved = isNamedAfter(at, source); !isMoved; ) {
    const to = await freeName(world, at, source);
    const isSame = await isSameFile(world, at, to);
    const move = { from: document.path, to: document.path, json: { from: at, to } };
    if (!isSame) setMove(world, document, move);
    isMoved = isSame || (await files.moveNew(at, to, facts)) === 'moved';
    ledger.transaction(() => {
      if (isMoved) put(to);
      setMove(world, document, undefined);
    });
  }
  return true;
}

/** Whether a JSON has a name that one of this source may have. */
function isNamedAfter(json: string, source: string): boolean {
  const attempts = [1, Number(/ \((\d+)\)\.json$/.exec(json)?.[1] ?? 1)];
  const isNamed = (limit: number) => attempts.some((attempt) => jsonName(basename(source), attempt, limit) === basename(json));
  return dirname(json) === dirname(source) && nameLimits.some(isNamed);
}

/**
 * Where the JSON is now, if it is to the byte as it was written, or is what a dying machine has left of that: where it was, or
 * beside the source under its old name or the new one.
 */
async function findOurs(
  world: DeliveryWorld,
  json: JsonOutput,
  source: string,
): Promise<{ readonly at: string; readonly facts: FileFacts } | undefined> {
  const hashes = ourHashes(json);
  const beside = [basename(json.path), jsonName(basename(source), 1, Number.POSITIVE_INFINITY)];
  for (const at of [json.path, ...beside.map((name) => join(dirname(source), name))]) {
    if (at !== json.path && world.ledger.documents.withJsonAt(at) !== undefined) continue;
    const entry = await orProblem(() => world.files.stat(at));
    if (entry instanceof DiskProblem && entry.kind !== 'name-too-long') throw entry;
    if (entry === undefined || entry instanceof DiskProblem || entry.kind !== 'file') continue;
    const mayBeTorn = mayBeLost(world, json) && entry.size <= maxJsonBytes;
    const found = await world.files.whileOpen(at, { size: entry.size, toHash: true }, async (file) => ({
      facts: file.facts,
      isOurs: hashes.includes((await file.hash()).sha256) || (mayBeTorn && isTorn(await file.read(0, entry.size), json.hash)),
    }));
    if (found.isOurs) return { at, facts: found.facts };
  }
  return undefined;
}

/**
 * The first free name beside the source; or the one that differs only in spelling, where the disk makes no difference; or one that the
 * JSON has already, because a move was interrupted and somebody has taken its second name along.
 */
function freeName(world: DeliveryWorld, at: string, source: string): Promise<string> {
  return firstFree(async (attempt, limit) => {
    const path = join(dirname(source), jsonName(basename(source), attempt, limit));
    if (await isSameFile(world, at, path)) return path;
    if (world.ledger.documents.withJsonAt(path) !== undefined) return undefined;
    const isFree = (await world.files.stat(path)) === undefined;
    return isFree || (await haveOneInode(world, at, path)) ? path : undefined;
  });
}

/** Two spellings of one name: such a file must not lose one of them. */
async function isSameFile(world: DeliveryWorld, one: string, other: string): Promise<boolean> {
  const spelled = (path: string) => path.normalize('NFC').toLowerCase();
  return spelled(one) === spelled(other) && haveOneInode(world, one, other);
}

async function haveOneInode({ files }: DeliveryWorld, one: string, other: string): Promise<boolean> {
  const [a, b] = [await files.stat(one), await files.stat(other)];
  return a !== undefined && b !== undefined && a.ino === b.ino;
}

/**
 * Whether the row of a document says another file name than this one; where a template names the directories too, another path.
 */
export function isRowNamedOtherwise(world: DeliveryWorld, target: DeliveryTarget, document: Document, path: string): boolean {
  const { fileAway } = target.folder.settings;
  const saysPath = document.undone !== undefined || (fileAway.kind === 'move' && fileAway.as !== undefined);
  return tablesOf(world, target, [document]).some(({ folder, info }) => {
    const table = world.ledger.tables.find(folder.id, info.route);
    const file = printedIn(table && world.ledger.tables.row(table, document.id)?.cells[fileColumn(info.fields)]);
    if (file === '') return false;
    return saysPath ? file !== path : fileNameOf(file) !== fileNameOf(path);
  });
}

/** The tables in which documents have rows: that of their route, and those of the classifications that they came from. */
function tablesOf({ ledger }: DeliveryWorld, target: DeliveryTarget, documents: readonly Document[]): DeliveryTarget[] {
  const infos = new Map([[routeKey(target.info.route), target.info]]);
  for (const { origin, verdict } of documents) {
    const info = verdict && ledger.routes.info(origin, verdict.route);
    if (info !== undefined) infos.set(routeKey(info.route), info);
  }
  return [...infos.values()].map((info) => ({ ...target, info }));
}

/**
 * Rows of renamed documents say their new names, in a table that is as it was written: for nothing but a name no new table is
 * begun.
 * @throws DiskProblem
 */
export async function renameRows(world: DeliveryWorld, target: DeliveryTarget, renamed: readonly Document[]): Promise<void> {
  if (!hasTables(target.folder.settings)) return;
  for (const table of tablesOf(world, target, renamed)) await carryTable(world, table, { wanted: [], renamed });
}
