import { type Message, say } from '../../core/messages/message.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { type MachineName, type Register, usualLeaseMs } from '../../register/register.ts';
import { DocumentWriter } from '../loop/document-writer.ts';
import { WatchedFolders } from '../loop/watched-folders.ts';
import type { World } from '../ports.ts';
import { catchUp } from './catch-up.ts';
import { Claims } from './claims.ts';
import { learnAllDelivered } from './delivered.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { hasUndelivered, leaveTo, otherWriters } from './left-to-others.ts';
import { Others } from './others.ts';
import { SharedReviews } from './shared-reviews.ts';

/** A machine's ledger while no engine runs on it, and the register. */
export interface MembershipContext {
  readonly world: Pick<World, 'ledger' | 'clock' | 'log'>;
  readonly register: Register;
  readonly machine: MachineName;
  readonly leaseMs?: number;
}

/** How many batches of the ledger the register knows, and of how many. */
export type Progress = (done: number, of: number) => void;

/**
 * Tells the register all that was sent from this ledger, as an engine does when it first works with a register. Can be done again,
 * and goes on where it was ended.
 * @returns why it could not be done
 */
export async function joinRegister(context: MembershipContext, onProgress: Progress): Promise<Result<void, Message>> {
  const parts = partsOf(context);
  try {
    return await begin(context, parts, onProgress);
  } finally {
    await parts.keeper.end();
  }
}

/** What a machine left to others when it left: how many documents, and the machines that deliver them. */
export interface LeftToOthers {
  readonly documents: number;
  readonly machines: readonly string[];
}

/**
 * Takes out of the register what this machine's ledger needs to go on alone: what became of its documents on other machines. The
 * register keeps what it knows of what was sent. What others work on, and nobody knows whether the service has it, is left to a
 * person; what is still to be delivered to a folder that another one writes to is left to that one. Can be done again, and goes on
 * where it was ended.
 * @returns why it could not be done
 */
export async function leaveRegister(context: MembershipContext, onProgress: Progress): Promise<Result<LeftToOthers, Message>> {
  const parts = partsOf(context);
  const { claims, folders, keeper, writer } = parts;
  const { register, world } = context;
  const member = world.ledger.meta.read('register');
  try {
    const begun = await begin(context, parts, onProgress, member);
    const { lease } = keeper;
    if (!begun.ok) return begun;
    if (lease === undefined) return err(keeper.problem ?? say('sending.registerAsked'));
    const reviews = new SharedReviews({ world, writer, register, keeper });
    const isLearned =
      (await reviews.catchUp()) &&
      (await new Others({ world, writer, folders, register, keeper, claims, leaving: true }).look(lease)) &&
      (await reviews.look(lease));
    const shared = folders.all().filter((folder) => folder.settings.inbox !== undefined && hasUndelivered(world.ledger, folder));
    const writers = isLearned ? await otherWriters({ ...context, keeper }, shared) : undefined;
    const isDone = writers !== undefined && (await learnAllDelivered({ world, writer, register, keeper }, folders.all()));
    if (!isDone) return err(keeper.problem ?? say('sending.registerAsked'));
    return ok(
      world.ledger.transaction(() => {
        const left = shared.flatMap((folder) => {
          const machine = writers.get(folder.id);
          const documents = machine === undefined ? 0 : leaveTo(world.ledger, folder, machine);
          return machine === undefined || documents === 0 ? [] : [{ documents, machine }];
        });
        forget(world.ledger);
        const machines = [...new Set(left.map(({ machine }) => machine))];
        return { documents: left.reduce((sum, { documents }) => sum + documents, 0), machines };
      }),
    );
  } finally {
    await keeper.end();
  }
}

/** Leaves a register that is gone for good: what other machines worked on is left to a person. */
export function leaveUnasked({ world }: Pick<MembershipContext, 'world'>): void {
  const folders = new WatchedFolders(world, [], () => undefined);
  const writer = new DocumentWriter(world, folders, () => undefined);
  writer.together(() => {
    holdElsewhere(writer, world.ledger);
    forget(world.ledger);
  });
}

/** What another machine worked on: without the register nobody can tell any more what became of it. */
export function holdElsewhere(writer: Pick<DocumentWriter, 'apply'>, { documents }: Pick<World['ledger'], 'documents'>): void {
  for (const { id, state } of documents.waitingFor(['elsewhere'])) {
    const machine = state.kind === 'waiting' && state.wait.kind === 'elsewhere' ? state.wait.machine : '';
    writer.apply([{ id, event: { kind: 'held', why: 'unresolved', message: say('sending.otherUnresolved', { machine }) } }]);
  }
}

type Parts = ReturnType<typeof partsOf>;

function partsOf({ world, register, machine, leaseMs = usualLeaseMs }: MembershipContext) {
  const keeper = new LeaseKeeper(world, register, machine, leaseMs);
  const folders = new WatchedFolders(world, [], () => undefined);
  const writer = new DocumentWriter(world, folders, () => undefined);
  return { keeper, folders, writer, claims: new Claims(world, keeper) };
}

/** @param member the register that it has to be */
async function begin(
  { world }: MembershipContext,
  { keeper, claims }: Parts,
  onProgress: Progress,
  member?: string,
): Promise<Result<void, Message>> {
  for (;;) {
    const kept = await keeper.keep();
    const { lease } = keeper;
    if (kept === 'problem' || lease === undefined) return err(keeper.problem ?? say('sending.registerAsked'));
    if (member !== undefined && member !== lease.register) return err(say('register.otherRegister'));
    if (await catchUp({ world, keeper, claims }, lease, onProgress)) return ok(undefined);
    // A lease that has ended is begun anew.
    if (keeper.lease !== undefined && keeper.problem !== undefined) return err(keeper.problem);
  }
}

function forget(ledger: World['ledger']): void {
  ledger.transaction(() => {
    for (const name of ['register', 'register-reviews', 'register-refusal', 'register-seen', 'reviews-told'] as const)
      ledger.meta.write(name, undefined);
    for (const { id } of ledger.folders.all())
      for (const name of ['inbox', 'table-writer'] as const) ledger.meta.write(name, undefined, id);
  });
}
