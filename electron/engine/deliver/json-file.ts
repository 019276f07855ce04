import { hash as digest } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import {
  type Document,
  directoryOf,
  type FileFacts,
  factsOf,
  fileNameOf,
  isRenamed,
  type JsonOutput,
  sameFacts,
} from '../../core/document/document.ts';
import { defined } from '../../core/plain-data.ts';
import { absolutePath, type Folder } from '../loop/watched-folders.ts';
import { DiskProblem } from '../ports.ts';
import type { Delivered } from './delivered.ts';
import {
  contentsOf,
  type DeliveryWorld,
  firstFree,
  isHere,
  jsonName,
  nameLimits,
  tryDisk,
  type WithJson,
  withJson,
} from './delivery-target.ts';
import { deliveredAtOf, jsonBytes } from './json.ts';

/** No JSON of ours is larger. */
const maxJsonBytes = 64 * 1024 * 1024;

/**
 * The JSON that was written for a document, to the byte as it was written, or was to be, or as what that was to replace. `at`: where it
 * was, or beside the source, under its old name or the new one.
 */
interface OwnJson {
  readonly at: string;
  readonly facts: FileFacts;
  readonly content: Uint8Array;
}

/**
 * Compares the disk with what the ledger says was written. Changes nothing.
 * @param source absolute; without it, nobody looks anywhere else than where it was
 * @returns undefined: somebody has edited it, or taken it
 * @throws DiskProblem
 */
export async function lookAtJson(world: DeliveryWorld, { id, json }: WithJson, source?: string): Promise<OwnJson | undefined> {
  const { files, ledger } = world;
  const { from = json.path, hash, path, was } = json;
  const named = (file: string) => [basename(path), jsonName(basename(file), 1, Number.POSITIVE_INFINITY)];
  const beside = source === undefined ? [] : named(source).map((name) => join(dirname(source), name));
  for (const at of new Set([from, path, ...beside])) {
    // What another document has is its own.
    if (at !== from && at !== path && (ledger.documents.withJsonAt(at)?.id ?? id) !== id) continue;
    const entry = await tryDisk(() => files.stat(at));
    if (entry instanceof DiskProblem && entry.kind !== 'name-too-long') throw entry;
    if (entry === undefined || entry instanceof DiskProblem) continue;
    if (entry.kind !== 'file' || entry.size > maxJsonBytes) continue;
    const content = await files.read(at, 0, entry.size);
    if ([hash, was].includes(digest('sha256', content))) return { at, facts: factsOf(entry), content };
  }
  return undefined;
}

/**
 * Makes the JSON that was written for a document be beside its source. Somebody has renamed `b.pdf` to `c.pdf`: `b.pdf.json` becomes
 * `c.pdf.json`, unless it has come along already. One that a person has edited or taken is left as it is.
 *
 * The ledger has both names before the file is moved: if the process dies in between, the JSON is known at either, and keeps one.
 * @returns false: its source is not where it was, or its folder is away, and nothing is done until it is
 * @throws DiskProblem
 */
export async function followSource(world: DeliveryWorld, folder: Folder, document: Document): Promise<boolean> {
  const { files } = world;
  const { documents } = world.ledger;
  const owner = withJson(world, folder, document);
  const source = absolutePath(folder, document.path);
  const isPlaced = owner === undefined || (owner.json.from === undefined && isNamedAfter(owner.json.path, source));
  if (isPlaced && !isRenamed(document.delivery)) return true;
  if (!(await isHere(world, folder)) || !(await isItsContent(world, source, document))) return false;
  if (isPlaced) return true;
  const { from, ...json } = owner.json;
  if (from !== undefined) await takeBack(world, json.path, from);
  const isFiled = from !== undefined && document.moving !== undefined;
  const onDisk = await (isFiled ? whereItIs(world, [from, json.path]) : lookAtJson(world, owner, source));
  if (onDisk === undefined) {
    if (from !== undefined) documents.update(owner.id, { json: { ...json, path: from } });
    return true;
  }
  const { at, facts } = onDisk;
  for (let isThere = isNamedAfter(at, source), path = at; ; ) {
    if (!isThere) {
      path = await freeName(world, owner, at, source);
      const isSame = await isSameFile(world, at, path);
      if (!isSame) documents.update(owner.id, { json: { ...json, path, from: at } });
      isThere = isSame || (await files.moveNew(at, path, facts)) === 'moved';
    }
    if (!isThere) continue;
    documents.update(owner.id, { json: { ...json, path } });
    return true;
  }
}

/** A JSON that is filed away with its source goes along whatever a person has made of it. */
async function whereItIs({ files }: DeliveryWorld, names: readonly string[]): Promise<Pick<OwnJson, 'at' | 'facts'> | undefined> {
  for (const at of names) {
    const entry = await files.stat(at);
    if (entry?.kind === 'file') return { at, facts: factsOf(entry) };
  }
  return undefined;
}

/** Leaves a file only its first name, if both are there. Another file at the second one stays. */
export async function takeBack({ files }: DeliveryWorld, second: string, first: string): Promise<void> {
  if ((await files.stat(first)) !== undefined && (await files.stat(second)) !== undefined) await files.moveNew(second, first);
}

/** Where it was filed away to, nobody looks: its time may be another one now. */
async function isItsContent({ files }: DeliveryWorld, path: string, { facts, hash }: Document): Promise<boolean> {
  const entry = await files.stat(path);
  if (entry?.kind !== 'file' || entry.size !== facts.size) return false;
  return sameFacts(entry, facts) || (await files.hash(path)).sha256 === hash;
}

/** Whether a JSON has a name that one of this source may have. */
function isNamedAfter(json: string, source: string): boolean {
  const attempts = [1, Number(/ \((\d+)\)\.json$/.exec(json)?.[1] ?? 1)];
  const isNamed = (limit: number) => attempts.some((attempt) => jsonName(basename(source), attempt, limit) === basename(json));
  return dirname(json) === dirname(source) && nameLimits.some(isNamed);
}

/**
 * The first free name beside the source; or the one that differs only in spelling, where the disk makes no difference; or one that the
 * JSON has already, because a move was interrupted and somebody has taken its second name along.
 */
function freeName(world: DeliveryWorld, { id }: WithJson, at: string, source: string): Promise<string> {
  return firstFree(async (attempt, limit) => {
    const path = join(dirname(source), jsonName(basename(source), attempt, limit));
    if (await isSameFile(world, at, path)) return path;
    if ((world.ledger.documents.withJsonAt(path)?.id ?? id) !== id) return undefined;
    const entry = await world.files.stat(path);
    // Some disks have no numbers for their files.
    return entry === undefined || (entry.ino !== 0 && (await haveOneInode(world, at, path))) ? path : undefined;
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

/** The JSON of a document as it is to be. `was`: as the ledger has it while it is being written; absent: it is on disk already. */
export interface JsonPlan extends JsonOutput {
  readonly bytes: Uint8Array;
  /** ISO 8601, UTC. */
  readonly deliveredAt: string;
}

/**
 * Decides what the JSON takes that is to say this, and changes nothing.
 * @param deliveredAt the time for a JSON that has to be written; ISO 8601, UTC
 * @throws DiskProblem
 */
export async function planJson(
  world: DeliveryWorld,
  folder: Folder,
  document: Document,
  delivered: Delivered,
  deliveredAt: string,
): Promise<JsonPlan> {
  const bytes = jsonBytes(delivered, deliveredAt);
  const plan = { bytes, hash: digest('sha256', bytes), deliveredAt };
  const owner = withJson(world, folder, document);
  // What was written for an earlier content is replaced where it was, and nowhere else.
  const source = owner?.id === document.id ? absolutePath(folder, document.path) : undefined;
  const onDisk = owner && (await lookAtJson(world, owner, source));
  if (onDisk === undefined) {
    const { path, there } = await nameFor(world, folder, document, owner === undefined ? delivered : undefined);
    return there ?? { ...plan, path, was: '' };
  }
  const { at: path, content } = onDisk;
  const there = sameJson(delivered, path, content);
  const was = digest('sha256', content);
  if (there === undefined) return { ...plan, path, was };
  // What a death has interrupted may not be on the disk yet.
  return owner?.json.was === undefined ? there : { ...there, was };
}

/** A JSON that is to the byte the one that would be written. */
function sameJson(delivered: Delivered, path: string, content: Uint8Array): JsonPlan | undefined {
  const deliveredAt = deliveredAtOf(content);
  if (deliveredAt === undefined || Buffer.compare(jsonBytes(delivered, deliveredAt), content) !== 0) return undefined;
  return { path, hash: digest('sha256', content), bytes: content, deliveredAt };
}

/**
 * The first free name beside the source.
 * @param delivered a name is taken, too, that a JSON has which the ledger does not know, and which says just this: from before the
 *   ledger was lost
 */
function nameFor(
  { files, ledger }: DeliveryWorld,
  folder: Folder,
  document: Document,
  delivered?: Delivered,
): Promise<{ readonly path: string; readonly there?: JsonPlan }> {
  const directory = absolutePath(folder, directoryOf(document.path));
  return firstFree(async (attempt, limit) => {
    const path = join(directory, jsonName(fileNameOf(document.path), attempt, limit));
    const entry = await files.stat(path);
    if (entry === undefined) return { path };
    if (delivered === undefined || entry.kind !== 'file' || entry.size > maxJsonBytes) return undefined;
    if (ledger.documents.withJsonAt(path) !== undefined) return undefined;
    const there = sameJson(delivered, path, await files.read(path, 0, entry.size));
    return there && { path, there };
  });
}

/**
 * To be called in a transaction before the write, so that the ledger has path and content before the disk does, and in one after it,
 * when an earlier document's JSON has become this one's.
 */
export function recordJson({ ledger }: DeliveryWorld, document: Document, plan: JsonPlan, isWritten: boolean): void {
  const { documents } = ledger;
  const { path, hash, was } = plan;
  if (was === undefined && !isWritten) return;
  documents.update(document.id, { json: { path, hash, ...defined({ was: isWritten ? undefined : was }) } });
  if (!isWritten) return;
  for (const earlier of contentsOf(ledger, document).slice(1))
    if (earlier.json?.path === path) documents.update(earlier.id, { json: undefined });
}

/**
 * Writes what is planned. If somebody has taken the name meanwhile, the next one is planned, and taken.
 * @throws DiskProblem
 */
export async function writeJson(world: DeliveryWorld, folder: Folder, document: Document, plan: JsonPlan): Promise<JsonPlan> {
  const { files } = world;
  if (plan.was === undefined) return plan;
  if (plan.was === plan.hash) {
    const entry = await files.stat(plan.path);
    if (entry !== undefined) await files.sync(plan.path, entry);
    return plan;
  }
  if (plan.was !== '') {
    await files.replaceWhole(plan.path, plan.bytes);
    return plan;
  }
  const source = absolutePath(folder, document.path);
  for (let current = plan; ; ) {
    if ((await files.createWhole(current.path, current.bytes, [source])) !== 'taken') return current;
    current = { ...current, path: (await nameFor(world, folder, document)).path };
    recordJson(world, document, current, false);
  }
}
