import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Document, directoryOf, fileNameOf, type JsonOutput } from '../../core/document/document.ts';
import { given } from '../../core/plain-data.ts';
import { absolutePath, type Folder } from '../loop/watched-folders.ts';
import { DiskProblem } from '../ports.ts';
import type { Delivered } from './delivered.ts';
import { type DeliveryWorld, firstFree, jsonName, orProblem, type WithJson, withJson } from './delivery-target.ts';
import { deliveredAtOf, jsonBytes } from './json.ts';
import { isTorn, mayBeLost, ourHashes } from './write-journal.ts';

/** What has to be done for the JSON of one document. */
export type JsonPlan =
  /** It is on disk already and up to date, since `deliveredAt`. */
  | { readonly kind: 'there'; readonly path: string; readonly hash: string; readonly deliveredAt: string }
  | { readonly kind: 'create'; readonly path: string; readonly bytes: Uint8Array; readonly hash: string }
  /** `previous`: the hash of our JSON that is there now; `boot`: as the ledger has it, if it may not be on disk yet. */
  | {
      readonly kind: 'replace';
      readonly path: string;
      readonly bytes: Uint8Array;
      readonly hash: string;
      readonly previous: string;
      readonly boot?: string;
    };

/** Names that this delivery has chosen and that are not on disk yet. */
export type Reserved = Set<string>;

/**
 * Decides, and changes nothing. A file is ours if the ledger has its path and its content: the one that was written, was
 * about to be written, or was about to be replaced. Anything else at the path is a person's.
 *
 * @param deliveredAt the time for a JSON that has to be written; ISO 8601, UTC
 * @throws DiskProblem
 */
export async function planJson(
  world: DeliveryWorld,
  folder: Folder,
  document: Document,
  delivered: Delivered,
  deliveredAt: string,
  reserved: Reserved,
): Promise<JsonPlan> {
  const bytes = jsonBytes(delivered, deliveredAt);
  const hash = sha256(bytes);
  const known = withJson(world, document)?.json;
  const ours = known === undefined ? undefined : await ourContent(world, known);
  if (known === undefined || ours === undefined) {
    const there = known === undefined ? await sameJson(world, folder, document, delivered) : undefined;
    if (there !== undefined && there !== 'free') return there;
    return { kind: 'create', path: await freePath(world, folder, document, reserved, there === 'free'), bytes, hash };
  }
  const previous = sha256(ours);
  const since = deliveredAtOf(ours);
  if (since !== undefined && sha256(jsonBytes(delivered, since)) === previous) {
    return { kind: 'there', path: known.path, hash: previous, deliveredAt: since };
  }
  return { kind: 'replace', path: known.path, bytes, hash, previous, ...given({ boot: known.boot }) };
}

/**
 * A JSON that the ledger does not know, but to the byte the one that would be written: from before the ledger was lost. 'free':
 * nothing has its name. Undefined: something else has.
 */
async function sameJson(
  world: DeliveryWorld,
  folder: Folder,
  document: Document,
  delivered: Delivered,
): Promise<JsonPlan | 'free' | undefined> {
  const directory = absolutePath(folder, directoryOf(document.path));
  const path = join(directory, jsonName(fileNameOf(document.path), 1, Number.POSITIVE_INFINITY));
  // A name that is too long for the disk has no such file.
  const entry = await orProblem(() => world.files.stat(path));
  if (entry === undefined) return 'free';
  if (entry instanceof DiskProblem || entry.kind !== 'file' || entry.size > maxJsonBytes) return undefined;
  if (world.ledger.documents.withJsonAt(path) !== undefined) return undefined;
  const content = await world.files.read(path, 0, entry.size);
  const since = deliveredAtOf(content);
  const hash = sha256(content);
  if (since === undefined || sha256(jsonBytes(delivered, since)) !== hash) return undefined;
  return { kind: 'there', path, hash, deliveredAt: since };
}

/** No JSON of ours is larger. */
export const maxJsonBytes = 64 * 1024 * 1024;

/** The content of the file at the path, if it is ours. */
async function ourContent(world: DeliveryWorld, known: JsonOutput): Promise<Uint8Array | undefined> {
  const entry = await world.files.stat(known.path);
  if (entry?.kind !== 'file' || entry.size > maxJsonBytes) return undefined;
  const content = await world.files.read(known.path, 0, entry.size);
  const hashes = ourHashes(known);
  if (hashes.includes(sha256(content))) return content;
  return mayBeLost(world, known) && hashes.some((hash) => isTorn(content, hash)) ? content : undefined;
}

/** The first free name beside the source. `isFirstFree`: the first one was free a moment ago. */
export function freePath(
  world: DeliveryWorld,
  folder: Folder,
  document: Document,
  reserved: Reserved,
  isFirstFree = false,
): Promise<string> {
  const directory = absolutePath(folder, directoryOf(document.path));
  return firstFree(async (attempt, limit) => {
    const path = join(directory, jsonName(fileNameOf(document.path), attempt, limit));
    const isKnownFree = isFirstFree && attempt === 1 && limit === Number.POSITIVE_INFINITY;
    if ((!isKnownFree && (await world.files.stat(path)) !== undefined) || reserved.has(path)) return undefined;
    reserved.add(path);
    return path;
  });
}

/** To be called in the transaction before the write: the ledger has path and content before the disk does. */
export function planned(world: DeliveryWorld, document: Document, plan: JsonPlan): void {
  if (plan.kind === 'there') return;
  if (plan.kind === 'create') leaveToMovedJson(world, document, plan.path);
  const { path, hash } = plan;
  // Until it is replaced, what is there may still be lost.
  const boot = plan.kind === 'replace' ? plan.boot : bootOf(world, plan);
  const was = plan.kind === 'replace' ? plan.previous : '';
  world.ledger.documents.update(document.id, { json: { path, hash, was, ...given({ boot }) } });
}

/**
 * Writes what is planned. If somebody has taken the name meanwhile, the next one is planned, and taken.
 * @throws DiskProblem
 */
export async function writeJson(
  world: DeliveryWorld,
  folder: Folder,
  document: Document,
  plan: JsonPlan,
  reserved: Reserved,
): Promise<JsonPlan> {
  if (plan.kind === 'there') return plan;
  if (plan.kind === 'replace') {
    await world.files.replaceWhole(plan.path, plan.bytes);
    return plan;
  }
  const source = absolutePath(folder, document.path);
  for (let current = plan; ; ) {
    const durable = world.files.boot?.(current.path) === undefined ? 'now' : 'later';
    if ((await world.files.createWhole(current.path, current.bytes, [source], durable)) !== 'taken') return current;
    current = { ...current, path: await freePath(world, folder, document, reserved) };
    const next = current;
    world.ledger.transaction(() => planned(world, document, next));
  }
}

/** To be called in the transaction after the write. The earlier document's JSON has become this one's. */
export function recordJson(world: DeliveryWorld, document: Document, plan: JsonPlan): void {
  const { path, hash } = plan;
  world.ledger.documents.update(document.id, { json: { path, hash, ...given({ boot: bootOf(world, plan) }) } });
  for (const { id } of earlierAt(world, document, path)) world.ledger.documents.update(id, { json: undefined });
}

/** What is replaced is on disk at once; what is created, or was found there, may not be. */
function bootOf({ files }: DeliveryWorld, { kind, path }: JsonPlan): string | undefined {
  return kind === 'replace' ? undefined : files.boot?.(path);
}

/** A path that is free has no JSON of an earlier document: one that was being filed away from there is where it was moved to. */
function leaveToMovedJson(world: DeliveryWorld, document: Document, path: string): void {
  for (const { id, json, moving } of earlierAt(world, document, path))
    if (moving?.json?.from === path) world.ledger.documents.update(id, { json: { ...json, path: moving.json.to } });
}

/** The documents which this one replaces and whose JSON has this path. */
function earlierAt({ ledger }: DeliveryWorld, document: Document, path: string): WithJson[] {
  const found: WithJson[] = [];
  const seen = new Set([document.id]);
  for (let id = document.replaces; id !== undefined && !seen.has(id); ) {
    seen.add(id);
    const earlier = ledger.documents.get(id);
    if (earlier?.json?.path === path) found.push({ ...earlier, json: earlier.json });
    id = earlier?.replaces;
  }
  return found;
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
