import { basename, join } from 'node:path';
import { type Document, directoryOf, fileNameOf, sameFacts, writtenAt } from '../../core/document/document.ts';
import { given } from '../../core/plain-data.ts';
import { absolutePath, type Folder } from '../loop/watched-folders.ts';
import { DiskProblem } from '../ports.ts';
import { gather } from './delivered.ts';
import { type DeliveryWorld, jsonName, orProblem, type WithJson } from './delivery-target.ts';
import { isHere, moveOf, takeBackJson } from './file-away.ts';
import { jsonBytes } from './json.ts';
import { freePath, maxJsonBytes, sha256 } from './json-outputs.ts';
import { isTorn, mayBeLost } from './write-journal.ts';

/** Where it was filed away to, nobody looks: its time may be another one now. */
async function isItsContent({ files }: DeliveryWorld, path: string, { facts, hash }: Document): Promise<boolean> {
  const entry = await files.stat(path);
  if (entry?.kind !== 'file' || entry.size !== facts.size) return false;
  return sameFacts(entry, facts) || (await files.hash(path)).sha256 === hash;
}

/** The documents of a folder, or of all, of whose JSON the machine, when it died, may have lost something. */
export function lostIn({ ledger, files }: Pick<DeliveryWorld, 'ledger' | 'files'>, folderId?: number): readonly WithJson[] {
  const unsynced = ledger.documents.unsynced(folderId).flatMap((document) => (document.json ? { ...document, json: document.json } : []));
  return unsynced.filter(({ json }) => mayBeLost({ files }, json));
}

/**
 * Writes a JSON again that the machine has lost, or part of it. Where somebody has put another file in its place, that stays.
 * @param found called in the transaction that records where the JSON is; it may have been told to be elsewhere
 * @returns whether nothing is left to be done: its source is not where it was, or its folder is away, until it is
 * @throws DiskProblem
 */
export async function repair(
  world: DeliveryWorld,
  folder: Folder,
  document: WithJson,
  found: (document: Document) => void,
): Promise<boolean> {
  const { ledger } = world;
  const { json } = document;
  // What was not recorded as written is delivered anyway.
  if (json.was !== undefined || document.state.kind === 'gone') return false;
  if (!(await isHere(world, folder))) return false;
  const source = absolutePath(folder, document.path);
  if (!(await isItsContent(world, source, document))) return false;
  await takeBackJson(world, document, json.path);
  const there = (await contentAt(world, json.path)) ?? (await broughtBack(world, document));
  const beside = there === undefined ? await besideSource(world, folder, document) : undefined;
  const content = there ?? beside?.content;
  const torn = beside?.path ?? (there === undefined ? undefined : json.path);
  const put = (path: string, hash = json.hash, boot?: string) =>
    ledger.documents.update(document.id, { json: { path, hash, ...given({ boot }) } });
  if (content !== undefined && !isTorn(content, json.hash)) {
    // As it was written, or what a person has put in its place.
    ledger.transaction(() => found(put(torn ?? json.path)));
    return true;
  }
  const info = ledger.routes.info(document.origin, document.route);
  const delivered = info && gather(world, info, document, folder.settings);
  if (delivered === undefined) return false;
  const bytes = jsonBytes(delivered, new Date(writtenAt(document.delivery) ?? world.clock.now()).toISOString());
  const hash = sha256(bytes);
  for (;;) {
    const path = torn ?? (await freePath(world, folder, document, new Set()));
    // The ledger has the path before the file is there.
    put(path, hash, json.boot);
    if (torn !== undefined) await world.files.replaceWhole(torn, bytes);
    // Whoever takes the name meanwhile keeps it.
    else if ((await world.files.createWhole(path, bytes, [source])) === 'taken') continue;
    ledger.transaction(() => found(put(path, hash)));
    return true;
  }
}

/** A move that was interrupted had taken the JSON to its second name already: whole, or what is left of it, it gets back its first. */
async function broughtBack(world: DeliveryWorld, document: WithJson): Promise<Uint8Array | undefined> {
  const { hash, path } = document.json;
  const moved = moveOf(world, document)?.json;
  if (moved?.from !== path) return undefined;
  const content = await contentAt(world, moved.to);
  if (content === undefined || !(isTorn(content, hash) || sha256(content) === hash)) return undefined;
  await world.files.moveNew(moved.to, moved.from);
  return contentAt(world, moved.from);
}

/** Where a person has taken the JSON along with its source, under its old name or the new one: whole, or what is left of it. */
async function besideSource(
  world: DeliveryWorld,
  folder: Folder,
  { id, json, path }: WithJson,
): Promise<{ readonly path: string; readonly content: Uint8Array } | undefined> {
  const { ledger } = world;
  for (const name of new Set([basename(json.path), jsonName(fileNameOf(path), 1, Number.POSITIVE_INFINITY)])) {
    const beside = absolutePath(folder, join(directoryOf(path), name));
    const owner = ledger.documents.withJsonAt(beside);
    if (owner !== undefined && owner.id !== id) continue;
    const content = await orProblem(() => contentAt(world, beside));
    if (content instanceof DiskProblem && content.kind !== 'name-too-long') throw content;
    if (content === undefined || content instanceof DiskProblem) continue;
    if (isTorn(content, json.hash) || sha256(content) === json.hash) return { path: beside, content };
  }
  return undefined;
}

/** Undefined if nothing is there. What is no file, or too large to be ours, is somebody's. */
async function contentAt({ files }: DeliveryWorld, path: string): Promise<Uint8Array | undefined> {
  const entry = await files.stat(path);
  if (entry === undefined) return undefined;
  return entry.kind === 'file' && entry.size <= maxJsonBytes ? files.read(path, 0, entry.size) : somebodys;
}

const somebodys = new TextEncoder().encode('somebody');
