import { dateHere } from '../../core/calendar.ts';
import type { Batch } from '../../core/document/records.ts';
import { given } from '../../core/plain-data.ts';
import type { ReservedPages } from '../../register/register.ts';
import {
  type RememberedPages,
  type Scope,
  type ScopedPages,
  type SharedAccount,
  type SharedBudget,
  type UsedPages,
  wholeAccount,
} from '../../register/shared-account.ts';
import type { EngineContext } from '../loop/engine-context.ts';
import type { WatchedFolders } from '../loop/watched-folders.ts';
import type { World } from '../ports.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

/** What the others have used is asked for this often, in milliseconds. */
const refreshMs = 5_000;
/** The register is told of what was charged since so long ago: longer than any month. Milliseconds. */
const backMs = 40 * 86_400_000;
/** So many batches go into one call. */
const atOnce = 200;

interface SharedPagesContext extends Pick<EngineContext, 'wake'> {
  readonly world: Pick<World, 'clock' | 'ledger' | 'service'>;
  readonly folders: Pick<WatchedFolders, 'all'>;
  readonly keeper: LeaseKeeper;
  readonly account: () => { readonly account: SharedAccount };
  readonly inboxes?: ReadonlyMap<string, string>;
  /** IANA name: where days and months begin. */
  readonly timeZone: string;
  /** Whether anything is limited by the day or month: then it matters what the others use. */
  readonly isLimited: () => boolean;
}

type NamedBatch = Pick<Batch, 'id' | 'madeAt'>;

/**
 * The pages that all machines with one account use together: of the account, and of each inbox. They are reserved before a request
 * goes out, count for ever once it may be at the service, and are given back where it is known not to be.
 */
export class SharedPages {
  readonly #context: SharedPagesContext;
  #used: readonly UsedPages[] = [];
  #refreshedAt = Number.NEGATIVE_INFINITY;
  /** Requests under way, by batch. `isCounted`: the register has said so. */
  readonly #reserved = new Map<number, { readonly named: ReservedPages; isCounted: boolean }>();
  /** Ids of requests whose pages are to be given back. */
  readonly #owed = new Set<string>();

  constructor(context: SharedPagesContext) {
    this.#context = context;
  }

  /** Whether a budget of this machine may hold documents back. */
  get isLimited(): boolean {
    return this.#context.isLimited();
  }

  /** What a budget counts that several machines share: the account's, or that of a folder which is an inbox. Undefined: this machine's alone. */
  scopeOf(folderId: number | undefined): Scope | undefined {
    if (folderId === undefined) return wholeAccount;
    const folder = this.#context.folders.all().find(({ id }) => id === folderId);
    const inbox = folder === undefined ? undefined : this.#context.inboxes?.get(folder.path);
    return inbox === undefined ? undefined : `inbox ${inbox}`;
  }

  /** Pages that were reserved this day or month by all machines, this one included. */
  used(scope: Scope, period: 'day' | 'month'): number {
    return this.#used.find((each) => each.scope === scope)?.[period] ?? 0;
  }

  /** Whether the register has counted a request that is under way. */
  isReserved(batchId: number): boolean {
    return this.#reserved.get(batchId)?.isCounted === true;
  }

  reservationOf(batchId: number): ReservedPages | undefined {
    return this.#reserved.get(batchId)?.named;
  }

  /** Reserves the pages of a request. @returns false if a budget has not so many left, or the register does not answer */
  async reserve(batch: NamedBatch, pages: readonly ScopedPages[], budgets: readonly SharedBudget[]): Promise<boolean> {
    const { account, keeper, timeZone, world } = this.#context;
    const { lease } = keeper;
    if (lease === undefined) return false;
    const named = { origin: world.service.origin, id: idOf(batch) };
    const reserved = { named, isCounted: false };
    this.#reserved.set(batch.id, reserved);
    const answer = await keeper.checked(account().account.reserve({ id: named.id, lease: lease.id, pages, budgets, timeZone }));
    if (!answer.ok) return false;
    if (answer.value.kind !== 'over') this.#learn(answer.value.used);
    reserved.isCounted = answer.value.kind === 'reserved';
    if (!reserved.isCounted) this.#reserved.delete(batch.id);
    return reserved.isCounted;
  }

  /** The request has ended, and the ledger says what became of it. */
  ended(batchId: number): void {
    const reserved = this.#reserved.get(batchId);
    if (reserved === undefined) return;
    this.#reserved.delete(batchId);
    if (this.#context.world.ledger.batches.get(batchId)?.state === 'dropped') this.#owed.add(reserved.named.id);
  }

  /** @returns false if the register does not answer */
  async look(): Promise<boolean> {
    const { account, isLimited, keeper, world } = this.#context;
    const owed = [...this.#owed];
    if (owed.length > 0) {
      if (!(await keeper.checked(account().account.giveBackPages(owed))).ok) return false;
      for (const id of owed) this.#owed.delete(id);
    }
    const elapsed = world.clock.elapsed();
    if (!isLimited() || (owed.length === 0 && elapsed < this.#refreshedAt + refreshMs)) return true;
    this.#refreshedAt = elapsed;
    return this.#refresh();
  }

  /**
   * Under a new lease: the register learns what it does not know was charged, and gets back what was reserved for requests of an
   * earlier run that were never whole. @returns false if it does not answer
   */
  async catchUp(): Promise<boolean> {
    const { account, keeper, timeZone, world } = this.#context;
    const { day: from } = dateHere(world.clock.now() - backMs, timeZone);
    const found = await keeper.checked(account().account.reservations(from));
    if (!found.ok) return false;
    const known = new Set(found.value);
    const lacking = [...this.#charged(from)].filter(({ id }) => !known.has(id));
    for (let first = 0; first < lacking.length; first += atOnce)
      if (!(await keeper.checked(account().account.rememberPages(lacking.slice(first, first + atOnce)))).ok) return false;
    for (const id of known) if (this.#isDropped(id)) this.#owed.add(id);
    this.#refreshedAt = Number.NEGATIVE_INFINITY;
    return this.look();
  }

  /** What the ledger says was charged, request by request. */
  #charged(from: string): RememberedPages[] {
    const { ledger, service } = this.#context.world;
    const batches = Map.groupBy(ledger.charges.byBatch(service.origin, from), ({ batchId }) => batchId);
    return [...batches.values()].flatMap((charges) => {
      const [first] = charges;
      if (first === undefined) return [];
      return [{ id: idOf({ id: first.batchId, madeAt: first.madeAt }), day: first.day, pages: this.scoped(charges) }];
    });
  }

  /** Pages by what they count for. */
  scoped(charges: readonly { readonly folderId: number; readonly pages: number }[]): ScopedPages[] {
    const sums = new Map<Scope, number>();
    for (const { folderId, pages } of charges)
      for (const scope of [wholeAccount, this.scopeOf(folderId)])
        if (scope !== undefined) sums.set(scope, (sums.get(scope) ?? 0) + pages);
    return [...sums].map(([scope, pages]) => ({ scope, pages }));
  }

  /** Whether the ledger knows the request, and that the service never took it. */
  #isDropped(id: string): boolean {
    const batch = this.#context.world.ledger.batches.get(Number(id.split('/')[0]));
    return batch !== undefined && idOf(batch) === id && batch.state === 'dropped' && !this.#reserved.has(batch.id);
  }

  async #refresh(): Promise<boolean> {
    const { account, folders, keeper, timeZone } = this.#context;
    const scopes = new Set<Scope>([wholeAccount]);
    for (const { id } of folders.all()) {
      const { scope } = given({ scope: this.scopeOf(id) });
      if (scope !== undefined) scopes.add(scope);
    }
    const found = await keeper.checked(account().account.pages([...scopes], timeZone));
    if (found.ok) this.#learn(found.value);
    return found.ok;
  }

  #learn(news: readonly UsedPages[]): void {
    const isNew = news.some(({ scope, day, month }) => this.used(scope, 'day') !== day || this.used(scope, 'month') !== month);
    if (!isNew) return;
    const scopes = new Set(news.map(({ scope }) => scope));
    this.#used = [...this.#used.filter(({ scope }) => !scopes.has(scope)), ...news];
    this.#context.wake();
  }
}

/** Another ledger, or this one restored from an older copy, may have a batch of the same number. */
function idOf({ id, madeAt }: NamedBatch): string {
  return `${id}/${madeAt}`;
}
