import { dirname } from 'node:path';
import { type Document, isRenamed } from '../../core/document/document.ts';
import type { TableRecord } from '../../core/document/table.ts';
import { type RouteInfo, routeKey } from '../../core/protocol/route.ts';
import type { EngineOptions } from '../api.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import { removeLeftovers } from '../loop/leftovers.ts';
import { earlier, type Stage } from '../loop/stage.ts';
import { faultDetails, faultMessage, isOfLedger, type Tasks } from '../loop/tasks.ts';
import type { WatchedFolder, WatchedFolders } from '../loop/watched-folders.ts';
import { DiskProblem, type World } from '../ports.ts';
import { deliver } from './deliver.ts';
import { DeliveryResults, type DeliveryResultsContext } from './delivery-results.ts';
import { type DeliveryTarget, type DeliveryWorld, forEach, orProblem } from './delivery-target.ts';
import { directoriesFiledTo, fileAway, isHalfMoved, missing } from './file-away.ts';
import { lostIn, settleJson } from './json-file.ts';
import type { RouteStage } from './route-stage.ts';
import { carryTable } from './tables/carry-table.ts';
import { isBehind } from './tables/csv-file.ts';
import { infoOf, isRowNamedOtherwise, renameRows } from './tables/table-rows.ts';

/** What this stage needs of the engine. */
export interface DeliveryContext extends DeliveryResultsContext {
  readonly world: Pick<World, 'files' | 'ledger' | 'clock' | 'random' | 'log'> & Pick<DeliveryWorld, 'promisesLater'>;
  readonly options: Pick<EngineOptions, 'locale'>;
  readonly writer: Pick<DocumentWriter, 'amend' | 'apply' | 'check' | 'outputsFound' | 'together'>;
  readonly folders: Pick<WatchedFolders, 'all' | 'health'>;
  readonly tasks: Pick<Tasks, 'isResting' | 'launch' | 'restsUntil'>;
  readonly routes: Pick<RouteStage, 'want'>;
}

interface Target extends DeliveryTarget {
  readonly folder: WatchedFolder;
}

const maxDocuments = 50;
/** What a death left undone, and could not be done, is looked at this often, in milliseconds. */
const recoverMs = 60_000;

/** Writes results beside their sources, one folder's at a time, and files the sources away. */
export class DeliveryStage implements Stage {
  readonly #context: DeliveryContext;
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
    this.#context = { ...context, world: { ...context.world, promisesLater: true } };
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
    const { ledger, clock } = this.#context.world;
    let next: number | undefined;
    for (const folder of this.#context.folders.all()) {
      if (this.#busy.has(folder.id) || this.#context.tasks.isResting(`delivery to ${folder.path}`)) continue;
      if (this.#context.folders.health(folder.id).kind === 'unreachable') continue;
      // Before anything else is done there: what may be torn goes nowhere.
      if (this.#lost.has(folder.id) && this.#recover(folder)) continue;
      const due = ledger.documents.toDeliver(folder.id, now, maxDocuments);
      if ((due.length > 0 && this.#begin(folder, due)) || this.#recover(folder)) continue;
      const recoverAt = this.#recoverAt(folder);
      next = earlier(next, recoverAt && now + recoverAt - clock.elapsed());
      next = earlier(next, ledger.documents.nextDelivery(folder.id, now));
    }
    return next;
  }

  retryNow(): void {
    for (const folderId of this.#behind.keys()) this.#behind.set(folderId, 0);
  }

  #begin(folder: WatchedFolder, due: readonly Document[]): boolean {
    const groups = this.#byRoute(due);
    if (groups.length === 0) return false;
    this.#busy.add(folder.id);
    const { options, tasks } = this.#context;
    tasks.launch('deliver', `delivery to ${folder.path}`, async () => {
      try {
        for (const { info, documents } of groups) await this.#deliver({ folder, info, locale: options.locale }, documents);
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
    for (const document of documents) await this.#clear(() => directoriesFiledTo(this.#context.world, folder, document));
    const ready: Document[] = [];
    for (const document of documents)
      await this.#eachIfNotAll([document], async () => {
        if (await this.#settle(folder, document)) ready.push(document);
      });
    const pending = ready.filter(({ delivery }) => delivery.kind === 'pending');
    const written = ready.filter(({ delivery }) => delivery.kind === 'written');
    await this.#eachIfNotAll(pending, (some) => this.#write(target, some));
    for (const document of written.filter(({ delivery }) => !isRenamed(delivery)))
      await this.#eachIfNotAll([document], () => this.#fileAway(target, document));
    const renamed = written.filter(({ delivery }) => isRenamed(delivery));
    await this.#eachIfNotAll(renamed, (some) => this.#renameRows(target, some));
  }

  /**
   * What was written for a document is whole and beside its source, before anything else is done. A move that a crash interrupted may
   * have taken the source along already, when a newer result or a review came in: what is written for that goes beside it.
   * @returns whether its delivery goes on
   */
  async #settle(folder: WatchedFolder, document: Document): Promise<boolean> {
    const { world, writer } = this.#context;
    const isThere = await orProblem(() => settleJson(world, folder, document, ({ id }) => writer.outputsFound(id)));
    if (isThere instanceof DiskProblem) writer.together(() => this.#results.block(document, isThere.said));
    else if (!isThere && isRenamed(document.delivery)) {
      const outcome = await orProblem(() => missing(world, folder));
      const kept = outcome instanceof DiskProblem ? outcome.said : outcome.kind === 'blocked' ? outcome.message : undefined;
      writer.together(() => this.#results.applyNotThere(folder, document, kept));
    } else {
      const isHalf = document.delivery.kind === 'pending' && (await isHalfMoved(world, folder, document));
      const outcome = isHalf ? await fileAway(world, folder, document) : undefined;
      if (outcome === undefined || outcome.kind === 'missing') return true;
      writer.together(() => this.#results.applyFiledAway(document, outcome, false));
    }
    return false;
  }

  /**
   * What a death left undone, even if its documents have gone since: a JSON that the machine has lost is written again, and a CSV gets
   * the rows that it lacks. What the disk refuses is tried again later.
   */
  #recover(folder: WatchedFolder): boolean {
    const { options, world, tasks, writer } = this.#context;
    if ((this.#recoverAt(folder) ?? Number.POSITIVE_INFINITY) > world.clock.elapsed()) return false;
    this.#behind.delete(folder.id);
    const { ledger } = world;
    const isLacking = ({ csv, ...table }: TableRecord) => csv?.facts !== undefined && isBehind(world, table, csv);
    const tables = folder.settings.outputs.csv === 'folder' ? ledger.tables.all(folder.id).filter(isLacking) : [];
    const lost = this.#lost.has(folder.id) ? lostIn(world, folder.id) : [];
    if (lost.length === 0) this.#lost.delete(folder.id);
    if (tables.length + lost.length === 0) return false;
    this.#behind.set(folder.id, world.clock.elapsed() + recoverMs);
    this.#busy.add(folder.id);
    tasks.launch('deliver', recoveryOf(folder), async () => {
      try {
        for (const { json } of lost) await this.#clear(() => [dirname(json.path)]);
        await forEach(lost, async ({ id: each }) => {
          const document = ledger.documents.get(each);
          if (document !== undefined)
            await orProblem(() => settleJson(world, folder, document, ({ id }) => writer.outputsFound(id)));
        });
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

  /** When what a death left undone in a folder is looked at, in elapsed milliseconds. */
  #recoverAt(folder: WatchedFolder): number | undefined {
    const at = this.#behind.get(folder.id);
    return at === undefined ? undefined : Math.max(at, this.#context.tasks.restsUntil(recoveryOf(folder)));
  }

  /** The documents by their route. Those of a route whose name and fields are not known yet wait. */
  #byRoute(due: readonly Document[]): { readonly info: RouteInfo; readonly documents: readonly Document[] }[] {
    const { routes, world, writer } = this.#context;
    const byRoute = Map.groupBy(due, (document) => `${document.origin} ${routeKey(document.route)}`);
    return [...byRoute.values()].flatMap((documents) => {
      const [first] = documents;
      if (first === undefined) return [];
      const info = world.ledger.routes.info(first.origin, first.route);
      if (info !== undefined) return [{ info, documents }];
      const unknown = routes.want(first.route);
      if (unknown !== undefined) {
        writer.together(() => {
          for (const document of documents) this.#results.block(document, unknown);
        });
      }
      return [];
    });
  }

  /** No scan enters the directories that sources are filed away to. What a crash leaves there is tried again there. */
  async #clear(directoriesOf: () => Promise<readonly string[]> | readonly string[]): Promise<void> {
    const { world } = this.#context;
    const directories = await orProblem(async () => directoriesOf());
    for (const directory of directories instanceof DiskProblem ? [] : directories) {
      if (this.#cleared.has(directory)) continue;
      await orProblem(async () => {
        await removeLeftovers(world, directory, await world.files.list(directory), this.#startedAt);
        this.#cleared.add(directory);
      });
    }
  }

  /** An error that no step expects concerns one document: the others are delivered without it. */
  async #eachIfNotAll(documents: readonly Document[], work: (some: readonly Document[]) => Promise<void>): Promise<void> {
    if (documents.length === 0) return;
    try {
      await work(documents);
    } catch (error) {
      if (isOfLedger(error)) throw error;
      this.#context.world.log.error('a delivery failed unexpectedly', faultDetails(error));
      const [only, ...others] = documents;
      if (only !== undefined && others.length === 0) this.#results.block(only, faultMessage(error));
      // What the first try has recorded is not done again.
      for (const { id, delivery, path } of others.length === 0 ? [] : documents) {
        const current = this.#context.world.ledger.documents.get(id);
        // What was written for one that was renamed meanwhile has to follow first.
        if (current?.delivery.kind === delivery.kind && current.path === path) await this.#eachIfNotAll([current], work);
      }
    }
  }

  async #write(target: Target, documents: readonly Document[]): Promise<void> {
    const { world, writer } = this.#context;
    const checked = writer.check(documents);
    const outcomes = await deliver(world, target, checked, this.#results.withoutSource);
    writer.together(() => {
      for (const document of checked) {
        const outcome = outcomes.get(document.id);
        if (outcome !== undefined) this.#results.applyWritten(target.folder, document, outcome);
      }
    });
  }

  async #fileAway(target: Target, document: Document): Promise<void> {
    const { world, writer } = this.#context;
    const outcome = await fileAway(world, target.folder, document);
    const renamed = outcome.kind === 'moved' && isRowNamedOtherwise(world, target, document, outcome.path);
    writer.together(() => this.#results.applyFiledAway(document, outcome, renamed));
  }

  async #renameRows(target: Target, documents: readonly Document[]): Promise<void> {
    const { world, writer } = this.#context;
    const problem = await orProblem(() => renameRows(world, target, documents));
    writer.together(() => {
      for (const document of documents) {
        if (problem instanceof DiskProblem) this.#results.block(document, problem.said);
        else this.#results.applyFollowed(document);
      }
    });
  }
}

function recoveryOf({ path }: WatchedFolder): string {
  return `recovery of ${path}`;
}
