import { type Document, isAtLaterStep } from '../../electron/core/document/document.ts';
import type { SimulatedWorld } from './simulated-world.ts';

const hourMs = 3_600_000;

type Surroundings = Pick<SimulatedWorld, 'clock' | 'complain' | 'ledger' | 'plan'>;

/** Checks that many new documents at once are asked about, few are not, and nothing of them is sent before a person answers. */
export class GuardReferee {
  readonly #world: Surroundings;
  /** Documents that a person has sent. */
  readonly #approved = new Set<number>();
  /** By folder, as they were when somebody began to look: reading thousands for each file of a request would take most of a night. */
  readonly #read = new Map<number, readonly Document[]>();

  constructor(world: Surroundings) {
    this.#world = world;
  }

  approve(documents: readonly { readonly id: number }[]): void {
    for (const { id } of documents) this.#approved.add(id);
  }

  /** A question about a folder is opened, or changed. */
  asked(folderId: number): void {
    const { clock, ledger, plan } = this.#world;
    const kept = ledger.meta.read('question', folderId);
    if (kept?.first === undefined || kept.counted !== undefined || kept.answer !== undefined || clock.timesSet > 0) return;
    // It is opened in the moment in which the last of them was found; later on some may have left again.
    if (kept.since !== clock.now()) return;
    this.#read.clear();
    const count = this.#lately(folderId).length;
    if (count <= plan.guard.documents) this.#world.complain(`${count} new documents are few, and are asked about`);
  }

  /** A request is whole. */
  sent(files: readonly { readonly path: string; readonly hash: string }[]): void {
    this.#read.clear();
    for (const document of this.#world.ledger.documents.inState('uploading')) {
      const path = `${this.#world.ledger.folders.get(document.folderId)?.path}/${document.path}`;
      const isSent = files.some((file) => file.path === path && file.hash === document.hash);
      if (isSent && !document.possibleDuplicate && !this.#approved.has(document.id)) this.#check(document);
    }
  }

  #check(document: Document): void {
    const { clock, ledger, plan } = this.#world;
    const { id, folderId, path } = document;
    // What was classified has been answered about, or was not many.
    if (plan.mode === 'run' || isAtLaterStep(document)) return;
    const kept = ledger.meta.read('question', folderId);
    const first = kept?.first;
    if (first !== undefined && kept?.answer !== 'send' && id >= first)
      this.#world.complain(`${path} (#${id}) was sent, and nobody has answered`);
    const wasCopy = ledger.history.of(id).some(({ event }) => event === 'copied');
    if (first !== undefined || wasCopy || clock.timesSet > 0) return;
    const lately = this.#lately(folderId);
    if (lately.every((each) => each.id !== id)) return;
    const most = Math.max(plan.guard.documents, plan.guard.times * this.#busiestHour(folderId));
    if (lately.length > most) this.#world.complain(`${path} (#${id}) was sent unasked, as one of ${lately.length} new documents`);
  }

  /** What came to a folder by itself within an hour, and nobody has answered about. */
  #lately(folderId: number): readonly Document[] {
    const { clock, ledger } = this.#world;
    const answered = ledger.meta.read('answered-many', folderId) ?? 0;
    return this.#own(folderId).filter(({ id, foundAt }) => id > answered && foundAt > clock.now() - hourMs);
  }

  #busiestHour(folderId: number): number {
    const counts = new Map<number, number>();
    for (const { foundAt } of this.#own(folderId)) {
      const hour = Math.floor(foundAt / hourMs);
      if (hour < Math.floor(this.#world.clock.now() / hourMs) - 1) counts.set(hour, (counts.get(hour) ?? 0) + 1);
    }
    return Math.max(0, ...counts.values());
  }

  #own(folderId: number): readonly Document[] {
    const documents = this.#read.get(folderId) ?? this.#world.ledger.documents.page({ folderId, limit: 100_000 }).documents;
    this.#read.set(folderId, documents);
    return documents.filter((document) => !this.#approved.has(document.id) && !this.#wasChosen(document));
  }

  /** It was there before, in a folder that sends what was. */
  #wasChosen({ folderId, foundAt, facts }: Document): boolean {
    const { ledger, plan } = this.#world;
    const folder = ledger.folders.get(folderId);
    const isFirst = foundAt <= (folder?.baselineAt ?? Number.POSITIVE_INFINITY);
    const sends = plan.folders.some(({ path, existing }) => path === folder?.path && existing === 'send');
    return sends && isFirst && facts.mtimeMs < (ledger.meta.read('first-watched', folderId) ?? 0);
  }
}
