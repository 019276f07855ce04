import { basename, join } from 'node:path';
import { type Document, directoryOf, fileNameOf, sameFacts, writtenAt } from '../../core/document/document.ts';
import type { OutputRecord } from '../../core/document/records.ts';
import { absolutePath, type Folder } from '../loop/watched-folders.ts';
import { DiskProblem } from '../ports.ts';
import { gather } from './delivered.ts';
import { type DeliveryWorld, jsonName, orProblem } from './delivery-target.ts';
import { isHere, movesOf, takeBackJson } from './file-away.ts';
import { jsonBytes } from './json.ts';
import { freePath, maxJsonBytes, sha256 } from './json-outputs.ts';
import { isTorn, mayBeLost } from './write-journal.ts';

/** Where it was filed away to, nobody looks: its time may be another one now. */
async function isItsContent({ files }: DeliveryWorld, path: string, { facts, hash }: Document): Promise<boolean> {
  const entry = await files.stat(path);
  if (entry?.kind !== 'file' || entry.size !== facts.size) return false;
  return sameFacts(entry, facts) || (await files.hash(path)).sha256 === hash;
}

/** The JSON files of a folder's documents of which the machine, when it died, may have lost something. */
export function lostIn({ ledger, files }: Pick<DeliveryWorld, 'ledger' | 'files'>, folderId?: number): readonly OutputRecord[] {
  return ledger.outputs.unsynced(folderId).filter((record) => record.kind === 'json' && mayBeLost({ files }, record));
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
  record: OutputRecord,
  found: (document: Document) => void,
): Promise<boolean> {
  const { ledger } = world;
  const document = ledger.documents.get(record.documentId);
  // What was not recorded as written is delivered anyway.
  if (document === undefined || record.state === 'intended' || document.state.kind === 'gone') return document === undefined;
  if (!(await isHere(world, folder))) return false;
  const source = absolutePath(folder, document.path);
  if (!(await isItsContent(world, source, document))) return false;
  await takeBackJson(world, folder, document, record.path);
  const there = (await contentAt(world, record.path)) ?? (await broughtBack(world, folder, document, record));
  const beside = there === undefined ? await besideSource(world, folder, document, record) : undefined;
  const content = there ?? beside?.content;
  const torn = beside?.path ?? (there === undefined ? undefined : record.path);
  if (content !== undefined && !isTorn(content, record.hash)) {
    // As it was written, or what a person has put in its place.
    const { unsynced: _, ...synced } = record;
    ledger.transaction(() => {
      ledger.outputs.put({ ...synced, path: torn ?? record.path });
      found(document);
    });
    return true;
  }
  const info = ledger.routes.info(document.origin, document.route);
  const delivered = info && gather(world, info, document, folder.settings);
  if (delivered === undefined) return false;
  const bytes = jsonBytes(delivered, new Date(writtenAt(document.delivery) ?? world.clock.now()).toISOString());
  const free = () => freePath(world, folder, document, new Set());
  const written = await writeAgain(world, { ...record, hash: sha256(bytes) }, bytes, { torn, source, free });
  ledger.transaction(() => {
    ledger.outputs.setSynced([written]);
    found(document);
  });
  return true;
}

/** The ledger has the path before the file is there. @param torn where what is left of it is; without one, its name is free */
async function writeAgain(
  { files, ledger }: DeliveryWorld,
  record: OutputRecord,
  bytes: Uint8Array,
  { torn, source, free }: { readonly torn: string | undefined; readonly source: string; readonly free: () => Promise<string> },
): Promise<OutputRecord> {
  for (;;) {
    const written = { ...record, path: torn ?? (await free()) };
    ledger.transaction(() => ledger.outputs.put(written));
    if (torn !== undefined) await files.replaceWhole(torn, bytes);
    // Whoever takes the name meanwhile keeps it.
    else if ((await files.createWhole(written.path, bytes, [source])) === 'taken') continue;
    return written;
  }
}

/** A move that was interrupted had taken the JSON to its second name already: whole, or what is left of it, it gets back its first. */
async function broughtBack(
  world: DeliveryWorld,
  folder: Folder,
  document: Document,
  record: OutputRecord,
): Promise<Uint8Array | undefined> {
  const moved = movesOf(world, folder)[document.id]?.json;
  if (moved?.from !== record.path) return undefined;
  const content = await contentAt(world, moved.to);
  if (content === undefined || !(isTorn(content, record.hash) || sha256(content) === record.hash)) return undefined;
  await world.files.moveNew(moved.to, moved.from);
  return contentAt(world, moved.from);
}

/** Where a person has taken the JSON along with its source, under its old name or the new one: whole, or what is left of it. */
async function besideSource(
  world: DeliveryWorld,
  folder: Folder,
  { id, path }: Document,
  record: OutputRecord,
): Promise<{ readonly path: string; readonly content: Uint8Array } | undefined> {
  const { ledger } = world;
  for (const name of new Set([basename(record.path), jsonName(fileNameOf(path), 1, Number.POSITIVE_INFINITY)])) {
    const beside = absolutePath(folder, join(directoryOf(path), name));
    const owner = ledger.outputs.atPath(beside);
    if (owner !== undefined && owner.documentId !== id) continue;
    const content = await orProblem(() => contentAt(world, beside));
    if (content instanceof DiskProblem && content.kind !== 'name-too-long') throw content;
    if (content === undefined || content instanceof DiskProblem) continue;
    if (isTorn(content, record.hash) || sha256(content) === record.hash) return { path: beside, content };
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
