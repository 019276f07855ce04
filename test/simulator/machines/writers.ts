import { usualLeaseMs } from '../../../electron/register/register.ts';

/** A machine is sure of its lease for so long after it was renewed (`lease-keeper.ts`), in milliseconds. */
const sureMs = (2 * usualLeaseMs) / 3;

export interface Run {
  readonly machine: string;
  readonly alive: boolean;
}

/** Checks that no two machines are sure at once that they are the one that writes to an inbox. */
export class Writers {
  readonly #now: () => number;
  readonly #complain: (what: string) => void;
  /** By inbox, the lease under which a machine was last told that it writes there. */
  readonly #writes = new Map<string, number>();
  /** By lease, whose it is and when the call began that confirmed it last. One that its machine has given up is missing. */
  readonly #leases = new Map<number, { readonly run: Run; at: number }>();

  constructor(now: () => number, complain: (what: string) => void) {
    this.#now = now;
    this.#complain = complain;
  }

  /** A machine asks for a lease: it has given up the one that it had, whether the answer reaches it or not. */
  begins({ machine }: Run): void {
    for (const [id, { run }] of this.#leases) if (run.machine === machine) this.#leases.delete(id);
  }

  /** @param at when the call began */
  begun(lease: number, run: Run, at: number): void {
    this.begins(run);
    this.#leases.set(lease, { run, at });
  }

  renewed(lease: number, at: number): void {
    const known = this.#leases.get(lease);
    if (known !== undefined) known.at = at;
  }

  ended(lease: number): void {
    this.#leases.delete(lease);
  }

  /** The register has told a machine that it writes there. */
  told(inbox: string, lease: number): void {
    const before = this.#writes.get(inbox);
    this.#writes.set(inbox, lease);
    const other = before === undefined || before === lease ? undefined : this.#leases.get(before);
    const machine = this.#leases.get(lease)?.run.machine;
    if (other === undefined || !other.run.alive || other.run.machine === machine || this.#now() - other.at >= sureMs) return;
    this.#complain(`${machine} and ${other.run.machine} are both sure that they write to ${inbox}`);
  }
}
