import { isAbsolute, join, relative, sep } from 'node:path';
import { type FolderSettings, folderSettingsSchema, nextRoutes, sendsOn } from '../../core/config/folder-settings.ts';
import type { FolderInspection } from '../../core/contract/folders.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { type Route, routeKey } from '../../core/protocol/route.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { isNetworkPath } from '../../engine/disk/volumes.ts';
import { DiskProblem, type Files } from '../../engine/ports.ts';
import { createFilter } from '../../engine/watch/filter.ts';
import { expandPath, findOverlap, type PathContext } from '../../settings/paths.ts';
import { lookUpExtraction, refuseId } from '../service/routes.ts';
import { chosenService, filesOf, invalid, ledgerOf, type WorkspaceContext } from '../workspace-context.ts';
import type { ListedFolder } from './folder-list.ts';

/**
 * Where a window may look at all (`WorkspaceWorld.roots`): below the home directory, the watched folders and the roots that
 * the owner named; never below a name that begins with a dot, nor in Intray's own data. A link may not lead out of there.
 * @param path absolute
 * @returns the path with its links resolved, for the disk of `filesOf`: that follows no link that comes there later.
 *   Undefined if it may not be looked at
 */
export async function confined(
  context: Pick<WorkspaceContext, 'world' | 'folders' | 'keeper'>,
  path: string,
): Promise<string | undefined> {
  const { world, folders } = context;
  const { resolve, realPath } = filesOf(context);
  const place = await resolve(path);
  if (world.roots === undefined) return place;
  const [data = '', ...named] = await Promise.all([world.dataDirectory, world.home, ...world.roots].map(realPath));
  const isOwn = inside(data, place) !== undefined;
  // A watched folder is where it was when it was added, even if its path is a link by now.
  const roots = [...named, ...folders.all.map((folder) => folder.path)];
  return !isOwn && roots.some((root) => inside(root, place)?.every((name) => !name.startsWith('.'))) ? place : undefined;
}

/** The names that lead from a directory to a path in it; undefined if it is not inside. */
function inside(directory: string, path: string): readonly string[] | undefined {
  const between = relative(directory, path);
  const names = between.split(sep);
  return isAbsolute(between) || names[0] === '..' ? undefined : names;
}

/** What paths from a window are relative to: they must be absolute, or begin with `~`. */
export function windowPaths({ world }: Pick<WorkspaceContext, 'world'>): PathContext {
  return { directory: world.home, home: world.home, platform: process.platform };
}

/** A path from a window as an absolute path; undefined if it is relative. */
function absoluteFrom(context: Pick<WorkspaceContext, 'world'>, path: string): string | undefined {
  const trimmed = path.trim();
  return isAbsolute(trimmed) || /^~(?=$|[\\/])/.test(trimmed) ? expandPath(trimmed, windowPaths(context)) : undefined;
}

/** Such a path, if a window may look there, with its links resolved. @throws RequestRefused at the member that it is of */
export async function allowedPath(context: WorkspaceContext, given: string, field: string): Promise<string> {
  const absolute = absoluteFrom(context, given) ?? invalid(field, say('workspace.folder.wholePath'));
  return (await confined(context, absolute)) ?? invalid(field, say('workspace.folder.outside', { path: absolute }));
}

/** The real path of a folder that can be watched beside the others, or why it cannot. @param except the id of the folder that is being changed */
export async function checkFolderPath(
  context: WorkspaceContext,
  path: string,
  except?: number,
): Promise<Result<string, Message>> {
  const absolute = absoluteFrom(context, path);
  if (absolute === undefined) return err(say('workspace.folder.wholePath'));
  // Resolved once: a link that comes there later leads nowhere.
  const files = filesOf(context);
  const allowed = await confined(context, absolute);
  const real = allowed ?? (await files.resolve(absolute));
  // A folder that was watched before is the owner's choice already.
  const isKnown =
    allowed !== undefined ||
    ledgerOf(context)
      .folders.all()
      .some(({ path: known }) => known === real);
  if (!isKnown) return err(say('workspace.folder.outside', { path: absolute }));
  const wrong = await folderProblem(files, real);
  if (wrong !== undefined) return err(wrong);
  for (const other of context.folders.all) {
    if (other.id === except) continue;
    const overlap = findOverlap([other.path, real], process.platform);
    if (overlap === undefined) continue;
    if (overlap.inner === 1 && overlap.outer === 0)
      return err(
        other.path === real
          ? say('workspace.folder.watchedAlready', { path: real })
          : say('workspace.folder.insideWatched', { path: real, other: other.path }),
      );
    return err(say('workspace.folder.containsWatched', { path: real, other: other.path }));
  }
  const data = await files.resolve(context.world.dataDirectory);
  const own = findOverlap([real, data], process.platform);
  if (own !== undefined) return err(say('workspace.folder.ownData', { path: data }));
  return ok(real);
}

/**
 * Whether documents can go to a route of the chosen service. Views the extraction, which costs no page; while the service
 * cannot be reached, the route counts as good.
 * @throws RequestRefused at the form's member
 */
async function checkRoute(context: WorkspaceContext, route: Route, field: string): Promise<void> {
  const origin = chosenService(context);
  if (route.kind === 'classification') return;
  const answer = await lookUpExtraction(context, route.id);
  if (!answer.ok) refuseId(answer.error, origin, route.id, field);
}

/**
 * A folder's settings from a window with its real path.
 * @param before the folder that is being changed
 * @throws RequestRefused with what the form should show
 */
export async function checkFolder(
  context: WorkspaceContext,
  settings: FolderSettings,
  before?: Pick<ListedFolder, 'id' | 'settings' | 'service'>,
): Promise<FolderSettings> {
  const unmoved = before !== undefined && before.settings.path === settings.path;
  // A share that is not mounted now keeps its path.
  const path = unmoved ? ok(settings.path) : await checkFolderPath(context, settings.path, before?.id);
  if (!path.ok) invalid('settings.path', path.error);
  const sameRoute =
    before !== undefined &&
    routeKey(before.settings.route) === routeKey(settings.route) &&
    (before.service === undefined || before.service === context.origin());
  if (!sameRoute) await checkRoute(context, settings.route, 'settings.route.id');
  // What was settled before may be gone by now, and is said by the folder's health.
  for (const route of nextRoutes(settings.next))
    if (before === undefined || !sendsOn(before.settings, route)) await checkRoute(context, route, 'settings.next');
  return { ...settings, path: path.value };
}

/** Why a folder cannot be watched; undefined if it exists and can be read. @param path absolute and real */
export async function folderProblem(files: Pick<Files, 'stat' | 'list'>, path: string): Promise<Message | undefined> {
  // Often what is left of a variable that is not set. A drive of Windows may be a share.
  if (path === '/') return say('workspace.folder.everything', { path });
  try {
    await files.list(path, 1);
    return undefined;
  } catch (error) {
    const kind = error instanceof DiskProblem ? error.kind : undefined;
    if (kind === 'missing') return say('workspace.folder.missing', { path });
    if (kind === 'denied') return say('workspace.folder.forbidden', { path });
    if (kind !== 'not-a-directory') return say('workspace.folder.unreadable', { path, message: messageOf(error) });
    const isThere = (await files.stat(path).catch(() => undefined)) !== undefined;
    return isThere ? say('workspace.folder.isFile', { path }) : say('workspace.folder.partIsFile', { path });
  }
}

/** Counting stops after so many entries, or so many milliseconds. */
const maxEntries = 10_000;
const maxMs = 2_000;

/** What a folder is, before it is added: what stands in the way, and how many files would be sent. Reads only. */
export async function inspectFolder(context: WorkspaceContext, path: string, recursive: boolean): Promise<FolderInspection> {
  const countedAt = context.clock.now();
  const checked = await checkFolderPath(context, path);
  if (!checked.ok) {
    const shown = absoluteFrom(context, path) ?? path;
    return { countedAt, path: shown, problem: checked.error, notes: [], files: 0, known: 0, more: false, bytes: 0 };
  }
  const real = checked.value;
  const files = filesOf(context);
  const ledger = ledgerOf(context);
  const before = ledger.folders.byPath(real);
  const isKnown = (directory: string, name: string): boolean =>
    before !== undefined && ledger.files.get(before.id, directory, name)?.documentId !== undefined;
  const counted = await count(files, real, { recursive, isKnown }, () => context.clock.elapsed());
  return { countedAt, path: real, notes: await notesOf(files, real), ...counted };
}

async function notesOf(files: Pick<Files, 'probeWrite'>, path: string): Promise<Message[]> {
  const notes: Message[] = [];
  if (isNetworkPath(path)) notes.push(say('workspace.folder.onNetwork'));
  try {
    await files.probeWrite(path);
  } catch (error) {
    notes.push(say('workspace.folder.notWritable', { message: messageOf(error) }));
  }
  return notes;
}

async function count(
  disk: Pick<Files, 'list'>,
  root: string,
  { recursive, isKnown }: { readonly recursive: boolean; readonly isKnown: (directory: string, name: string) => boolean },
  elapsed: () => number,
): Promise<Pick<FolderInspection, 'files' | 'known' | 'bytes' | 'more'>> {
  const filter = createFilter(folderSettingsSchema.parse({ path: root, route: { kind: 'extraction', id: '-' }, recursive }));
  const begun = elapsed();
  const waiting = [''];
  let seen = 0;
  let [files, known, bytes] = [0, 0, 0];
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    // The engine reports a directory that cannot be read.
    const entries = await disk.list(join(root, directory)).catch(() => []);
    for (const { name, kind, size } of entries) {
      seen += 1;
      if (seen > maxEntries || elapsed() - begun > maxMs) return { files, known, bytes, more: true };
      const path = directory === '' ? name : `${directory}/${name}`;
      if (kind === 'directory' && recursive && filter.directory(path) === undefined) waiting.push(path);
      if (kind !== 'file' || filter.file(path) !== undefined) continue;
      if (isKnown(directory, name)) {
        known += 1;
        continue;
      }
      files += 1;
      bytes += size;
    }
  }
  return { files, known, bytes, more: false };
}
