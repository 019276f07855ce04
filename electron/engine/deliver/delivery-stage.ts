import { dirname } from 'node:path';
import { type Document, isRenamed } from '../../core/document/document.ts';
import { say } from '../../core/messages/message.ts';
import { routeKey } from '../../core/protocol/route.ts';
import { toBeWritten } from '../loop/document-writer.ts';
import type { EngineContext } from '../loop/engine-context.ts';
import { removeLeftovers } from '../loop/leftovers.ts';
import { earlier, type Stage } from '../loop/stage.ts';
import { faultDetails, faultMessage, isOfLedger } from '../loop/tasks.ts';
import { absolutePath, type WatchedFolder } from '../loop/watched-folders.ts';
import { DiskProblem } from '../ports.ts';
import { deliver } from './deliver.ts';
import { DeliveryResults } from './delivery-results.ts';
import { type DeliveryTarget, forEach, missing, orProblem } from './delivery-target.ts';
import { fileAway, finishMoves } from './file-away.ts';
import { followSource, lookForLost, lostIn } from './json-file.ts';
import { isFiledAway } from './place.ts';
import type { RouteStage } from './route-stage.ts';
import { carryTable } from './tables/carry-table.ts';
import { isBehind } from './tables/csv-file.ts';
import { infoOf, isRowNamedOtherwise, renameRows } from './tables/table-rows.ts';

/** What this stage needs of the engine. */
type DeliveryContext = Pick<EngineContext, 'world' | 'options' | 'writer' | 'folders' | 'scans' | 'tasks'> & {
  readonly routes: Pick<RouteStage, 'want'>;
};

interface Target extends DeliveryTarget {
  readonly folder: WatchedFolder;
}

const maxDocuments = 50;
/** Milliseconds. */
const againMs = 1_000;
/** What a death left undone, and could not be done, is looked at this often, in milliseconds. */
const recoverMs = 60_000;

/** Writes results beside their sources, one folder's at a time, and files the sources away. */
export class DeliveryStage implements Stage {
  readonly #context: DeliveryContext;
  readonly #world: DeliveryContext['world'] & { readonly promisesLater: true };
  readonly #results: DeliveryResults;
  /** Folders that are being written to. */
  readonly #busy = new Set<number>();
  /** Folders in which a death may have left something undone, and when to look, in elapsed milliseconds. */
  readonly #behind = new Map<number, number>();
  /** Those of which the machine may have lost a JSON when it died. */
  readonly #lost: Set<number>;
  /** Directories that sources are filed away to, without what a crash may have left there. */
  readonly #cleared = new Set<string>();
  readonly #startedAt: number;

  constructor(context: DeliveryContext) {
    this.#context = context;
    this.#world = { ...context.world, promisesLater: true };
    this.#startedAt = context.world.clock.now();
    this.#results = new DeliveryResults(context);
    for (const { id } of context.folders.all()) this.#behind.set(id, 0);
    this.#lost = new Set(lostIn(context.world).map(({ folderId }) => folderId));
  }

  /** Documents whose result cannot be written until a person makes room, closes a program or grants permission. */
  get undeliverable(): ReadonlySet<number> {
    return this.#results.blocked;
  }

  start(now: number): number | undefined {
    const { folders, tasks } = this.#context;
    const { ledger, clock } = this.#world;
    let next: number | undefined;
    for (const folder of folders.all()) {
      if (this.#busy.has(folder.id) || tasks.isResting(`delivery to ${folder.path}`)) continue;
      if (folders.health(folder.id).kind === 'unreachable') continue;
      // Before anything else is done there: what may be torn goes nowhere.
      if (this.#lost.has(folder.id) && this.#recover(folder)) continue;
      const due = ledger.documents.toDeliver(folder.id, now, maxDocuments);
      const documents = due.ids.flatMap((id) => ledger.documents.get(id) ?? []);
      if ((documents.length > 0 && this.#begin(folder, documents)) || this.#recover(folder)) continue;
      const recoverAt = this.#recoverAt(folder);
      next = earlier(next, recoverAt && now + recoverAt - clock.elapsed());
      // Some wait for their route now, and others may be behind them.
      next = earlier(next, documents.length > 0 ? now + againMs : due.next);
    }
    return next;
  }

  retryNow(): void {
    for (const folderId of this.#behind.keys()) this.#behind.set(folderId, 0);
  }

  /** Documents of a route whose name and fields are not known yet wait. */
  #begin(folder: WatchedFolder, due: readonly Document[]): boolean {
    const { options, routes, tasks } = this.#context;
    const work: { readonly target: Target; readonly documents: readonly Document[] }[] = [];
    for (const documents of Map.groupBy(due, ({ origin, route }) => `${origin} ${routeKey(route)}`).values()) {
      const [first] = documents;
      const info = first && this.#world.ledger.routes.info(first.origin, first.route);
      const unknown = first && info === undefined ? routes.want(first.route) : undefined;
      if (info !== undefined) work.push({ target: { folder, info, locale: options.locale }, documents });
      if (unknown !== undefined) this.#results.block(documents, unknown);
    }
    if (work.length === 0) return false;
    this.#busy.add(folder.id);
    tasks.launch('deliver', `delivery to ${folder.path}`, async () => {
      try {
        for (const { target, documents } of work) await this.#deliver(target, documents);
        // The sources may be elsewhere now, too.
        this.#behind.set(folder.id, 0);
      } finally {
        this.#busy.delete(folder.id);
      }
    });
    return true;
  }

  async #deliver(target: Target, documents: readonly Document[]): Promise<void> {
    const { folder } = target;
    const ready: Document[] = [];
    for (const document of documents) {
      await this.#clearFiled(folder, document.path);
      await this.#each([document], async () => {
        if (await this.#settle(folder, document)) ready.push(document);
      });
    }
    const {
      pending = [],
      written = [],
      renamed = [],
    } = Object.groupBy(ready, ({ delivery }) => (isRenamed(delivery) ? 'renamed' : delivery.kind));
    await this.#each(pending, (some) => this.#write(target, some));
    for (const document of written) await this.#each([document], () => this.#fileAway(target, document));
    await this.#each(renamed, async (some) => {
      await renameRows(this.#world, target, some);
      this.#context.writer.together(() => {
        for (const document of some) this.#results.applyFollowed(document);
      });
    });
  }

  /**
   * Nothing of a document is halfway, and what was written for it is beside its source, before anything else is done.
   * @returns whether its delivery goes on now
   */
  async #settle(folder: WatchedFolder, document: Document): Promise<boolean> {
    const { writer } = this.#context;
    const world = this.#world;
    const isMoved = await finishMoves(world, folder, document, (each, moved) => {
      writer.together(() => this.#results.applyFiledAway(each, moved));
    });
    if (isMoved) return false;
    // What may be torn goes nowhere.
    await this.#lookForLost(folder, document.id);
    if (world.ledger.documents.get(document.id)?.delivery.kind !== document.delivery.kind) return false;
    const isThere = await followSource(world, folder, document);
    if (isThere || !isRenamed(document.delivery)) return true;
    await missing(world, folder);
    writer.together(() => this.#results.applyNotThere(folder, document));
    return false;
  }

  /**
   * What a death left undone: a JSON that the machine has lost is written again, and a CSV gets the rows that it lacks, even if their
   * documents have gone since. What the disk refuses is tried again later.
   */
  #recover(folder: WatchedFolder): boolean {
    const { options, tasks } = this.#context;
    const world = this.#world;
    const { ledger } = world;
    if ((this.#recoverAt(folder) ?? Number.POSITIVE_INFINITY) > world.clock.elapsed()) return false;
    this.#behind.delete(folder.id);
    const all = folder.settings.outputs.csv === 'folder' ? ledger.tables.all(folder.id) : [];
    const tables = all.filter(({ csv, ...table }) => csv?.facts !== undefined && isBehind(world, table, csv));
    const lost = this.#lost.has(folder.id) ? lostIn(world, folder.id) : [];
    if (lost.length === 0) this.#lost.delete(folder.id);
    if (tables.length + lost.length === 0) return false;
    this.#behind.set(folder.id, world.clock.elapsed() + recoverMs);
    this.#busy.add(folder.id);
    tasks.launch('deliver', recoveryOf(folder), async () => {
      try {
        for (const { json } of lost) await this.#clear(dirname(json.path));
        await forEach(lost, ({ id }) => this.#lookForLost(folder, id));
        for (const { origin, route } of tables) {
          const target = { folder, info: infoOf(ledger, origin, route), locale: options.locale };
          await orProblem(() => carryTable(world, target, { wanted: [] }));
        }
      } catch (error) {
        this.#behind.set(folder.id, 0);
        throw error;
      } finally {
        this.#busy.delete(folder.id);
      }
    });
    return true;
  }

  #lookForLost(folder: WatchedFolder, id: number): Promise<void> {
    return lookForLost(this.#world, folder, id, (document) => {
      const line = { event: 'written again', note: say('notes.lostOnDisk') };
      this.#context.writer.amend(id, toBeWritten(document, this.#world.clock.now()), line);
    });
  }

  /** When what a death left undone in a folder is looked at, in elapsed milliseconds. */
  #recoverAt(folder: WatchedFolder): number | undefined {
    const at = this.#behind.get(folder.id);
    return at === undefined ? undefined : Math.max(at, this.#context.tasks.restsUntil(recoveryOf(folder)));
  }

  /** No scan enters the directories that sources are filed away to. */
  async #clearFiled(folder: WatchedFolder, path: string): Promise<void> {
    if (isFiledAway(folder, path)) await this.#clear(dirname(absolutePath(folder, path)));
  }

  /** Removes what a crash has left in a directory. What the disk refuses is tried again there. */
  async #clear(directory: string): Promise<void> {
    if (this.#cleared.has(directory)) return;
    await orProblem(async () => {
      await removeLeftovers(this.#world, directory, await this.#world.files.list(directory), this.#startedAt);
      this.#cleared.add(directory);
    });
  }

  /**
   * What the disk refuses is tried again later, less and less often. An error that no step expects concerns one document: the others are
   * delivered without it.
   */
  async #each(documents: readonly Document[], work: (some: readonly Document[]) => Promise<void>): Promise<void> {
    if (documents.length === 0) return;
    try {
      await work(documents);
    } catch (error) {
      if (isOfLedger(error)) throw error;
      const said = error instanceof DiskProblem ? error.said : undefined;
      if (said === undefined) this.#world.log.error('a delivery failed unexpectedly', faultDetails(error));
      if (said !== undefined || documents.length === 1) {
        this.#results.block(documents, said ?? faultMessage(error));
        return;
      }
      // What the first try has recorded is not done again.
      for (const { id, delivery, path } of documents) {
        const current = this.#world.ledger.documents.get(id);
        // What was written for one that was renamed meanwhile has to follow first.
        if (current?.delivery.kind === delivery.kind && current.path === path) await this.#each([current], work);
      }
    }
  }

  async #write(target: Target, documents: readonly Document[]): Promise<void> {
    const { writer } = this.#context;
    const checked = writer.check(documents);
    const outcomes = await deliver(this.#world, target, checked, this.#results.withoutSource);
    writer.together(() => {
      for (const document of checked) {
        const outcome = outcomes.get(document.id);
        if (outcome !== undefined) this.#results.applyWritten(target.folder, document, outcome);
      }
    });
  }

  async #fileAway(target: Target, document: Document): Promise<void> {
    const outcome = await fileAway(this.#world, target.folder, document);
    if (outcome.kind === 'moved') await this.#clearFiled(target.folder, outcome.path);
    const renamed = outcome.kind === 'moved' && isRowNamedOtherwise(this.#world, target, document, outcome.path);
    this.#context.writer.together(() => this.#results.applyFiledAway(document, outcome, renamed ? 'rows follow' : 'done'));
  }
}

function recoveryOf({ path }: WatchedFolder): string {
  return `recovery of ${path}`;
}
