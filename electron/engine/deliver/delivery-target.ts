import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import pLimit from 'p-limit';
import type { FolderSettings } from '../../core/config/folder-settings.ts';
import type { Document, JsonOutput } from '../../core/document/document.ts';
import { cutTo } from '../../core/filing/template.ts';
import { say } from '../../core/messages/message.ts';
import type { RouteInfo } from '../../core/protocol/route.ts';
import { absolutePath, type Folder, isRootAsKnown, type WatchedFolder } from '../loop/watched-folders.ts';
import { DiskProblem, type World } from '../ports.ts';
import { hasOwnFile } from './delivered.ts';

/** File names of outputs. `attempt` counts from 1: the second choice is `… (2)`, and so on until a name is free. */

/**
 * Limits for one name, in bytes of UTF-8, tried in turn: none (some disks count characters), what nearly all disks allow, and
 * what encrypted folders (eCryptfs) leave.
 */
export const nameLimits = [Number.POSITIVE_INFINITY, 255, 143] as const;

/**
 * The JSON of a source: `invoice.pdf` → `invoice.pdf.json`, `invoice.pdf (2).json`. The source's name keeps its spelling (NFC
 * or NFD). One that leaves no room within `limit` bytes is cut, and marked so that it stays unique:
 * `Very long na~5f3a9c1e.pdf.json`.
 */
export function jsonName(source: string, attempt: number, limit: number): string {
  const ending = `${numbered(attempt)}.json`;
  return fitted(source, limit - Buffer.byteLength(ending)) + ending;
}

/** The name of a source that is filed away: `invoice.pdf`, then `invoice (2).pdf`. Its JSON has room for its ending. */
export function filedName(source: string, attempt: number, limit: number): string {
  if (attempt === 1) return fitted(source, limit);
  const { stem, ending } = split(source);
  const tail = `${numbered(attempt)}${ending}`;
  return fitted(stem, limit - Buffer.byteLength(tail)) + tail;
}

/**
 * The CSV of a route: `intray-Invoices.csv`, `intray-Invoices (2).csv`. A classification has no name that could be asked for,
 * only its id: its table is called after its folder.
 */
export function csvName(info: Pick<RouteInfo, 'name' | 'route'>, attempt: number, folder = '', ending = 'csv'): string {
  const { kind, id } = info.route;
  const name =
    (kind === 'classification' && info.name === id && safeName(basename(folder))) ||
    safeName(info.name) ||
    safeName(info.route.id) ||
    info.route.kind;
  return `intray-${name}${numbered(attempt)}.${ending}`;
}

/** A name chosen by people may have this many bytes: with what Intray adds, every disk accepts it. */
const maxSafeNameBytes = 100;

/**
 * A name chosen by people as part of a file name that every system accepts: without characters that are reserved anywhere,
 * are invisible, or change the reading direction.
 */
export function safeName(name: string): string {
  const clean = name
    .normalize('NFC')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]+/gu, '-')
    .replace(/\s+/gu, ' ');
  return cutTo(clean.replace(/^[-. ]+|[-. ]+$/g, ''), maxSafeNameBytes).replace(/[-. ]+$/, '');
}

function numbered(attempt: number): string {
  return attempt > 1 ? ` (${attempt})` : '';
}

function fitted(name: string, limit: number): string {
  if (Buffer.byteLength(name) <= limit) return name;
  const { stem, ending } = split(name);
  const mark = `~${createHash('sha256').update(name).digest('hex').slice(0, 8)}${ending}`;
  return cutTo(stem, limit - Buffer.byteLength(mark)) + mark;
}

/** The ending stays readable. Something long after a dot is not an ending. */
function split(name: string): { readonly stem: string; readonly ending: string } {
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || Buffer.byteLength(name.slice(dot)) > 16) return { stem: name, ending: '' };
  return { stem: name.slice(0, dot), ending: name.slice(dot) };
}

export type DeliveryWorld = Pick<World, 'files' | 'ledger' | 'clock'>;

/** Where a delivery goes: to one folder, with documents of one route. */
export interface DeliveryTarget {
  /** Unless it is `active` (it has been removed, or is only exported from), no scan tells what became of a source. */
  readonly folder: Folder & Partial<Pick<WatchedFolder, 'active' | 'paused'>>;
  readonly info: RouteInfo;
  /** For the delimiter of a new CSV; see `delimiterFor`. */
  readonly locale: string;
}

/** Files that are written or looked at at once: those that are created together take one sync. */
const maxFiles = 64;

/**
 * Runs `work` for each item, a few at once, and waits for all of them even when one throws: nothing goes on after it has returned.
 * @returns each item, in order, with its answer or the disk's problem
 */
export async function forEach<Item, Value>(
  items: readonly Item[],
  work: (item: Item) => Promise<Value>,
): Promise<readonly (readonly [Item, Value | DiskProblem])[]> {
  const limit = pLimit(maxFiles);
  const results = await Promise.allSettled(items.map((item) => limit(work, item)));
  const answers: (readonly [Item, Value | DiskProblem])[] = [];
  for (const [index, item] of items.entries()) {
    const result = results[index];
    if (result?.status === 'fulfilled') answers.push([item, result.value]);
    else if (result?.reason instanceof DiskProblem) answers.push([item, result.reason]);
    else throw result?.reason;
  }
  return answers;
}

/** The answer of `work`, or the disk's problem; any other error is thrown on. */
export async function tryDisk<Value>(work: () => Promise<Value>): Promise<Value | DiskProblem> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DiskProblem) return error;
    throw error;
  }
}

/**
 * To be called when an output of ours is not there: a person may have removed it, or its share may have been disconnected
 * since the sources were looked at: whether the sources are still there tells.
 * @throws DiskProblem if none of them is there either
 */
export async function checkReachable(world: Pick<World, 'files'>, folder: Folder, documents: readonly Document[]): Promise<void> {
  for (const { path } of documents) if ((await world.files.stat(absolutePath(folder, path))) !== undefined) return;
  throw unreachable(folder);
}

/** @throws DiskProblem if the folder is away: what is not there now says nothing */
export async function missing(world: Pick<World, 'files' | 'ledger'>, folder: Folder): Promise<{ readonly kind: 'missing' }> {
  if (await isHere(world, folder)) return { kind: 'missing' };
  throw unreachable(folder);
}

/** An empty mount point, or another volume in the folder's place, says nothing of its files. */
export async function isHere(world: Pick<World, 'files' | 'ledger'>, folder: Folder): Promise<boolean> {
  if (world.ledger.meta.read('root', folder.id) !== undefined) return isRootAsKnown(world, folder);
  return (await world.files.stat(folder.path))?.kind === 'directory';
}

export function unreachable({ path }: Folder): DiskProblem {
  return new DiskProblem('missing', path, 'read', { said: say('disk.folder.unreachable', { path }) });
}

/** A document that has a JSON. */
export type WithJson = Document & { readonly json: JsonOutput };

/**
 * The document, and the earlier contents of its path, the latest first. One that has a file of its own, because it was renamed or filed
 * away before another one took its name, keeps its outputs, and ends the list.
 */
export function contentsOf(ledger: World['ledger'], { id }: Document): readonly Document[] {
  const contents = new Map<number, Document>();
  let at = ledger.documents.get(id);
  while (at !== undefined && !contents.has(at.id)) {
    contents.set(at.id, at);
    const earlier = at.replaces === undefined ? undefined : ledger.documents.get(at.replaces);
    at = earlier && hasOwnFile(ledger, earlier) ? undefined : earlier;
  }
  return [...contents.values()];
}

/**
 * The document itself, or the nearest earlier content of its path, that has a JSON. Where no table keeps what an earlier one says, its
 * JSON stays.
 */
export function withJson({ ledger }: Pick<World, 'ledger'>, { settings }: Folder, document: Document): WithJson | undefined {
  const contents = contentsOf(ledger, document);
  const own = hasTables(settings) ? contents : contents.slice(0, 1);
  return own.find((each): each is WithJson => each.json !== undefined);
}

/** Whether a folder has workbooks. */
export function hasWorkbooks({ outputs }: Pick<FolderSettings, 'outputs'>): boolean {
  return outputs.xlsx === 'folder';
}

/** Whether what a folder delivers is put into rows. */
export function hasTables({ outputs }: Pick<FolderSettings, 'outputs'>): boolean {
  return outputs.csv === 'folder' || hasWorkbooks({ outputs });
}

/**
 * The first choice that is free. `choose` is called for one attempt after another (from 1) and answers undefined for a name
 * that is taken. If the disk says that a name is too long, it is called again for shorter ones.
 */
export async function firstFree<Choice>(
  choose: (attempt: number, limit: number) => Promise<Choice | undefined>,
): Promise<Choice> {
  let problem: unknown;
  for (const limit of nameLimits) {
    try {
      for (let attempt = 1; ; attempt += 1) {
        const choice = await choose(attempt, limit);
        if (choice !== undefined) return choice;
      }
    } catch (error) {
      if (!(error instanceof DiskProblem) || error.kind !== 'name-too-long') throw error;
      problem = error;
    }
  }
  throw problem;
}
