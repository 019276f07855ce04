import { usualUnknownPages } from '../../electron/core/account/budget.ts';
import { dateHere } from '../../electron/core/calendar.ts';
import { hasResult, inWords, nameOfFile, type SeenFile, stages } from '../support/seen.ts';
import { leftMoving, wishDone } from './category-deeds.ts';
import { kindOf, valueIn } from './contents.ts';
import { sha256 } from './memory-disk.ts';
import { folderOf } from './outputs-at-the-end.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** What a person confirms at the service is seen within this time: an hour, and what polls may wait for each other. */
export const lookMs = 70 * 60_000;

/** What is still pending. */
export function notAtRest(simulated: SimulatedWorld): string[] {
  return simulated.seen.files().flatMap((file) => stillMoving(simulated, file, 0));
}

/**
 * A file that is still pending.
 * @param last the one that was found before, which is mostly pending still: looking at it first spares reading all of them
 */
export function pendingFile(simulated: SimulatedWorld, last: number | undefined): number | undefined {
  const isPendingStill = (file: SeenFile) => stillMoving(simulated, file, 0).length > 0;
  const known = last === undefined ? undefined : simulated.seen.file(last);
  if (known !== undefined && isPendingStill(known)) return last;
  return simulated.seen.files().find(isPendingStill)?.id;
}

const isOwed = ({ outputs }: SeenFile): boolean => outputs === 'due' || outputs === 'follow';

/** Another file is at its path, of which nobody knows what it holds until a person has answered about it. */
function isUnderAsked({ seen }: SimulatedWorld, { id, folder, path }: SeenFile): boolean {
  const there = seen.at(`${folder}/${path}`)?.file;
  return there !== undefined && there !== id && seen.file(there)?.held === 'asked';
}

/** Nothing is pending: what waits, waits for a person or behind a file that does. */
export function stillMoving(simulated: SimulatedWorld, file: SeenFile, unseenMs: number): string[] {
  const { isGone, outputs, stage } = file;
  const name = nameOfFile(file);
  // A run ends when only a person, or much later an answer, can help it on.
  if (
    stage === 'in doubt' &&
    !isGone &&
    simulated.plan.mode === 'watch' &&
    simulated.service.has(file.batch) &&
    !isConfused(simulated, file) &&
    !isOffered(simulated, file)
  )
    return [`${name} is in doubt, and the service has its result: ${inWords(file)}`];
  const left = [...leftMoving(simulated, file), ...wishDone(simulated, file)];
  if (left.length > 0) return left;
  if (isConfirmedUnseen(simulated, file, unseenMs)) return [`${name} was confirmed at the service, and is ${stage}`];
  const waits = stage === 'settling' || beforeSending.includes(stage);
  const onDisk = (waits && !isGone) || isOwed(file);
  if (onDisk && waitsForVolume(simulated, file)) return [];
  // A run ends, and does not wait until a person has decided whether it takes the folder over.
  const another = onDisk && simulated.plan.mode === 'run' ? simulated.seen.folder(file.folder)?.another : undefined;
  if (another !== undefined && another.answer !== 'send') return [];
  const moving = !isGone && (stages[stage].moves || stage === 'held');
  if (moving && !isHeld(simulated, file)) return [`${name} did not come to rest: ${inWords(file)}`];
  if (isOwed(file) && (isWayBackTaken(simulated, file) || isUnderAsked(simulated, file))) return [];
  if (isOwed(file)) return [`${name} was not delivered: ${outputs} ${JSON.stringify(file.hindrance)}`];
  if (outputs === 'none' && !isGone && hasResult(stage)) return [`${name} is ${stage} and not delivered`];
  return [];
}

const beforeSending: readonly string[] = ['waiting', 'blocked', 'held'];

/** Its filing is to be taken back, and another file has its name, or its JSON's, by now: that waits until somebody moves it. */
function isWayBackTaken({ disk }: SimulatedWorld, { hindrance }: SeenFile): boolean {
  if (hindrance?.code !== 'filing.taken') return false;
  return ['', '.json'].some((ending) => disk.get(`${hindrance.values.path}${ending}`) !== undefined);
}

/** The service has said something wrong about its batch: then it may be a question for good. */
export function isConfused({ service }: SimulatedWorld, { batch }: SeenFile): boolean {
  return batch !== undefined && service.confusion.batches.has(batch);
}

/**
 * A person can assign it its result, which the service has under a name that fits no file of the batch. One that failed
 * has none: it is known once all others are.
 */
export function isOffered({ belongings, seen, service }: SimulatedWorld, file: SeenFile): boolean {
  const { batch, fileId, hash = '' } = file;
  if (!service.renames || fileId !== undefined || batch === undefined) return false;
  const content = belongings.contents.get(hash);
  if (content !== undefined && kindOf(content) === 'failing') return true;
  return seen.offered(file).some(({ values }) => values.some((value) => value.startsWith(valueIn(hash))));
}

/**
 * Another volume was in the folder's place when it was scanned last, and now there is a directory without files: that may be
 * the mount point of the volume that is away, as far as anybody can tell from the disk.
 */
function waitsForVolume({ disk, seen }: SimulatedWorld, { folder }: SeenFile): boolean {
  const root = disk.stat(folder);
  const place = seen.folder(folder)?.place;
  const isOther = place?.ino !== root?.ino || place?.volume !== root?.volume;
  return isOther && root !== undefined && disk.list(folder).every(({ name }) => name.startsWith('.'));
}

/** Looked for only where nobody has set the clock by which an hour is measured. */
function isConfirmedUnseen({ clock, incidents, plan, service }: SimulatedWorld, file: SeenFile, unseenMs: number): boolean {
  if (plan.mode === 'run' || clock.timesSet > 0 || file.isGone) return false;
  const { fileId, route, stage } = file;
  if ((stage !== 'processed' && stage !== 'needs_review') || route.kind !== 'extraction' || fileId === undefined) return false;
  // While the service did not know the batch, the pauses between the questions grew.
  const { batch = '' } = file;
  if (incidents.forgotten.has(batch) || service.confusion.batches.has(batch)) return false;
  return service.isConfirmed(route.id, fileId, clock.elapsed - unseenMs);
}

function isHeld(simulated: SimulatedWorld, file: SeenFile | undefined): boolean {
  if (file === undefined) return false;
  const { hash = '', route, stage } = file;
  if (stage !== 'waiting') return stage === 'in doubt' || stage === 'held';
  // The service refuses it, and has taken nothing on this route: a person has to look at the route, which is tried meanwhile.
  const content = simulated.belongings.contents.get(hash);
  const isRefused = content !== undefined && kindOf(content) === 'poison' && simulated.seen.isPaused(route);
  return isRefused || isHeldBack(simulated, file) || isFiledOtherwise(simulated, file);
}

/** Somebody has put something else where it was filed: it waits until it is there again, and says so. */
function isFiledOtherwise({ disk }: SimulatedWorld, { folder, hash, path, says }: SeenFile): boolean {
  if (says?.code !== 'sending.filedOtherwise') return false;
  const there = disk.get(`${folder}/${path}`);
  return there === undefined || sha256(there) !== hash;
}

/** A budget leaves too few pages for it now, by what was charged; only time can help. */
function isHeldBack({ clock, plan, seen }: SimulatedWorld, file: SeenFile): boolean {
  const date = dateHere(clock.now(), plan.budget.timeZone ?? 'UTC');
  const pages = file.pages ?? usualUnknownPages;
  const folder = folderOf({ plan }, file)?.budget;
  return (['day', 'month'] as const).some((period) => {
    const own = plan.budget[period];
    const account = own !== undefined && seen.spent(date[period]) + pages > own + seen.lifted(date[period]);
    const limit = folder?.[period];
    return account || (limit !== undefined && seen.spent(date[period], file.folder) + pages > limit);
  });
}

/** When a file goes on that waits for the day to turn; undefined if there is none. */
export function waitsUntil(simulated: SimulatedWorld): number | undefined {
  const { clock, plan, seen } = simulated;
  if (Object.keys(plan.budget).length === 0) return undefined;
  const isWaiting = (file: SeenFile) => file.stage === 'waiting' && !file.isGone && isHeldBack(simulated, file);
  return seen.files().some(isWaiting) ? dateHere(clock.now(), plan.budget.timeZone ?? 'UTC').nextDay : undefined;
}
