import { sameRoute } from '../../electron/core/protocol/route.ts';
import type { CallAct } from '../../electron/core/review/person-act.ts';
import { hasResult, nameOfFile, type SeenFile, stages, stepOn } from '../support/seen.ts';
import { mail } from './plan.ts';
import type { Actor } from './simulated-world.ts';

/** What people do with the verdict of a file, whether it has gone on from there or not. */

/** How often somebody does it on the command line, which leaves a wish in the ledger. */
const commandLine = 0.3;
const wishOf = ({ id }: SeenFile, agreed: boolean, act: CallAct) => ({
  documentId: id,
  act: { ...act, ...(agreed && { agreedPages: 1_000 }) },
  by: 'somebody',
});

/** Somebody chooses another category. */
export function setCategory({ running, seen, store, service, belongings, dice, say, complain }: Actor): void {
  const now = running();
  const chosen = aClassified({ seen, dice });
  if (now === undefined || chosen === undefined) return;
  const { id, name } = dice.pick(service.categories());
  say(`somebody puts ${nameOfFile(chosen)} into ${name}`);
  const file = seen.classifiedAs(chosen.id) ?? '';
  const agreed = dice.chance(0.8);
  if (dice.chance(commandLine)) {
    belongings.asksFor(file);
    store.wish(wishOf(chosen, agreed, { kind: 'set-category', categoryId: id }));
    return;
  }
  belongings.chooses(file);
  now.asked((engine) => {
    engine.overrideCategory(chosen.id, id, 'somebody', agreed).then(
      ({ ok }) => {
        if (ok) belongings.hasChosen(file, name);
      },
      (error: unknown) => {
        if (now.process.alive && !String(error).includes('a fault at ')) complain(`a category was not set: ${String(error)}`);
      },
    );
  });
}

/** Somebody has it classified again. */
export function redo({ running, seen, store, dice, say, complain }: Actor): void {
  const now = running();
  const chosen = aClassified({ seen, dice });
  if (now === undefined || chosen === undefined) return;
  say(`somebody has ${nameOfFile(chosen)} classified again`);
  const agreed = dice.chance(0.8);
  if (dice.chance(commandLine)) {
    store.wish(wishOf(chosen, agreed, { kind: 'classify-again' }));
    return;
  }
  now.asked((engine) => {
    engine.redo(chosen.id, 'somebody', agreed).catch((error: unknown) => {
      if (now.process.alive && !String(error).includes('a fault at ')) complain(`nothing was done again: ${String(error)}`);
    });
  });
}

/** Mostly one that has gone on. */
function aClassified({ seen, dice }: Pick<Actor, 'seen' | 'dice'>): SeenFile | undefined {
  const classified = seen.files().filter((file) => stepOn(file, mail)?.result !== undefined);
  const onward = classified.filter((file) => !sameRoute(file.route, mail));
  const among = onward.length > 0 && dice.chance(0.8) ? onward : classified;
  return among.length === 0 ? undefined : dice.pick(among);
}

/** What a person has chosen last, and the service has taken, is what counts. */
export function chosenRight({ seen, belongings }: Pick<Actor, 'seen' | 'belongings'>): (file: SeenFile) => string[] {
  return (file) => {
    const verdict = stepOn(file, mail);
    const wanted = verdict?.fileId === undefined ? undefined : belongings.chosen(verdict.fileId);
    if (wanted === undefined || verdict?.result?.kind !== 'classification') return [];
    const { category } = verdict.result;
    const name = category.name ?? seen.categories(mail.id).find(({ id }) => id === category.id)?.name;
    return name === undefined || name === wanted ? [] : [`${nameOfFile(file)} was put into ${wanted}, and is in ${name}`];
  };
}

/** What somebody has asked for on the command line is done, or refused for good. */
export function wishDone({ seen, plan }: Pick<Actor, 'seen' | 'plan'>, file: SeenFile): string[] {
  // Nobody may have run since.
  if (plan.mode === 'run') return [];
  return seen.wishes().flatMap((each) => (each.file === file.id ? [`${nameOfFile(file)} waits for ${each.wish}`] : []));
}

/** What was sent where a file has been, and is for no file now, is asked for until it has ended there. */
export function leftMoving({ seen, plan, service }: Pick<Actor, 'seen' | 'plan' | 'service'>, file: SeenFile): string[] {
  // A run does not wait for what is not to be written.
  if (plan.mode === 'run') return [];
  return left(seen, file).flatMap(({ route, stage, batch }) => {
    const isMoving = stages[stage].moves && stage !== 'waiting' && service.has(batch);
    return isMoving ? [`${nameOfFile(file)} has left ${route.id}, and is ${stage} there for good`] : [];
  });
}

/** And what came of it is kept, unless it was dropped. */
export function leftRight({ seen }: Pick<Actor, 'seen'>, file: SeenFile): string[] {
  return left(seen, file).flatMap(({ isResultDropped, route, stage, result }) => {
    const isLost = hasResult(stage) && result === undefined && !isResultDropped;
    return isLost ? [`${nameOfFile(file)} has left ${route.id}, and its result there is lost`] : [];
  });
}

function left(seen: Actor['seen'], { hash = '' }: SeenFile) {
  return seen.jobs(hash).filter(({ files }) => files.length === 0);
}
