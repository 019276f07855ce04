import { usualUnknownPages } from '../../electron/core/account/budget.ts';
import { nextRoutes } from '../../electron/core/config/folder-settings.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { routeKey } from '../../electron/core/protocol/route.ts';
import { maxAttempts } from '../../electron/core/upload/upload-outcome.ts';
import { hasResult, nameOfFile, type SeenFile, type Stage, sameFacts } from '../support/seen.ts';
import { isConfused, isOffered, lookMs, stillMoving } from './at-rest.ts';
import { chosenRight, leftRight } from './category-deeds.ts';
import { isWhole, kindOf, pagesIn } from './contents.ts';
import { linkedRight } from './linked-news.ts';
import { factsOf, isWithin, otherFile, sha256 } from './memory-disk.ts';
import { deliveredOf, folderOf, isBreached, outputsRight, verdictOf } from './outputs-at-the-end.ts';
import { sheetsRight } from './sheets-at-the-end.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** What must hold once all trouble is over and nothing is pending. */
export function checkAtTheEnd(simulated: SimulatedWorld): string[] {
  const files = simulated.seen.files();
  return [
    ...files.flatMap((file) => stillMoving(simulated, file, lookMs)),
    ...nothingLost(simulated),
    ...files.flatMap((file) => unexplained(simulated, files, file)),
    ...outputsRight(simulated, files),
    ...sheetsRight(simulated, deliveredOf(files)),
    ...standsRight(simulated, files),
    ...files.flatMap((file) => filedRight(simulated, file)),
    ...files.flatMap((file) => goneOnRight(simulated, file)),
    ...linkedRight(simulated),
    ...files.flatMap(chosenRight(simulated)),
    ...files.flatMap((file) => leftRight(simulated, file)),
  ];
}

/** A file that breaks a check of its folder's needs a person, until one has confirmed it. */
function standsRight(simulated: SimulatedWorld, files: readonly SeenFile[]): string[] {
  const listed = simulated.seen.listedForPeople();
  return files.flatMap((file) => {
    const { awaits, id, isGone, isUnfiled, outputs, possibleDuplicate, stage } = file;
    if (stage !== 'processed' || isGone || outputs !== 'done' || possibleDuplicate) return [];
    const [name, needs] = [nameOfFile(file), listed.has(id)];
    if (isUnfiled) return needs ? [] : [`${name} is not filed, and nobody is told`];
    if (needs === (isBreached(simulated, file) || awaits?.isOverdue === true)) return [];
    return [
      `${name} ${needs ? 'keeps its folder’s check, and needs a person' : 'breaks its folder’s check, and nobody is told'}`,
    ];
  });
}

/** What is delivered in a folder with a template is where that puts it, or says why it is not. */
function filedRight(simulated: SimulatedWorld, file: SeenFile): string[] {
  const { disk, seen } = simulated;
  const { id, hash, isGone, isUnfiled, outputs, path, result, stage, takenBack } = file;
  const folder = folderOf(simulated, file);
  if (folder?.fileAway.kind !== 'move' || folder.fileAway.as === undefined || outputs !== 'done') return [];
  const source = disk.get(`${folder.path}/${path}`);
  if (isGone || !hasResult(stage) || result === undefined || source === undefined || sha256(source) !== hash) return [];
  const name = nameOfFile(file);
  if (takenBack !== undefined) return takenBack.to === undefined ? [] : [`${name} was to go back to ${takenBack.to}`];
  // Somebody had taken it away when it was to be filed.
  if (seen.log(id).some(({ says }) => says?.code === 'notes.movedAlready')) return [];
  const place = seen.place(folder, file);
  // Its folder named no next step when it was judged: what that filing lacked is still said.
  const isOfEarlier = simulated.namesStepsLater && simulated.belongings.judgedIn.get(id)?.verdict === 1;
  if (place === 'waits' && isOfEarlier) return [];
  const stays = place === 'stays';
  if (stays !== isUnfiled) return [`${name} is ${stays ? 'not filed, and does' : 'filed, and'} not say why`];
  return typeof place === 'string' || place.isThere ? [] : [`${name} belongs at ${place.path}`];
}

/** A file that was classified is in the extraction that its folder names for its category, and in no other. */
function goneOnRight(simulated: SimulatedWorld, file: SeenFile): string[] {
  const { awaits, earlier, isGone, isResultDropped, result, route, stage } = file;
  const name = nameOfFile(file);
  const folder = folderOf(simulated, file);
  if (folder === undefined || isGone || isResultDropped) return [];
  const step = earlier.at(-1);
  if (step?.result === undefined) {
    const wanted = hasResult(stage) && result !== undefined ? verdictOf(simulated, folder, file) : 'stays';
    if (typeof wanted !== 'object') return [];
    // Nobody knew what the category is called when somebody chose it by its id.
    if (result?.kind === 'classification' && result.category.name === undefined) return [];
    // It had its verdict before the settings named that.
    if (simulated.namesStepsLater && simulated.belongings.judgedIn.get(file.id)?.verdict === 1) return [];
    // What the service has passed on there is awaited, and not sent too, whichever category a person has chosen since.
    if (awaits?.from === wanted.to) return [];
    return [
      `${name} ${wanted.linked === true ? 'does not wait for what the service passes on' : 'did not go on'} to ${wanted.to}`,
    ];
  }
  const wanted = verdictOf(simulated, folder, step);
  return typeof wanted === 'object' && wanted.to === route.id ? [] : [`${name} went on to ${route.id}`];
}

/** Every file is known with its content, and filed-away files are complete. */
function nothingLost({ belongings, clock, disk, plan, seen }: SimulatedWorld): string[] {
  const broken: string[] = [];
  for (const [path, source] of belongings.sources) {
    const file = disk.file(path);
    const folder = plan.folders.find((each) => isWithin(path, each.path));
    const watched = folder && seen.folder(folder.path);
    if (file === undefined || watched === undefined) {
      broken.push(`${path} is not there any more`);
      continue;
    }
    const there = seen.at(path);
    if (there?.leftAlone === 'left' && there.facts.size === file.bytes.length) continue;
    const known = there?.file === undefined ? undefined : seen.file(there.file);
    const isSame = known !== undefined && sameFacts(factsOf(file), known.facts);
    if (isSame && known.held === 'asked') continue;
    if (source.existing !== 'no' && folder?.existing === 'skip') {
      if (source.existing === 'yes' && there?.leftAlone === undefined && !belongings.wanted.has(path))
        broken.push(`${path} was there before, and was not skipped`);
      if (there?.leftAlone !== undefined) continue;
    }
    // By a clock that was set back, a new file is from before the folder was watched: on another volume nothing else tells.
    if (there?.leftAlone !== undefined && clock.timesSet > 0 && file.mtimeMs < watched.firstWatched) continue;
    if (known === undefined) broken.push(there?.leftAlone === undefined ? `${path} is not known` : `${path} was skipped`);
    else broken.push(...anotherThan(path, sha256(file.bytes), known, isSame));
  }
  for (const [path, bytes] of belongings.filedAway) {
    const now = disk.get(path);
    if (now === undefined || sha256(now) !== sha256(bytes)) broken.push(`what was filed away as ${path} is not there`);
  }
  return broken;
}

function anotherThan(path: string, hash: string, { id, hash: known, isGone, stage }: SeenFile, isSame: boolean): string[] {
  const name = `${path} (#${id})`;
  if (isGone) return [`${name} is there and said to be gone`];
  if (known === hash || (known === undefined && stage === 'rejected' && isSame)) return [];
  return [`${name} is known with another content, ${stage}`];
}

/** Whether the service has taken its content on the route that it is on. */
function isPaidFor({ service }: SimulatedWorld, { hash, route }: SeenFile): boolean {
  return service.taken.some((taking) => taking.route === routeKey(route) && taking.hash === hash);
}

/** Every file without a result has a reason in what happened, and so has a mark. */
function unexplained(simulated: SimulatedWorld, files: readonly SeenFile[], file: SeenFile): string[] {
  const name = nameOfFile(file);
  const complaints: string[] = [];
  if (file.path === otherFile.name && folderOf(simulated, file)?.existing === 'skip')
    complaints.push(`${name} was on another volume, and was taken`);
  const says = file.says === undefined ? '' : inEnglish(file.says);
  if (!file.isGone && !isExplained(simulated, files, file))
    complaints.push(`${name} ${{ ...said, held: `is held: ${file.held}` }[file.stage] ?? ''}: ${says}`);
  if (file.possibleDuplicate && !mayBeTwice(simulated, file)) complaints.push(`${name} is marked as a possible duplicate`);
  return complaints;
}

const said: Partial<Record<Stage, string>> = { rejected: 'was refused', failed: 'was given up', 'in doubt': 'is unresolved' };

function isExplained(simulated: SimulatedWorld, files: readonly SeenFile[], file: SeenFile): boolean {
  const { belongings, incidents, plan, service } = simulated;
  const { batch = '', by, hash = '', route, stage } = file;
  const content = belongings.contents.get(hash);
  const kind = content === undefined ? undefined : kindOf(content);
  if (stage === 'rejected' && by === 'service') return kind === 'poison' || kind === 'huge';
  if (stage === 'rejected') return kind === undefined || kind === 'empty' || kind === 'not-a-pdf';
  if (stage === 'failed') return by === 'service' ? kind === 'failing' : incidents.failures(hash) >= maxAttempts;
  if (stage === 'held') return isRightlyHeld(simulated, files, file);
  if (stage !== 'in doubt') return true;
  // A run does not wait for an answer that comes much later.
  const isLate = plan.mode === 'run' && service.has(batch);
  const wasLost = incidents.doubts.has(`${routeKey(route)} ${hash}`) || incidents.forgotten.has(batch);
  return isLate || wasLost || isOffered(simulated, file) || isConfused(simulated, file);
}

function isRightlyHeld(simulated: SimulatedWorld, files: readonly SeenFile[], file: SeenFile): boolean {
  const { belongings, plan, seen } = simulated;
  const { hash = '', held, id } = file;
  const folder = folderOf(simulated, file);
  if (held === 'incomplete') return !isWhole(belongings.contents.get(hash) ?? new Uint8Array());
  if (held === 'asked') return seen.folder(file.folder)?.question !== undefined;
  if (held === 'changed') return folder?.changed === 'ask';
  if (held === 'budget') {
    const budgets = [plan.budget, folder?.budget];
    const limits = budgets.flatMap((budget) => [budget?.day, budget?.month].flatMap((each) => each ?? []));
    return (pagesIn(hash) ?? usualUnknownPages) > Math.min(...limits);
  }
  // Its own result in a step that it had left may have been dropped meanwhile.
  const isDropped = held === 'dropped' && isPaidFor(simulated, file);
  return isDropped || files.some((other) => other.id !== id && other.hash === file.hash);
}

/** In any step, also one that it has left: the service may have it twice there. */
function mayBeTwice({ belongings, incidents, plan, seen }: SimulatedWorld, { earlier, hash = '', route }: SeenFile): boolean {
  const hasLeft = seen.jobs(hash).length > earlier.length + 1 || belongings.takenBack.has(hash);
  const left = hasLeft ? plan.folders.flatMap(({ next }) => nextRoutes(next)) : [];
  return [...earlier.map((step) => step.route), route, ...left]
    .map(routeKey)
    .some((each) => incidents.doubts.has(`${each} ${hash}`) || belongings.timesSentAgain(each, hash) > 0);
}
