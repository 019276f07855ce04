import { basename, dirname, join, relative, sep } from 'node:path';
import { type Document, type FileFacts, factsOf, type Move, sameFacts } from '../../core/document/document.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { absolutePath, type Folder, isOtherVolume } from '../loop/watched-folders.ts';
import { DiskProblem } from '../ports.ts';
import {
  contentsOf,
  type DeliveryWorld,
  filedName,
  firstFree,
  jsonName,
  missing,
  unreachable,
  withJson,
} from './delivery-target.ts';
import { lookAtJson } from './json-file.ts';
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
  const { facts, id, path } = document;
  const place = await placeOf(world, folder, document);
  if (place.kind === 'here' || isAt(folder, path, place))
    return { kind: 'moved', path, facts, ...defined({ unfiled: place.kind === 'here' ? place.unfiled : undefined }) };
  for (;;) {
    const plan = await begin(world, folder, document, place);
    if (plan === undefined) return missing(world, folder);
    if (plan === 'not now') return { kind: 'moved', path, facts };
    const answer = await world.files.moveNew(absolutePath(folder, path), absolutePath(folder, plan.to));
    if (answer === 'moved') return (await finishMove(world, folder, document, plan)) ?? missing(world, folder);
    // Somebody has taken the name since it was chosen.
    world.ledger.documents.update(id, { moving: undefined });
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
    const moved = each.moving && (await finishMove(world, folder, each, each.moving));
    if (moved !== undefined) record(each, moved);
    isMoved = moved !== undefined && each.id === document.id;
  }
  return isMoved;
}

async function finishMove(world: DeliveryWorld, folder: Folder, document: Document, move: Move): Promise<Moved | undefined> {
  const { facts, id, path } = document;
  const { from, to } = move;
  const [source, target] = [absolutePath(folder, path), absolutePath(folder, to)];
  if (from !== to && from === path) {
    const entry = await world.files.stat(source);
    if (entry?.kind !== 'file' || !sameFacts(entry, facts)) {
      const moved = await world.files.stat(target);
      if (moved?.kind === 'file' && (await isOfDocument(world, target, moved, document))) {
        await moveJson(world, folder, document, move);
        return { kind: 'moved', path: to, facts: factsOf(moved) };
      }
      if (isElsewhere(world, folder, move)) throw unreachable(folder);
      await missing(world, folder);
    }
  }
  // The source may have both names; or somebody has renamed it since.
  if (from !== to && to !== path) await takeBack(world, target, source);
  await followJson(world, folder, document, move);
  world.ledger.documents.update(id, { moving: undefined });
  return undefined;
}

/** A move that ends without the source may have moved the JSON already. */
async function followJson(world: DeliveryWorld, folder: Folder, document: Document, { json }: Move): Promise<void> {
  const { files, ledger } = world;
  const owner = withJson(world, folder, document);
  if (json === undefined || owner?.json.path !== json.from) return;
  if ((await files.stat(json.from)) !== undefined) return takeBack(world, json.to, json.from);
  const moved = { ...owner, json: { ...owner.json, path: json.to } };
  if ((await lookAtJson(world, moved)).kind === 'ours') ledger.documents.update(owner.id, { json: moved.json });
}

/** Leaves a file only its first name, if both are there. Another file at the second one stays. */
async function takeBack({ files }: DeliveryWorld, second: string, first: string): Promise<void> {
  if ((await files.stat(first)) !== undefined && (await files.stat(second)) !== undefined) await files.moveNew(second, first);
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
    ...defined({ root: ledger.meta.read('root', folder.id), volume: ledger.meta.read('volume', folder.id) }),
  };
  if (ledger.documents.get(document.id)?.delivery.kind !== document.delivery.kind) return 'not now';
  ledger.documents.update(document.id, { moving: begun });
  return begun;
}

/** Milliseconds: the disk that it was moved to may keep times in steps of two seconds. */
const coarsestTime = 2_000;

/** A file keeps its size and time when it is moved, across file systems too. Where all times have moved since, its content tells. */
async function isOfDocument({ files }: DeliveryWorld, path: string, now: FileFacts, { facts, hash }: Document): Promise<boolean> {
  if (now.size !== facts.size) return false;
  return Math.abs(now.mtimeMs - facts.mtimeMs) <= coarsestTime || (await files.hash(path)).sha256 === hash;
}

/** Once the ledger names another path than the first one, what lies there is the JSON of a document that came to the name. */
async function moveJson(world: DeliveryWorld, folder: Folder, { id }: Document, { json }: Move): Promise<void> {
  const { files, ledger } = world;
  const written = ledger.documents.get(id)?.json;
  if (json === undefined || written?.path !== json.from) return;
  const { from, to } = json;
  const put = (path: string) => ledger.documents.update(id, { json: { ...written, path } });
  if ((await files.stat(from)) === undefined) {
    if ((await files.stat(to)) !== undefined) put(to);
    // A person has removed it, if the folder is there.
    else await missing(world, folder);
    return;
  }
  const source = basename(to).replace(/\.json$/, '');
  const taken = await firstFree(async (attempt, limit) => {
    const path = attempt === 1 ? to : join(dirname(to), jsonName(source, attempt, limit));
    return (await files.moveNew(from, path)) === 'moved' ? path : undefined;
  });
  put(taken);
}

/** Whether a move began on another volume, where it may have been done: what is here now says nothing of it. */
function isElsewhere({ ledger }: DeliveryWorld, { id }: Folder, { root, volume }: Move): boolean {
  return (root !== undefined && root !== ledger.meta.read('root', id)) || isOtherVolume(volume, ledger.meta.read('volume', id));
}
