import { z } from 'zod';
import type { FolderSettings } from '../../electron/core/config/folder-settings.ts';
import type { Document } from '../../electron/core/document/document.ts';
import { filledFor, isAt } from '../../electron/engine/deliver/place.ts';
import type { Ledger } from '../../electron/ledger/ledger.ts';
import type { Belongings } from './belongings.ts';
import type { DiskWitness, Touch } from './disk-port.ts';
import { isWithin, type MemoryDisk, nameOf, parentOf, sha256, textOf } from './memory-disk.ts';
import type { VirtualClock } from './virtual-clock.ts';

const recentMs = 1_000;
const ourSource = z.object({ source: z.object({ file: z.string(), sha256: z.string() }) });

interface Grounds {
  readonly clock: VirtualClock;
  readonly folders: readonly FolderSettings[];
  readonly disk: MemoryDisk;
  readonly ledger: Ledger;
  readonly belongings: Belongings;
  readonly complain: (what: string) => void;
}

/** Checks what Intray does to the disk: sources are only filed away, people's files are left alone, JSON is complete. */
export class DiskReferee implements DiskWitness {
  readonly #grounds: Grounds;

  constructor(grounds: Grounds) {
    this.#grounds = grounds;
  }

  before(touch: Touch): void {
    const { folders, disk, belongings, complain } = this.#grounds;
    const { operation, path, to } = touch;
    const folder = folders.find((each) => isWithin(path, each.path));
    if (folder === undefined || !isWithin(to ?? path, folder.path)) complain(`${operation} of ${path}, which is outside`);
    else if (operation === 'moveNew' && belongings.sources.has(path)) this.#filesAway(folder, path, to ?? '');
    if (operation === 'moveNew' && belongings.filedAway.has(to ?? '')) complain(`${path} was filed over ${to}`);
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
    const { belongings, ledger } = this.#grounds;
    if (operation !== 'createWhole' || !path.endsWith('.json') || !belongings.hasTaken(path)) return false;
    const output = ledger.outputs.atPath(path);
    const document = output && ledger.documents.get(output.documentId);
    return output?.state === 'written' && document?.delivery.kind === 'done';
  }

  after({ operation, path, to }: Touch): void {
    const { disk, belongings, complain } = this.#grounds;
    if (operation === 'moveNew') {
      belongings.moveClaim(path, to ?? path);
      belongings.filed(path, to ?? path);
    } else if (path.endsWith('.json')) {
      belongings.unclaim(path);
      const json = readJson(textOf(disk.get(path) ?? new Uint8Array()));
      if (json === undefined) complain(`${path} is half written`);
      else this.#isBesideItsSource(path, json);
    } else {
      belongings.unclaim(path);
    }
  }

  /** A result is written only beside its own content. */
  #isBesideItsSource(path: string, json: unknown): void {
    const { folders, disk, clock, complain } = this.#grounds;
    const folder = folders.find((each) => isWithin(path, each.path));
    const { file, sha256: hash } = ourSource.parse(json).source;
    const source = disk.file(`${folder?.path}/${file}`);
    // Nobody can react in time to a change or removal this recent.
    const isRecent = clock.elapsed - Math.max(source?.changedAt ?? 0, disk.removedAt(`${folder?.path}/${file}`)) < recentMs;
    if (!isRecent && (source === undefined ? !this.#isReviewed(path, hash) : sha256(source.bytes) !== hash)) {
      complain(`${path} was written for ${file}, which is not there with that content`);
    }
  }

  /** What a person makes of a result reaches the JSON that is there, also when the source has been removed. */
  #isReviewed(path: string, hash: string): boolean {
    const { ledger } = this.#grounds;
    const output = ledger.outputs.atPath(path);
    const document = output && ledger.documents.get(output.documentId);
    if (document?.hash !== hash) return false;
    // It may have gone on since.
    return [document, ...(document.earlierSteps ?? [])].some(({ review }) => review !== undefined);
  }

  /** What is filed is moved only where its values, which have changed since, say another place. */
  #filesAgain(settings: FolderSettings, path: string): void {
    const { ledger, complain } = this.#grounds;
    const id = ledger.folders.byPath(settings.path)?.id ?? 0;
    const [document] = ledger.documents.atPath(id, path.slice(settings.path.length + 1));
    // Its file has got its second name, and was not recorded there before the process died.
    if (document === undefined) return;
    if (document.undone !== undefined) return;
    if (isRightlyFiled(ledger, settings, document) !== false)
      complain(`${path} was moved again, and its values have not changed`);
  }

  #filesAway(folder: FolderSettings, path: string, to: string): void {
    const { ledger, disk, belongings, complain } = this.#grounds;
    const { fileAway } = folder;
    if (fileAway.kind !== 'move' || !isWithin(to, `${folder.path}/${fileAway.to}`)) {
      complain(`${path} was moved to ${to}, and nobody asked for it`);
      return;
    }
    const id = ledger.folders.byPath(folder.path)?.id ?? 0;
    const document = ledger.documents.atPath(id, path.slice(folder.path.length + 1)).find(({ id: documentId, delivery }) => {
      // It may have been checked again while it was being moved: then it is written anew where it goes.
      const outputs = delivery.kind === 'pending' ? ledger.outputs.of(documentId) : [];
      return delivery.kind === 'written' || outputs.some(({ state }) => state === 'written');
    });
    if (document === undefined) complain(`${path} was moved, and is not delivered`);
    for (const output of document === undefined ? [] : ledger.outputs.of(document.id)) {
      const bytes = disk.get(output.path);
      if (belongings.wasClaimed(output.path)) continue;
      if (bytes === undefined || document?.hash === undefined || !textOf(bytes).includes(document.hash)) {
        complain(`${path} (#${output.documentId}) was moved before its ${output.kind} was on disk`);
      }
    }
  }
}

/** Whether a document is where its folder's template puts it; undefined if that says nothing. */
export function isRightlyFiled(ledger: Ledger, settings: FolderSettings, document: Document): boolean | undefined {
  const filled = filledFor(ledger, settings, document);
  if (filled === 'waits' || filled.kind === 'stays' || settings.fileAway.kind !== 'move') return undefined;
  const path = `${settings.path}/${settings.fileAway.to}/${filled.path}`;
  const place = { kind: 'there', directory: parentOf(path), name: nameOf(path) } as const;
  return isAt({ id: document.folderId, path: settings.path, settings }, document.path, place);
}

/** Undefined if it is not one. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
