import { usualUnknownPages } from '../../electron/core/account/budget.ts';
import { nextRoutes } from '../../electron/core/config/next-step.ts';
import { asOn } from '../../electron/core/document/as-on.ts';
import type { Document } from '../../electron/core/document/document.ts';
import { directoryOf, fileNameOf, sameFacts } from '../../electron/core/document/document.ts';
import type { FileRecord } from '../../electron/core/document/records.ts';
import { hasResult, isAsked } from '../../electron/core/document/states.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { routeKey } from '../../electron/core/protocol/route.ts';
import { assertNever } from '../../electron/core/result.ts';
import { maxAttempts } from '../../electron/core/upload/upload-outcome.ts';
import { filledFor } from '../../electron/engine/deliver/place.ts';
import { type ById, isConfused, isOffered, lookMs, stillMoving } from './at-rest.ts';
import { chosenRight, leftRight } from './category-deeds.ts';
import { isWhole, kindOf, pagesIn } from './contents.ts';
import { isRightlyFiled } from './disk-referee.ts';
import { linkedRight } from './linked-news.ts';
import { factsOf, isWithin, otherFile, sha256 } from './memory-disk.ts';
import { deliveredOf, folderOf, isBreached, outputsRight, verdictOf } from './outputs-at-the-end.ts';
import { sheetsRight } from './sheets-at-the-end.ts';
import type { SimulatedWorld } from './simulated-world.ts';

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
        isLate ||
          isOffered(simulated, document) ||
          isConfused(simulated, document) ||
          incidents.doubts.has(key) ||
          incidents.forgotten.has(batch ?? ''),
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
        const limits = budgets.flatMap((budget) => [budget?.day, budget?.month].flatMap((each) => each ?? []));
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
