/** Machines that share a register: each an engine with data of its own, all on one service and one clock. */
import type { Membership } from '../../../electron/engine/ports.ts';
import { keyNameOf } from '../../../electron/register/key-name.ts';
import type { ContentKey, Lease, Register } from '../../../electron/register/register.ts';
import { MemoryDatabase, type PlantedBug } from '../../support/memory-database.ts';
import { type Fate, MemoryRegister } from '../../support/memory-register.ts';
import type { Run, RunOptions } from '../support/run.ts';
import type { SceneSandbox } from '../support/sandbox.ts';
import type { Timeline } from '../support/timeline.ts';

export const leaseMs = 30_000;

/** A machine's way to the register: what becomes of its calls can be set. */
export interface Way {
  fate: Fate;
}

export class Machines {
  readonly database: MemoryDatabase;
  readonly #scene: Timeline;
  readonly #sandbox: SceneSandbox;
  readonly #ways = new Map<string, Way>();

  constructor(scene: Timeline, sandbox: SceneSandbox, bug?: PlantedBug) {
    this.#scene = scene;
    this.#sandbox = sandbox;
    this.database = new MemoryDatabase(bug, () => scene.clock.elapsed);
  }

  way(name: string): Way {
    const way = this.#ways.get(name) ?? { fate: 'answered' };
    this.#ways.set(name, way);
    return way;
  }

  register(name: string): MemoryRegister {
    const way = this.way(name);
    return new MemoryRegister(this.database, { leaseMs, fate: () => way.fate });
  }

  membership(name: string, register: Register = this.register(name)): Membership {
    return { register, machine: { id: name, name }, leaseMs };
  }

  /** Starts a machine, or starts it again on its data. @param options `inbox`: others watch its folders too, under this name */
  start(name: string, options: Pick<RunOptions, 'folders'> & Partial<RunOptions> & { readonly inbox?: string }): Promise<Run> {
    const { url, key } = this.#sandbox;
    const { inbox, folders } = options;
    const keyInUse = options.key ?? key;
    const keyName = () => keyNameOf(typeof keyInUse === 'string' ? keyInUse : keyInUse());
    const shared = folders.map((folder) => ({ ...folder, ...(inbox !== undefined && { inbox }) }));
    const membership = { ...this.membership(name), keyName };
    return this.#scene.start({ url, key, data: name, membership, ...options, folders: shared });
  }

  /** What the register says of all contents, by state. */
  states(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { state } of this.database.rows.values()) counts[state] = (counts[state] ?? 0) + 1;
    return counts;
  }
}

/** A register whose leases are as `change` makes them. */
export function withLease(register: Register, change: (lease: Lease) => Lease): Register {
  const begin: Register['begin'] = async (machine) => {
    const begun = await register.begin(machine);
    return begun.ok ? { ok: true, value: change(begun.value) } : begun;
  };
  return { ...callsOf(register), begin };
}

/** A register that is asked what it knows in another way. */
export function withFind(
  register: Register,
  ask: (find: Register['find'], contents: readonly ContentKey[]) => ReturnType<Register['find']>,
): Register {
  return { ...callsOf(register), find: (contents) => ask((some) => register.find(some), contents) };
}

function callsOf(register: Register): Register {
  return {
    begin: (machine) => register.begin(machine),
    find: (contents) => register.find(contents),
    contentsOf: (origin, batch, files) => register.contentsOf(origin, batch, files),
    deliveries: (inbox, files) => register.deliveries(inbox, files),
    unfinished: (inbox, after) => register.unfinished(inbox, after),
    tables: (inbox) => register.tables(inbox),
    reviews: (after, limit) => register.reviews(after, limit),
    machines: () => register.machines(),
    listen: (listener) => register.listen(listener),
    account: (name) => register.account(name),
    close: () => register.close(),
  };
}
