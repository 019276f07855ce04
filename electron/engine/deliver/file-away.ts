import { basename, dirname, join, relative, sep } from 'node:path';
import { type Document, type FileFacts, factsOf, type Move, sameFacts } from '../../core/document/document.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { given } from '../../core/plain-data.ts';
import { absolutePath, type Folder, isOtherVolume, isRootAsKnown } from '../loop/watched-folders.ts';
import { DiskProblem } from '../ports.ts';
import { type DeliveryWorld, filedName, firstFree, jsonName, withJson } from './delivery-target.ts';
import { isAt, type Place, placeOf } from './place.ts';

export type FileAwayOutcome =
  /** `path`: where the source is now, relative to the folder, with `/`. */
  | {
      readonly kind: 'moved';
      readonly path: string;
      readonly facts: FileFacts;
      /** A move that began earlier was completed, and it belongs elsewhere by now. */
      readonly unfinished?: true;
      /** Why it stays, although the folder has a template. */
      readonly unfiled?: Message;
    }
  /** Its content is not where it was. */
  | { readonly kind: 'missing' };

/**
 * Moves a delivered source and its JSON to where the folder's settings put it (`placeOf`): to the subfolder, below that to the
 * directory that they were in (`June/a.pdf` → `Processed/June/a.pdf`) or to what the template makes of its values; to the next
 * name that is free for both (`a (2).pdf` with `a (2).pdf.json`). Only to be called once the document's outputs are on disk.
 *
 * The ledger has both new paths before the first file is moved, so that calling this again completes a move that a crash
 * interrupted; one that has not moved the source yet is given up if the source belongs elsewhere by now. It updates the ledger's
 * record of the JSON; the caller updates the document's own path.
 *
 * @throws DiskProblem if the disk refuses, or the directory of the settings cannot be used; to be tried again
 */
export async function fileAway(world: DeliveryWorld, folder: Folder, document: Document): Promise<FileAwayOutcome> {
  const { documents } = world.ledger;
  const { id, facts, path } = document;
  const place = await placeOf(world, folder, document);
  for (;;) {
    const moving = documents.get(id)?.moving;
    const unfinished = moving && (await begunMove(world, folder, document, moving));
    const begun = unfinished && (await isGivenUp(world, folder, document, unfinished, place)) ? undefined : unfinished;
    if (begun === undefined && (place.kind === 'here' || isAt(folder, path, place)))
      return { kind: 'moved', path, facts, ...given({ unfiled: place.kind === 'here' ? place.unfiled : undefined }) };
    const plan = begun ?? (place.kind === 'there' ? await begin(world, folder, document, place) : undefined);
    if (plan === undefined) return missing(world, folder);
    const moved = await moveSource(world, folder, document, plan);
    if (moved === 'taken') {
      // Somebody has taken the name since it was chosen.
      documents.update(id, { moving: undefined });
      continue;
    }
    if (moved === undefined) {
      await followJson(world, document, plan);
      if (isElsewhere(world, folder, plan)) throw unreachable(folder);
      return missing(world, folder);
    }
    await moveJson(world, document, plan);
    // Its values may have changed since the move began.
    return { kind: 'moved', path: plan.to, facts: moved, ...(!leadsThere(folder, plan, place) && { unfinished: true }) };
  }
}

/** Whether a move leads to where the source belongs by now. */
function leadsThere(folder: Folder, { to }: Move, place: Place): boolean {
  return place.kind === 'there' && isAt(folder, to, place);
}

/** Gives up a move to where the source does not belong any more, as long as the source has not been moved. */
async function isGivenUp(world: DeliveryWorld, folder: Folder, document: Document, move: Move, place: Place): Promise<boolean> {
  if (leadsThere(folder, move, place)) return false;
  const source = absolutePath(folder, document.path);
  const entry = await world.files.stat(source);
  if (entry?.kind !== 'file' || !sameFacts(entry, document.facts)) return false;
  await takeBack(world, absolutePath(folder, move.to), source);
  await followJson(world, document, move);
  world.ledger.documents.update(document.id, { moving: undefined });
  return true;
}

/**
 * The move of the source to another directory, if that is what has begun. If somebody has renamed the source since then, or if only
 * its JSON was to be moved, names that were given without having taken the old ones away are taken back.
 */
export async function begunMove(
  world: DeliveryWorld,
  folder: Folder,
  document: Document,
  begun: Move,
): Promise<Move | undefined> {
  const isOfSource = begun.from !== begun.to;
  if (isOfSource && begun.from === document.path) return begun;
  if (isOfSource && begun.to === document.path) return undefined;
  if (isOfSource) await takeBack(world, absolutePath(folder, begun.to), absolutePath(folder, document.path));
  await followJson(world, document, begun);
  return undefined;
}

/** A move that ends without the source may have moved the JSON already. */
async function followJson(world: DeliveryWorld, document: Document, { json }: Move): Promise<void> {
  const { files, ledger } = world;
  const owner = withJson(world, document);
  if (json === undefined || owner?.json.path !== json.from) return;
  if ((await files.stat(json.from)) !== undefined) await takeBack(world, json.to, json.from);
  else if ((await files.stat(json.to)) !== undefined)
    ledger.documents.update(owner.id, { json: { ...owner.json, path: json.to } });
}

/** Leaves a file only its first name, if both are there. Another file at the second one stays. */
export async function takeBack({ files }: DeliveryWorld, second: string, first: string): Promise<void> {
  if ((await files.stat(first)) !== undefined && (await files.stat(second)) !== undefined) await files.moveNew(second, first);
}

/** Chooses the names and commits them; undefined if the source is not there. */
async function begin(
  world: DeliveryWorld,
  folder: Folder,
  document: Document,
  { directory, name: wanted, exact }: Extract<Place, { kind: 'there' }>,
): Promise<Move | undefined> {
  const { ledger } = world;
  const entry = await world.files.stat(absolutePath(folder, document.path));
  if (entry?.kind !== 'file' || !sameFacts(entry, document.facts)) return undefined;
  const written = ledger.documents.get(document.id)?.json?.path;
  const json = written !== undefined && (await world.files.stat(written))?.kind === 'file' ? written : undefined;
  await world.files.makeDirectory(directory);
  const plan = await firstFree(async (attempt, limit): Promise<Move | undefined> => {
    if (exact === true && attempt > 1) {
      const path = join(directory, wanted);
      throw new DiskProblem('other', path, 'write', { said: say('filing.taken', { path }) });
    }
    const name = filedName(wanted, attempt, limit);
    const to = join(directory, name);
    if ((await world.files.stat(to)) !== undefined) return undefined;
    const found = { from: document.path, to: relative(folder.path, to).replaceAll(sep, '/') };
    if (json === undefined) return found;
    const jsonTo = join(directory, jsonName(name, 1, limit));
    return (await world.files.stat(jsonTo)) === undefined ? { ...found, json: { from: json, to: jsonTo } } : undefined;
  });
  const begun = plan && {
    ...plan,
    ...given({ root: ledger.meta.read('root', folder.id), volume: ledger.meta.read('volume', folder.id) }),
  };
  ledger.documents.update(document.id, { moving: begun });
  return begun;
}

/** The facts of the source where it is now; undefined if its content is at neither path. */
async function moveSource(
  world: DeliveryWorld,
  folder: Folder,
  document: Document,
  { to }: Move,
): Promise<FileFacts | 'taken' | undefined> {
  const source = absolutePath(folder, document.path);
  const target = absolutePath(folder, to);
  const entry = await world.files.stat(source);
  const there = entry?.kind === 'file' && sameFacts(entry, document.facts);
  if (there && (await world.files.moveNew(source, target)) === 'taken') return 'taken';
  const moved = await world.files.stat(target);
  if (moved?.kind !== 'file' || (!there && !(await isMoved(world, target, moved, document)))) return undefined;
  return factsOf(moved);
}

/** Milliseconds: the disk that it was moved to may keep times in steps of two seconds. */
const coarsestTime = 2_000;

/** A file keeps its size and time when it is moved, across file systems too. Where all times have moved since, its content tells. */
async function isMoved({ files }: DeliveryWorld, path: string, now: FileFacts, { facts, hash }: Document): Promise<boolean> {
  if (now.size !== facts.size) return false;
  return Math.abs(now.mtimeMs - facts.mtimeMs) <= coarsestTime || (await files.hash(path)).sha256 === hash;
}

/** Once the ledger names another path than the first one, what lies there is the JSON of a document that came to the name. */
async function moveJson({ files, ledger }: DeliveryWorld, { id }: Document, { json }: Move): Promise<void> {
  const written = ledger.documents.get(id)?.json;
  if (json === undefined || written?.path !== json.from) return;
  const { from, to } = json;
  const put = (path: string) => ledger.documents.update(id, { json: { ...written, path } });
  if ((await files.stat(from)) === undefined) {
    // A person may have removed it.
    if ((await files.stat(to)) !== undefined) put(to);
    return;
  }
  const source = basename(to).replace(/\.json$/, '');
  const taken = await firstFree(async (attempt, limit) => {
    const path = attempt === 1 ? to : join(dirname(to), jsonName(source, attempt, limit));
    return (await files.moveNew(from, path)) === 'moved' ? path : undefined;
  });
  put(taken);
}

/** @throws DiskProblem if the folder is away: what is not there now says nothing */
export async function missing(world: DeliveryWorld, folder: Folder): Promise<FileAwayOutcome> {
  if (await isHere(world, folder)) return { kind: 'missing' };
  throw unreachable(folder);
}

/** An empty mount point, or another volume in the folder's place, says nothing of its files. */
export async function isHere(world: DeliveryWorld, folder: Folder): Promise<boolean> {
  if (world.ledger.meta.read('root', folder.id) !== undefined) return isRootAsKnown(world, folder);
  return (await world.files.stat(folder.path))?.kind === 'directory';
}

/** Whether a move began on another volume, where it may have been done: what is here now says nothing of it. */
function isElsewhere({ ledger }: DeliveryWorld, { id }: Folder, { root, volume }: Move): boolean {
  return (root !== undefined && root !== ledger.meta.read('root', id)) || isOtherVolume(volume, ledger.meta.read('volume', id));
}

function unreachable({ path }: Folder): DiskProblem {
  return new DiskProblem('missing', path, 'read', { said: say('disk.folder.unreachable', { path }) });
}
