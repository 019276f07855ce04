import type { Document } from '../../electron/core/document/document.ts';
import type { DocumentResult } from '../../electron/core/document/result.ts';
import { isAsked } from '../../electron/core/document/states.ts';
import { shownValues } from '../../electron/core/poll/unmatched.ts';
import { routeKey } from '../../electron/core/protocol/route.ts';
import { filingBatches, movesIn } from '../../electron/engine/review/filing-batches.ts';
import { redo, setCategory } from './category-deeds.ts';
import { valueIn } from './contents.ts';
import { nameOf, parentOf, textOf } from './memory-disk.ts';
import type { Actor } from './simulated-world.ts';

/** What a person does with Intray itself and with its outputs. */
const deeds: readonly { readonly weight: number; readonly act: (actor: Actor) => void }[] = [
  { weight: 3, act: lookNow },
  { weight: 4, act: sendAgain },
  { weight: 3, act: assign },
  { weight: 3, act: answer },
  { weight: 2, act: pause },
  { weight: 2, act: stop },
  { weight: 2, act: lift },
  { weight: 5, act: undo },
  { weight: 5, act: setCategory },
  { weight: 3, act: redo },
  { weight: 3, act: editCsv },
  { weight: 1, act: removeCsv },
  { weight: 3, act: standInTheWay },
  { weight: 1, act: editJson },
  { weight: 1, act: removeJson },
];

export function meddle(actor: Actor): void {
  actor.dice.weighted(deeds).act(actor);
}

export function lookNow(actor: Actor): void {
  const running = actor.running();
  if (running === undefined) return;
  actor.say('somebody presses "look now"');
  actor.calls.asked(running.process);
  running.asked((engine) => engine.lookNow());
}

function sendAgain({ running, ledger, belongings, budgets, guards, dice, say }: Actor): void {
  const now = running();
  if (now === undefined) return;
  const waiting = [
    ...ledger.documents.inState('failed'),
    ...ledger.documents.inState('unresolved'),
    ...ledger.documents.inState('rejected'),
  ];
  const held = ledger.documents.inState('waiting').filter(({ state }) => state.kind === 'waiting' && state.wait.kind === 'held');
  const all = [...waiting, ...held];
  if (all.length === 0) return;
  const chosen = dice.chance(0.3) ? all : [dice.pick(all)];
  say(`somebody sends ${chosen.map(({ path, id }) => `${path} (#${id})`).join(', ')} again`);
  // Of copies that are sent again together, one is paid for.
  const contents = new Map(chosen.map(({ route, hash }) => [`${routeKey(route)} ${hash}`, { route, hash }]));
  for (const { state, hash } of chosen)
    if (state.kind === 'waiting' && state.wait.kind === 'held' && state.wait.why === 'budget') budgets.approve(hash ?? '');
  for (const document of chosen) if (isAsked(document.state)) belongings.wanted.add(pathOf(ledger, document));
  for (const { route, hash } of contents.values()) if (hash !== undefined) belongings.sendAgain(route, hash);
  guards.approve(chosen);
  now.asked((engine) => engine.sendAgain(chosen.map(({ id }) => id)));
}

/** A person answers the questions that are open. */
export function answer({ running, belongings, dice, ledger, say }: Actor): void {
  const now = running();
  if (now === undefined) return;
  for (const { id, path } of ledger.folders.all()) {
    const kept = ledger.meta.read('question', id);
    const found = ledger.meta.read('other-intray', id);
    const other = found?.answer === undefined || kept === undefined ? found : undefined;
    if (other === undefined && kept === undefined) continue;
    const given = dice.pick(['send', 'leave'] as const);
    say(`somebody answers the question about ${path}: ${given}`);
    const asked = ledger.documents.asked(id).flatMap((each) => ledger.documents.get(each) ?? []);
    if (other !== undefined) {
      if (given === 'send') belongings.othersSince.delete(path);
    } else if (given === 'send') for (const document of asked) belongings.wanted.add(pathOf(ledger, document));
    now.asked((engine) => engine.answerQuestion(id, given));
  }
}

function pathOf({ folders }: Actor['ledger'], { folderId, path }: Document): string {
  return `${folders.get(folderId)?.path}/${path}`;
}

/** A person knows a document by what the service has read in it. */
export function assign({ running, ledger, say }: Actor): void {
  const now = running();
  if (now === undefined) return;
  for (const { id, path, batchId, hash } of ledger.documents.inState('unresolved')) {
    const own = batchId === undefined ? undefined : ledger.unmatched.of(batchId).find(({ result }) => says(result, hash ?? ''));
    if (own === undefined) continue;
    say(`somebody assigns ${own.fileName} to ${path} (#${id})`);
    now.asked((engine) => engine.assign(id, own.fileId));
  }
}

function says(result: DocumentResult, hash: string): boolean {
  return shownValues(result).some(({ value }) => value.startsWith(valueIn(hash)));
}

/** A person takes the last filings back, or has them filed again. */
function undo({ running, dice, ledger, say }: Actor): void {
  const now = running();
  const batches = [...filingBatches(ledger)];
  if (now === undefined || batches.length === 0) return;
  const batch = dice.pick(batches);
  if (dice.chance(0.3)) {
    say(`somebody wants filings of #${batch.id} again`);
    for (const { documentId } of batch.filings) now.asked((engine) => engine.fileAgain(documentId));
    return;
  }
  for (const [id, { from, to }] of movesIn(batch)) {
    if (ledger.documents.get(id)?.path !== to) continue;
    say(`somebody takes the filing of ${to} (#${id}) back`);
    now.asked((engine) => engine.undoFiling(id, from, 'somebody'));
  }
}

function pause({ running, clock, dice, say }: Actor): void {
  const now = running();
  if (now === undefined) return;
  say('somebody pauses Intray');
  now.asked((engine) => engine.pause());
  clock.after(
    dice.whole(1_000, 60_000),
    () => {
      if (!now.process.alive) return;
      say('somebody lets it go on');
      now.asked((engine) => engine.resume());
    },
    now.process,
  );
}

function lift({ running, budgets, dice, plan, say }: Actor): void {
  const now = running();
  const period = dice.pick(['day', 'month'] as const);
  if (now === undefined || plan.budget[period] === undefined) return;
  const pages = dice.whole(1, 10);
  say(`somebody adds ${pages} pages to the ${period}`);
  budgets.lift(period, pages);
  now.asked((engine) => engine.liftBudget({ period, pages }));
}

function stop({ running }: Actor): void {
  running()?.stop();
}

function editCsv(actor: Actor): void {
  const path = anOutput(actor, 'csv');
  const bytes = path === undefined ? undefined : actor.disk.get(path);
  if (path === undefined || bytes === undefined) return;
  const text = textOf(bytes);
  const isNote = actor.dice.chance(0.5) || !text.includes('value');
  const edited = isNote ? `${text}a note\r\n` : text.replace('value', 'VALUE');
  claim(actor, path, new TextEncoder().encode(edited));
}

function editJson(actor: Actor): void {
  const path = anOutput(actor, 'json');
  if (path !== undefined) claim(actor, path, new TextEncoder().encode('{ "edited": true }\n'));
}

function removeCsv(actor: Actor): void {
  takeAway(actor, anOutput(actor, 'csv'));
}

function removeJson(actor: Actor): void {
  takeAway(actor, anOutput(actor, 'json'));
}

/** A person's own file where Intray would write JSON. */
function standInTheWay(actor: Actor): void {
  const sources = [...actor.belongings.sources.keys()].filter((path) => !actor.disk.isAway(path));
  if (sources.length === 0) return;
  const path = `${actor.dice.pick(sources)}.json`;
  if (actor.disk.get(path) === undefined) claim(actor, path, new TextEncoder().encode('{ "mine": true }\n'));
}

function anOutput({ disk, dice }: Actor, kind: 'json' | 'csv'): string | undefined {
  const isOne = (path: string) => path.endsWith(`.${kind}`) || (kind === 'csv' && path.endsWith('.xlsx'));
  const outputs = disk.paths().filter((path) => isOne(path) && !disk.isAway(path));
  return outputs.length === 0 ? undefined : dice.pick(outputs);
}

function claim(actor: Actor, path: string, bytes: Uint8Array): void {
  actor.disk.put(path, bytes);
  actor.belongings.claim(path, bytes);
  actor.say(`somebody writes into ${path}`);
  actor.hint(parentOf(path), nameOf(path));
}

function takeAway(actor: Actor, path: string | undefined): void {
  if (path === undefined) return;
  // What is not known to be on disk may be thought lost, and is written again.
  const isKnown = actor.ledger.outputs.atPath(path)?.unsynced === undefined;
  actor.disk.remove(path);
  if (isKnown) actor.belongings.take(path);
  else actor.belongings.claim(path, undefined);
  actor.say(`somebody removes ${path}`);
  actor.hint(parentOf(path), nameOf(path));
}
