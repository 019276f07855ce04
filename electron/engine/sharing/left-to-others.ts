import type { Document } from '../../core/document/document.ts';
import { statesWhere } from '../../core/document/states.ts';
import { say } from '../../core/messages/message.ts';
import type { MachineName, Register } from '../../register/register.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { Folder } from '../loop/folder.ts';
import type { World } from '../ports.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { alone, type Sharing } from './sharing.ts';

/** So many documents are read at once. */
const atOnce = 200;
/** Others look this often who writes to an inbox, and take the place of one that has ended; with time to spare, milliseconds. */
const takesPlaceMs = 15_000;

interface WritersContext {
  readonly world: Pick<World, 'clock'>;
  readonly register: Pick<Register, 'machines'>;
  readonly keeper: LeaseKeeper;
  readonly machine: MachineName;
}

/**
 * Which other machine writes to each of these folders: by the folder's id, its name. This machine has only just ended: another one
 * that watches a folder too may be about to take its place.
 * @returns undefined if the register does not answer
 */
export async function otherWriters(
  context: WritersContext,
  folders: readonly Folder[],
): Promise<ReadonlyMap<number, string> | undefined> {
  const { keeper, machine, register, world } = context;
  const found = await writersOf(context, folders);
  if (found === undefined || found.size === folders.length) return found;
  const machines = await keeper.checked(register.machines());
  if (!machines.ok) return undefined;
  if (!machines.value.some(({ alive, id }) => alive && id !== machine.id)) return found;
  await keeper.end();
  await new Promise<void>((resolve) => void world.clock.after(takesPlaceMs, resolve));
  return writersOf(context, folders);
}

async function writersOf({ keeper }: WritersContext, folders: readonly Folder[]): Promise<Map<number, string> | undefined> {
  const writers = new Map<number, string>();
  for (const { id, settings } of folders) {
    if (settings.inbox === undefined) continue;
    if ((await keeper.keep()) === 'problem' || keeper.lease === undefined) return undefined;
    const answer = await keeper.checked(keeper.lease.write(settings.inbox));
    if (!answer.ok) return undefined;
    if (answer.value.kind === 'other') writers.set(id, answer.value.machine);
  }
  return writers;
}

type Ledger = Pick<World['ledger'], 'batches' | 'documents' | 'meta'>;

/** Whether anything was sent for a folder that is still to be delivered. */
export function hasUndelivered(ledger: Pick<Ledger, 'documents'>, { id }: Pick<Folder, 'id'>): boolean {
  return undeliveredIn(ledger, id).length > 0;
}

/** What has a result that is not written yet, and what a result is still to come for. */
function undeliveredIn({ documents }: Pick<Ledger, 'documents'>, folderId: number): number[] {
  const ids = atServiceStates.flatMap((state) => documents.inState(state, undefined, folderId)).map(({ id }) => id);
  for (const { id, folderId: of } of documents.waitingFor(['behind'])) if (of === folderId) ids.push(id);
  for (let after = 0; ; ) {
    const some = documents.undelivered(folderId, after, atOnce);
    const last = some.at(-1);
    if (last === undefined) return ids;
    for (const { id, delivery } of some) if (delivery.kind === 'pending') ids.push(id);
    after = last.id;
  }
}

const atServiceStates = statesWhere(({ progress }) => progress === 'atService');

/**
 * This machine leaves, and another one goes on writing to a folder: it has, or will have, the results of all that was sent so far.
 * @returns how many documents it is to deliver
 */
export function leaveTo(ledger: Ledger, { id }: Pick<Folder, 'id'>, machine: string): number {
  const awaited = undeliveredIn(ledger, id);
  if (awaited.length > 0) ledger.meta.write('left-to', { machine, lastBatch: ledger.batches.last(), awaited, settled: [] }, id);
  return awaited.length;
}

interface AloneContext {
  readonly world: Pick<World, 'ledger' | 'clock'>;
  readonly writer: Pick<DocumentWriter, 'amend' | 'together'>;
}

/** A machine that works alone. What it left to others when it left their register is theirs to deliver. */
export function aloneSince({ world, writer }: AloneContext): Sharing {
  const { clock, ledger } = world;
  if (ledger.folders.all().every(({ id }) => ledger.meta.read('left-to', id) === undefined)) return alone;
  return {
    ...alone,
    toWrite: async ({ id: folderId }, documents) => {
      const left = ledger.meta.read('left-to', folderId);
      if (left === undefined) return documents;
      const awaited = new Set(left.awaited);
      // What was sent again since is this machine's own.
      const isTheirs = ({ batchId, delivery, id }: Document) =>
        awaited.has(id) && delivery.kind === 'pending' && batchId !== undefined && batchId <= left.lastBatch;
      const theirs = documents.filter(isTheirs);
      const done = { delivery: { kind: 'done', at: clock.now() }, dueAt: undefined } as const;
      const note = say('notes.leftToWriter', { machine: left.machine });
      writer.together(() => {
        for (const { id } of documents) awaited.delete(id);
        for (const { id } of theirs) writer.amend(id, done, { event: 'delivered', note, elsewhere: true });
        const settled = [...left.settled, ...theirs.map(({ id }) => id)];
        ledger.meta.write('left-to', { ...left, awaited: [...awaited], settled }, folderId);
      });
      return documents.filter((document) => !theirs.includes(document));
    },
  };
}

/** This machine shares its folders again: what it had left to others is everybody's, and whoever writes there looks what is left to be done. */
export function takeBack({ world, writer }: AloneContext): void {
  const { clock, ledger } = world;
  writer.together(() => {
    for (const { id: folderId } of ledger.folders.all()) {
      const left = ledger.meta.read('left-to', folderId);
      for (const id of left?.settled ?? [])
        if (ledger.documents.get(id)?.delivery.kind === 'done')
          writer.amend(id, { delivery: { kind: 'pending' }, dueAt: clock.now() });
      if (left !== undefined) ledger.meta.write('left-to', undefined, folderId);
    }
  });
}
