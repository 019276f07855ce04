import type { AccountBudget, FolderBudget } from '../../core/account/budget.ts';
import type { Document } from '../../core/document/document.ts';
import { type Message, sameMessage, say } from '../../core/messages/message.ts';
import { doingOf, doingText } from '../../core/sharing/doing.ts';
import { type Lease, type MachineName, type Register, usualLeaseMs } from '../../register/register.ts';
import type { SharedAccount } from '../../register/shared-account.ts';
import { timeZoneOf } from '../loop/budget-lifts.ts';
import type { EngineContext } from '../loop/engine-context.ts';
import type { Folder } from '../loop/folder.ts';
import type { Stage } from '../loop/stage.ts';
import type { WatchedFolder } from '../loop/watched-folders.ts';
import type { Membership, World } from '../ports.ts';
import { catchUp } from './catch-up.ts';
import { Claims, contentOf } from './claims.ts';
import { Inboxes } from './inboxes.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { takeBack } from './left-to-others.ts';
import { Others } from './others.ts';
import { SharedPages } from './shared-pages.ts';
import { SharedRequests } from './shared-requests.ts';
import { SharedReviews } from './shared-reviews.ts';
import type { Claimed, IntendedTable, IntendedWrite, Sharing } from './sharing.ts';

/** What this part needs of the engine. */
export interface TogetherContext
  extends Pick<EngineContext, 'writer' | 'folders' | 'tasks' | 'batchPolls' | 'announce' | 'wake'>,
    Omit<Membership, 'register' | 'machine'> {
  readonly world: Pick<World, 'files' | 'ledger' | 'clock' | 'log' | 'service'>;
  readonly register: Register;
  readonly machine: MachineName;
  /** Requests a second that this machine allows. */
  readonly requestsPerSecond: number;
  readonly budget: AccountBudget;
}

/** How often other machines' work is looked at where nothing was heard of it, in milliseconds. */
const lookMs = 5_000;
/** How often it is looked which machines there are, and after which time one that is gone is no longer shown; milliseconds. */
const seeMs = 10_000;
const forgottenMs = 30 * 24 * 3_600_000;
/** What was heard of together is looked at together, in milliseconds. */
const gatherMs = 100;

/** Several machines that share a register. One task at a time does what there is to do with it. */
export class Together implements Sharing, Stage {
  readonly #context: TogetherContext;
  readonly #keeper: LeaseKeeper;
  readonly #claims: Claims;
  readonly #others: Others;
  readonly #inboxes: Inboxes;
  readonly #reviews: SharedReviews;
  readonly account: { readonly requests: SharedRequests; readonly pages: SharedPages };
  readonly #endListening: () => void;
  #isRunning = false;
  /** The lease under which all that was to be done first is done. */
  #caughtUp: Lease | undefined;
  /** Elapsed milliseconds. */
  #lookAt = 0;
  #seeAt = 0;
  #heldBackAt = 0;

  constructor(context: TogetherContext) {
    this.#context = context;
    const { world, register, machine, leaseMs = usualLeaseMs } = context;
    this.#keeper = new LeaseKeeper(world, register, machine, leaseMs);
    this.#claims = new Claims(world, this.#keeper);
    this.#others = new Others({ ...context, keeper: this.#keeper, claims: this.#claims });
    this.#inboxes = new Inboxes({ ...context, keeper: this.#keeper });
    this.#reviews = new SharedReviews({ ...context, keeper: this.#keeper });
    context.writer.whenLeftStepChanges((id, route) => this.#claims.leftChanged(id, route));
    this.account = this.#sharedAccount();
    this.#endListening = register.listen(() => this.#hurry());
    world.ledger.meta.write('register-refusal', undefined);
  }

  get #isCaughtUp(): boolean {
    return this.#caughtUp !== undefined && this.#caughtUp === this.#keeper.lease;
  }

  get refusal(): Message | undefined {
    const message = this.#keeper.problem ?? (this.#isCaughtUp ? undefined : say('sending.registerAsked'));
    return message === undefined ? undefined : say('sending.noRegister', { message });
  }

  async isKnown(document: Pick<Document, 'origin' | 'route' | 'hash'>): Promise<boolean> {
    if (this.refusal !== undefined) return false;
    const found = await this.#keeper.checked(this.#context.register.find([contentOf(document)]));
    return found.ok && found.value[0]?.state !== 'free';
  }

  async contentsOf(origin: string, serviceBatchId: string, files: readonly string[]) {
    if (this.refusal !== undefined) return undefined;
    const found = await this.#keeper.checked(this.#context.register.contentsOf(origin, serviceBatchId, files));
    return found.ok ? found.value : undefined;
  }

  async claim(documents: readonly Document[]): Promise<Claimed> {
    const { refusal } = this;
    return refusal === undefined ? this.#claims.claim(documents) : { kind: 'not-now', message: refusal };
  }

  markSent(documents: readonly Document[], batchId: number): Promise<boolean> {
    return this.#claims.markSent(documents, this.account.pages.reservationOf(batchId));
  }

  ended(documents: readonly Document[], batchId: number): void {
    this.#claims.ended(documents, batchId);
    this.account.pages.ended(batchId);
    this.#hurry();
  }

  changed(documentId: number): void {
    this.#claims.changed(documentId);
    this.#reviews.changed(documentId);
    if (this.#claims.isOwing || this.#reviews.isOwing) this.#hurry();
  }

  /** Whether another machine is known to write to a folder. */
  isOthers(folderId: number): boolean {
    return this.#inboxes.isOthers(folderId);
  }

  mayWrite(folder: WatchedFolder): boolean {
    return this.#inboxes.mayWrite(folder);
  }

  toWrite(folder: WatchedFolder, documents: readonly Document[]): Promise<readonly Document[]> {
    return this.#inboxes.toWrite(folder, documents);
  }

  intendToWrite(folder: Folder, writes: readonly IntendedWrite[], tables: readonly IntendedTable[] = []): Promise<boolean> {
    return this.#inboxes.intend(folder, writes, tables);
  }

  written(folder: WatchedFolder, documents: readonly Document[]): void {
    this.#inboxes.written(folder, documents);
    if (this.#inboxes.isOwing) this.#hurry();
  }

  start(now: number): number | undefined {
    const { tasks, world } = this.#context;
    if (this.#isRunning || tasks.isResting(taskName)) return undefined;
    const waitMs = Math.min(this.#keeper.nextAt, this.#lookAt) - world.clock.elapsed();
    if (waitMs > 0) return now + waitMs;
    this.#isRunning = true;
    tasks.launch('sharing', taskName, async () => {
      try {
        this.#lookAt = world.clock.elapsed() + lookMs;
        await this.#work();
      } finally {
        this.#isRunning = false;
        this.#say();
      }
    });
    return undefined;
  }

  retryNow(): void {
    this.#lookAt = 0;
    this.#keeper.hurry();
  }

  /** Leaves what it holds to the others. To be called once nothing of this machine is under way any more. */
  async end(): Promise<void> {
    this.#endListening();
    const { lease } = this.#keeper;
    if (lease !== undefined && this.#isCaughtUp) await this.#look(lease);
    await this.#keeper.end();
  }

  async #work(): Promise<void> {
    const kept = await this.#keeper.keep(() => this.#doing());
    const { lease } = this.#keeper;
    if (kept === 'problem' || lease === undefined) return;
    if (!this.#isCaughtUp && (await this.#catchUp(lease))) this.#caughtUp = lease;
    if (!this.#isCaughtUp || !(await this.#look(lease))) return;
    await this.#seeMachines();
  }

  #doing(): string {
    return doingText(doingOf(this.#context.world.ledger.documents.counts(), this.#inboxes.writesTo));
  }

  /** What the machines are doing is kept where `status` and the window find it. */
  async #seeMachines(): Promise<void> {
    const { machine, place = '', register, world } = this.#context;
    if (world.clock.elapsed() < this.#seeAt) return;
    const found = await this.#keeper.checked(register.machines());
    if (!found.ok) return;
    this.#seeAt = world.clock.elapsed() + seeMs;
    const at = world.clock.now();
    // The register's clock may be another one: this machine was heard of just now.
    const ahead = (found.value.find(({ id }) => id === machine.id)?.lastSeen ?? at) - at;
    const machines = found.value
      .map((each) => ({ ...each, lastSeen: each.lastSeen - ahead, isThis: each.id === machine.id }))
      .filter(({ alive, lastSeen }) => alive || lastSeen > at - forgottenMs);
    world.ledger.meta.write('register-seen', { at, place, machines });
  }

  async #catchUp(lease: Lease): Promise<boolean> {
    const context = { ...this.#context, keeper: this.#keeper, claims: this.#claims };
    takeBack(context);
    return (await catchUp(context, lease)) && (await this.account.pages.catchUp()) && this.#reviews.catchUp();
  }

  async #look(lease: Lease): Promise<boolean> {
    await this.account.requests.hear();
    const isDone =
      (await this.#claims.tell()) &&
      (await this.account.pages.look()) &&
      (await this.#others.look(lease)) &&
      (!this.account.pages.isLimited || (await this.#lookAtHeldBack())) &&
      (await this.#reviews.look(lease));
    return isDone && this.#inboxes.look(lease);
  }

  /** Of the service that is called now, with the key that is in use now. */
  #sharedAccount() {
    const { budget, folders, keyName: nameKey, machine, register, requestsPerSecond, world } = this.#context;
    const keeper = this.#keeper;
    let known: { readonly keyName: string; readonly account: SharedAccount } | undefined;
    const account = () => {
      const keyName = nameKey?.() ?? '';
      const { origin } = world.service;
      if (known?.keyName !== keyName)
        known = { keyName, account: register.account({ origin, key: keyName, machine: machine.id }) };
      return known;
    };
    const isLimited = ({ day, month }: FolderBudget) => day !== undefined || month !== undefined;
    return {
      requests: new SharedRequests({ ...this.#context, keeper, account, most: requestsPerSecond }),
      pages: new SharedPages({
        ...{ ...this.#context, keeper, account, timeZone: timeZoneOf(budget) },
        isLimited: () => isLimited(budget) || folders.all().some(({ settings }) => isLimited(settings.budget ?? {})),
      }),
    };
  }

  async #lookAtHeldBack(): Promise<boolean> {
    const elapsed = this.#context.world.clock.elapsed();
    if (elapsed < this.#heldBackAt) return true;
    this.#heldBackAt = elapsed + lookMs;
    return this.#others.lookAtHeldBack(this.#context.world.service.origin);
  }

  #hurry(): void {
    this.#lookAt = Math.min(this.#lookAt, this.#context.world.clock.elapsed() + gatherMs);
    this.#context.wake();
  }

  /** What keeps everything from being sent is said where a person looks. */
  #say(): void {
    const { meta } = this.#context.world.ledger;
    const before = meta.read('register-refusal');
    const { refusal } = this;
    if (refusal === before || (refusal !== undefined && before !== undefined && sameMessage(refusal, before))) return;
    meta.write('register-refusal', refusal);
    this.#context.announce({ kind: 'register', ...(refusal !== undefined && { message: refusal }) });
  }
}

const taskName = 'the register';
