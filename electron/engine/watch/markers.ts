import { z } from 'zod';
import { say } from '../../core/messages/message.ts';
import { otherMessage } from '../loop/questions.ts';
import { absolutePath, type WatchedFolder } from '../loop/watched-folders.ts';
import { DiskProblem, type World } from '../ports.ts';
import { FolderHeld } from './scan.ts';
import type { WatchContext } from './scan-findings.ts';

const markerName = '.intray';
/** A longer file is none of ours. Bytes. */
const maxBytes = 16_384;
const renewMs = 3_600_000;
const freshMs = 24 * renewMs;
/** How often a marker is looked at, and written again where promises were made since. */
const lookMs = 60_000;
/** As many starts are known as markers of their own: another volume may come back with an old one. */
const knownStarts = 50;

/** Who watches a folder. Anyone who can write to the folder may plant one. */
const markerSchema = z.object({
  id: z.string().min(1).max(100),
  host: z.string().max(255),
  /** The data directory. */
  path: z.string().max(4_096),
  /** Drawn at each start: two machines of one image have the same id, host and path. */
  start: z.string().min(1).max(100),
  /** The number of its ledger's last promise (`ledger/promises.ts`). */
  promise: z.number().int().nonnegative().max(100_000_000_000_000),
  /** Milliseconds since the epoch. */
  at: z.number(),
});
type Marker = z.output<typeof markerSchema>;

/** What a marker says about this Intray: it wrote that itself, its ledger is not what it was, or it is another one's. */
type Whose = 'own' | 'older ledger' | 'lost ledger' | 'other' | 'nobody';

/**
 * Marks the folders that this Intray watches, so that no other one pays for the same documents: a file in the folder says who
 * watches it, and is renewed every hour. Until a folder has been looked at nothing of it is taken in or sent.
 */
export class Markers {
  readonly #context: WatchContext;
  readonly #start: string;
  /** The ledger's last promise when this start began: a marker that was written before is not ahead of it. */
  readonly #promise: number;
  /** The markers of this start, by folder. */
  readonly #written = new Map<number, { lookedAt: number }>();

  constructor(context: WatchContext) {
    this.#context = context;
    this.#start = context.options.identity?.start ?? context.world.clock.now().toString(36);
    this.#promise = context.world.ledger.promises.last();
    if (context.options.identity !== undefined) for (const { id } of context.folders.own()) context.folders.hold(id);
  }

  /** To be called before a folder is scanned whole. @throws FolderHeld while it is held for another Intray */
  async check(folder: WatchedFolder): Promise<void> {
    const { folders, options, unverified, world } = this.#context;
    const { identity } = options;
    if (identity === undefined || folder.paused) return;
    const { clock, ledger } = world;
    const own = { id: ownId(world), ...identity, start: this.#start };
    if (this.#written.has(folder.id)) this.#written.set(folder.id, { lookedAt: clock.now() });
    let there = await this.#read(folder);
    if (there === undefined && (await this.#write(folder, there, own)) === 'taken')
      // Another one has begun at the same moment.
      there = await this.#read(folder);
    const asked = ledger.meta.read('other-intray', folder.id);
    const whose = typeof there === 'object' ? this.#whose(folder, there, own) : 'nobody';
    const other = typeof there === 'object' && whose === 'other' ? there : there === 'unreadable' ? asked : undefined;
    if (other !== undefined) {
      const { host, path } = other;
      const isTwin = host === own.host && path === own.path;
      // One of the same image has the same id.
      const id = 'start' in other && isTwin ? other.start : other.id;
      const answer = asked?.id === id ? asked.answer : undefined;
      const question = { since: clock.now(), id, host, path, ...(isTwin && { twin: true as const }) };
      if (asked?.id !== id) ledger.meta.write('other-intray', question, folder.id);
      if (answer !== 'send') {
        const message = answer === 'leave' ? say('outcome.leftToOther', { host, path }) : otherMessage(question);
        folders.hold(folder.id, { kind: 'paused', message });
        throw new FolderHeld(message);
      }
    }
    if (typeof there === 'object' && (whose === 'older ledger' || whose === 'lost ledger')) {
      const { id, path } = folder;
      unverified.suspect(id, say(whose === 'older ledger' ? 'ledger.olderThanMarker' : 'ledger.markedByAnother', { path }));
      // Asked about once, also where it cannot be written over.
      this.#know(folder, keyOf(there));
    }
    // One that it could not write over is still decided about.
    if (asked !== undefined && other === undefined) ledger.meta.write('other-intray', undefined, folder.id);
    if (typeof there === 'object') await this.#write(folder, there, own);
    folders.release(folder.id);
  }

  /** When the marker of a folder that is watched is to be looked at again, milliseconds since the epoch: another one may have replaced it. */
  lookAt({ id, paused }: WatchedFolder): number | undefined {
    const written = this.#written.get(id);
    return written === undefined || paused ? undefined : written.lookedAt + lookMs;
  }

  /**
   * What a marker says. One that this ledger has not written and that is of the same computer and data directory tells, at the first
   * look, that the ledger is not the one that wrote it; later, that another Intray is alive there: a copy of this one.
   */
  #whose(folder: WatchedFolder, there: Marker, own: Omit<Marker, 'at' | 'promise'>): Whose {
    const { unverified, world } = this.#context;
    const { clock, ledger } = world;
    const starts = ledger.meta.read('marked', folder.id);
    const isHere = there.host === own.host && there.path === own.path;
    const isAhead = there.promise > this.#promise;
    if (there.start === own.start || starts?.includes(keyOf(there)) === true) return 'own';
    // It may have been moved to another computer.
    if (there.id === own.id && starts?.includes(there.start) === true) return isAhead ? 'older ledger' : 'own';
    const isFresh = Math.abs(clock.now() - there.at) < freshMs;
    if (!isHere) return isFresh ? 'other' : 'nobody';
    if (this.#written.has(folder.id)) return 'other';
    // It is known that the ledger was lost.
    if (unverified.concerns(folder.id)) return 'nobody';
    if (there.id === own.id && isAhead) return 'older ledger';
    if (starts === undefined) return 'lost ledger';
    return isFresh ? 'other' : 'nobody';
  }

  async #write(
    folder: WatchedFolder,
    there: Marker | undefined,
    own: Omit<Marker, 'at' | 'promise'>,
  ): Promise<'taken' | undefined> {
    const { outputs, fileAway } = folder.settings;
    // Where nothing is written, not even this is.
    if (!outputs.json && outputs.csv === 'off' && fileAway.kind === 'leave') return undefined;
    const { clock, files, ledger, log } = this.#context.world;
    const at = clock.now();
    const isOwn = there?.start === own.start && there.host === own.host && there.path === own.path;
    const age = Math.abs(at - (there?.at ?? 0));
    const isNoted = age < lookMs || there?.promise === ledger.promises.last();
    if (there !== undefined && isOwn && isNoted && age < renewMs) return undefined;
    const starts = ledger.meta.read('marked', folder.id) ?? [];
    // Known before it is there: whatever else is found there was written by another one.
    if (!starts.includes(own.start)) ledger.meta.write('marked', [...starts.slice(1 - knownStarts), own.start], folder.id);
    const marker: Marker = { ...own, promise: ledger.promises.last(), at };
    const path = absolutePath(folder, markerName);
    const bytes = new TextEncoder().encode(`${JSON.stringify(marker)}\n`);
    try {
      if (there !== undefined) await files.replaceWhole(path, bytes);
      else if ((await files.createWhole(path, bytes)) === 'taken') return 'taken';
      this.#written.set(folder.id, { lookedAt: at });
    } catch (problem) {
      if (!(problem instanceof DiskProblem)) throw problem;
      log.debug('a folder has no marker', { folder: folder.path, problem: problem.message });
    }
    return undefined;
  }

  #know({ id }: WatchedFolder, start: string): void {
    const { meta } = this.#context.world.ledger;
    const starts = meta.read('marked', id) ?? [];
    if (!starts.includes(start)) meta.write('marked', [...starts.slice(1 - knownStarts), start], id);
  }

  /** `other`: something of that name is not a marker. */
  async #read(folder: WatchedFolder): Promise<Marker | 'other' | 'unreadable' | undefined> {
    const { files } = this.#context.world;
    const path = absolutePath(folder, markerName);
    try {
      const entry = await files.stat(path);
      if (entry === undefined) return undefined;
      if (entry.kind !== 'file' || entry.size > maxBytes) return 'other';
      return markerSchema.parse(JSON.parse(new TextDecoder().decode(await files.read(path, 0, entry.size))));
    } catch (problem) {
      if (problem instanceof SyntaxError || problem instanceof z.ZodError) return 'other';
      if (problem instanceof DiskProblem) return 'unreadable';
      throw problem;
    }
  }
}

/** What tells this Intray from others: its ledger's own, drawn once. */
function ownId({ ledger, random }: Pick<World, 'ledger' | 'random'>): string {
  const known = ledger.meta.read('marker-id');
  if (known !== undefined) return known;
  const id = Array.from({ length: 4 }, () => Math.floor(random() * 2 ** 32).toString(36)).join('-');
  ledger.meta.write('marker-id', id);
  return id;
}

/** One marker of another start. */
function keyOf({ start, promise }: Pick<Marker, 'start' | 'promise'>): string {
  return `${start} ${promise}`;
}
