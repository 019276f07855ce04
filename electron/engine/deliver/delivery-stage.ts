import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Document, type Filed, isRenamed } from '../../core/document/document.ts';
import type { TableRecord } from '../../core/document/table.ts';
import { foreign, type Message, say } from '../../core/messages/message.ts';
import { defined, sameJson } from '../../core/plain-data.ts';
import { routeKey, sameRoute } from '../../core/protocol/route.ts';
import { earlier, type Stage } from '../loop/control-loop.ts';
import { blockedMs } from '../loop/document-writer.ts';
import type { EngineContext } from '../loop/engine-context.ts';
import { removeLeftovers } from '../loop/leftovers.ts';
import { faultDetails, faultMessage, isOfLedger } from '../loop/tasks.ts';
import { absolutePath, fileRecordOf, isFiledAway, type WatchedFolder } from '../loop/watched-folders.ts';
import { DiskProblem } from '../ports.ts';
import { type DeliveryOutcome, deliver } from './deliver.ts';
import { type DeliveryTarget, missing, tryDisk } from './delivery-target.ts';
import { type FileAwayOutcome, fileAway, finishMoves } from './file-away.ts';
import { followSource } from './json-file.ts';
import type { RouteStage } from './route-stage.ts';
import { carryTable, infoOf, isRowNamedOtherwise, renameRows } from './tables/carry-table.ts';
import { isBehind } from './tables/csv-file.ts';

/** What this stage needs of the engine. */
type DeliveryContext = Pick<EngineContext, 'world' | 'options' | 'writer' | 'folders' | 'scans' | 'tasks'> & {
  readonly routes: Pick<RouteStage, 'want'>;
};

interface Target extends DeliveryTarget {
  readonly folder: WatchedFolder;
}

const maxDocuments = 100;
/** What comes back so soon after a delivery to its folder waits for what comes back beside it, in milliseconds. */
const gatherMs = 250;
/** A table that cannot be completed is tried again after this time, in milliseconds. */
const completeMs = 60_000;
/** A result that waits for its route, or whose file is not there or is being looked at again, is tried again after this time, in milliseconds. */
const retryMs = 1_000;
/** Likewise a renamed file, in milliseconds. */
const notThereMs = 5_000;

/** Writes results beside their sources, one folder's at a time, and files the sources away. */
export class DeliveryStage implements Stage {
  readonly #context: DeliveryContext;
  readonly #world: DeliveryContext['world'];
  /** Folders that are being written to. */
  readonly #busy = new Set<number>();
  /** When the last delivery to a folder ended, in elapsed milliseconds. */
  readonly #ended = new Map<number, number>();
  /** Folders whose tables may lack rows although no document waits for them, and when to look, in elapsed milliseconds. */
  readonly #behind = new Map<number, number>();
  /** Directories that sources are filed away to, without what a crash may have left there. */
  readonly #cleared = new Set<string>();
  readonly #startedAt: number;

  constructor(context: DeliveryContext) {
    this.#context = context;
    this.#world = context.world;
    this.#startedAt = context.world.clock.now();
    for (const { id } of context.folders.all()) this.#behind.set(id, 0);
  }

  start(now: number): number | undefined {
    const { folders, tasks } = this.#context;
    const { ledger, clock } = this.#world;
    let next: number | undefined;
    for (const folder of folders.all()) {
      if (this.#busy.has(folder.id) || tasks.isResting(`delivery to ${folder.path}`)) continue;
      if (folders.health(folder.id).kind === 'unreachable') continue;
      const due = ledger.documents.toDeliver(folder.id, now, maxDocuments);
      const waitMs = (this.#ended.get(folder.id) ?? Number.NEGATIVE_INFINITY) + gatherMs - clock.elapsed();
      if (due.ids.length > 0 && due.ids.length < maxDocuments && waitMs > 0) {
        next = earlier(next, now + waitMs);
        continue;
      }
      const documents = due.ids.flatMap((id) => ledger.documents.get(id) ?? []);
      if (this.#begin(folder, documents)) continue;
      const behindAt = this.#behind.get(folder.id);
      next = earlier(next, behindAt && now + behindAt - clock.elapsed());
      // Some wait for their route now, and others may be behind them.
      next = earlier(next, documents.length > 0 ? now + retryMs : due.next);
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
      if (unknown !== undefined) this.#block(documents, unknown);
    }
    const tables = work.length > 0 ? [] : this.#tablesBehind(folder);
    if (work.length + tables.length === 0) return false;
    this.#busy.add(folder.id);
    tasks.launch('deliver', `delivery to ${folder.path}`, async () => {
      try {
        for (const { target, documents } of work) await this.#deliver(target, documents);
        for (const { origin, route } of tables) {
          const target = { folder, info: infoOf(this.#world.ledger, origin, route), locale: options.locale };
          await this.#each([], () => carryTable(this.#world, target, { wanted: [] }));
        }
        if (work.length > 0) this.#behind.set(folder.id, 0);
      } finally {
        this.#busy.delete(folder.id);
        this.#ended.set(folder.id, this.#world.clock.elapsed());
      }
    });
    return true;
  }

  /** CSVs that a death has kept rows from, even if their documents have gone since. What cannot be completed is tried again later. */
  #tablesBehind(folder: WatchedFolder): readonly TableRecord[] {
    const { clock, ledger } = this.#world;
    if ((this.#behind.get(folder.id) ?? Number.POSITIVE_INFINITY) > clock.elapsed()) return [];
    this.#behind.delete(folder.id);
    const all = folder.settings.outputs.csv === 'folder' ? ledger.tables.all(folder.id) : [];
    const behind = all.filter(({ csv, ...table }) => csv?.written !== undefined && isBehind(this.#world, table, csv));
    if (behind.length > 0) this.#behind.set(folder.id, clock.elapsed() + completeMs);
    return behind;
  }

  async #deliver(target: Target, documents: readonly Document[]): Promise<void> {
    const { folder } = target;
    const ready: Document[] = [];
    for (const document of documents) {
      if (isUntouched(document)) {
        ready.push(document);
        continue;
      }
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
    if (pending.length > 0) await this.#each(pending, (some) => this.#write(target, some));
    for (const document of written) await this.#each([document], () => this.#fileAway(target, document));
    if (renamed.length > 0)
      await this.#each(renamed, async (some) => {
        await renameRows(this.#world, target, some);
        this.#context.writer.together(() => {
          for (const document of some) this.#applyFollowed(document);
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
      writer.together(() => this.#applyFiledAway(each, moved));
    });
    if (isMoved) return false;
    const isThere = await followSource(world, folder, document);
    if (isThere || !isRenamed(document.delivery)) return true;
    await missing(world, folder);
    writer.together(() => this.#applyNotThere(folder, document));
    return false;
  }

  /** No scan enters the directories that sources are filed away to. */
  async #clearFiled(folder: WatchedFolder, path: string): Promise<void> {
    if (isFiledAway(folder, path)) await this.#clear(dirname(absolutePath(folder, path)));
  }

  /** Removes what a crash has left in a directory. What the disk refuses is tried again there. */
  async #clear(directory: string): Promise<void> {
    if (this.#cleared.has(directory)) return;
    await tryDisk(async () => {
      await removeLeftovers(this.#world, directory, await this.#world.files.list(directory), this.#startedAt);
      this.#cleared.add(directory);
    });
  }

  /**
   * What the disk refuses is tried again later. An error that no step expects concerns one document: the others are
   * delivered without it.
   */
  async #each(documents: readonly Document[], work: (some: readonly Document[]) => Promise<unknown>): Promise<void> {
    try {
      await work(documents);
    } catch (error) {
      if (isOfLedger(error)) throw error;
      const said = error instanceof DiskProblem ? error.said : undefined;
      if (said === undefined) this.#world.log.error('a delivery failed unexpectedly', faultDetails(error));
      if (said !== undefined || documents.length <= 1) {
        this.#block(documents, said ?? faultMessage(error));
        return;
      }
      // What the first try has recorded is not done again.
      for (const { id, delivery, path, route } of documents) {
        const current = this.#world.ledger.documents.get(id);
        // What was written for one that was renamed meanwhile has to follow first, and one that has gone on has another table.
        const isSame = current?.delivery.kind === delivery.kind && current.path === path && sameRoute(current.route, route);
        if (isSame) await this.#each([current], work);
      }
    }
  }

  async #write(target: Target, documents: readonly Document[]): Promise<void> {
    const { writer } = this.#context;
    const checked = writer.check(documents);
    await deliver(this.#world, target, checked, (record, outcomes) =>
      this.#durably(() => {
        record();
        for (const document of checked) {
          const outcome = outcomes.get(document.id);
          if (outcome !== undefined) this.#applyWritten(target.folder, document, outcome);
        }
      }),
    );
  }

  #durably(work: () => void): Promise<void> {
    return this.#world.ledger.durably(() => this.#context.writer.together(work));
  }

  async #fileAway(target: Target, document: Document): Promise<void> {
    const outcome = await fileAway(this.#world, target.folder, document);
    if (outcome.kind === 'moved') await this.#clearFiled(target.folder, outcome.path);
    const renamed = outcome.kind === 'moved' && isRowNamedOtherwise(this.#world, target, document, outcome.path);
    await this.#durably(() => this.#applyFiledAway(document, outcome, renamed ? 'rows follow' : 'done'));
  }

  #applyWritten(folder: WatchedFolder, document: Document, outcome: DeliveryOutcome): void {
    const { scans, world, writer } = this.#context;
    const { id } = document;
    const current = world.ledger.documents.get(id);
    // A newer result, or a review, or something that its own checks found, came in while this one was being written: that is delivered next.
    if (current?.delivery.kind !== 'pending' || !isDeepStrictEqual(writtenOf(current), writtenOf(document))) return;
    const at = world.clock.now();
    if (outcome.kind === 'blocked') {
      this.#block([current], outcome.message);
      return;
    }
    if (outcome.kind === 'unknown' || (outcome.kind === 'gone' && current.path !== document.path)) {
      // What came to its path settles; nothing but its own record is for a scan to tell.
      if (world.ledger.files.has(current)) scans.request(folder.id);
      world.ledger.documents.update(id, { dueAt: at + retryMs });
      return;
    }
    if (outcome.kind === 'gone') {
      const set = { delivery: { kind: 'none' } } as const;
      writer.apply([{ id, event: { kind: 'vanished' }, set, note: say('notes.contentGone') }]);
      return;
    }
    if (outcome.kind === 'written for later') {
      const line = { event: 'delivered', note: say('notes.writtenForLater') };
      writer.amend(id, { delivery: { kind: 'done', at }, dueAt: undefined }, line);
      return;
    }
    // What a person has taken back is moved, however the folder files by now.
    const isLeft = folder.settings.fileAway.kind === 'leave' && current.undone?.to === undefined;
    // A name that it got meanwhile is followed.
    const done = isLeft && current.path === document.path;
    const written = { kind: 'written' as const, at, ...(isLeft && { renamed: true as const }) };
    const { json, csv, notes = [] } = outcome;
    const paths = [...(json === undefined ? [] : [json]), ...(csv === undefined ? [] : [csv])];
    let note = paths.length === 0 ? say('notes.nothingToWrite') : say('notes.written', { paths });
    if (paths.length > 0 && notes.length > 0) {
      const message = notes.reduce((one, other) => say('common.both', { one, other }));
      note = say('notes.writtenWithNote', { paths, message });
    }
    const changes = done ? { delivery: { kind: 'done' as const, at }, dueAt: undefined } : { delivery: written, dueAt: at };
    writer.amend(id, changes, { event: 'delivered', note });
  }

  /** @param next whether its delivery is done now, but for its rows, which have to follow the name that it was given */
  #applyFiledAway(document: Document, outcome: FileAwayOutcome, next: 'goes on' | 'rows follow' | 'done' = 'goes on'): void {
    const { scans, world, writer } = this.#context;
    const { filings, files, documents } = world.ledger;
    const { id, path, undone } = document;
    const at = world.clock.now();
    const current = documents.get(id);
    // A result that came in while the file was being moved is still to be written.
    const isWritten = current?.delivery.kind === 'written';
    const delivery = next === 'done' ? ({ kind: 'done', at } as const) : ({ kind: 'written', at, renamed: true } as const);
    const done = { ...(next !== 'goes on' && { delivery }), dueAt: next === 'done' ? undefined : at };
    const back = undone && { undone: { at: undone.at, by: undone.by } };
    // It was renamed meanwhile: what was written follows first, and it is filed away from there.
    if (current?.path !== path && (outcome.kind === 'missing' || outcome.path === path)) return;
    if (outcome.kind === 'missing') {
      writer.amend(id, { ...(isWritten && done), ...back }, { event: 'not filed away', note: say('notes.movedAlready') });
      return;
    }
    const { facts, path: to, unfiled } = outcome;
    if (to === path) {
      if (unfiled === undefined || !isWritten) writer.amend(id, { ...(isWritten && done), ...back });
      // Also where what was written has to follow a new name first.
      else writer.amend(id, { ...done, ...back, delivery: { ...delivery, unfiled } }, { event: 'not filed away', note: unfiled });
      return;
    }
    const isBack = undone?.to === to;
    const before = (current ?? document).filed ?? [];
    const filed = isBack ? takenBack(before, to, at) : [...before, { id: filings.nextId(), from: path, to, at }];
    // It is where it was before, and known there: no scan takes it for a new file.
    if (isBack) files.put(fileRecordOf({ ...(current ?? document), path: to }, facts));
    const { directory, name, folderId } = fileRecordOf(document);
    // A file that came back meanwhile was taken for another one: a scan tells what became of that.
    if (files.has(document)) files.remove(folderId, directory, name);
    else if (!isBack) scans.request(folderId);
    writer.amend(
      id,
      { ...(isWritten && done), filed, moving: undefined, path: to, facts, ...(isBack && back) },
      { event: isBack ? 'filing undone' : 'filed away', note: foreign(to) },
    );
  }

  /** What was written for it has followed its name, which may be another one again. */
  #applyFollowed({ id, path }: Document): void {
    const { world, writer } = this.#context;
    const { delivery, path: now } = world.ledger.documents.get(id) ?? {};
    if (delivery?.kind !== 'written' || delivery.renamed !== true || now !== path) return;
    const { at, unfiled } = delivery;
    writer.amend(id, { delivery: { kind: 'done', at, ...defined({ unfiled }) }, dueAt: undefined });
  }

  /** A renamed document is no longer where it was found: a scan tells, unless it has already. */
  #applyNotThere(folder: WatchedFolder, document: Document): void {
    const { scans, world } = this.#context;
    if (!folder.active || folder.paused || !world.ledger.files.has(document)) this.#applyFollowed(document);
    else {
      scans.request(folder.id);
      world.ledger.documents.update(document.id, { dueAt: world.clock.now() + notThereMs });
    }
  }

  /** Something prevents the delivery until a person makes room, closes a program or grants permission: it is tried again. */
  #block(documents: readonly Document[], message: Message): void {
    const { world, writer } = this.#context;
    const dueAt = world.clock.now() + blockedMs;
    writer.together(() => {
      for (const { id } of documents) {
        // A result or a person's word that has come in meanwhile is still to be written.
        const delivery = world.ledger.documents.get(id)?.delivery;
        if (delivery === undefined || delivery.kind === 'none' || delivery.kind === 'done') continue;
        if (sameJson(delivery.message, message)) world.ledger.documents.update(id, { dueAt });
        else writer.amend(id, { delivery: { ...delivery, message }, dueAt }, { event: 'not delivered', note: message });
      }
    });
  }
}

/** All moves since the first one away from a path are taken back. */
function takenBack(filed: readonly Filed[], path: string, at: number): readonly Filed[] {
  const first = filed.findLastIndex(({ from, undoneAt }) => from === path && undoneAt === undefined);
  return filed.map((each, index) =>
    first < 0 || index < first || each.undoneAt !== undefined ? each : { ...each, undoneAt: at },
  );
}

/** Nothing was written for it, or for an earlier content of its path, so nothing is halfway. */
function isUntouched({ delivery, json, moving, replaces }: Document): boolean {
  return delivery.kind === 'pending' && json === undefined && moving === undefined && replaces === undefined;
}

/** What of a document is written into its outputs, and may change meanwhile. */
function writtenOf({ result, review, findings, route, verdict }: Document): readonly unknown[] {
  return [result, review, findings, route, verdict?.result, verdict?.review];
}
