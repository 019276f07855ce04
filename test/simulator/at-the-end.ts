import { usualUnknownPages } from '../../electron/core/account/budget.ts';
import { openingOf } from '../../electron/core/account/hours.ts';
import { dateHere } from '../../electron/core/calendar.ts';
import type { FolderSettings } from '../../electron/core/config/folder-settings.ts';
import { nextRoutes } from '../../electron/core/config/next-step.ts';
import { asOn } from '../../electron/core/document/as-on.ts';
import { deliveryProblem, isPending } from '../../electron/core/document/delivery.ts';
import type { Document } from '../../electron/core/document/document.ts';
import { directoryOf, fileNameOf, sameFacts } from '../../electron/core/document/document.ts';
import type { FileRecord } from '../../electron/core/document/records.ts';
import { hasResult, isAsked } from '../../electron/core/document/states.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { shownValues } from '../../electron/core/poll/unmatched.ts';
import { routeKey } from '../../electron/core/protocol/route.ts';
import { assertNever } from '../../electron/core/result.ts';
import { maxAttempts } from '../../electron/core/upload/upload-outcome.ts';
import { filledFor } from '../../electron/engine/deliver/place.ts';
import { chosenRight, leftMoving, leftRight, wishDone } from './category-deeds.ts';
import { isWhole, kindOf, pagesIn, valueIn } from './contents.ts';
import { isRightlyFiled } from './disk-referee.ts';
import { linkedRight } from './linked-news.ts';
import { factsOf, isWithin, otherFile, sha256 } from './memory-disk.ts';
import { deliveredOf, isBreached, outputsRight, verdictOf } from './outputs-at-the-end.ts';
import { sheetsRight } from './sheets-at-the-end.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** What a person confirms at the service is seen within this time: an hour, and what polls may wait for each other. */
const lookMs = 70 * 60_000;

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

/** What must hold once all trouble is over and nothing is pending. */
export function checkAtTheEnd(simulated: SimulatedWorld): string[] {
  const { documents } = simulated.ledger.documents.page({ limit: 10_000 });
  const byId: ById = (id) => simulated.ledger.documents.get(id);
  return [
    ...documents.flatMap((document) => stillMoving(simulated, byId, document, lookMs)),
    ...nothingLost(simulated, byId),
    ...documents.flatMap((document) => unexplained(simulated, documents, document)),
    ...outputsRight(simulated, documents),
    ...sheetsRight(simulated, deliveredOf(documents)),
    ...documents.flatMap((document) => standsRight(simulated, document)),
    ...documents.flatMap((document) => filedRight(simulated, document)),
    ...documents.flatMap((document) => goneOnRight(simulated, document)),
    ...linkedRight(simulated),
    ...documents.flatMap(chosenRight(simulated)),
    ...documents.flatMap((document) => leftRight(simulated, document)),
  ];
}

/** A document that breaks a check of its folder's needs a person, until one has confirmed it. */
function standsRight(simulated: SimulatedWorld, document: Document): string[] {
  const { id, path, state, delivery } = document;
  if (state.kind !== 'processed' || delivery.kind !== 'done' || document.possibleDuplicate) return [];
  const { documents } = simulated.ledger.documents.page({ standings: ['needs-you', 'dismissed'], limit: 10_000 });
  const needs = documents.some((each) => each.id === id);
  if (delivery.unfiled !== undefined) return needs ? [] : [`${path} (#${id}) is not filed, and nobody is told`];
  if (needs === (isBreached(simulated, document) || document.awaits?.overdue === true)) return [];
  return [
    `${path} (#${id}) ${needs ? 'keeps its folder’s check, and needs a person' : 'breaks its folder’s check, and nobody is told'}`,
  ];
}

/** What is delivered in a folder with a template is where that puts it, or says why it is not. */
function filedRight(simulated: SimulatedWorld, document: Document): string[] {
  const { disk, ledger } = simulated;
  const { id, delivery, hash, path, result, state } = document;
  const folder = folderOf(simulated, document);
  if (folder?.fileAway.kind !== 'move' || folder.fileAway.as === undefined || delivery.kind !== 'done') return [];
  const source = disk.get(`${folder.path}/${path}`);
  if (!hasResult(state.kind) || result === undefined || source === undefined || sha256(source) !== hash) return [];
  if (document.undone !== undefined)
    return document.undone.to === undefined ? [] : [`${path} (#${id}) was to go back to ${document.undone.to}`];
  // Somebody had taken it away when it was to be filed.
  if (ledger.history.of(id).some(({ note }) => note?.code === 'notes.movedAlready')) return [];
  const filled = filledFor(ledger, folder, document);
  const stays = filled !== 'waits' && filled.kind === 'stays';
  if (stays !== (delivery.unfiled !== undefined))
    return [`${path} (#${id}) is ${stays ? 'not filed, and does' : 'filed, and'} not say why`];
  return isRightlyFiled(ledger, folder, document) === false && filled !== 'waits' && filled.kind === 'path'
    ? [`${path} (#${id}) belongs at ${filled.path}`]
    : [];
}

/** A document that was classified is in the extraction that its folder names for its category, and in no other. */
function goneOnRight(simulated: SimulatedWorld, document: Document): string[] {
  const { id, path, earlierSteps, route, state, result, droppedAt } = document;
  const folder = folderOf(simulated, document);
  if (folder === undefined || state.kind === 'gone' || droppedAt !== undefined) return [];
  const verdict = earlierSteps?.at(-1)?.result;
  if (verdict === undefined) {
    const wanted = hasResult(state.kind) && result !== undefined ? verdictOf(folder, document) : 'stays';
    if (typeof wanted !== 'object') return [];
    if (wanted.linked !== true) return [`${path} (#${id}) did not go on to ${wanted.to}`];
    return document.awaits === undefined ? [`${path} (#${id}) does not wait for what the service passes on to ${wanted.to}`] : [];
  }
  const passed = asOn(document, earlierSteps?.at(-1)?.route ?? route) ?? document;
  const wanted = verdictOf(folder, passed);
  if (typeof wanted === 'object' && wanted.to === route.id) return [];
  return [`${path} (#${id}) went on to ${route.id}`];
}

type ById = (id: number) => Document | undefined;

/** Every file belongs to a document with its content, and filed-away files are complete. */
function nothingLost({ belongings, clock, disk, ledger, plan }: SimulatedWorld, byId: ById): string[] {
  const broken: string[] = [];
  for (const [path, source] of belongings.sources) {
    const file = disk.file(path);
    const folder = plan.folders.find((each) => isWithin(path, each.path));
    if (file === undefined || folder === undefined || ledger.folders.byPath(folder.path) === undefined) {
      broken.push(`${path} is not there any more`);
      continue;
    }
    const record = recordAt({ ledger, plan }, path);
    if (record?.skipped === 'left' && record.facts.size === file.bytes.length) continue;
    const document = record?.documentId === undefined ? undefined : byId(record.documentId);
    if (document !== undefined && isAsked(document.state) && sameFacts(factsOf(file), document.facts)) continue;
    if (source.existing !== 'no' && folder.existing === 'skip') {
      if (source.existing === 'yes' && record?.skipped === undefined && !belongings.wanted.has(path))
        broken.push(`${path} was there before, and was not skipped`);
      if (record?.skipped !== undefined) continue;
    }
    // By a clock that was set back, a new file is from before the folder was watched: on another volume nothing else tells.
    const firstWatched = ledger.meta.read('first-watched', ledger.folders.byPath(folder.path)?.id ?? 0) ?? 0;
    if (record?.skipped !== undefined && clock.timesSet > 0 && file.mtimeMs < firstWatched) continue;
    if (document === undefined) broken.push(record?.skipped === undefined ? `${path} is not known` : `${path} was skipped`);
    else broken.push(...anotherThan(path, sha256(file.bytes), document, sameFacts(factsOf(file), document.facts)));
  }
  for (const [path, bytes] of belongings.filedAway) {
    const now = disk.get(path);
    if (now === undefined || sha256(now) !== sha256(bytes)) broken.push(`what was filed away as ${path} is not there`);
  }
  return broken;
}

/** What Intray knows about the file at a path. */
export function recordAt({ ledger, plan }: Pick<SimulatedWorld, 'ledger' | 'plan'>, path: string): FileRecord | undefined {
  const folder = ledger.folders.byPath(plan.folders.find((each) => isWithin(path, each.path))?.path ?? '');
  if (folder === undefined) return undefined;
  const relative = path.slice(folder.path.length + 1);
  return ledger.files.get(folder.id, directoryOf(relative), fileNameOf(relative));
}

function anotherThan(path: string, hash: string, document: Document, same: boolean): string[] {
  const name = `${path} (#${document.id})`;
  if (document.state.kind === 'gone') return [`${name} is there and said to be gone`];
  if (document.hash === hash || (document.hash === undefined && document.state.kind === 'rejected' && same)) return [];
  return [`${name} is known with another content, ${document.state.kind}`];
}

/** Another file is at its path, of which nobody knows what it holds until a person has answered about it. */
function isUnderAsked({ ledger }: SimulatedWorld, byId: ById, { id, folderId, path }: Document): boolean {
  const there = ledger.files.get(folderId, directoryOf(path), fileNameOf(path))?.documentId;
  const other = there === undefined || there === id ? undefined : byId(there);
  return other !== undefined && isAsked(other.state);
}

/** Nothing is pending: what waits, waits for a person or behind a document that does. */
function stillMoving(simulated: SimulatedWorld, byId: ById, document: Document, unseenMs: number): string[] {
  const { state, delivery } = document;
  const name = `${document.path} (#${document.id})`;
  const batch = document.batchId === undefined ? undefined : simulated.ledger.batches.get(document.batchId)?.serviceBatchId;
  // A run ends when only a person, or much later an answer, can help it on.
  if (
    state.kind === 'unresolved' &&
    simulated.plan.mode === 'watch' &&
    simulated.service.has(batch) &&
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

/**
 * A person can assign it its result, which the service has under a name that fits no document of the batch. One that failed
 * has none: it is known once all others are.
 */
function isOffered({ belongings, ledger, service }: SimulatedWorld, { batchId, fileId, hash = '' }: Document): boolean {
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
  if (incidents.forgotten.has(batch ?? '')) return false;
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

/** A budget leaves too few pages for it now, or it is none of its hours; only time can help. */
function isHeldBack(simulated: SimulatedWorld, document: Document): boolean {
  return isOverBudget(simulated, document) || opensAt(simulated, document) !== undefined;
}

/** When both the account's hours and those of its folder are open; undefined: now. A run waits for none. */
function opensAt({ clock, ledger, plan }: SimulatedWorld, document: Document): number | undefined {
  if (plan.mode === 'run') return undefined;
  const [now, timeZone] = [clock.now(), plan.budget.timeZone ?? 'UTC'];
  const isOpened = ledger.meta.read('lifts')?.[` hours ${dateHere(now, timeZone).day}`] !== undefined;
  const own = [isOpened ? undefined : plan.budget.hours, folderOf({ ledger, plan }, document)?.budget?.hours];
  const shut = own
    .flatMap((hours) => (hours === undefined ? [] : [openingOf(hours, now, timeZone)]))
    .filter(({ isOpen }) => !isOpen);
  return shut.length === 0 ? undefined : Math.max(...shut.map(({ until }) => until));
}

/** By what was charged. */
function isOverBudget({ clock, ledger, plan }: SimulatedWorld, document: Document): boolean {
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

/** When a document goes on that waits for its hours, or for the day to turn; undefined if there is none. */
export function waitsUntil(simulated: SimulatedWorld): number | undefined {
  const { clock, ledger, plan } = simulated;
  if (Object.keys(plan.budget).length === 0) return undefined;
  const held = ledger.documents
    .inState('waiting')
    .filter(
      (document) => document.state.kind === 'waiting' && document.state.wait.kind === 'ready' && isHeldBack(simulated, document),
    );
  if (held.length === 0) return undefined;
  const openings = held.flatMap((document) => opensAt(simulated, document) ?? []);
  return openings.length > 0 ? Math.min(...openings) : dateHere(clock.now(), plan.budget.timeZone ?? 'UTC').nextDay;
}

/** Whether the service has taken its content on the route that it is on. */
function isPaidFor({ service }: SimulatedWorld, { hash, route }: Document): boolean {
  return service.taken.some((taking) => taking.route === routeKey(route) && taking.hash === hash);
}

/** Every document without a result has a reason in what happened. */
function unexplained(simulated: SimulatedWorld, documents: readonly Document[], document: Document): string[] {
  const { belongings, incidents, ledger } = simulated;
  const { state, hash, route } = document;
  const name = `${document.path} (#${document.id})`;
  const content = hash === undefined ? undefined : belongings.contents.get(hash);
  const kind = content === undefined ? undefined : kindOf(content);
  const key = `${routeKey(route)} ${hash}`;
  const batch = document.batchId === undefined ? undefined : ledger.batches.get(document.batchId)?.serviceBatchId;
  const complaints: string[] = [];
  if (document.path === otherFile.name && folderOf(simulated, document)?.existing === 'skip')
    complaints.push(`${name} was on another volume, and was taken`);
  const expect = (holds: boolean, what: string) => {
    if (!holds) complaints.push(`${name} ${what}`);
  };
  switch (state.kind) {
    case 'rejected':
      if (state.by === 'service') expect(kind === 'poison' || kind === 'huge', `was refused: ${inEnglish(state.message)}`);
      else expect(kind === undefined || kind === 'empty' || kind === 'not-a-pdf', `was refused: ${inEnglish(state.message)}`);
      break;
    case 'failed':
      if (state.by === 'service') expect(kind === 'failing', `is said to have failed: ${inEnglish(state.message)}`);
      else {
        const failures = incidents.failures(hash ?? '');
        expect(failures >= maxAttempts, `was given up: ${inEnglish(state.message)}`);
      }
      break;
    case 'unresolved': {
      // A run does not wait for an answer that comes much later.
      const isLate = simulated.plan.mode === 'run' && simulated.service.has(batch);
      expect(
        isLate || isOffered(simulated, document) || incidents.doubts.has(key) || incidents.forgotten.has(batch ?? ''),
        `is unresolved: ${inEnglish(state.message)}`,
      );
      break;
    }
    case 'waiting':
      if (state.wait.kind !== 'held') break;
      if (state.wait.why === 'incomplete') expect(!isWhole(content ?? new Uint8Array()), 'is held: incomplete');
      else if (state.wait.why === 'asked')
        expect(ledger.meta.read('question', document.folderId) !== undefined, 'is held: asked');
      else if (state.wait.why === 'budget') {
        const budgets = [simulated.plan.budget, folderOf(simulated, document)?.budget];
        const limits = budgets.flatMap((budget) => [budget?.document, budget?.day, budget?.month].flatMap((each) => each ?? []));
        expect((pagesIn(hash ?? '') ?? usualUnknownPages) > Math.min(...limits), 'is held: budget');
      } else if (state.wait.why === 'changed') expect(folderOf(simulated, document)?.changed === 'ask', 'is held: changed');
      else {
        // Its own result in a step that it had left may have been dropped meanwhile.
        const isDropped = state.wait.why === 'dropped' && isPaidFor(simulated, document);
        expect(
          isDropped || documents.some((other) => other.id !== document.id && other.hash === hash),
          `is held: ${inEnglish(state.wait.message)}`,
        );
      }
      break;
    case 'settling':
    case 'uploading':
    case 'queued':
    case 'processing':
    case 'processed':
    case 'needs_review':
    case 'confirmed':
    case 'duplicate':
    case 'gone':
      break;
    default:
      assertNever(state);
  }
  if (document.possibleDuplicate) {
    // In any step, also one that it has left: the service may have it twice there.
    const left = simulated.plan.folders.flatMap(({ next }) => nextRoutes(next));
    const { history, leftSteps } = simulated.ledger;
    // Its history may have been dropped.
    const hasLeft = leftSteps.of(document.id).length > 0 || history.of(document.id).some(({ event }) => event === 'taken back');
    const routes = [...(document.earlierSteps ?? []).map((step) => step.route), route, ...(hasLeft ? left : [])];
    expect(
      routes
        .map(routeKey)
        .some((each) => incidents.doubts.has(`${each} ${hash}`) || belongings.timesSentAgain(each, hash ?? '') > 0),
      'is marked as a possible duplicate',
    );
  }
  return complaints;
}

function folderOf({ ledger, plan }: Pick<SimulatedWorld, 'ledger' | 'plan'>, { folderId }: Document): FolderSettings | undefined {
  const path = ledger.folders.get(folderId)?.path;
  return plan.folders.find((folder) => folder.path === path);
}
