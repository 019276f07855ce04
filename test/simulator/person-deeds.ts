import { routeKey } from '../../electron/core/protocol/route.ts';
import { nameOfFile, type SeenFile, type Stage } from '../support/seen.ts';
import { redo, setCategory } from './category-deeds.ts';
import { valueIn } from './contents.ts';
import { parentOf, textOf } from './memory-disk.ts';
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

/** What has come to this, longest unchanged first. */
function inStage({ seen }: Actor, stage: Stage): readonly SeenFile[] {
  return seen
    .files()
    .filter((file) => file.stage === stage && !file.isGone)
    .toReversed();
}

function sendAgain(actor: Actor): void {
  const { running, belongings, budgets, guards, dice, say } = actor;
  const now = running();
  if (now === undefined) return;
  const all = (['failed', 'in doubt', 'rejected', 'held'] as const).flatMap((stage) => inStage(actor, stage));
  if (all.length === 0) return;
  const chosen = dice.chance(0.3) ? all : [dice.pick(all)];
  say(`somebody sends ${chosen.map(nameOfFile).join(', ')} again`);
  // Of copies that are sent again together, one is paid for.
  const contents = new Map(chosen.map(({ route, hash }) => [`${routeKey(route)} ${hash}`, { route, hash }]));
  for (const { held, hash } of chosen) if (held === 'budget') budgets.approve(hash ?? '');
  for (const { folder, held, path } of chosen) if (held === 'asked') belongings.wanted.add(`${folder}/${path}`);
  for (const { route, hash } of contents.values()) if (hash !== undefined) belongings.sendAgain(route, hash);
  guards.approve(chosen);
  now.asked((engine) => engine.sendAgain(chosen.map(({ id }) => id)));
}

/** A person answers the questions that are open. */
export function answer({ running, belongings, dice, guards, seen, say }: Actor): void {
  const now = running();
  if (now === undefined) return;
  for (const folder of seen.folders) {
    const { another, id, path, question } = folder;
    const isAboutAnother = another !== undefined && (another.answer === undefined || question === undefined);
    if (!isAboutAnother && question === undefined) continue;
    const given = dice.pick(['send', 'leave'] as const);
    say(`somebody answers the question about ${path}: ${given}`);
    if (given === 'send' && isAboutAnother) belongings.othersSince.delete(path);
    else if (given === 'send') for (const file of seen.asked(folder)) belongings.wanted.add(`${path}/${file.path}`);
    // What has changed, or has many pages, was asked about as such: it is no new document any more.
    if (given === 'send' && !isAboutAnother) guards.approve(seen.asked(folder).filter(({ held = 'asked' }) => held !== 'asked'));
    now.asked((engine) => engine.answerQuestion(id, given));
  }
}

/** A person knows a file by what the service has read in it. */
export function assign(actor: Actor): void {
  const { running, seen, say } = actor;
  const now = running();
  if (now === undefined) return;
  for (const file of inStage(actor, 'in doubt')) {
    const isOwn = (values: readonly string[]) => values.some((value) => value.startsWith(valueIn(file.hash ?? '')));
    const own = seen.offered(file).find(({ values }) => isOwn(values));
    if (own === undefined) continue;
    say(`somebody assigns ${own.name} to ${nameOfFile(file)}`);
    now.asked((engine) => engine.act(file.id, { kind: 'assign', fileId: own.fileId }, 'Anna'));
  }
}

/** A person takes the last filings back, or has them filed again. */
function undo({ running, dice, seen, say }: Actor): void {
  const now = running();
  const batches = seen.filings();
  if (now === undefined || batches.length === 0) return;
  const batch = dice.pick(batches);
  if (dice.chance(0.3)) {
    say(`somebody wants filings of #${batch.id} again`);
    for (const id of batch.files) now.asked((engine) => engine.act(id, { kind: 'file' }, 'Anna'));
    return;
  }
  for (const { file: id, from, to } of batch.moves) {
    if (seen.file(id)?.path !== to) continue;
    say(`somebody takes the filing of ${to} (#${id}) back`);
    now.asked((engine) => engine.act(id, { kind: 'undo-filing', to: from }, 'somebody'));
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
  actor.hint(parentOf(path));
}

function takeAway(actor: Actor, path: string | undefined): void {
  if (path === undefined) return;
  actor.disk.remove(path);
  actor.belongings.take(path);
  actor.say(`somebody removes ${path}`);
  actor.hint(parentOf(path));
}
