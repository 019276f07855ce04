import { z } from 'zod';
import type { FolderSettings } from '../../electron/core/config/folder-settings.ts';
import type { Seen, SeenFile } from '../support/seen.ts';
import type { Belongings } from './belongings.ts';
import type { DiskWitness, Touch } from './disk-port.ts';
import { isWithin, type MemoryDisk, sha256, textOf } from './memory-disk.ts';
import type { VirtualClock } from './virtual-clock.ts';

const recentMs = 1_000;
const ourSource = z.object({ source: z.object({ file: z.string(), sha256: z.string() }) });

interface Grounds {
  readonly clock: VirtualClock;
  readonly folders: readonly FolderSettings[];
  readonly disk: MemoryDisk;
  readonly seen: Seen;
  readonly belongings: Belongings;
  readonly complain: (what: string) => void;
}

/** Checks what Intray does to the disk: sources are only filed away, people's files are left alone, JSON is complete. */
export class DiskReferee implements DiskWitness {
  readonly #grounds: Grounds;
  /** In which boot of the machine each JSON was written. */
  /** By path: of which content a JSON was before it was written; undefined if what was there cannot be read, or nothing was. */
  readonly #replaced = new Map<string, string | undefined>();

  constructor(grounds: Grounds) {
    this.#grounds = grounds;
  }

  before(touch: Touch): void {
    const { folders, disk, belongings, complain } = this.#grounds;
    const { operation, path, to } = touch;
    const folder = folders.find((each) => isWithin(path, each.path));
    this.#replaced.set(path, sha256In(readJson(textOf(disk.get(path) ?? new Uint8Array()))));
    if (folder === undefined || !isWithin(to ?? path, folder.path)) complain(`${operation} of ${path}, which is outside`);
    else if (operation === 'moveNew' && belongings.sources.has(path)) this.#filesAway(folder, path, to ?? '');
    const isSecondName = disk.file(path)?.ino === disk.file(to ?? '')?.ino;
    if (operation === 'moveNew' && belongings.filedAway.has(to ?? '') && !isSecondName) complain(`${path} was filed over ${to}`);
    if (folder !== undefined && operation === 'moveNew' && belongings.filedAway.has(path)) this.#filesAgain(folder, path);
    const filed = folder?.fileAway.kind === 'move' ? `${folder.path}/${folder.fileAway.to}` : undefined;
    const isFiling = filed !== undefined && (isWithin(path, filed) || isWithin(to ?? path, filed));
    if (operation === 'moveNew' && (isFiling || belongings.sources.has(path))) return;
    if (belongings.sources.has(path)) complain(`${operation} of ${path}, which is a source`);
    if (belongings.owns(path, disk.get(path))) complain(`${operation} of ${path}, which a person has written`);
    if (this.#isTaken(touch)) complain(`${operation} of ${path}, which a person has taken`);
  }

  /** What is delivered, and was taken, is not written again; something new is, under the same name. */
  #isTaken({ operation, path }: Touch): boolean {
    const { belongings, seen } = this.#grounds;
    if (operation !== 'createWhole' || !path.endsWith('.json') || !belongings.hasTaken(path)) return false;
    const output = seen.outputAt(path);
    if (output === undefined) return false;
    return output.isWritten && seen.file(output.file)?.outputs === 'done';
  }

  after(touch: Touch): void {
    const { operation, path, to } = touch;
    const { disk, belongings, complain } = this.#grounds;
    if (operation === 'moveNew') {
      belongings.moveClaim(path, to ?? path);
      belongings.filed(path, to ?? path, disk.get(to ?? path) ?? new Uint8Array());
    } else if (path.endsWith('.json')) {
      belongings.unclaim(path);
      const json = readJson(textOf(disk.get(path) ?? new Uint8Array()));
      if (json === undefined) complain(`${path} is half written`);
      else this.#isBesideItsSource(touch, json);
    } else {
      belongings.unclaim(path);
    }
  }

  /** A JSON is begun only beside its own content; what it says may change also where that has gone, or another one came. */
  #isBesideItsSource({ operation, path }: Touch, json: unknown): void {
    const { folders, disk, clock, complain } = this.#grounds;
    const folder = folders.find((each) => isWithin(path, each.path));
    const { file, sha256: hash } = ourSource.parse(json).source;
    const source = disk.file(`${folder?.path}/${file}`);
    // Nobody can react in time to a change or removal this recent.
    const isRecent = clock.elapsed - Math.max(source?.changedAt ?? 0, disk.removedAt(`${folder?.path}/${file}`)) < recentMs;
    const isThere = source !== undefined && sha256(source.bytes) === hash;
    const isRewritten = operation === 'replaceWhole' && [hash, undefined].includes(this.#replaced.get(path));
    if (!isRecent && !isThere && !isRewritten) {
      complain(`${path} was written for ${file}, which is not there with that content`);
    }
  }

  /** What is filed is moved only where its values, which have changed since, say another place. */
  #filesAgain(settings: FolderSettings, path: string): void {
    const { seen, complain } = this.#grounds;
    const [file] = seen.filesAt(path);
    // Its file has got its second name, and was not recorded there before the process died.
    if (file === undefined || file.takenBack !== undefined) return;
    const place = seen.place(settings, file);
    if (typeof place === 'string' || place.isThere) complain(`${path} was moved again, and its values have not changed`);
  }

  #filesAway(folder: FolderSettings, path: string, to: string): void {
    const { seen, disk, belongings, complain } = this.#grounds;
    const { fileAway } = folder;
    if (fileAway.kind !== 'move' || !isWithin(to, `${folder.path}/${fileAway.to}`)) {
      complain(`${path} was moved to ${to}, and nobody asked for it`);
      return;
    }
    const file = seen.filesAt(path).find((each) => isWritten(seen, each));
    if (file === undefined) complain(`${path} was moved, and is not delivered`);
    for (const output of file === undefined ? [] : seen.outputs(file.id)) {
      const bytes = disk.get(output.path);
      if (belongings.wasClaimed(output.path)) continue;
      if (bytes === undefined || file?.hash === undefined || !textOf(bytes).includes(file.hash)) {
        complain(`${path} (#${output.file}) was moved before its ${output.kind} was on disk`);
      }
    }
  }
}

/** It may have been checked again while it was being moved: then it is written anew where it goes. */
function isWritten(seen: Seen, { id, outputs }: SeenFile): boolean {
  return outputs === 'follow' || (outputs === 'due' && seen.outputs(id).some((output) => output.isWritten));
}

function sha256In(json: unknown): string | undefined {
  const parsed = ourSource.safeParse(json);
  return parsed.success ? parsed.data.source.sha256 : undefined;
}

/** Undefined if it is not one. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
