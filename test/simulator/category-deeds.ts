import { asOn } from '../../electron/core/document/as-on.ts';
import type { Document } from '../../electron/core/document/document.ts';
import { presentState, traitsOf } from '../../electron/core/document/states.ts';
import { sameRoute } from '../../electron/core/protocol/route.ts';
import { classifiedDocument } from '../../electron/engine/review/classified-document.ts';
import type { Ledger } from '../../electron/ledger/ledger.ts';
import { mail } from './plan.ts';
import { serviceOrigin } from './service-port.ts';
import type { Actor } from './simulated-world.ts';

/** What people do with the verdict of a document, whether it has gone on from there or not. */

/** How often somebody does it on the command line, which leaves a request in the ledger. */
const commandLine = 0.3;
const wishOf = ({ id }: Document, agreed: boolean) => ({ documentId: id, agreedPages: agreed ? 1_000 : null, by: 'somebody' });

/** Somebody chooses another category. */
export function setCategory({ running, ledger, service, belongings, dice, say, complain }: Actor): void {
  const now = running();
  const chosen = aClassified({ ledger, dice });
  if (now === undefined || chosen === undefined) return;
  const { id, name } = dice.pick(service.categories());
  say(`somebody puts ${chosen.path} (#${chosen.id}) into ${name}`);
  const file = classifiedDocument(ledger, chosen.id)?.fileId ?? '';
  const agreed = dice.chance(0.8);
  if (dice.chance(commandLine)) {
    belongings.asksFor(file);
    ledger.requests.add({ ...wishOf(chosen, agreed), kind: 'set-category', categoryId: id });
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
export function redo({ running, ledger, dice, say, complain }: Actor): void {
  const now = running();
  const chosen = aClassified({ ledger, dice });
  if (now === undefined || chosen === undefined) return;
  say(`somebody has ${chosen.path} (#${chosen.id}) classified again`);
  const agreed = dice.chance(0.8);
  if (dice.chance(commandLine)) {
    ledger.requests.add({ ...wishOf(chosen, agreed), kind: 'classify-again' });
    return;
  }
  now.asked((engine) => {
    engine.redo(chosen.id, 'somebody', agreed).catch((error: unknown) => {
      if (now.process.alive && !String(error).includes('a fault at ')) complain(`nothing was done again: ${String(error)}`);
    });
  });
}

/** Mostly one that has gone on. */
function aClassified({ ledger, dice }: Pick<Actor, 'ledger' | 'dice'>): Document | undefined {
  const { documents } = ledger.documents.page({ limit: 10_000 });
  const classified = documents.filter((document) => asOn(document, mail)?.result !== undefined);
  const onward = classified.filter((document) => !sameRoute(document.route, mail));
  const among = onward.length > 0 && dice.chance(0.8) ? onward : classified;
  return among.length === 0 ? undefined : dice.pick(among);
}

/** What a person has chosen last, and the service has taken, is what counts. */
export function chosenRight({
  ledger,
  belongings,
}: {
  readonly ledger: Ledger;
  readonly belongings: Actor['belongings'];
}): (document: Document) => string[] {
  return (document) => {
    const verdict = asOn(document, mail);
    const wanted = verdict?.fileId === undefined ? undefined : belongings.chosen(verdict.fileId);
    if (wanted === undefined || verdict?.result?.kind !== 'classification') return [];
    const { id, path } = document;
    const { categoryId, categoryName } = verdict.result;
    const name = categoryName ?? ledger.categories.of(serviceOrigin, mail.id).find((each) => each.id === categoryId)?.name;
    return name === undefined || name === wanted ? [] : [`${path} (#${id}) was put into ${wanted}, and is in ${name}`];
  };
}

/** What somebody has asked for on the command line is done, or refused for good. */
export function wishDone({ ledger, plan }: Pick<Actor, 'ledger' | 'plan'>, { id, path }: Document): string[] {
  // Nobody may have run since.
  if (plan.mode === 'run') return [];
  return ledger.requests
    .calls()
    .flatMap(({ documentId, kind }) => (documentId === id ? [`${path} (#${id}) waits for ${kind}`] : []));
}

/** What was sent in a step that a document has left is asked for until it has ended there. */
export function leftMoving(
  { ledger, plan, service }: Pick<Actor, 'ledger' | 'plan' | 'service'>,
  { id, path }: Document,
): string[] {
  // A run does not wait for what is not to be written.
  if (plan.mode === 'run') return [];
  return ledger.leftSteps.of(id).flatMap(({ route, state, batchId }) => {
    const { kind } = presentState(state);
    const batch = batchId === undefined ? undefined : ledger.batches.get(batchId)?.serviceBatchId;
    const isMoving = traitsOf(kind).progress !== 'none' && kind !== 'waiting';
    return isMoving && service.has(batch) ? [`${path} (#${id}) has left ${route.id}, and is ${kind} there for good`] : [];
  });
}

/** And what came of it is kept, unless it was dropped while the document was there or in a later step. */
export function leftRight({ belongings, ledger }: Pick<Actor, 'belongings' | 'ledger'>, { id, path }: Document): string[] {
  return ledger.leftSteps.of(id).flatMap(({ route, state, result }) => {
    const isDropped = belongings.resultsDropped.has(id);
    const isLost = traitsOf(presentState(state).kind).result === 'own' && result === undefined && !isDropped;
    return isLost ? [`${path} (#${id}) has left ${route.id}, and its result there is lost`] : [];
  });
}
