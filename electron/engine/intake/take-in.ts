import { asOn } from '../../core/document/as-on.ts';
import { type Document, sameFacts } from '../../core/document/document.ts';
import type { KeptPart } from '../../core/document/kept-result.ts';
import { awaitsDecision, firstCopyOf, traitsOf } from '../../core/document/states.ts';
import type { DocumentEvent } from '../../core/document/transition.ts';
import type { Claim } from '../../core/intake/claim.ts';
import { decideIntake } from '../../core/intake/intake.ts';
import { say } from '../../core/messages/message.ts';
import { given } from '../../core/plain-data.ts';
import { type Route, sameRoute } from '../../core/protocol/route.ts';
import { assertNever } from '../../core/result.ts';
import type { DocumentChanges } from '../../ledger/documents.ts';
import type { KeptResult } from '../deliver/kept-result.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import { type Folder, fileRecordOf } from '../loop/folder.ts';
import type { WatchedFolder } from '../loop/watched-folders.ts';
import { adopt } from './adopt.ts';
import type { IntakeOutcome } from './look-at-file.ts';
import { checkPresence, type Presence, releaseDuplicates, type SameContentContext, sameContentOf } from './same-content.ts';

export interface TakeInContext extends SameContentContext {
  readonly writer: Pick<DocumentWriter, 'absorb' | 'amend' | 'apply' | 'checkAgain' | 'takeResult' | 'together'>;
  /** The result of a document that was dropped from the ledger, as its JSON has it. */
  readonly keptResult: (folder: Folder, copy: Document, dropped: Document) => Promise<KeptResult | undefined>;
  /** What a JSON beside the file says about this content of it. */
  readonly claimOf: (folder: Folder, document: Document, sha256: string) => Promise<Claim | undefined>;
}

type Settled = Extract<IntakeOutcome, { kind: 'settled' }>;

/**
 * Gathers what decides about a file that has settled.
 *
 * @returns decides and applies that in one go, so that no other document can come in between; undefined: the document is gone
 */
export async function takingIn(
  context: TakeInContext,
  folder: WatchedFolder,
  id: number,
  settled: Settled,
): Promise<(() => void) | undefined> {
  const { ledger } = context.world;
  const before = ledger.documents.get(id);
  if (before === undefined) return undefined;
  const copies = ledger.documents.besideContent(before, settled.hash);
  const presence = await checkPresence(context, thereOn(copies, before.route));
  await takeUpDropped(context, folder, before, copies);
  // One that was in a batch before was sent by this Intray, or its claim was not confirmed.
  const asks = before.batchId === undefined && copies.length === 0;
  const claim = asks ? await context.claimOf(folder, before, settled.hash) : undefined;
  return () => decide(context, folder, before, settled, presence, claim);
}

/** A copy is to take a result that is no longer in the ledger: the ledger takes it up again from where it still is. */
async function takeUpDropped(
  { world, writer, keptResult }: TakeInContext,
  folder: WatchedFolder,
  copy: Document,
  others: readonly Document[],
): Promise<void> {
  for (const dropped of others.filter(({ droppedAt }) => droppedAt !== undefined)) {
    const other = others.find(
      ({ state, result, route }) => result !== undefined && firstCopyOf(state) === dropped.id && sameRoute(route, dropped.route),
    );
    const kept =
      other?.result === undefined
        ? await keptResult(folder, copy, dropped)
        : { ...partOf(other), ...given({ verdict: other.earlierSteps?.map(partOf).at(-1) }) };
    if (kept?.result === undefined) continue;
    const { result, review, verdict } = kept;
    writer.together(() => {
      if (world.ledger.documents.get(dropped.id)?.droppedAt === undefined) return;
      const { findings } = dropped;
      if (verdict?.result !== undefined) world.ledger.documents.takeUpVerdict(dropped.id, verdict.result, verdict.review);
      const changes = { result, findings, droppedAt: undefined, ...(review !== undefined && { review }) };
      const taken = writer.amend(dropped.id, changes, { event: 'taken up again', note: say('notes.resultTakenUp') });
      // The folder's own checks may be others by now: then what was written for it says too little, or too much.
      writer.checkAgain(taken);
    });
  }
}

function decide(
  context: TakeInContext,
  folder: WatchedFolder,
  { id, path }: Document,
  settled: Settled,
  presence: Presence,
  claim: Claim | undefined,
): void {
  const { writer, world } = context;
  const { ledger } = world;
  const document = ledger.documents.get(id);
  if (document === undefined || traitsOf(document.state.kind).progress !== 'waiting' || awaitsDecision(document.state)) return;
  if (!sameFacts(document.facts, settled.facts) || document.path !== path) return;
  const read = () => ledger.documents.besideContent(document, settled.hash);
  const known = read();
  // What becomes of it after that step, its own folder's settings say.
  const others = thereOn(releaseDuplicates(context, known) ? read() : known, document.route);
  const decision = decideIntake(
    document,
    others.map((other) => sameContentOf(world, document, other, presence)),
    document.replaces === undefined ? undefined : ledger.documents.get(document.replaces),
    folder.settings.changed,
    // What the service has already costs nothing.
    folder.settings.incomplete === 'hold' && claim === undefined ? settled.doubt : undefined,
  );
  const set = { facts: settled.facts, hash: settled.hash, contentType: settled.contentType, pages: settled.pages };
  // A content that was sent, and whose answer was lost, may be at the service, whichever file has it now.
  const marked = others.some(({ possibleDuplicate }) => possibleDuplicate) ? { possibleDuplicate: true } : {};
  ledger.files.put(fileRecordOf(document, settled.facts));
  const apply = (event: DocumentEvent, more: DocumentChanges = {}) => writer.apply([{ id, event, set: { ...set, ...more } }]);
  switch (decision.kind) {
    case 'ready':
      if (claim !== undefined) adopt(context, document, claim, set);
      else apply({ kind: 'ready', at: world.clock.now() }, marked);
      return;
    case 'behind':
      apply({ kind: 'copied', first: decision.first });
      return;
    case 'held':
      apply({ kind: 'held', why: decision.why, message: decision.message }, marked);
      return;
    case 'refused':
      apply({ kind: 'refused', by: decision.by, message: decision.message });
      return;
    case 'duplicate': {
      const first = others.find((other) => other.id === decision.of);
      if (first !== undefined) writer.takeResult(id, first, set);
      return;
    }
    case 'same': {
      const into = ledger.documents.get(decision.as);
      if (into !== undefined) writer.absorb({ ...document, facts: settled.facts }, into);
      return;
    }
    default:
      assertNever(decision);
  }
}

/** Documents as they are on a route, or were when they passed it. */
function thereOn(documents: readonly Document[], route: Route): Document[] {
  return documents.map((document) => asOn(document, route) ?? document);
}

function partOf({ result, review }: Pick<Document, 'result' | 'review'>): Partial<KeptPart> {
  return given({ result, review });
}
