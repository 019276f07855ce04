import { usualUnknownPages } from '../../electron/core/account/budget.ts';
import { dateHere } from '../../electron/core/calendar.ts';
import { deliveryProblem, isPending } from '../../electron/core/document/delivery.ts';
import type { Document } from '../../electron/core/document/document.ts';
import { directoryOf, fileNameOf } from '../../electron/core/document/document.ts';
import { isAsked } from '../../electron/core/document/states.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { shownValues } from '../../electron/core/poll/unmatched.ts';
import { assertNever } from '../../electron/core/result.ts';
import { leftMoving, wishDone } from './category-deeds.ts';
import { kindOf, valueIn } from './contents.ts';
import { sha256 } from './memory-disk.ts';
import { folderOf } from './outputs-at-the-end.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** A document by the ledger's id. */
export type ById = (id: number) => Document | undefined;

/** What a person confirms at the service is seen within this time: an hour, and what polls may wait for each other. */
export const lookMs = 70 * 60_000;

/** What is still pending. */
export function notAtRest(simulated: SimulatedWorld): string[] {
  const { documents } = simulated.ledger;
  const byId = (id: number) => documents.get(id);
  return documents.page({ limit: 10_000 }).documents.flatMap((document) => stillMoving(simulated, byId, document, 0));
}

/**
 * A document that is still pending.
 * @param last the one that was found before, which is mostly pending still: looking at it first spares reading all of them
 */
export function pendingDocument(simulated: SimulatedWorld, last: number | undefined): number | undefined {
  const { documents } = simulated.ledger;
  const byId = (id: number) => documents.get(id);
  const isPendingStill = (document: Document) => stillMoving(simulated, byId, document, 0).length > 0;
  const known = last === undefined ? undefined : byId(last);
  if (known !== undefined && isPendingStill(known)) return last;
  return documents.page({ limit: 10_000 }).documents.find(isPendingStill)?.id;
}

/** Another file is at its path, of which nobody knows what it holds until a person has answered about it. */
function isUnderAsked({ ledger }: SimulatedWorld, byId: ById, { id, folderId, path }: Document): boolean {
  const there = ledger.files.get(folderId, directoryOf(path), fileNameOf(path))?.documentId;
  const other = there === undefined || there === id ? undefined : byId(there);
  return other !== undefined && isAsked(other.state);
}

/** Nothing is pending: what waits, waits for a person or behind a document that does. */
export function stillMoving(simulated: SimulatedWorld, byId: ById, document: Document, unseenMs: number): string[] {
  const { state, delivery } = document;
  const name = `${document.path} (#${document.id})`;
  const batch = document.batchId === undefined ? undefined : simulated.ledger.batches.get(document.batchId)?.serviceBatchId;
  // A run ends when only a person, or much later an answer, can help it on.
  if (
    state.kind === 'unresolved' &&
    simulated.plan.mode === 'watch' &&
    simulated.service.has(batch) &&
    !isConfused(simulated, document) &&
    !isOffered(simulated, document)
  )
    return [`${name} is in doubt, and the service has its result: ${inEnglish(state.message)}`];
  const left = [...leftMoving(simulated, document), ...wishDone(simulated, document)];
  if (left.length > 0) return left;
  if (isConfirmedUnseen(simulated, document, unseenMs)) return [`${name} was confirmed at the service, and is ${state.kind}`];
  const onDisk = state.kind === 'settling' || state.kind === 'waiting' || isPending(delivery);
  if (onDisk && waitsForVolume(simulated, document)) return [];
  // A run ends, and does not wait until a person has decided whether it takes the folder over.
  const other = simulated.ledger.meta.read('other-intray', document.folderId);
  if (onDisk && simulated.plan.mode === 'run' && other !== undefined && other.answer !== 'send') return [];
  const moving = ['settling', 'waiting', 'uploading', 'queued', 'processing'].includes(state.kind);
  if (moving && !isHeld(simulated, byId, document)) return [`${name} did not come to rest: ${JSON.stringify(state)}`];
  if (isPending(delivery) && (isWayBackTaken(simulated, document) || isUnderAsked(simulated, byId, document))) return [];
  if (isPending(delivery)) return [`${name} was not delivered: ${JSON.stringify(delivery)}`];
  if (delivery.kind === 'none' && ['processed', 'needs_review', 'confirmed', 'duplicate'].includes(state.kind)) {
    return [`${name} is ${state.kind} and not delivered`];
  }
  return [];
}

/** Its filing is to be taken back, and another file has its name, or its JSON's, by now: that waits until somebody moves it. */
function isWayBackTaken({ disk }: SimulatedWorld, { delivery }: Document): boolean {
  const message = deliveryProblem(delivery);
  if (message?.code !== 'filing.taken') return false;
  return ['', '.json'].some((ending) => disk.get(`${message.values.path}${ending}`) !== undefined);
}

/** The service has said something wrong about its batch: then it may be a question for good. */
export function isConfused({ ledger, service }: SimulatedWorld, { batchId }: Document): boolean {
  const batch = batchId === undefined ? undefined : ledger.batches.get(batchId)?.serviceBatchId;
  return batch !== undefined && service.confusion.batches.has(batch);
}

/**
 * A person can assign it its result, which the service has under a name that fits no document of the batch. One that failed
 * has none: it is known once all others are.
 */
export function isOffered({ belongings, ledger, service }: SimulatedWorld, { batchId, fileId, hash = '' }: Document): boolean {
  if (!service.renames || fileId !== undefined || batchId === undefined) return false;
  const content = belongings.contents.get(hash);
  if (content !== undefined && kindOf(content) === 'failing') return true;
  return ledger.unmatched
    .of(batchId)
    .some(({ result }) => shownValues(result).some(({ value }) => value.startsWith(valueIn(hash))));
}

/**
 * Another volume was in the folder's place when it was scanned last, and now there is a directory without files: that may be
 * the mount point of the volume that is away, as far as anybody can tell from the disk.
 */
function waitsForVolume({ disk, ledger }: SimulatedWorld, { folderId }: Document): boolean {
  const path = ledger.folders.get(folderId)?.path ?? '';
  const root = disk.stat(path);
  const isOther = ledger.meta.read('root', folderId) !== root?.ino || ledger.meta.read('volume', folderId) !== root?.volume;
  return isOther && root !== undefined && disk.list(path).every(({ name }) => name.startsWith('.'));
}

/** Looked for only where nobody has set the clock by which an hour is measured. */
function isConfirmedUnseen(
  { clock, incidents, ledger, plan, service }: SimulatedWorld,
  { batchId, fileId, route, state }: Document,
  unseenMs: number,
): boolean {
  // While the service did not know the batch, the pauses between the questions grew.
  const batch = batchId === undefined ? undefined : ledger.batches.get(batchId)?.serviceBatchId;
  if (incidents.forgotten.has(batch ?? '') || service.confusion.batches.has(batch ?? '')) return false;
  if (plan.mode === 'run' || clock.timesSet > 0 || route.kind !== 'extraction' || fileId === undefined) return false;
  return (
    (state.kind === 'processed' || state.kind === 'needs_review') &&
    service.isConfirmed(route.id, fileId, clock.elapsed - unseenMs)
  );
}

function isHeld(simulated: SimulatedWorld, byId: ById, document: Document | undefined): boolean {
  const state = document?.state.kind === 'gone' ? document.state.was : document?.state;
  if (document === undefined || state === undefined) return false;
  if (state.kind === 'unresolved') return true;
  if (state.kind !== 'waiting') return false;
  switch (state.wait.kind) {
    case 'behind':
      return isHeld(simulated, byId, byId(state.wait.first));
    case 'held':
      return true;
    // The service refuses it, and has taken nothing on this route: a person has to look at the route, which is tried meanwhile.
    case 'ready': {
      const content = simulated.belongings.contents.get(document.hash ?? '');
      const isPaused = simulated.ledger.routes.paused(document.origin, document.route) !== undefined;
      const isRefused = isPaused && content !== undefined && kindOf(content) === 'poison';
      return isRefused || isHeldBack(simulated, document) || isFiledOtherwise(simulated, document);
    }
    case 'elsewhere':
    case 'blocked':
      return false;
    default:
      return assertNever(state.wait);
  }
}

/** Somebody has put something else where it was filed: it waits until it is there again, and says so. */
function isFiledOtherwise(simulated: SimulatedWorld, document: Document): boolean {
  const { hash, path, state } = document;
  if (state.kind !== 'waiting' || state.wait.kind !== 'ready' || state.wait.reason?.code !== 'sending.filedOtherwise')
    return false;
  const there = simulated.disk.get(`${folderOf(simulated, document)?.path}/${path}`);
  return there === undefined || sha256(there) !== hash;
}

/** A budget leaves too few pages for it now, by what was charged; only time can help. */
function isHeldBack({ clock, ledger, plan }: SimulatedWorld, document: Document): boolean {
  const date = dateHere(clock.now(), plan.budget.timeZone ?? 'UTC');
  const lifts = ledger.meta.read('lifts') ?? {};
  const pages = document.pages ?? usualUnknownPages;
  const folder = folderOf({ ledger, plan }, document)?.budget;
  return (['day', 'month'] as const).some((period) => {
    const own = plan.budget[period];
    const account = own !== undefined && ledger.charges.spent(date[period]) + pages > own + (lifts[` ${date[period]}`] ?? 0);
    const limit = folder?.[period];
    return account || (limit !== undefined && ledger.charges.spent(date[period], document.folderId) + pages > limit);
  });
}

/** When a document goes on that waits for the day to turn; undefined if there is none. */
export function waitsUntil(simulated: SimulatedWorld): number | undefined {
  const { clock, ledger, plan } = simulated;
  if (Object.keys(plan.budget).length === 0) return undefined;
  const held = ledger.documents
    .inState('waiting')
    .filter(
      (document) => document.state.kind === 'waiting' && document.state.wait.kind === 'ready' && isHeldBack(simulated, document),
    );
  return held.length === 0 ? undefined : dateHere(clock.now(), plan.budget.timeZone ?? 'UTC').nextDay;
}
