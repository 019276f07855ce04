import { routeKey } from '../../electron/core/protocol/route.ts';
import { sameFacts } from '../support/seen.ts';
import { claimOutputs } from './document-deeds.ts';
import { type DiskTrouble, type File, factsOf, isWithin, parentOf } from './memory-disk.ts';
import type { TroubleName } from './plan.ts';
import type { Actor } from './simulated-world.ts';

/** Starts a trouble and returns a function that ends it; undefined if it is over at once or impossible in this run. */
type Trouble = (actor: Actor) => (() => void) | undefined;

const minuteMs = 60_000;

export const troubles: Readonly<Record<TroubleName, Trouble>> = {
  'share-away': (actor) => away(actor, 'nothing', 'the share is gone'),
  'folder-renamed': (actor) => away(actor, 'nothing', 'somebody renames the folder'),
  'mount-point-empty': (actor) => away(actor, 'empty', 'the share is gone; its empty mount point is left'),
  'share-renumbered': (actor) => {
    const folder = aFolder(actor);
    const back = away(actor, 'nothing', 'the share is gone', folder);
    return () => {
      if (back === undefined) return;
      actor.disk.renumber(folder);
      back();
    };
  },
  'subfolder-away': subfolderAway,
  'hidden-mount-point': (actor) => away(actor, 'hidden', 'the share is gone; a hidden file is in its mount point'),
  'other-volume': (actor) => away(actor, 'other', 'another volume is in the place of the share'),
  'times-shifted': (actor) => {
    const folder = aFolder(actor);
    actor.say(`all times in ${folder} move by an hour`);
    const by = actor.dice.pick([-60, 60]) * minuteMs;
    for (const path of actor.disk.paths()) {
      const file = actor.disk.file(path);
      if (file === undefined || !isWithin(path, folder)) continue;
      // Of a file that Intray has not found yet, only its time tells whether it is new.
      if (isUnseen(actor, path)) actor.belongings.timeMisleads(path);
      actor.disk.set(path, { ...file, mtimeMs: file.mtimeMs + by });
    }
    actor.hint(folder);
    return undefined;
  },
  redated: (actor) => redated(actor, 'somebody touches everything', ({ ino }) => ino),
  'copied-over': (actor) => redated(actor, 'somebody copies an old folder over', () => actor.disk.nextNumber()),
  'another-intray': (actor) => {
    const { belongings, clock, dice, disk } = actor;
    const folder = aFolder(actor);
    const path = `${folder}/.intray`;
    const isFresh = dice.chance(0.7);
    const at = clock.now() - (isFresh ? 0 : 2 * 24 * 60 * minuteMs);
    disk.put(
      path,
      new TextEncoder().encode(
        JSON.stringify({ id: String(disk.nextNumber()), host: 'elsewhere', path: '/data', start: 'elsewhere', promise: 1, at }),
      ),
    );
    const bytes = disk.get(path);
    actor.say(`another Intray marks ${folder}${isFresh ? '' : ', and has not for two days'}`);
    if (isFresh) belongings.othersSince.set(folder, clock.elapsed);
    return () => {
      belongings.othersSince.delete(folder);
      if (disk.get(path) === bytes) disk.remove(path);
    };
  },
  'no-listing': (actor) => refused(actor, 'list', 'denied', anyDirectory(actor)),
  'no-reading': (actor) => refused(actor, 'read', 'locked', actor.dice.pick([anyDirectory(actor), aFolder(actor)])),
  'disk-full': (actor) => refused(actor, 'write', 'full', '/'),
  'disk-read-only': (actor) => refused(actor, 'write', 'read-only', aFolder(actor)),
  'no-writing': (actor) => refused(actor, 'write', 'denied', anyDirectory(actor)),
  'csv-locked': (actor) => {
    const tables = actor.disk.paths().filter((path) => /\.(csv|xlsx)$/.test(path));
    return tables.length === 0 ? undefined : refused(actor, 'write', 'locked', actor.dice.pick(tables));
  },
  'clock-back': (actor) => setClock(actor, -60 * minuteMs),
  'clock-forward': (actor) => setClock(actor, 60 * minuteMs),
  'clock-nudged': (actor) => setClock(actor, actor.dice.pick([-5_000, 5_000, -500, 1_500])),
  sleep: (actor) => setClock(actor, 8 * 60 * minuteMs),
  'hints-lost': (actor) => {
    actor.say('no hint arrives any more');
    actor.hints.lost = true;
    return () => {
      actor.hints.lost = false;
    };
  },
  'hint-storm': (actor) => {
    actor.say('a storm of hints');
    for (let count = 300; count > 0; count -= 1)
      actor.clock.after(actor.dice.whole(0, 3_000), () => actor.hint(anyDirectory(actor)), actor);
    return undefined;
  },
  'watcher-fails': (actor) => {
    actor.say('the watcher fails');
    actor.running()?.failWatcher();
    return undefined;
  },
  outage: (actor) => {
    const { weather } = actor.service;
    actor.say('the service cannot be reached');
    weather.outage = true;
    return () => {
      weather.outage = false;
    };
  },
  'key-refused': (actor) => {
    const { weather } = actor.service;
    weather.key = actor.plan.alone ? 'unclear' : actor.dice.pick(['missing', 'invalid', 'revoked', 'unclear']);
    actor.say(`the key is refused: ${weather.key}`);
    return () => {
      weather.key = undefined;
      if (!actor.plan.alone) newKey(actor);
    };
  },
  'pages-gone': (actor) => {
    const { weather } = actor.service;
    weather.forbidden = actor.dice.pick(['pages', 'pages', 'revoked', 'unclear']);
    actor.say(`the account may not process: ${weather.forbidden}`);
    return () => {
      weather.forbidden = undefined;
    };
  },
  'slow-down': (actor) => {
    const { weather } = actor.service;
    weather.slowDownMs = actor.dice.whole(1_000, 40_000);
    actor.say(`the service asks for pauses of ${weather.slowDownMs} ms`);
    return () => {
      weather.slowDownMs = undefined;
    };
  },
  'service-broken': (actor) => {
    const { weather } = actor.service;
    weather.broken = actor.dice.pick(['uploads', 'everything']);
    actor.say(`the service is broken: ${weather.broken}`);
    return () => {
      weather.broken = undefined;
    };
  },
  'route-gone': (actor) => {
    const { weather } = actor.service;
    const { route } = actor.dice.pick(actor.plan.folders);
    actor.say(`the ${route.kind} is gone`);
    weather.goneRoutes.add(routeKey(route));
    return () => {
      weather.goneRoutes.delete(routeKey(route));
    };
  },
  'batches-forgotten': (actor) => {
    const { weather } = actor.service;
    const batches = actor.service.batchIds();
    actor.say('the service forgets its batches');
    for (const batch of batches) {
      weather.forgotten.add(batch);
      actor.incidents.forgotten.add(batch);
    }
    // Some for good: their documents stay in doubt.
    return actor.dice.chance(0.3) ? undefined : () => weather.forgotten.clear();
  },
};

/** Somebody notices that the key is refused, and enters another. */
export function newKey(actor: Actor): void {
  const running = actor.running();
  if (running === undefined) return;
  actor.say('there is a new key');
  actor.calls.keyReplaced(running.process);
  running.asked((engine) => {
    engine.keyReplaced();
    engine.lookNow();
  });
}

export function away(
  actor: Actor,
  leaves: NonNullable<Actor['disk']['away']>['leaves'],
  what: string,
  path = aFolder(actor),
): (() => void) | undefined {
  const { disk, say } = actor;
  if (disk.away !== undefined) return undefined;
  say(`${what}: ${path}`);
  disk.away = { path, leaves, since: actor.clock.elapsed };
  disk.timesAway += 1;
  return () => {
    disk.away = undefined;
    say(`${path} is there again`);
    actor.hint(path);
  };
}

/** It is moved out of the folder, and back. */
function subfolderAway(actor: Actor): (() => void) | undefined {
  const { disk, belongings, say } = actor;
  const directory = anyDirectory(actor);
  if (actor.plan.folders.some(({ path }) => path === directory)) return undefined;
  const elsewhere = `/elsewhere${directory}`;
  if (disk.stat(elsewhere) !== undefined) return undefined;
  const inside = [...belongings.sources].filter(([path]) => isWithin(path, directory) && disk.get(path) !== undefined);
  claimOutputs(actor, directory);
  disk.renameDirectory(directory, elsewhere);
  const taken = inside.map(([path, { bytes, existing }]) => {
    belongings.takeAway(path);
    // What is taken away before Intray has seen it comes as something new, however old it is.
    const isUnseen = existing === 'yes' && actor.seen.at(path) === undefined;
    return { path, bytes, existing: isUnseen ? ('perhaps' as const) : existing };
  });
  say(`somebody moves ${directory} away`);
  actor.hint(parentOf(directory));
  return () => {
    // Somebody has created another one, or it cannot be reached.
    if (disk.isAway(directory) || disk.stat(directory) !== undefined) return;
    disk.renameDirectory(elsewhere, directory);
    for (const { path, bytes, existing } of taken) belongings.put(path, bytes, existing);
    say(`somebody moves ${directory} back`);
    actor.hint(parentOf(directory));
  };
}

/** The contents stay, and all files of a folder have the time of now. */
function redated(actor: Actor, what: string, inoOf: (file: File) => number): undefined {
  const { belongings, clock, disk } = actor;
  const folder = aFolder(actor);
  actor.say(`${what} in ${folder}`);
  for (const path of disk.paths()) {
    const file = disk.file(path);
    if (file === undefined || !isWithin(path, folder) || !belongings.sources.has(path)) continue;
    if (isUnseen(actor, path)) belongings.timeMisleads(path);
    disk.set(path, { ...file, mtimeMs: clock.now(), ino: inoOf(file) });
  }
  actor.hint(folder);
}

function refused(actor: Actor, on: DiskTrouble['on'], kind: DiskTrouble['kind'], path: string): () => void {
  const trouble = { on, kind, path };
  actor.say(`${path}: ${on} is refused (${kind})`);
  actor.disk.troubles.add(trouble);
  return () => {
    actor.say(`${path}: ${on} is allowed again`);
    actor.disk.troubles.delete(trouble);
  };
}

function setClock(actor: Actor, by: number): undefined {
  actor.clock.set(by);
  // The time of a file that Intray has not found yet may be in the future now, and tells nothing.
  if (by < 0) for (const path of actor.belongings.sources.keys()) if (isUnseen(actor, path)) actor.belongings.timeMisleads(path);
  actor.say(`the clock jumps by ${by / 1_000} s`);
}

/** Intray has not found what is at this path now. */
function isUnseen(actor: Actor, path: string): boolean {
  const [known, file] = [actor.seen.at(path), actor.disk.file(path)];
  return known === undefined || file === undefined || !sameFacts(known.facts, factsOf(file));
}

function aFolder({ dice, plan }: Actor): string {
  return dice.pick(plan.folders).path;
}

/** A folder with documents, or a directory in one. */
function anyDirectory(actor: Actor): string {
  const { disk } = actor;
  const directories = new Set([...actor.belongings.sources.keys()].filter((path) => !disk.isAway(path)).map(parentOf));
  return actor.dice.pick([aFolder(actor), ...directories]);
}
