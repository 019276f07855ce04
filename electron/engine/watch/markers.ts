import { z } from 'zod';
import { say } from '../../core/messages/message.ts';
import type { EngineOptions } from '../api.ts';
import { absolutePath } from '../loop/folder.ts';
import type { WatchedFolder, WatchedFolders } from '../loop/watched-folders.ts';
import { DiskProblem, type World } from '../ports.ts';
import { FolderHeld } from './scan.ts';

const markerName = '.intray';
/** A longer file is none of ours. Bytes. */
const maxBytes = 16_384;
const renewMs = 3_600_000;
const freshMs = 24 * renewMs;

/** Who watches a folder. Anyone who can write to the folder may plant one. */
const markerSchema = z.object({
  id: z.string().min(1).max(100),
  host: z.string().max(255),
  /** The data directory. */
  path: z.string().max(4_096),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** The register, and the inbox in it, by which it shares the folder with others. */
  register: z.string().max(100).exactOptional(),
  inbox: z.string().max(255).exactOptional(),
});
type Marker = z.output<typeof markerSchema>;

export interface MarkersContext {
  readonly world: Pick<World, 'files' | 'ledger' | 'clock' | 'log' | 'random' | 'membership'>;
  readonly options: Pick<EngineOptions, 'identity'>;
  readonly folders: Pick<WatchedFolders, 'hold' | 'own' | 'release'>;
}

/**
 * Marks the folders that this Intray watches, so that no other one pays for the same documents: a file in the folder says who
 * watches it, and is renewed every hour. Until a folder has been looked at nothing of it is taken in or sent.
 */
export class Markers {
  readonly #context: MarkersContext;

  constructor(context: MarkersContext) {
    this.#context = context;
    if (context.options.identity !== undefined) for (const { id } of context.folders.own()) context.folders.hold(id);
  }

  /** To be called before a folder is scanned whole. @throws FolderHeld while it is held for another Intray */
  async check(folder: WatchedFolder): Promise<void> {
    const { folders, options, world } = this.#context;
    const { identity } = options;
    if (identity === undefined || folder.paused) return;
    const { clock, ledger } = world;
    const own = { id: ownId(world), ...identity, ...this.#shared(folder) };
    let there = await this.#read(folder);
    if (there === undefined && (await this.#write(folder, there, { ...own, at: clock.now() })) === 'taken')
      // Another one has begun at the same moment.
      there = await this.#read(folder);
    const now = clock.now();
    const asked = ledger.meta.read('other-intray', folder.id);
    const other = typeof there === 'object' ? this.#other(folder, there, own, now) : there === 'unreadable' ? asked : undefined;
    if (other !== undefined) {
      const { id, host, path } = other;
      const answer = asked?.id === id ? asked.answer : undefined;
      if (asked?.id !== id) ledger.meta.write('other-intray', { since: now, id, host, path }, folder.id);
      if (answer !== 'send') {
        const message = say(answer === 'leave' ? 'outcome.leftToOther' : 'outcome.otherIntray', { host, path });
        folders.hold(folder.id, { kind: 'paused', message });
        throw new FolderHeld(message);
      }
    }
    // One that it could not write over is still decided about.
    if (asked !== undefined && other === undefined) ledger.meta.write('other-intray', undefined, folder.id);
    if (typeof there === 'object') await this.#write(folder, there, { ...own, at: now });
    folders.release(folder.id);
  }

  /** The register by which others may watch the folder too. @throws FolderHeld while that is not known */
  #shared(folder: WatchedFolder): Pick<Marker, 'register' | 'inbox'> {
    const { folders, world } = this.#context;
    const { inbox } = folder.settings;
    if (world.membership === undefined || inbox === undefined) return {};
    const register = world.ledger.meta.read('register');
    if (register !== undefined) return { register, inbox };
    const message = say('sending.noRegister', { message: say('sending.registerAsked') });
    folders.hold(folder.id, { kind: 'paused', message });
    throw new FolderHeld(message);
  }

  /** Unless it is this Intray, or was: its data directory may have been deleted, restored, or moved to another computer. */
  #other(folder: WatchedFolder, there: Marker, own: Omit<Marker, 'at'>, now: number): Marker | undefined {
    const isHere = there.host === own.host && there.path === own.path;
    // A copy of the data directory that is in use has written another one since.
    const isMoved = there.id === own.id && there.at === this.#context.world.ledger.meta.read('marked', folder.id);
    return isHere || isMoved || isTogether(own, there) || Math.abs(now - there.at) >= freshMs ? undefined : there;
  }

  async #write(folder: WatchedFolder, there: Marker | undefined, own: Marker): Promise<'taken' | undefined> {
    const { outputs, fileAway } = folder.settings;
    // Where nothing is written, not even this is.
    if (!outputs.json && outputs.csv === 'off' && fileAway.kind === 'leave') return undefined;
    const isOwn = there?.id === own.id && there.host === own.host && there.path === own.path;
    if (there !== undefined && (isOwn || isTogether(own, there)) && Math.abs(own.at - there.at) < renewMs) return undefined;
    const path = absolutePath(folder, markerName);
    const bytes = new TextEncoder().encode(`${JSON.stringify(own)}\n`);
    const { files, ledger, log } = this.#context.world;
    try {
      if (there !== undefined) await files.replaceWhole(path, bytes);
      else if ((await files.createWhole(path, bytes)) === 'taken') return 'taken';
      ledger.meta.write('marked', own.at, folder.id);
    } catch (problem) {
      if (!(problem instanceof DiskProblem)) throw problem;
      log.debug('a folder has no marker', { folder: folder.path, problem: problem.message });
    }
    return undefined;
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
export function ownId({ ledger, random }: Pick<World, 'ledger' | 'random'>): string {
  const known = ledger.meta.read('marker-id');
  if (known !== undefined) return known;
  const id = Array.from({ length: 4 }, () => Math.floor(random() * 2 ** 32).toString(36)).join('-');
  ledger.meta.write('marker-id', id);
  return id;
}

/** Whether both share the folder with each other. */
function isTogether(own: Pick<Marker, 'register' | 'inbox'>, there: Marker): boolean {
  return own.register !== undefined && own.register === there.register && own.inbox === there.inbox;
}
