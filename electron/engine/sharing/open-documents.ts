import { isDeepStrictEqual } from 'node:util';
import { routeOf } from '../../core/protocol/route.ts';
import type { OpenElsewhere } from '../../core/sharing/open-elsewhere.ts';
import type {
  Lease,
  MachineName,
  OpenedAtMachine,
  OpenedContent,
  Register,
  RegisterAnswer,
  RegisterProblemKind,
} from '../../register/register.ts';
import type { World } from '../ports.ts';
import { contentOf, keyOf } from './claims.ts';

/** A window that was not heard of for so long has nobody before it, in milliseconds. */
export const idleMs = 5 * 60_000;
/** How often the others' are looked at where nothing was heard, at most; and how often where something was; milliseconds. */
const lookMs = 4_000;
const hurriedMs = 1_000;
/** More windows than this are not those of people. */
const mostWindows = 100;
/** Of one content, so many documents say where it is open. */
const mostCopies = 200;
/** Moments that are no further apart are one: each answer of the register takes its time. Milliseconds. */
const sameMs = 2_000;

interface OpenDocumentsContext {
  readonly world: Pick<World, 'ledger' | 'clock' | 'log' | 'service'>;
  readonly register: Pick<Register, 'opened'>;
  readonly machine: MachineName;
  /** How long a lease lasts, in milliseconds. */
  readonly leaseMs: number;
  readonly onChange: (open: readonly OpenElsewhere[]) => void;
}

interface OpenWindow {
  readonly documentId: number;
  /** When it was opened, and when somebody was last seen before it, by both clocks: one of them stands still while the machine sleeps. */
  readonly since: Moment;
  readonly seen: Moment;
}

interface Moment {
  readonly now: number;
  readonly elapsed: number;
}

/**
 * Which documents people have open for review, here and at the other machines. It is a notice and no lock: nobody waits for it,
 * and what it costs does not depend on the number of documents.
 */
export class OpenDocuments {
  readonly #context: OpenDocumentsContext;
  /** By the id that a window gives itself. */
  readonly #windows = new Map<string, OpenWindow>();
  /** What the register knows under a lease; without `keys` that is not known. */
  #told: { readonly lease: Lease; readonly keys?: string } | undefined;
  #elsewhere: readonly OpenElsewhere[] = [];
  #isHurried = false;
  #problem: RegisterProblemKind | undefined;
  /** Elapsed milliseconds. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  #heardAt = Number.NEGATIVE_INFINITY;

  constructor(context: OpenDocumentsContext) {
    this.#context = context;
  }

  /** What is open at other machines, as far as is known. */
  get elsewhere(): readonly OpenElsewhere[] {
    return this.#elsewhere;
  }

  /** When it is to be looked at because something was heard, in elapsed milliseconds. */
  get nextAt(): number {
    return this.#isHurried ? this.#lookedAt + hurriedMs : Number.POSITIVE_INFINITY;
  }

  /** Something may be different at another machine. */
  hurry(): void {
    this.#isHurried = true;
  }

  /**
   * A window shows a document for review, or somebody is still before it; or it shows it no longer.
   * @returns whether that is news
   */
  set(window: string, documentId: number, isOpen: boolean): boolean {
    const before = this.#windows.get(window);
    const isSame = before?.documentId === documentId && this.#isAwake(before);
    if (!isOpen && before?.documentId !== documentId) return false;
    this.#windows.delete(window);
    const at = this.#moment();
    if (isOpen) this.#windows.set(window, { documentId, since: isSame ? before.since : at, seen: at });
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > mostWindows && oldest !== undefined) this.#windows.delete(oldest);
    if (isOpen && isSame) return false;
    this.hurry();
    return true;
  }

  /** Where the register does not answer, it is asked again soon: this keeps nothing else up. */
  async look(lease: Lease): Promise<void> {
    const elapsed = this.#context.world.clock.elapsed();
    const dueAt = Math.min(this.nextAt, this.#lookedAt + lookMs);
    if (elapsed < dueAt && this.#told?.lease === lease) return;
    this.#isHurried = false;
    this.#lookedAt = elapsed;
    await this.#tell(lease);
    await this.#hear();
  }

  /** What was heard of longer ago than a lease lasts counts no longer. */
  forgetOld(): void {
    if (this.#context.world.clock.elapsed() - this.#heardAt > this.#context.leaseMs) this.#take([]);
  }

  async #tell(lease: Lease): Promise<void> {
    const contents = this.#open();
    const keys = contents.map(keyOf).toSorted().join('\n');
    const told = this.#told?.lease === lease ? this.#told.keys : '';
    if (keys === told) this.#told = { lease, keys };
    else this.#told = (await this.#answered(lease.open(contents))) ? { lease, keys } : { lease };
  }

  /** What is open here, each content once. */
  #open(): readonly OpenedContent[] {
    const { clock, ledger } = this.#context.world;
    const open = new Map<string, OpenedContent>();
    for (const [window, each] of this.#windows) {
      if (!this.#isAwake(each)) this.#windows.delete(window);
      const document = ledger.documents.get(each.documentId);
      if (!this.#isAwake(each) || document?.hash === undefined) continue;
      const content = contentOf(document);
      const openMs = Math.max(clock.elapsed() - each.since.elapsed, open.get(keyOf(content))?.openMs ?? 0);
      open.set(keyOf(content), { ...content, openMs });
    }
    return [...open.values()];
  }

  async #hear(): Promise<void> {
    const { machine, register, world } = this.#context;
    const found = await this.#answered(register.opened(world.service.origin));
    if (found === undefined) return;
    this.#heardAt = world.clock.elapsed();
    const others = found.value.filter((each) => each.machine.id !== machine.id);
    this.#take(others.flatMap((each) => this.#documentsOf(each)));
  }

  /** That the register cannot be asked is noticed, and said, by what needs it. */
  async #answered<Value>(call: Promise<RegisterAnswer<Value>>): Promise<{ readonly value: Value } | undefined> {
    const answer = await call;
    const problem = answer.ok ? undefined : answer.error.kind;
    if (problem !== undefined && problem !== this.#problem) this.#context.world.log.warn('register', { openDocuments: problem });
    this.#problem = problem;
    return answer.ok ? answer : undefined;
  }

  #documentsOf({ origin, route, sha256, machine, openMs }: OpenedAtMachine): OpenElsewhere[] {
    const { clock, ledger } = this.#context.world;
    const since = clock.now() - openMs;
    const ids = ledger.documents.idsWithContent(origin, routeOf(route), sha256, mostCopies);
    return ids.map((documentId) => ({ documentId, machine: machine.name, since }));
  }

  #take(found: readonly OpenElsewhere[]): void {
    const next = found.map((each) => {
      const known = this.#elsewhere.find(({ documentId, machine }) => documentId === each.documentId && machine === each.machine);
      return known !== undefined && Math.abs(known.since - each.since) < sameMs ? known : each;
    });
    if (isDeepStrictEqual(next, this.#elsewhere)) return;
    this.#elsewhere = next;
    this.#context.onChange(next);
  }

  #isAwake({ seen }: OpenWindow): boolean {
    const { elapsed, now } = this.#moment();
    return elapsed - seen.elapsed < idleMs && now - seen.now < idleMs;
  }

  #moment(): Moment {
    const { clock } = this.#context.world;
    return { now: clock.now(), elapsed: clock.elapsed() };
  }
}
