import { join, relative, sep } from 'node:path';
import { type Document, type FileFacts, factsOf, type Move, sameFacts } from '../../core/document/document.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { absolutePath, type Folder, isOtherVolume } from '../loop/watched-folders.ts';
import { DiskProblem } from '../ports.ts';
import { contentsOf, type DeliveryWorld, filedName, firstFree, jsonName, missing, unreachable } from './delivery-target.ts';
import { followSource, takeBack } from './json-file.ts';
import { isAt, type Place, placeOf } from './place.ts';

interface Moved {
  readonly kind: 'moved';
  /** Where the source is now, relative to the folder, with `/`. */
  readonly path: string;
  readonly facts: FileFacts;
  /** Why it stays, although the folder has a template. */
  readonly unfiled?: Message;
}

/** 'missing': its content is not where it was. */
export type FileAwayOutcome = Moved | { readonly kind: 'missing' };

/**
 * Moves a delivered source and its JSON to where the folder's settings put it (`placeOf`): to the subfolder, below that to the
 * directory that they were in (`June/a.pdf` → `Processed/June/a.pdf`) or to what the template makes of its values; to the next
 * name that is free for both (`a (2).pdf` with `a (2).pdf.json`). Only to be called once the document's outputs are on disk, and
 * nothing of it is being moved.
 *
 * The ledger has both new paths before the first file is moved: `finishMoves` completes what a crash interrupted. It updates the ledger's
 * record of the JSON; the caller updates the document's own path, and that it is not being moved any more.
 *
 * @throws DiskProblem if the disk refuses, or the directory of the settings cannot be used; to be tried again
 */
export async function fileAway(world: DeliveryWorld, folder: Folder, document: Document): Promise<FileAwayOutcome> {
  const { facts, path } = document;
  const place = await placeOf(world, folder, document);
  if (place.kind === 'here' || isAt(folder, path, place))
    return { kind: 'moved', path, facts, ...defined({ unfiled: place.kind === 'here' ? place.unfiled : undefined }) };
  for (;;) {
    const move = await begin(world, folder, document, place);
    if (move === undefined) return missing(world, folder);
    if (move === 'not now') return { kind: 'moved', path, facts };
    const answer = await world.files.moveNew(absolutePath(folder, path), absolutePath(folder, move.to));
    const moved = await finishMove(world, folder, { ...(world.ledger.documents.get(document.id) ?? document), moving: move });
    if (answer === 'moved') return moved ?? missing(world, folder);
    // Somebody has taken the name since it was chosen.
  }
}

/**
 * Leaves nothing of a document halfway, nor of the earlier contents of its path: a source that has been moved is followed by its JSON; one
 * that has not keeps its name, and its JSON the one that it has.
 * @param record records where a source is that has been moved, and that it is not being moved any more
 * @returns whether the document's own source has been moved
 * @throws DiskProblem, also where nothing is at either path because the folder is away
 */
export async function finishMoves(
  world: DeliveryWorld,
  folder: Folder,
  document: Document,
  record: (document: Document, moved: Moved) => void,
): Promise<boolean> {
  let isMoved = false;
  for (const each of contentsOf(world.ledger, document).toReversed()) {
    const moved = await finishMove(world, folder, each);
    if (moved !== undefined) record(each, moved);
    isMoved = moved !== undefined && each.id === document.id;
  }
  return isMoved;
}

/** @returns where the source is, if it has been moved; the caller records it */
async function finishMove(world: DeliveryWorld, folder: Folder, document: Document): Promise<Moved | undefined> {
  const { facts, id, moving, path } = document;
  let moved: Moved | undefined;
  if (moving !== undefined) {
    const { from, to } = moving;
    const [source, target] = [absolutePath(folder, path), absolutePath(folder, to)];
    const entry = from === path ? await world.files.stat(source) : undefined;
    if (from === path && !(entry?.kind === 'file' && sameFacts(entry, facts))) {
      const found = await world.files.stat(target);
      if (found?.kind === 'file' && (await isOfDocument(world, target, found, document)))
        moved = { kind: 'moved', path: to, facts: factsOf(found) };
      else if (isElsewhere(world, folder, moving)) throw unreachable(folder);
      else await missing(world, folder);
    }
    // The source may have both names; or somebody has renamed it since.
    if (moved === undefined && to !== path) await takeBack(world, target, source);
  }
  const now = moved === undefined ? document : { ...document, path: moved.path, facts: moved.facts };
  if (document.json?.from !== undefined) await followSource(world, folder, now);
  if (moving !== undefined && moved === undefined) world.ledger.documents.update(id, { moving: undefined });
  return moved;
}

/**
 * Chooses the names and commits them; undefined if the source is not there, `not now` if a newer result of it is to be written first, or
 * to come.
 */
async function begin(
  world: DeliveryWorld,
  folder: Folder,
  document: Document,
  { directory, name: wanted, exact }: Extract<Place, { kind: 'there' }>,
): Promise<Move | 'not now' | undefined> {
  const { ledger } = world;
  const { documents, meta } = ledger;
  const { delivery, id } = document;
  const entry = await world.files.stat(absolutePath(folder, document.path));
  if (entry?.kind !== 'file' || !sameFacts(entry, document.facts)) return undefined;
  const written = documents.get(id)?.json;
  const hasJson = written !== undefined && (await world.files.stat(written.path))?.kind === 'file';
  await world.files.makeDirectory(directory);
  const { json, to } = await firstFree(async (attempt, limit) => {
    if (exact === true && attempt > 1) {
      const path = join(directory, wanted);
      throw new DiskProblem('other', path, 'write', { said: say('filing.taken', { path }) });
    }
    const name = filedName(wanted, attempt, limit);
    const to = join(directory, name);
    if ((await world.files.stat(to)) !== undefined) return undefined;
    const jsonTo = join(directory, jsonName(name, 1, limit));
    return hasJson && (await world.files.stat(jsonTo)) !== undefined ? undefined : { to, json: jsonTo };
  });
  if (documents.get(id)?.delivery.kind !== delivery.kind) return 'not now';
  const volume = { root: meta.read('root', folder.id), volume: meta.read('volume', folder.id) };
  const move = { from: document.path, to: relative(folder.path, to).replaceAll(sep, '/'), ...defined(volume) };
  documents.update(id, {
    moving: move,
    ...(hasJson && { json: { ...written, path: json, from: written.path } }),
  });
  return move;
}

/** Milliseconds: the disk that it was moved to may keep times in steps of two seconds. */
const coarsestTime = 2_000;

/** A file keeps its size and time when it is moved, across file systems too. Where all times have moved since, its content tells. */
async function isOfDocument({ files }: DeliveryWorld, path: string, now: FileFacts, { facts, hash }: Document): Promise<boolean> {
  if (now.size !== facts.size) return false;
  return Math.abs(now.mtimeMs - facts.mtimeMs) <= coarsestTime || (await files.hash(path)).sha256 === hash;
}

/** Whether a move began on another volume, where it may have been done: what is here now says nothing of it. */
function isElsewhere({ ledger }: DeliveryWorld, { id }: Folder, { root, volume }: Move): boolean {
  return (root !== undefined && root !== ledger.meta.read('root', id)) || isOtherVolume(volume, ledger.meta.read('volume', id));
}
