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
/** A CSV write that was not recorded, and that no delivery completes, is looked at this often, in milliseconds. */
const recoverMs = 60_000;

/** Writes results beside their sources, one folder's at a time, and files the sources away. */
export class DeliveryStage implements Stage {
  readonly #context: DeliveryContext;
  readonly #results: DeliveryResults;
  /** Folders that are being written to. */
  readonly #busy = new Set<number>();
  /** Folders whose CSVs may lack rows that the ledger has, and when to look, in elapsed milliseconds. */
  readonly #behind = new Map<number, number>();
  /** Folders of which the machine may have lost outputs when it died, and when to look, in elapsed milliseconds. */
  readonly #lost = new Map<number, number>();
  /** Directories that sources are filed away to, without what a crash may have left there. */
  readonly #cleared = new Set<string>();
  readonly #startedAt: number;

  constructor(context: DeliveryContext) {
    this.#context = { ...context, world: { ...context.world, promisesLater: true } };
    this.#startedAt = context.world.clock.now();
    this.#results = new DeliveryResults(context);
    for (const { id } of context.folders.all()) this.#behind.set(id, 0);
    for (const { folderId } of lostIn(context.world)) this.#lost.set(folderId, 0);
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
      if (this.#repair(folder)) continue;
      const lookAt = this.#repairAt(folder);
      next = earlier(next, lookAt && now + lookAt - clock.elapsed());
      const due = ledger.documents.toDeliver(folder.id, now, maxDocuments);
      if ((due.length > 0 && this.#begin(folder, due)) || this.#complete(folder)) continue;
      const completeAt = this.#behind.get(folder.id);
      next = earlier(next, completeAt && now + completeAt - clock.elapsed());
      next = earlier(next, ledger.documents.nextDelivery(folder.id, now));
    }
    return next;
  }

  retryNow(): void {
    for (const waiting of [this.#lost, this.#behind]) for (const folderId of waiting.keys()) waiting.set(folderId, 0);
  }

  #begin(folder: WatchedFolder, due: readonly Document[]): boolean {
    const groups = this.#byRoute(due);
    if (groups.length === 0) return false;
    this.#busy.add(folder.id);
    this.#context.tasks.launch('deliver', `delivery to ${folder.path}`, async () => {
      try {
        for (const { info, documents } of groups) await this.#deliver(folder, info, documents);
        this.#behind.set(folder.id, 0);
        // The sources may be elsewhere now.
        if (this.#lost.has(folder.id)) this.#lost.set(folder.id, 0);
      } finally {
        this.#busy.delete(folder.id);
      }
    });
    return true;
  }

  async #deliver(folder: WatchedFolder, info: RouteInfo, documents: readonly Document[]): Promise<void> {
    const { world } = this.#context;
    for (const document of documents) await this.#clear(() => directoriesFiledTo(world, folder, document));
    const target = { folder, info, locale: this.#context.options.locale };
    const whole = await this.#repaired(folder, documents);
    const ready = await this.#completeMoves(target, await this.#follow(folder, whole));
    const written = ready.filter(({ delivery }) => delivery.kind === 'written');
    await this.#write(
      target,
      ready.filter(({ delivery }) => delivery.kind === 'pending'),
    );
    await this.#fileAway(
      target,
      written.filter(({ delivery }) => !isRenamed(delivery)),
    );
    await this.#renameRows(
      target,
      written.filter(({ delivery }) => isRenamed(delivery)),
    );
  }

  /** Before anything else is done in a folder: writes again what the machine has lost of it. */
  #repair(folder: WatchedFolder): boolean {
    const { world, tasks } = this.#context;
    if ((this.#repairAt(folder) ?? Number.POSITIVE_INFINITY) > world.clock.elapsed()) return false;
    this.#busy.add(folder.id);
    tasks.launch('deliver', `repair of ${folder.path}`, async () => {
      try {
        this.#lost.set(folder.id, world.clock.elapsed() + recoverMs);
        await this.#repairThese(folder);
        if (lostIn(world, folder.id).length === 0) this.#lost.delete(folder.id);
      } catch (error) {
        this.#lost.set(folder.id, 0);
        throw error;
      } finally {
        this.#busy.delete(folder.id);
      }
    });
    return true;
  }

  /** When what the machine has lost of a folder is looked at again, in elapsed milliseconds. */
  #repairAt(folder: WatchedFolder): number | undefined {
    const lookAt = this.#lost.get(folder.id);
    return lookAt === undefined ? undefined : Math.max(lookAt, this.#context.tasks.restsUntil(`repair of ${folder.path}`));
  }

  /** Before sources are moved: what may be torn goes nowhere. @returns those with which delivery goes on */
  async #repaired(folder: WatchedFolder, documents: readonly Document[]): Promise<readonly Document[]> {
    if (!this.#lost.has(folder.id)) return documents;
    const problems = await this.#repairThese(folder, new Set(documents.map(({ id }) => id)));
    this.#context.writer.together(() => {
      for (const document of documents) {
        const problem = problems.get(document.id);
        if (problem !== undefined) this.#results.block(document, problem.said);
      }
    });
    return documents.filter(({ id }) => !problems.has(id));
  }

  /** What the disk refuses is tried again later. @returns why, by document */
  async #repairThese(folder: WatchedFolder, ids?: ReadonlySet<number>): Promise<ReadonlyMap<number, DiskProblem>> {
    const { world, writer } = this.#context;
    const problems = new Map<number, DiskProblem>();
    const lost = lostIn(world, folder.id).filter(({ id }) => ids?.has(id) !== false);
    for (const { json } of lost) await this.#clear(() => (json === undefined ? [] : [dirname(json.path)]));
    await forEach(lost, async (document) => {
      const outcome = await orProblem(() => settleJson(world, folder, document, ({ id }) => writer.outputsFound(id)));
      if (outcome instanceof DiskProblem) problems.set(document.id, outcome);
    });
    return problems;
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

  /** Completes what a write left undone, such as part of a row, even if its documents have gone since. */
  #complete(folder: WatchedFolder): boolean {
    const { options, world, tasks } = this.#context;
    if ((this.#behind.get(folder.id) ?? Number.POSITIVE_INFINITY) > world.clock.elapsed()) return false;
    this.#behind.delete(folder.id);
    const { ledger } = world;
    const isLacking = ({ csv, ...table }: TableRecord) => csv?.facts !== undefined && isBehind(world, table, csv);
    const tables = folder.settings.outputs.csv === 'folder' ? ledger.tables.all(folder.id).filter(isLacking) : [];
    if (tables.length === 0) return false;
    this.#behind.set(folder.id, world.clock.elapsed() + recoverMs);
    this.#busy.add(folder.id);
    tasks.launch('deliver', `recovery of the CSV of ${folder.path}`, async () => {
      try {
        const complete = async ({ origin, route }: TableRecord) => {
          const target = { folder, info: infoOf(ledger, origin, route), locale: options.locale };
          await carryTable(world, target, { wanted: [] });
        };
        for (const table of tables) await orProblem(() => complete(table));
      } finally {
        this.#busy.delete(folder.id);
      }
    });
    return true;
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

  /** Takes what was written for renamed documents along. @returns those with which delivery goes on */
  async #follow(folder: WatchedFolder, documents: readonly Document[]): Promise<readonly Document[]> {
    const { world, writer } = this.#context;
    const ready: Document[] = [];
    for (const document of documents) {
      await this.#eachIfNotAll([document], async () => {
        const isThere = await orProblem(() => settleJson(world, folder, document));
        if (isThere === true || (isThere === false && !isRenamed(document.delivery))) ready.push(document);
        else if (isThere instanceof DiskProblem) writer.together(() => this.#results.block(document, isThere.said));
        else {
          const outcome = await orProblem(() => missing(world, folder));
          const kept = outcome instanceof DiskProblem ? outcome.said : outcome.kind === 'blocked' ? outcome.message : undefined;
          writer.together(() => this.#results.applyNotThere(folder, document, kept));
        }
      });
    }
    return ready;
  }

  /**
   * A move that a crash interrupted may have taken the source along already, when a newer result or a review came in: what is
   * written for that goes beside it. @returns those with which delivery goes on
   */
  async #completeMoves({ folder }: Target, documents: readonly Document[]): Promise<readonly Document[]> {
    const { world, writer } = this.#context;
    const ready: Document[] = [];
    for (const document of documents) {
      const outcome =
        document.delivery.kind === 'pending' && (await isHalfMoved(world, folder, document))
          ? await fileAway(world, folder, document)
          : undefined;
      if (outcome === undefined || outcome.kind === 'missing') ready.push(document);
      else writer.together(() => this.#results.applyFiledAway(document, outcome, false));
    }
    return ready;
  }

  async #renameRows(target: Target, documents: readonly Document[]): Promise<void> {
    if (documents.length === 0) return;
    const { world, writer } = this.#context;
    await this.#eachIfNotAll(documents, async (some) => {
      const problem = await orProblem(() => renameRows(world, target, some));
      writer.together(() => {
        for (const document of some) {
          if (problem instanceof DiskProblem) this.#results.block(document, problem.said);
          else this.#results.applyFollowed(document);
        }
      });
    });
  }

  async #write(target: Target, documents: readonly Document[]): Promise<void> {
    if (documents.length === 0) return;
    await this.#eachIfNotAll(documents, (some) => this.#writeTogether(target, some));
  }

  /** An error that no step expects concerns one document: the others are delivered without it. */
  async #eachIfNotAll(documents: readonly Document[], work: (some: readonly Document[]) => Promise<void>): Promise<void> {
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

  async #writeTogether(target: Target, documents: readonly Document[]): Promise<void> {
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

  async #fileAway(target: Target, documents: readonly Document[]): Promise<void> {
    const { world, writer } = this.#context;
    for (const document of documents) {
      await this.#eachIfNotAll([document], async () => {
        const outcome = await fileAway(world, target.folder, document);
        const renamed = outcome.kind === 'moved' && isRowNamedOtherwise(world, target, document, outcome.path);
        writer.together(() => this.#results.applyFiledAway(document, outcome, renamed));
      });
    }
  }
}
