import type { Gate } from '../../core/account/gate.ts';
import { usualPerSecond } from '../../core/account/rate.ts';
import type { KnownTrouble } from '../../core/account/shared.ts';
import type { ToTell } from '../../core/account/told-gate.ts';
import { given } from '../../core/plain-data.ts';
import type { RegisterAnswer } from '../../register/register.ts';
import type { Allotted, SharedAccount } from '../../register/shared-account.ts';
import type { EngineContext } from '../loop/engine-context.ts';
import type { World } from '../ports.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

/** What was handed out begins within this time, or never: so that what all machines begin in any second keeps to their limit. Milliseconds. */
const goodMs = 250;
/** The most requests that are asked for at once. */
const mostAtOnce = 20;
/** What others have learned is asked for this often where no request is, in milliseconds. */
const hearMs = 5_000;
/** While another machine finds out, or it is too early to: asked again after this time, in milliseconds. */
const triesMs = 1_000;
/** Until the register has told how many machines there are, so many share the limit. */
const fewMachines = 2;

interface SharedRequestsContext extends Pick<EngineContext, 'tasks' | 'wake'> {
  readonly world: Pick<World, 'clock'>;
  readonly keeper: LeaseKeeper;
  /** The account with the key that is in use now. */
  readonly account: () => { readonly keyName: string; readonly account: SharedAccount };
  /** Requests a second that this machine allows. */
  readonly most: number;
}

/** `later`: `waitMs` until it may be asked for again; absent: the loop is woken then. `apart`: the register does not answer. */
export type Taken =
  | { readonly kind: 'go' }
  | { readonly kind: 'later'; readonly waitMs?: number }
  | { readonly kind: 'apart'; readonly perSecond: number };

/** What the register says of the account. */
export interface Heard {
  readonly told: readonly KnownTrouble[];
  /** This machine finds out whether they have passed. */
  readonly mayTry: boolean;
  /** Of all machines together. */
  readonly perSecond: number;
}

/**
 * The requests of an account that several machines share, and what the service has said to any of them. The register hands requests
 * out in small numbers, as many as this machine has lately used. While it does not answer, each machine keeps to its part of the limit.
 */
export class SharedRequests {
  readonly #context: SharedRequestsContext;
  #hears: (heard: Heard) => void = () => undefined;
  /** What may begin, until then (elapsed milliseconds). */
  #left = 0;
  #goodUntil = 0;
  #wanted = 1;
  /** Nothing is left for any machine until then, elapsed milliseconds. */
  #emptyUntil = 0;
  #heardAt = Number.NEGATIVE_INFINITY;
  #perSecond: number;
  #machines = fewMachines;
  #told: readonly KnownTrouble[] = [];
  /** This machine is the one that finds out, with one call that has not begun. */
  #mayTry = false;
  #tries: 'due' | 'now' | undefined;
  /** It was not the turn of this machine: it does not ask before then, elapsed milliseconds. */
  #triesAfter = 0;
  /** What the register is still to be told, in this order. */
  readonly #owed: (() => Promise<RegisterAnswer<void>>)[] = [];
  #asking: Promise<void> | undefined;

  constructor(context: SharedRequestsContext) {
    this.#context = context;
    this.#perSecond = Math.min(usualPerSecond, context.most);
  }

  /** Whoever keeps the account's gate hears what is said of it. */
  follow(hears: (heard: Heard) => void): void {
    this.#hears = hears;
  }

  /** Takes one request. @param tries it is to find out whether a trouble has passed, which one machine at a time does */
  take(tries: boolean): Taken {
    const { tasks, world } = this.#context;
    if (this.isApart || tasks.isResting(taskName)) return { kind: 'apart', perSecond: this.#perSecond / this.#machines };
    const elapsed = world.clock.elapsed();
    const isGiven = this.#left > 0 && elapsed < this.#goodUntil;
    if (isGiven && (!tries || this.#mayTry)) {
      this.#left -= 1;
      if (tries) this.#mayTry = false;
      return { kind: 'go' };
    }
    if (tries && this.#tries !== 'now' && elapsed < this.#triesAfter)
      return { kind: 'later', waitMs: this.#triesAfter - elapsed };
    if (elapsed < this.#emptyUntil) return { kind: 'later', waitMs: this.#emptyUntil - elapsed };
    if (tries) this.#tries ??= 'due';
    this.#ask(isGiven ? this.#wanted : this.#nextWanted());
    return { kind: 'later' };
  }

  /** Resolves once a request was handed out, or none can be. */
  async ready(): Promise<void> {
    if (this.isApart || (this.#left > 0 && this.#context.world.clock.elapsed() < this.#goodUntil)) return;
    this.#ask(this.#nextWanted());
    await this.#asking;
  }

  /** A person wants it tried at once. */
  tryNow(): void {
    this.#tries = 'now';
  }

  /** The service has said this, to be told to all. */
  said({ trouble, forMs }: ToTell): void {
    const { account } = this.#context.account();
    this.#mayTry = false;
    this.#owed.push(() => account.shut(trouble, forMs));
    this.#ask(0);
  }

  /** A call that began after all that is known was said was answered. @param gate as it is by that */
  passed(gate: Gate): void {
    const over = this.#told.filter(({ trouble }) => gate.kind === 'open' || trouble.kind !== 'forbidden');
    if (over.length === 0) return;
    const { account } = this.#context.account();
    const numbers = over.map(({ number }) => number);
    this.#told = this.#told.filter((each) => !over.includes(each));
    this.#owed.push(() => account.passed(numbers));
    this.#ask(0);
  }

  /** Hears what the others have learned, if nothing was heard lately. */
  async hear(): Promise<void> {
    if (this.#context.world.clock.elapsed() < this.#heardAt + hearMs && this.#owed.length === 0) return;
    this.#ask(0);
    await this.#asking;
  }

  /** The register does not answer. */
  get isApart(): boolean {
    return this.#context.keeper.problem !== undefined;
  }

  /** Twice as many once all that was asked for was used, and only as many as were used where it was not. */
  #nextWanted(): number {
    const used = this.#wanted - this.#left;
    const most = Math.max(1, Math.min(mostAtOnce, Math.floor(this.#perSecond)));
    return Math.max(1, Math.min(most, this.#left === 0 ? 2 * used : used));
  }

  #ask(wanted: number): void {
    if (this.#asking !== undefined) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#asking = promise;
    this.#context.tasks.launch('sharing', taskName, async () => {
      try {
        await this.#askNow(wanted);
      } finally {
        this.#asking = undefined;
        resolve();
        if (this.#owed.length > 0 && !this.isApart) this.#ask(0);
      }
    });
  }

  async #askNow(wanted: number): Promise<void> {
    const { account, keeper, most, world } = this.#context;
    for (;;) {
      for (let tell = this.#owed[0]; tell !== undefined; tell = this.#owed[0]) {
        if (!(await keeper.checked(tell())).ok) return;
        this.#owed.shift();
      }
      const asked = account();
      const tries = this.#tries;
      const answer = await keeper.checked(
        asked.account.take({ wanted: tries === undefined ? wanted : Math.max(1, wanted), most, ...given({ tries }) }),
      );
      if (!answer.ok) return;
      const isOfOtherKey = asked.keyName !== account().keyName;
      if (this.#owed.length > 0 || isOfOtherKey) continue;
      this.#heard(answer.value, tries, wanted, world.clock.elapsed());
      return;
    }
  }

  #heard(allotted: Allotted, tries: 'due' | 'now' | undefined, wanted: number, elapsed: number): void {
    this.#heardAt = elapsed;
    this.#machines = allotted.machines;
    this.#perSecond = allotted.perSecond;
    this.#told = allotted.troubles;
    if (allotted.requests > 0) {
      this.#left = allotted.requests;
      this.#wanted = allotted.requests;
      this.#goodUntil = elapsed + goodMs;
      if (this.#tries === tries) this.#tries = undefined;
    } else if (wanted > 0 || tries !== undefined) {
      this.#left = 0;
      this.#emptyUntil = elapsed + allotted.waitMs;
    }
    if (tries !== undefined && allotted.requests > 0) {
      this.#mayTry = allotted.mayTry;
      if (!allotted.mayTry) this.#triesAfter = elapsed + triesMs;
    }
    this.#hears({ told: this.#told, mayTry: this.#mayTry, perSecond: this.#perSecond });
  }
}

const taskName = 'the account in the register';
