import type { Document } from '../../core/document/document.ts';
import { given } from '../../core/plain-data.ts';
import { type RouteInfo, routeKey, routeOf } from '../../core/protocol/route.ts';
import type { Delivery, InboxTable, Lease, Register } from '../../register/register.ts';
import { takeUpTable } from '../deliver/table-on-disk.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { Folder } from '../loop/folder.ts';
import type { WatchedFolder, WatchedFolders } from '../loop/watched-folders.ts';
import { DiskProblem, type World } from '../ports.ts';
import { digestOf, learnDelivered, writtenByOthers } from './delivered.ts';
import { Intents } from './intents.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { below, eachOnce, fileKeyOf, sharedJson } from './shared-names.ts';
import type { IntendedTable, IntendedWrite } from './sharing.ts';

/** A machine that begins to write to a folder has so long to read what is in it, in milliseconds. */
const readMs = 60_000;
/** So many documents are asked or told about in one call. */
const atOnce = 200;
/** What was delivered so shortly before is told of once more, in milliseconds: the clock may have been set. */
const overlapMs = 60_000;

interface InboxesContext {
  readonly world: Pick<World, 'files' | 'ledger' | 'clock' | 'log' | 'service'>;
  readonly writer: Pick<DocumentWriter, 'amend' | 'together'>;
  readonly folders: Pick<WatchedFolders, 'all' | 'health'>;
  readonly register: Pick<Register, 'deliveries' | 'tables' | 'unfinished'>;
  readonly keeper: LeaseKeeper;
}

/**
 * Who writes to the folders that several machines watch: one machine for each inbox, as long as it is heard of. It writes what any
 * of them has a result for, so that each file is delivered once and each table has one writer. The others learn what was written.
 */
export class Inboxes {
  readonly #context: InboxesContext;
  readonly #intents: Intents;
  /** Folders to which this machine writes, and under which lease. */
  readonly #writes = new Map<number, Lease>();
  /** Folders to which another machine writes, as the register said last. */
  readonly #left = new Set<number>();
  /** Folders whose tables are being taken up, and since when (elapsed ms). */
  readonly #takingUp = new Map<number, number>();
  /** Folders to which something is being written. */
  readonly #busy = new Set<number>();
  /** What was written, and the register does not know yet: by folder, the documents. */
  readonly #owed = new Map<number, Set<number>>();
  /** Documents of those that another machine may have written since: of some, this one has only learned so from the register. */
  readonly #unproven = new Set<number>();
  /** Documents of which the register is being told, and those of which it is told once they are written anew. */
  readonly #telling = new Set<number>();
  /** The call that tells what was delivered: it ends what was intended before it, and nothing else. */
  #tellingNow: Promise<unknown> = Promise.resolve();
  /** Folders of which the register does not know all that was delivered, and what the ledger says once it does. */
  readonly #untold = new Map<number, { readonly register: string; readonly name: string }>();

  constructor(context: InboxesContext) {
    this.#context = context;
    this.#intents = new Intents(context);
  }

  mayWrite(folder: Folder): boolean {
    const inbox = folder.settings.inbox;
    if (inbox === undefined) return true;
    const { keeper } = this.#context;
    return keeper.isSure && this.#writes.get(folder.id) === keeper.lease;
  }

  /** @returns false if the register does not answer */
  async look(lease: Lease): Promise<boolean> {
    for (const folder of this.#context.folders.all()) {
      const inbox = folder.settings.inbox;
      if (inbox === undefined) continue;
      if (!(await this.#takePlace(folder, inbox, lease)) || !(await this.#tell(folder, inbox, lease))) return false;
      if (!this.mayWrite(folder) && !(await this.#learn(folder, inbox))) return false;
    }
    return true;
  }

  async toWrite(folder: Folder, documents: readonly Document[]): Promise<readonly Document[]> {
    const inbox = folder.settings.inbox;
    if (inbox === undefined) return documents;
    if (!this.mayWrite(folder)) return [];
    const delivered = await learnDelivered(this.#learning(folder, true), folder, inbox, documents);
    if (delivered === undefined || !this.mayWrite(folder)) return [];
    const left = documents.filter(({ id }) => !delivered.has(id));
    if (left.length > 0) this.#begins(folder);
    return left;
  }

  async intend(folder: Folder, writes: readonly IntendedWrite[], tables: readonly IntendedTable[]): Promise<boolean> {
    const inbox = folder.settings.inbox;
    if (inbox === undefined) return true;
    await this.#tellingNow;
    const { lease } = this.#context.keeper;
    if (lease === undefined || !this.mayWrite(folder)) return false;
    const answer = await this.#intents.tell(lease, folder, inbox, writes, tables);
    if (!answer.ok && answer.error.kind === 'lost-claim') this.#leave(folder);
    return answer.ok && this.mayWrite(folder);
  }

  /** A run that comes after the death of this one tells the register what this one does not. */
  #begins({ id }: Folder): void {
    const { clock, ledger } = this.#context.world;
    this.#busy.add(id);
    const told = ledger.meta.read('inbox', id);
    if (told === undefined || told.untoldSince !== undefined) return;
    ledger.meta.write('inbox', { ...told, untoldSince: clock.now() }, id);
    this.#untold.set(id, told);
  }

  /** Told to the register soon; until then, the disk proves it. */
  written(folder: Folder, documents: readonly Document[]): void {
    if (folder.settings.inbox === undefined) return;
    this.#busy.delete(folder.id);
    const owed = this.#owed.get(folder.id) ?? new Set();
    for (const { id } of documents) {
      owed.add(id);
      this.#telling.delete(id);
      this.#unproven.delete(id);
    }
    this.#owed.set(folder.id, owed);
  }

  /** Whether another machine is known to write to a folder. */
  isOthers(folderId: number): boolean {
    return this.#left.has(folderId);
  }

  /** The inboxes that this machine writes to. */
  get writesTo(): readonly string[] {
    return this.#context.folders.all().flatMap((folder) => (this.mayWrite(folder) ? (folder.settings.inbox ?? []) : []));
  }

  get isOwing(): boolean {
    return [...this.#owed.values()].some(({ size }) => size > 0);
  }

  /** Becomes the one that writes, if no other is. Another one may have written since it was this one's turn. */
  async #takePlace(folder: WatchedFolder, inbox: string, lease: Lease): Promise<boolean> {
    const { folders, keeper, world } = this.#context;
    const { log, ledger } = world;
    const answer = await keeper.checked(lease.write(inbox));
    if (!answer.ok) return false;
    if (answer.value.kind === 'other') this.#left.add(folder.id);
    else this.#left.delete(folder.id);
    if (answer.value.kind === 'other') {
      this.#leave(folder);
      // What an earlier run of this machine has written is not taken for what the register knows of it.
      if (!this.#untold.has(folder.id)) this.#oweUntold(folder, inbox, lease);
      return true;
    }
    if (this.#writes.get(folder.id) === lease) return true;
    if (folders.health(folder.id).kind === 'unreachable') return true;
    const { since } = answer.value;
    if (ledger.meta.read('table-writer', folder.id) !== since) {
      this.#leave(folder);
      const tables = await keeper.checked(this.#context.register.tables(inbox));
      if (!tables.ok) return false;
      if (!(await this.#takeUp(folder, tables.value))) return true;
      ledger.meta.write('table-writer', since, folder.id);
    }
    if (!(await this.#intents.takeUp(lease, folder, inbox))) return false;
    log.info('register', { writesTo: inbox });
    this.#writes.set(folder.id, lease);
    this.#oweUntold(folder, inbox, lease);
    return true;
  }

  /** Another machine writes there, or has written: what is owed here may be that one's by now. */
  #leave({ id }: Folder): void {
    this.#writes.delete(id);
    for (const documentId of this.#owed.get(id) ?? []) this.#unproven.add(documentId);
  }

  /** The folder was written to before the register knew of it, or an earlier run was ended before it had told all. */
  #oweUntold({ id }: WatchedFolder, inbox: string, { register }: Lease): void {
    const { clock, ledger } = this.#context.world;
    const told = ledger.meta.read('inbox', id);
    const isKnown = told?.register === register && told.name === inbox;
    if (isKnown && told.untoldSince === undefined) return;
    const since = isKnown ? (told.untoldSince ?? 0) : 0;
    const untold = ledger.documents.writtenIn(id, since > clock.now() ? 0 : since - overlapMs);
    const owed = this.#owed.get(id) ?? new Set();
    for (const documentId of untold) if (!owed.has(documentId)) this.#unproven.add(documentId);
    this.#owed.set(id, new Set([...owed, ...untold]));
    this.#untold.set(id, { register, name: inbox });
  }

  /** @returns false if the disk does not let it, or files of the folder are yet to be read */
  async #takeUp(folder: WatchedFolder, tables: readonly InboxTable[]): Promise<boolean> {
    const { world } = this.#context;
    const elapsed = world.clock.elapsed();
    const since = this.#takingUp.get(folder.id) ?? elapsed;
    this.#takingUp.set(folder.id, since);
    const waits = elapsed - since < readMs;
    const { origin } = world.service;
    const known = new Map(tables.map(({ route, path }) => [route, path]));
    const here = [folder.settings.route, ...world.ledger.documents.laterRoutes(folder.id, origin)].map(routeKey);
    const routes = [...new Set([...here, ...known.keys()])].map(routeOf);
    const infos = routes.map((route): RouteInfo | undefined => world.ledger.routes.info(origin, route));
    // What its columns are called is still being asked.
    if (infos[0] === undefined) return false;
    try {
      for (const info of infos) {
        const path = info && known.get(routeKey(info.route));
        if (info !== undefined && !(await takeUpTable(world, folder, origin, info, path, waits))) return false;
      }
      this.#takingUp.delete(folder.id);
      return true;
    } catch (problem) {
      if (!(problem instanceof DiskProblem)) throw problem;
      world.log.warn('register', { cannotWriteTo: folder.path, message: problem.said });
      return false;
    }
  }

  /** What another machine has written for documents that wait for it here. */
  async #learn(folder: WatchedFolder, inbox: string): Promise<boolean> {
    const { ledger, clock } = this.#context.world;
    const waiting = ledger.documents.toDeliver(folder.id, clock.now(), atOnce);
    return waiting.length === 0 || (await learnDelivered(this.#learning(folder, false), folder, inbox, waiting)) !== undefined;
  }

  #learning({ id: folderId }: Folder, writes: boolean) {
    const has = (id: number) => this.#owed.get(folderId)?.has(id) === true || this.#telling.has(id);
    return { ...this.#context, writes, untold: { has, files: this.#context.world.files } };
  }

  /** Whoever writes there tells it. What this machine owes waits for its next turn: another one may die before it has read the disk. */
  async #tell(folder: WatchedFolder, inbox: string, lease: Lease): Promise<boolean> {
    const { keeper, world } = this.#context;
    if (this.#writes.get(folder.id) !== lease) return true;
    const owed = this.#owed.get(folder.id) ?? new Set();
    if (owed.size === 0) {
      const told = this.#untold.get(folder.id);
      if (told === undefined || this.#busy.has(folder.id)) return true;
      world.ledger.meta.write('inbox', told, folder.id);
      this.#untold.delete(folder.id);
      return true;
    }
    const next = [...owed].slice(0, atOnce);
    if (!(await this.#disprove(inbox, next, owed))) return false;
    const ids = next.filter((id) => owed.has(id));
    if (ids.length === 0) return this.#tell(folder, inbox, lease);
    const documents = ids.flatMap((id) => world.ledger.documents.get(id) ?? []);
    const told = documents.filter(({ delivery }) => delivery.kind === 'done');
    const routes = told.flatMap(({ route, earlierSteps = [] }) => [route, ...earlierSteps.map((step) => step.route)]);
    const tables = new Map(
      routes.flatMap((route): [string, InboxTable][] => {
        const path = world.ledger.csv.current(folder.id, route)?.path;
        return path === undefined ? [] : [[routeKey(route), { route: routeKey(route), path: below(folder, path) }]];
      }),
    );
    const deliveries = eachOnce(told.map((document) => this.#deliveryOf(folder, document)));
    // What is written while the register is being told is told next.
    for (const id of ids) {
      owed.delete(id);
      this.#telling.add(id);
    }
    const call = keeper.checked(lease.deliver(inbox, deliveries, [...tables.values()], this.#intents.otherNames(told)));
    this.#tellingNow = call;
    const answer = await call;
    if (answer.ok) {
      for (const { id } of told) {
        // What was written meanwhile is told next.
        if (this.#telling.delete(id)) this.#intents.ended(id);
      }
    }
    if (answer.ok) return this.#tell(folder, inbox, lease);
    for (const id of ids) owed.add(id);
    if (answer.error.kind !== 'lost-claim') return false;
    this.#leave(folder);
    return true;
  }

  /** What another machine has written since is not told of any more. @returns false if the register does not answer */
  async #disprove(inbox: string, ids: readonly number[], owed: Set<number>): Promise<boolean> {
    const { documents } = this.#context.world.ledger;
    const unproven = ids.flatMap((id) => (this.#unproven.has(id) ? (documents.get(id) ?? []) : []));
    const others = await writtenByOthers(this.#context, inbox, unproven);
    if (others === undefined) return false;
    // One that was written here meanwhile is this machine's.
    for (const { id } of others) if (this.#unproven.has(id)) owed.delete(id);
    for (const id of ids) this.#unproven.delete(id);
    return true;
  }

  #deliveryOf(folder: Folder, document: Document): Delivery {
    const outputs = this.#context.world.ledger.outputs.of(document.id);
    const json = outputs.find(({ kind }) => kind === 'json');
    const csv = outputs.find(({ kind }) => kind === 'csv');
    return {
      ...fileKeyOf(document),
      digest: digestOf(document),
      ...given({
        json: json?.hash === undefined ? undefined : sharedJson(folder, { path: json.path, hash: json.hash }),
        csv: csv === undefined ? undefined : below(folder, csv.path),
      }),
    };
  }
}
