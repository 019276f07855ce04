import { makeContent, makeEndFirst } from './contents.ts';
import { isWithin, parentOf, sha256, textOf } from './memory-disk.ts';
import type { Actor } from './simulated-world.ts';

/** What people and scanners do to documents. A deed that is impossible right now says so, and a new document arrives instead. */
interface Deed {
  readonly name: string;
  readonly weight: number;
  readonly act: (actor: Actor, path?: string) => boolean;
}

const deeds: readonly Deed[] = [
  { name: 'drop', weight: 30, act: drop },
  { name: 'burst', weight: 8, act: burst },
  { name: 'grow', weight: 9, act: grow },
  { name: 'write the end first', weight: 2, act: writeEndFirst },
  { name: 'write at leisure', weight: 2, act: writeAtLeisure },
  { name: 'download', weight: 5, act: download },
  { name: 'copy', weight: 9, act: copy },
  { name: 'rename', weight: 9, act: rename },
  { name: 'rename a delivered one', weight: 6, act: renameDelivered },
  { name: 'change', weight: 8, act: change },
  { name: 'exchange', weight: 4, act: exchange },
  { name: 'touch', weight: 5, act: touch },
  { name: 'remove', weight: 6, act: remove },
  { name: 'take away and bring back', weight: 3, act: takeAwayAndBringBack },
  { name: 'rename a directory', weight: 4, act: renameDirectory },
];

const directories = ['', '', '/a', '/b/c'];

/** What happens where nobody is: scanners and programs write. */
const unattended = deeds.filter(({ act }) => [drop, burst, grow, writeEndFirst, download, copy].includes(act));

export function actOnDocuments(actor: Actor): void {
  const { alone, often } = actor.plan;
  const usual = alone ? unattended : deeds;
  const likely = usual.map((deed) => (often?.includes(deed.name) ? { ...deed, weight: 8 * deed.weight } : deed));
  if (!actor.dice.weighted(likely).act(actor)) drop(actor);
}

/** Documents that exist before Intray first starts. */
export function leaveDocuments(actor: Actor): void {
  for (const { path } of actor.plan.folders) {
    for (let count = actor.plan.existing; count > 0; count -= 1) {
      const at = newPath(actor, path);
      const bytes = makeContent(actor.dice);
      actor.disk.put(at, bytes);
      actor.belongings.put(at, bytes, 'yes');
      const file = actor.disk.file(at);
      // A camera with a wrong clock.
      if (file !== undefined && actor.dice.chance(0.2)) actor.disk.set(at, { ...file, mtimeMs: file.mtimeMs + 86_400_000 });
      actor.say(`${at} is there already`);
    }
  }
}

function drop(actor: Actor): boolean {
  const path = newPath(actor);
  write(actor, path, makeContent(actor.dice));
  if (!actor.plan.alone && actor.dice.chance(0.25))
    actor.clock.after(actor.dice.whole(300, 4_000), () => thinkAgain(actor, path), actor);
  return true;
}

/** Somebody changes their mind about a document that is being processed. */
export function thinkAgain(actor: Actor, path: string): void {
  if (actor.disk.get(path) === undefined || actor.disk.isAway(path)) return;
  const again = actor.dice.pick([change, change, exchange, touch, remove, rename]);
  again(actor, path);
}

function burst(actor: Actor): boolean {
  const folder = anyFolder(actor);
  const directory = actor.dice.chance(0.3) ? `/new-${actor.dice.whole(1, 9)}` : undefined;
  for (let count = actor.dice.chance(0.2) ? 12 : actor.dice.whole(2, 5); count > 0; count -= 1) {
    write(actor, newPath(actor, folder, directory), makeContent(actor.dice));
  }
  return true;
}

/** A scanner that writes in pieces, with pauses that may be longer than the settle time, and than the wait for a missing end. */
function grow(actor: Actor): boolean {
  const { dice, clock, disk } = actor;
  const path = newPath(actor);
  const whole = makeContent(dice);
  const isSlow = dice.chance(0.15);
  const pieces = isSlow ? 2 : dice.whole(2, 5);
  const pause = isSlow ? 75_000 : dice.whole(100, 5_000);
  for (let piece = 1; piece <= pieces; piece += 1) {
    const bytes = whole.slice(0, Math.ceil((whole.length * piece) / pieces));
    const act = () => {
      const isNext = piece === 1 ? disk.get(path) === undefined : disk.get(path) !== undefined;
      if (isNext && !disk.isAway(path)) write(actor, path, bytes);
    };
    clock.after((piece - 1) * pause, act, actor);
  }
  return true;
}

/** A share that reserves the room of a file, and gets its end before its middle. */
function writeEndFirst(actor: Actor): boolean {
  const { dice, clock, disk } = actor;
  const path = newPath(actor);
  const { before, whole } = makeEndFirst(dice);
  write(actor, path, before);
  const fill = () => {
    if (disk.get(path) === before && !disk.isAway(path)) write(actor, path, whole);
  };
  clock.after(dice.pick([1_000, 75_000]), fill, actor);
  return true;
}

/** A program that keeps a file open while it works on what comes next. */
function writeAtLeisure(actor: Actor): boolean {
  const { dice, clock, disk } = actor;
  const path = newPath(actor);
  const first = makeContent(dice);
  const whole = makeContent(dice);
  write(actor, path, first);
  const ino = disk.file(path)?.ino ?? 0;
  disk.beingWritten.add(ino);
  const finish = () => {
    disk.beingWritten.delete(ino);
    if (disk.get(path) === first && disk.file(path)?.ino === ino && !disk.isAway(path)) write(actor, path, whole);
  };
  clock.after(dice.pick([3_000, 75_000]), finish, actor);
  return true;
}

/** As browsers do: under another name until it is complete. */
function download(actor: Actor): boolean {
  const { dice, clock, disk, belongings } = actor;
  const path = newPath(actor);
  const part = `${path}.crdownload`;
  const bytes = makeContent(dice);
  disk.put(part, bytes.slice(0, bytes.length >> 1));
  actor.hint(parentOf(path));
  clock.after(
    dice.whole(100, 6_000),
    () => {
      if (disk.isAway(path) || disk.get(part) === undefined || disk.get(path) !== undefined) return;
      disk.put(part, bytes);
      disk.rename(part, path);
      belongings.put(path, bytes);
      tell(actor, `has downloaded ${path}`, path);
    },
    actor,
  );
  return true;
}

function copy(actor: Actor): boolean {
  const from = anySource(actor);
  const bytes = from === undefined ? undefined : actor.disk.get(from);
  if (bytes === undefined) return false;
  write(actor, newPath(actor), bytes);
  return true;
}

/** Possibly into another directory or folder; within a folder some take the JSON along themselves. */
function rename(actor: Actor, from = anySource(actor)): boolean {
  const { belongings, dice, disk, plan } = actor;
  if (from === undefined) return false;
  const to = newPath(actor);
  const isInside = plan.folders.some(({ path }) => isWithin(from, path) && isWithin(to, path));
  const json = disk.get(`${from}.json`);
  const isIts = json !== undefined && textOf(json).includes(sha256(disk.get(from) ?? json));
  const canTakeJson = isIts && isInside && disk.get(`${to}.json`) === undefined;
  // Nobody could find a JSON that was moved once before Intray has seen it, and is left behind then.
  const isUnseen = isIts && actor.seen.outputAt(`${from}.json`) === undefined;
  if (isUnseen && !canTakeJson) return false;
  const takesJson = canTakeJson && (isUnseen || dice.chance(0.2));
  disk.rename(from, to);
  belongings.rename(from, to);
  if (takesJson) {
    disk.rename(`${from}.json`, `${to}.json`);
    belongings.takeAlong(`${from}.json`, `${to}.json`);
  }
  tell(actor, `renames ${from} to ${to}${takesJson ? ', and its JSON' : ''}`, from, to);
  return true;
}

/** Of a document that has its result. */
function renameDelivered(actor: Actor): boolean {
  const { belongings, dice, disk } = actor;
  const delivered = [...belongings.sources.keys()].filter((path) => disk.get(`${path}.json`) !== undefined && !disk.isAway(path));
  return rename(actor, delivered.length === 0 ? undefined : dice.pick(delivered));
}

function change(actor: Actor, path = anySource(actor)): boolean {
  if (path === undefined) return false;
  write(actor, path, makeContent(actor.dice));
  return true;
}

/** A new file under the same name, as programs do that save safely. */
function exchange(actor: Actor, path = anySource(actor)): boolean {
  if (path === undefined) return false;
  const bytes = makeContent(actor.dice);
  actor.disk.replace(path, bytes);
  actor.belongings.put(path, bytes);
  tell(actor, `puts another file at ${path}`, path);
  return true;
}

function touch(actor: Actor, path = anySource(actor)): boolean {
  const bytes = path === undefined ? undefined : actor.disk.get(path);
  if (path === undefined || bytes === undefined) return false;
  write(actor, path, bytes);
  return true;
}

function remove(actor: Actor, path = anySource(actor)): boolean {
  if (path === undefined) return false;
  actor.disk.remove(path);
  actor.belongings.takeAway(path);
  tell(actor, `removes ${path}`, path);
  return true;
}

function takeAwayAndBringBack(actor: Actor): boolean {
  const { dice, clock, disk, belongings } = actor;
  const path = anySource(actor);
  const file = path === undefined ? undefined : disk.file(path);
  if (path === undefined || file === undefined) return false;
  disk.remove(path);
  const source = belongings.takeAway(path);
  tell(actor, `takes ${path} away`, path);
  clock.after(
    dice.whole(500, 60_000),
    () => {
      if (disk.isAway(path) || disk.get(path) !== undefined) return;
      if (dice.chance(0.5)) disk.set(path, file);
      else disk.put(path, file.bytes);
      belongings.put(path, file.bytes, source?.existing);
      tell(actor, `brings ${path} back`, path);
    },
    actor,
  );
  return true;
}

function renameDirectory(actor: Actor): boolean {
  const source = anySource(actor);
  const folder = actor.plan.folders.find(({ path }) => source !== undefined && isWithin(source, path))?.path;
  const from = source === undefined ? undefined : parentOf(source);
  if (folder === undefined || from === undefined || from === folder) return false;
  const to = `${folder}/renamed-${actor.dice.whole(1, 1_000_000)}`;
  // The outputs in it stay whose they are, but for those that are moved without their source.
  const { belongings, disk } = actor;
  for (const path of disk.paths()) {
    if (!isWithin(path, from) || belongings.sources.has(path)) continue;
    const isAlone = path.endsWith('.json') && !belongings.sources.has(path.replace(/( \(\d+\))?\.json$/, ''));
    // Nobody has to find these, but what Intray wrote stays its own: with a source that was renamed before, it may be found.
    if (isAlone && !belongings.owns(path, disk.get(path))) belongings.claim(path, undefined);
    belongings.takeAlong(path, to + path.slice(from.length));
  }
  actor.disk.renameDirectory(from, to);
  for (const path of [...actor.belongings.sources.keys()]) {
    if (isWithin(path, from)) actor.belongings.rename(path, to + path.slice(from.length));
  }
  tell(actor, `renames the directory ${from} to ${to}`, from, `${to}/.`);
  return true;
}

/** Moving a directory away also moves the outputs in it. */
export function claimOutputs({ disk, belongings }: Actor, directory: string): void {
  for (const path of disk.paths()) {
    if (!isWithin(path, directory) || belongings.sources.has(path)) continue;
    // What comes back unchanged still belongs to whom it did.
    if (!belongings.owns(path, disk.get(path))) belongings.claim(path, undefined);
  }
}

function write(actor: Actor, path: string, bytes: Uint8Array): void {
  actor.disk.put(path, bytes);
  actor.belongings.put(path, bytes);
  tell(actor, `writes ${path} (${bytes.length} bytes)`, path);
}

function tell(actor: Actor, what: string, ...paths: string[]): void {
  actor.say(`somebody ${what}`);
  for (const path of paths) actor.hint(parentOf(path));
}

function anyFolder({ dice, plan, disk }: Actor): string {
  const there = plan.folders.filter(({ path }) => !disk.isAway(path));
  return dice.pick(there.length > 0 ? there : plan.folders).path;
}

function anySource({ dice, disk, belongings }: Actor): string | undefined {
  const present = [...belongings.sources.keys()].filter((path) => disk.get(path) !== undefined && !disk.isAway(path));
  return present.length === 0 ? undefined : dice.pick(present);
}

function newPath(actor: Actor, folder = anyFolder(actor), inside?: string): string {
  const { dice, disk, belongings, plan } = actor;
  for (;;) {
    const name = dice.weighted(names).make(dice.whole(1, plan.alone ? 4_000 : 40));
    const path = `${folder}${inside ?? dice.pick(directories)}/${name}`;
    if (disk.get(path) === undefined && !belongings.sources.has(path)) return path;
  }
}

/** The same name may be spelled in two ways (Unicode). */
const names = [
  { weight: 20, make: (number: number) => `scan${number}.pdf` },
  { weight: 1, make: (number: number) => `Scan${number}.PDF` },
  { weight: 1, make: (number: number) => `gr\u00fcn ${number}.pdf` },
  { weight: 1, make: (number: number) => `gru\u0308n ${number}.pdf` },
  { weight: 1, make: (number: number) => `Monitor ${number}".pdf` },
  { weight: 1, make: (number: number) => `100 % von ${number}.pdf` },
  { weight: 1, make: (number: number) => `請求書 ${number}.pdf` },
];
