import { type Document, type Job, sameFacts } from '../../core/document/document.ts';
import type { Claim, KeptPart } from '../../core/document/kept-result.ts';
import { awaitsDecision, isReady, isTerminal, traitsOf } from '../../core/document/states.ts';
import { decideIntake, type SameContent } from '../../core/intake/intake.ts';
import { say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { assertNever } from '../../core/result.ts';
import { type Claims, findKeptResult } from '../deliver/claim.ts';
import { contentsOf } from '../deliver/delivery-target.ts';
import type { EngineContext } from '../loop/engine-context.ts';
import { absolutePath, type WatchedFolder } from '../loop/watched-folders.ts';
import { DiskProblem, type World } from '../ports.ts';
import type { SettledFile } from './look-at-file.ts';

/** The presence of no more copies than this is checked. */
const maxChecked = 50;

/**
 * Documents as they were when their files were looked at, and whether those were there. `isVacant`: nothing was at its path, not
 * even another file.
 */
type Presence = ReadonlyMap<number, { readonly was: Document; readonly isPresent: boolean; readonly isVacant: boolean }>;

/** Which of these documents still have their content at their path. One whose disk cannot be asked is missing from the answer. */
async function checkPresence({ folders, world }: EngineContext, documents: readonly Document[]): Promise<Presence> {
  const presence = new Map<number, { was: Document; isPresent: boolean; isVacant: boolean }>();
  for (const document of documents.slice(0, maxChecked)) {
    const folder = folders.get(document.folderId);
    if (folder === undefined) continue;
    try {
      const now = await world.files.stat(absolutePath(folder, document.path));
      const isPresent = now !== undefined && sameFacts(now, document.facts);
      presence.set(document.id, { was: document, isPresent, isVacant: now === undefined });
    } catch (problem) {
      if (!(problem instanceof DiskProblem)) throw problem;
    }
  }
  return presence;
}

function isStill(was: Document, now: Document): boolean {
  return was.path === now.path && sameFacts(was.facts, now.facts) && was.state.kind === now.state.kind;
}

/** The facts about another document that `decideIntake` asks for. `current`, `replaced` and `known` ask the ledger only when they are read. */
function sameContentOf({ ledger }: Pick<World, 'ledger'>, self: Document, other: Document, presence: Presence): SameContent {
  const looked = presence.get(other.id);
  // One that has been found anew since then, here or at another path, is there.
  const here = looked === undefined || looked.isPresent || !isStill(looked.was, other);
  return {
    id: other.id,
    path: other.path,
    state: other.state,
    delivery: other.delivery.kind,
    here,
    vacant: looked?.isVacant === true && isStill(looked.was, other),
    get current() {
      const [latest] = ledger.documents.atPath(other.folderId, other.path).filter(({ id }) => id !== self.id);
      return latest?.id === other.id;
    },
    get replaced() {
      return contentsOf(ledger, self).some(({ id }) => id === other.id);
    },
    get known() {
      return ledger.files.has(other);
    },
    ...defined({ file: here ? undefined : whereFileOf({ ledger }, self, other) }),
  };
}

/** Which file has the inode that the document's file had. Another one of that size may be it, as long as nobody has read it. */
function whereFileOf({ ledger }: Pick<World, 'ledger'>, self: Document, other: Document): SameContent['file'] {
  const { ino, size } = other.facts;
  if (ino === 0) return undefined;
  if (ino === self.facts.ino) return 'this';
  const isUnread = ledger.files.withInodes(other.folderId, [ino]).some((record) => {
    const holder = record.documentId === other.id || record.facts.size !== size ? undefined : record.documentId;
    return holder !== undefined && ledger.documents.get(holder)?.hash === undefined;
  });
  return isUnread ? 'unread' : undefined;
}

export interface IntakeContext extends EngineContext {
  readonly claims: Claims;
}

/** What decides about a file that has settled, beside what the ledger knows. */
export interface Gathered {
  readonly presence: Presence;
  readonly claim: Claim | undefined;
}

/** Gathers that; undefined: the document is gone. */
export async function gather(
  context: IntakeContext,
  folder: WatchedFolder,
  id: number,
  settled: SettledFile,
): Promise<Gathered | undefined> {
  const { ledger } = context.world;
  const before = ledger.documents.get(id);
  if (before === undefined) return undefined;
  const job = ledger.jobs.find(before.origin, before.route, settled.hash);
  // Most contents are new.
  if (job === undefined) return { presence: new Map(), claim: await context.claims.find(folder, before, settled.hash) };
  const presence = await checkPresence(context, ledger.documents.besideContent(before, job.hash));
  await takeUpDropped(context, folder, before, job);
  const claim = isUnsent(job) ? await context.claims.find(folder, before, settled.hash) : undefined;
  return { presence, claim };
}

/** Nothing of it was ever sent from here, or claimed to be. */
function isUnsent({ batchId, state, tries }: Job): boolean {
  return isReady(state) && tries === 0 && batchId === undefined;
}

/** The content's result is no longer in the ledger: the ledger takes it up again from where it still is. */
async function takeUpDropped(context: IntakeContext, folder: WatchedFolder, copy: Document, { hash }: Job): Promise<void> {
  const { world, writer } = context;
  const { documents, jobs } = world.ledger;
  for (const dropped of documents.withContent(copy.origin, copy.route, hash)) {
    const job = dropped.job === undefined ? undefined : jobs.get(dropped.job);
    if (job?.droppedAt === undefined) continue;
    const kept = await findKeptResult(world, folder, copy, dropped);
    if (kept?.result === undefined) continue;
    writer.together(() => {
      restoreResult(context, job.id, kept);
      if (dropped.verdict !== undefined && kept.verdict !== undefined) restoreResult(context, dropped.verdict.id, kept.verdict);
      // The folder's own checks may be others by now: then what was written for it says too little, or too much.
      for (const document of documents.ofJob(job.id)) writer.checkAgain(document);
    });
  }
}

function restoreResult({ world, writer }: IntakeContext, id: number, { result, review }: KeptPart): void {
  if (world.ledger.jobs.get(id)?.droppedAt === undefined) return;
  const line = { event: 'taken up again', note: say('notes.resultTakenUp') };
  writer.amendJob(id, { result, droppedAt: undefined, ...defined({ review }) }, line);
}

/** Decides and applies that in one go, so that no other document can come in between. */
export function decide(
  context: IntakeContext,
  folder: WatchedFolder,
  { id, path }: Document,
  settled: SettledFile,
  { presence, claim }: Gathered,
): void {
  const { writer, world } = context;
  const { ledger } = world;
  const document = ledger.documents.get(id);
  if (document === undefined || traitsOf[document.state.kind].progress !== 'waiting' || awaitsDecision(document.state)) return;
  if (!sameFacts(document.facts, settled.facts) || document.path !== path) return;
  const job = ledger.jobs.find(document.origin, document.route, settled.hash);
  const others = job === undefined ? [] : ledger.documents.besideContent(document, job.hash);
  const isKnown = job !== undefined && writer.moves.costsNothing(document, job);
  const isClaimed = claim !== undefined && (job === undefined || isUnsent(job));
  const decision = decideIntake(
    path,
    others.map((other) => sameContentOf(world, document, other, presence)),
    isKnown,
    document.replaces === undefined ? undefined : ledger.documents.get(document.replaces),
    folder.settings.changed,
    // What the service has already costs nothing.
    folder.settings.incomplete === 'hold' && !isClaimed ? settled.doubt : undefined,
  );
  const { facts, hash, contentType, pages } = settled;
  const found = { facts, hash, contentType, ...defined({ pages }) };
  switch (decision.kind) {
    case 'ready': {
      writer.takeIn(id, { kind: 'ready' }, found);
      const taken = ledger.documents.get(id);
      if (isClaimed && taken !== undefined) adopt(context, taken, claim);
      return;
    }
    case 'held':
      writer.takeIn(id, decision, found);
      return;
    case 'same': {
      const into = ledger.documents.get(decision.as);
      if (into !== undefined) writer.absorb({ ...document, facts }, into);
      return;
    }
    default:
      assertNever(decision);
  }
}

/**
 * Does not send the content of a document that a JSON beside it claims was sent before, perhaps by an Intray whose ledger is gone: asks
 * the service for that batch instead, which costs nothing (electron/service/README.md, "Results and polling"). What the service
 * answers counts, not the JSON; what it does not know is held for a person. To be called within a transaction.
 *
 * One that went on from a classification is asked about where it went: the verdict is taken from the JSON, and not polled again.
 */
function adopt(context: EngineContext, document: Document, claim: Claim): void {
  const { world, writer } = context;
  const { ledger, clock } = world;
  const { later } = claim;
  const job = later === undefined ? document.job : passed(context, document, claim.fileName, later);
  if (job === undefined) return;
  const { id, origin } = document;
  const route = later?.route ?? document.route;
  const now = clock.now();
  const batch = ledger.batches.openClaim(origin, route, claim.batchId) ?? ledger.batches.add({ origin, route, madeAt: now });
  const asked = { state: 'open', claimed: true, serviceBatchId: claim.batchId, acceptedAt: now, nextPollAt: now } as const;
  ledger.batches.update(batch.id, asked);
  const set = { batchId: batch.id, fileId: claim.fileId, sentAs: claim.fileName, from: id, possibleDuplicate: false };
  const note = say(claim.reviewed ? 'notes.claimedReviewed' : 'notes.claimed');
  writer.apply([{ job, event: { kind: 'adopted' }, set, note }]);
}

/** The document goes on from its verdict, as the JSON has it. @returns the job that it has then */
function passed(
  { world: { ledger, clock }, writer }: EngineContext,
  { id, job: verdict, origin, route }: Document,
  sentAs: string,
  later: NonNullable<Claim['later']>,
): number | undefined {
  if (verdict === undefined) return undefined;
  const now = clock.now();
  const { batchId: serviceBatchId, fileId, result } = later;
  const batch = serviceBatchId === undefined ? undefined : ledger.batches.add({ origin, route, madeAt: now });
  if (batch !== undefined) ledger.batches.update(batch.id, { state: 'closed', claimed: true, serviceBatchId, acceptedAt: now });
  // What is known as another content's file is not this one's, whatever lies beside it.
  const isOwn = ledger.jobs.mayBe(verdict, origin, serviceBatchId ?? '', fileId ?? '');
  const known = { batchId: batch?.id, ...(isOwn && { fileId, sentAs }), from: id, result };
  const status = result?.status;
  const isEnd = status !== undefined && isTerminal(status) && status !== 'failed';
  writer.amendJob(verdict, { ...known, dueAt: undefined, state: { kind: isEnd ? status : 'processed' } });
  const document = ledger.documents.get(id);
  if (document === undefined) return undefined;
  const extraction = ledger.routes.info(origin, later.route)?.name ?? later.route.id;
  return writer.moves.enter(document, later.route, say('notes.goesOnByDefault', { extraction })).id;
}
