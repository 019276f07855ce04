import { nameOfFile, type SeenFile, type SeenFolder } from '../support/seen.ts';
import type { SimulatedWorld } from './simulated-world.ts';

const hourMs = 3_600_000;

type Surroundings = Pick<SimulatedWorld, 'clock' | 'complain' | 'seen' | 'plan'>;

/** Checks that many new documents at once are asked about, few are not, and nothing of them is sent before a person answers. */
export class GuardReferee {
  readonly #world: Surroundings;
  /** Files that a person has sent. */
  readonly #approved = new Set<number>();
  /** Files that were there before their folder was first scanned, and that it sends: a person has chosen that. */
  readonly #chosen = new Set<number>();
  /** By folder, as they were when somebody began to look: reading thousands for each file of a request would take most of a night. */
  readonly #read = new Map<string, readonly SeenFile[]>();

  constructor(world: Surroundings) {
    this.#world = world;
  }

  approve(files: readonly { readonly id: number }[]): void {
    for (const { id } of files) this.#approved.add(id);
  }

  /** A file is found; its time tells what it is only then. */
  found({ id, folder: path, facts, foundAt }: SeenFile): void {
    const folder = this.#world.seen.folder(path);
    const sends = this.#world.plan.folders.some((each) => each.path === path && each.existing === 'send');
    const isFirst = folder !== undefined && foundAt <= folder.baselineAt;
    // A time in the future says nothing.
    const isOld = folder !== undefined && (facts.mtimeMs < folder.firstWatched || facts.mtimeMs > foundAt);
    if (sends && isFirst && isOld) this.#chosen.add(id);
    else this.#chosen.delete(id);
  }

  /** A question about a folder is opened, or changed. */
  asked(folderId: number): void {
    const { clock, seen, plan } = this.#world;
    const folder = seen.folders.find(({ id }) => id === folderId);
    const kept = folder?.question;
    if (folder === undefined || kept?.first === undefined || kept.isCounted) return;
    // It is opened in the moment in which the last of them was found; later on some may have left again.
    if (kept.answer !== undefined || clock.timesSet > 0 || kept.since !== clock.now()) return;
    this.#read.clear();
    const count = this.#lately(folder).length;
    if (count <= plan.guard.documents) this.#world.complain(`${count} new documents are few, and are asked about`);
  }

  /** A request is whole. */
  sent(files: readonly { readonly path: string; readonly hash: string }[]): void {
    this.#read.clear();
    for (const { file } of this.#world.seen.requested()) {
      const path = `${file.folder}/${file.path}`;
      const isSent = files.some((each) => each.path === path && each.hash === file.hash);
      if (isSent && !file.possibleDuplicate && !this.#approved.has(file.id)) this.#check(file);
    }
  }

  #check(file: SeenFile): void {
    const { clock, seen, plan } = this.#world;
    const folder = seen.folder(file.folder);
    // What was classified has been answered about, or was not many.
    if (plan.mode === 'run' || folder === undefined || file.earlier.length > 0) return;
    const { answer, first } = folder.question ?? {};
    // What a person chose to have sent with the folder goes its way.
    const isOwn = () => this.#own(folder).some(({ id }) => id === file.id);
    if (first !== undefined && answer !== 'send' && file.id >= first && isOwn())
      this.#world.complain(`${nameOfFile(file)} was sent, and nobody has answered`);
    if (first !== undefined || clock.timesSet > 0) return;
    const lately = this.#lately(folder);
    if (lately.every(({ id }) => id !== file.id)) return;
    const most = Math.max(plan.guard.documents, plan.guard.times * this.#busiestHour(folder));
    if (lately.length > most)
      this.#world.complain(`${nameOfFile(file)} was sent unasked, as one of ${lately.length} new documents`);
  }

  /** What came to a folder by itself within an hour, and nobody has answered about. */
  #lately(folder: SeenFolder): readonly SeenFile[] {
    const { answeredUpTo } = folder;
    const since = this.#world.clock.now() - hourMs;
    return this.#own(folder).filter(({ id, foundAt }) => id > answeredUpTo && foundAt > since);
  }

  #busiestHour(folder: SeenFolder): number {
    const counts = new Map<number, number>();
    for (const { foundAt } of this.#own(folder)) {
      const hour = Math.floor(foundAt / hourMs);
      if (hour < Math.floor(this.#world.clock.now() / hourMs) - 1) counts.set(hour, (counts.get(hour) ?? 0) + 1);
    }
    return Math.max(0, ...counts.values());
  }

  #own(folder: SeenFolder): readonly SeenFile[] {
    const files = this.#read.get(folder.path) ?? this.#world.seen.files(folder.path);
    this.#read.set(folder.path, files);
    return files.filter(({ id }) => !this.#approved.has(id) && !this.#chosen.has(id));
  }
}
