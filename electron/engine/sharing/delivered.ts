import { createHash } from 'node:crypto';
import type { Document } from '../../core/document/document.ts';
import type { OutputRecord } from '../../core/document/records.ts';
import { say } from '../../core/messages/message.ts';
import type { KnownDelivery, Register, SharedJson } from '../../register/register.ts';
import { orProblem } from '../deliver/delivery-target.ts';
import { writeJsonJournal } from '../deliver/write-journal.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import { absolutePath, type Folder } from '../loop/folder.ts';
import { DiskProblem, type World } from '../ports.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { fileKeyOf, nameOf } from './shared-names.ts';

export interface DeliveredContext {
  readonly world: Pick<World, 'ledger' | 'clock'>;
  readonly writer: Pick<DocumentWriter, 'amend' | 'together'>;
  readonly register: Pick<Register, 'deliveries'>;
  readonly keeper: LeaseKeeper;
  /** This machine is about to write for them. Absent: it is not. */
  readonly writes?: boolean;
  /** Documents whose files this machine has written since it last told the register, and the disk. Absent: it has told all. */
  readonly untold?: { readonly has: (documentId: number) => boolean; readonly files: Pick<World['files'], 'hash'> };
}

/** So many documents are asked about in one call. */
const atOnce = 200;

/**
 * Takes from the register what was delivered of these documents on any machine.
 * @returns of which nothing is left to be written; undefined if the register does not answer
 */
export async function learnDelivered(
  context: DeliveredContext,
  folder: Folder,
  inbox: string,
  documents: readonly Document[],
): Promise<ReadonlySet<number> | undefined> {
  const { keeper, register, writer } = context;
  const found = await keeper.checked(register.deliveries(inbox, documents.map(fileKeyOf)));
  if (!found.ok) return undefined;
  const deliveries = new Map(found.value.map((each) => [nameOf(each), each]));
  const known = documents.flatMap((document) => {
    const delivery = deliveries.get(nameOf(fileKeyOf(document)));
    return delivery === undefined ? [] : [{ document, delivery }];
  });
  const disproved = new Set<number>();
  for (const { document, delivery } of known)
    if (await isOursOnDisk(context, folder, document, delivery)) disproved.add(document.id);
  const done = new Set<number>();
  writer.together(() => {
    for (const { document, delivery } of known) {
      if (!disproved.has(document.id) && take(context, folder, document, delivery)) done.add(document.id);
    }
  });
  return done;
}

/**
 * Whether a JSON is there as this machine has written it, of which the register does not know yet: what is known there is older, or
 * an earlier run of this machine was the last that wrote.
 */
async function isOursOnDisk(
  { world, untold }: DeliveredContext,
  folder: Folder,
  { id }: Document,
  { begun, json }: KnownDelivery,
): Promise<boolean> {
  const shared = begun?.json ?? json;
  if (shared === undefined || untold?.has(id) !== true) return false;
  const path = absolutePath(folder, shared.path);
  const known = world.ledger.outputs.atPath(path);
  if (known?.documentId !== id || known.hash === shared.hash) return false;
  const onDisk = await orProblem(() => untold.files.hash(path));
  return onDisk instanceof DiskProblem ? onDisk.kind !== 'missing' : onDisk.sha256 === known.hash;
}

/**
 * Of these documents, those whose JSON another machine has written since: the register knows of another one than this machine does,
 * and the disk has not this machine's. Undefined if the register does not answer.
 */
export async function writtenByOthers(
  {
    world,
    keeper,
    register,
  }: Pick<DeliveredContext, 'keeper' | 'register'> & { readonly world: Pick<World, 'ledger' | 'files'> },
  inbox: string,
  documents: readonly Document[],
): Promise<readonly Document[] | undefined> {
  if (documents.length === 0) return [];
  const found = await keeper.checked(register.deliveries(inbox, documents.map(fileKeyOf)));
  if (!found.ok) return undefined;
  const hashes = new Map(found.value.map((each) => [nameOf(each), each.json?.hash]));
  const others: Document[] = [];
  for (const document of documents) {
    const told = hashes.get(nameOf(fileKeyOf(document)));
    const own = world.ledger.outputs.of(document.id).find(({ kind }) => kind === 'json');
    if (told === undefined || own?.hash === undefined || own.hash === told) continue;
    const onDisk = await orProblem(() => world.files.hash(own.path));
    if (onDisk instanceof DiskProblem || onDisk.sha256 !== own.hash) others.push(document);
  }
  return others;
}

/** Learns what was delivered of all documents of these folders that are still to be. @returns false if the register does not answer */
export async function learnAllDelivered(context: DeliveredContext, folders: readonly Folder[]): Promise<boolean> {
  for (const folder of folders) {
    const { inbox } = folder.settings;
    if (inbox === undefined) continue;
    for (let after = 0; ; ) {
      const documents = context.world.ledger.documents.undelivered(folder.id, after, atOnce);
      const last = documents.at(-1);
      if (last === undefined) break;
      if ((await context.keeper.keep()) === 'problem') return false;
      if ((await learnDelivered(context, folder, inbox, documents)) === undefined) return false;
      after = last.id;
    }
  }
  return true;
}

/** @returns whether nothing is left to be written for it */
function take(context: DeliveredContext, folder: Folder, { id }: Document, { begun, csv, digest, json }: KnownDelivery): boolean {
  const { world, writer } = context;
  const { outputs, documents } = world.ledger;
  const document = documents.get(id);
  if (document?.delivery.kind !== 'pending') return false;
  if (begun !== undefined) {
    // Whoever writes there is about to tell how that has ended.
    if (context.writes !== true) return false;
    const before = begun.json?.path === json?.path ? json?.hash : undefined;
    if (begun.json !== undefined) takeJson(context, folder, id, begun.json, 'intended', begun.json.previous ?? before);
    else if (json !== undefined) takeJson(context, folder, id, json, 'written');
    return false;
  }
  if (json !== undefined) takeJson(context, folder, id, json, 'written');
  if (digest !== digestOf(document)) return false;
  if (csv !== undefined) outputs.put({ documentId: id, kind: 'csv', path: absolutePath(folder, csv), state: 'written' });
  const done = { delivery: { kind: 'done', at: world.clock.now() }, dueAt: undefined } as const;
  writer.amend(id, done, { event: 'delivered', note: say('notes.writtenByOther'), elsewhere: true });
  return true;
}

/**
 * Another machine has written it since, or was about to: what is there would be taken for a person's.
 * @param previous of what was intended: what may still be there
 */
function takeJson(
  { world }: DeliveredContext,
  folder: Folder,
  id: number,
  { path: shared, hash }: SharedJson,
  state: OutputRecord['state'],
  previous?: string,
): void {
  const { outputs } = world.ledger;
  const path = absolutePath(folder, shared);
  const known = outputs.atPath(path);
  if (known !== undefined && known.documentId !== id) return;
  const isKnown = known?.hash === hash;
  if (!isKnown) outputs.put({ documentId: id, kind: 'json', path, hash, state });
  // What this machine itself was about to replace is in its own journal already.
  if (!isKnown || state === 'written') writeJsonJournal(world, folder.id, id, previous === hash ? undefined : previous);
}

/** Of all that is written of a document: another result, or another word of a person's, has another one. */
export function digestOf({ route, result, review, earlierSteps = [] }: Document): string {
  const steps = earlierSteps.map((step) => [step.route.id, step.result, step.review]);
  return createHash('sha256')
    .update(JSON.stringify([route.id, result, review, steps]))
    .digest('hex');
}
