import type { Document } from '../../core/document/document.ts';
import { say } from '../../core/messages/message.ts';
import { fastestPollMs } from '../../core/poll/poll-intervals.ts';
import { routeKey } from '../../core/protocol/route.ts';
import { assertNever } from '../../core/result.ts';
import { decideElsewhere } from '../../core/sharing/elsewhere.ts';
import type { Known, Lease, Register } from '../../register/register.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { WatchedFolders } from '../loop/watched-folders.ts';
import { learnCategories } from '../poll/lessons.ts';
import type { World } from '../ports.ts';
import { type Claims, contentOf, keyOf } from './claims.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

/** So many documents are asked about in one call. */
const atOnce = 200;

/** Of a folder, so many documents that wait for a budget are asked about. */
const mostHeldBack = 1_000;
/** What has been ready for so long without being sent waits for a budget, in milliseconds. */
const heldBackMs = 5_000;

interface OthersContext {
  readonly world: Pick<World, 'ledger' | 'clock' | 'log'>;
  readonly folders: Pick<WatchedFolders, 'own'>;
  readonly writer: Pick<DocumentWriter, 'apply' | 'together'>;
  readonly register: Pick<Register, 'find'>;
  readonly keeper: LeaseKeeper;
  readonly claims: Claims;
  /** This machine leaves: it takes nothing over, and waits for nobody any more. */
  readonly leaving?: true;
}

/** Follows what other machines work on for documents of this one: takes its results, and takes over what was left behind. */
export class Others {
  readonly #context: OthersContext;

  constructor(context: OthersContext) {
    this.#context = context;
  }

  /** @returns false if the register does not answer */
  async look(lease: Lease): Promise<boolean> {
    for (let after = 0; ; ) {
      const documents = this.#context.world.ledger.documents.elsewhere(after, atOnce);
      const last = documents.at(-1);
      if (last === undefined) return true;
      if (!(await this.#lookAt(lease, documents))) return false;
      if (documents.length < atOnce) return true;
      after = last.id;
    }
  }

  /**
   * What waits for a budget here may have been sent by another machine: then it costs nothing, and waits no longer.
   * @param origin the service's
   * @returns false if the register does not answer
   */
  async lookAtHeldBack(origin: string): Promise<boolean> {
    const { claims, folders, keeper, register, world, writer } = this.#context;
    const { clock, ledger } = world;
    const before = clock.now() - heldBackMs;
    for (const { id, settings } of folders.own()) {
      // Also in a later step.
      const routes = new Map(
        [settings.route, ...ledger.documents.laterRoutes(id, origin)].map((route) => [routeKey(route), route]),
      );
      const ready = [...routes.values()].flatMap((route) => ledger.documents.ready(id, { origin, route }, before, mostHeldBack));
      const held = ready.filter((document) => this.#isUnsent(document) && !claims.holds(contentOf(document)));
      for (let first = 0; first < held.length; first += atOnce) {
        const documents = held.slice(first, first + atOnce);
        const found = await keeper.checked(register.find(documents.map(contentOf)));
        if (!found.ok) return false;
        const sent = documents.flatMap((document, index) => {
          const known = found.value[index];
          const isSent = known !== undefined && known.state !== 'free' && known.state !== 'claimed';
          const current = ledger.documents.get(document.id);
          if (!isSent || current === undefined || !this.#isUnsent(current) || current.hash !== document.hash) return [];
          // It may be what a person has asked to be sent again, and its request was destroyed since.
          if (claims.isToBeSentAgain(current, known)) return [];
          const event = { kind: 'elsewhere' as const, machine: known.machine ?? '' };
          return [{ id: document.id, event, set: { batchId: undefined } }];
        });
        writer.apply(sent);
      }
    }
    return true;
  }

  async #lookAt(lease: Lease, documents: readonly Document[]): Promise<boolean> {
    const { claims, keeper, register } = this.#context;
    if ((await keeper.keep()) !== 'kept' || keeper.lease !== lease) return false;
    const found = await keeper.checked(register.find(documents.map(contentOf)));
    if (!found.ok) return false;
    const pairs = documents.flatMap((document, index) => {
      const known = found.value[index];
      return known === undefined || claims.isBusy(known) ? [] : [{ document, known }];
    });
    for (const { known } of pairs) claims.compare(known);
    const decisionOf = (known: Known) => decideElsewhere({ ...known, mine: claims.holds(known) });
    const left = this.#context.leaving
      ? []
      : pairs.map(({ known }) => known).filter((known) => decisionOf(known) === 'take-over');
    const taken = left.length === 0 ? undefined : await keeper.checked(lease.takeOver(left));
    if (taken !== undefined && !taken.ok) {
      keeper.abandon();
      return false;
    }
    for (const { claim } of taken?.value ?? []) claims.inherit(claim, lease, true);
    const now = new Map((taken?.value ?? []).map(({ claim, ...rest }) => [keyOf(claim), rest]));
    this.#context.writer.together(() => {
      for (const { document, known } of pairs) this.#apply(document, { ...known, ...now.get(keyOf(known)) });
    });
    return true;
  }

  #apply({ id }: Document, known: Known): void {
    const { claims, world, writer } = this.#context;
    const document = world.ledger.documents.get(id);
    // Meanwhile its file has changed, or a person has decided.
    if (document?.state.kind !== 'waiting' || keyOf(contentOf(document)) !== keyOf(known)) return;
    const { wait } = document.state;
    if (wait.kind !== 'elsewhere' && wait.kind !== 'held') return;
    const { machine = '' } = known;
    const decision = decideElsewhere({ ...known, mine: claims.holds(known) });
    if (this.#context.leaving && (decision === 'wait' || decision === 'take-over')) {
      if (known.state === 'accepted') this.#adopt(document, known, say('notes.takenOver', { machine }));
      else if (wait.kind !== 'held')
        writer.apply([{ id, event: { kind: 'held', why: 'unresolved', message: say('sending.leftBehind', { machine }) } }]);
      return;
    }
    // It may have been sent before there was a register: a person decides, unless another machine has it.
    const isUnverified = wait.kind === 'held' && wait.why === 'unverified';
    if (isUnverified && (decision === 'claim' || decision === 'in-doubt')) return;
    switch (decision) {
      case 'claim':
        writer.apply([{ id, event: { kind: 'ready', at: world.clock.now() } }]);
        return;
      case 'wait':
        if (wait.kind !== 'elsewhere' || wait.machine !== machine) writer.apply([{ id, event: { kind: 'elsewhere', machine } }]);
        return;
      case 'in-doubt':
        if (wait.kind === 'held') return;
        writer.apply([{ id, event: { kind: 'held', why: 'unresolved', message: say('sending.otherUnresolved', { machine }) } }]);
        return;
      case 'ask':
        this.#adopt(document, known, say('notes.takenOver', { machine }));
        return;
      case 'take-result':
        this.#adopt(document, known, say('notes.fromMachine', { machine }));
        return;
      case 'take-over':
        // Another machine was faster.
        return;
      default:
        assertNever(decision);
    }
  }

  /** The service has it already: it is asked what became of it, unless the register knows. */
  #adopt(document: Document, known: Known, note: ReturnType<typeof say>): void {
    const { world, writer } = this.#context;
    const { serviceBatchId, serviceFileId, fileName, outcome, review } = known;
    if (serviceBatchId === undefined) return;
    const { id, origin, route, hash } = document;
    const { batches, serviceFiles } = world.ledger;
    const now = world.clock.now();
    if (serviceFileId !== undefined && !serviceFiles.mayBe(hash, origin, serviceBatchId, serviceFileId)) {
      writer.apply([{ id, event: { kind: 'held', why: 'unresolved', message: say('sending.claimOfAnother') } }]);
      return;
    }
    const isOpen = outcome === undefined;
    const batch =
      (isOpen ? batches.openClaim(origin, route, serviceBatchId) : undefined) ?? batches.add({ origin, route, madeAt: now });
    const asked = { claimed: true, serviceBatchId, acceptedAt: now } as const;
    batches.update(
      batch.id,
      isOpen ? { ...asked, state: 'open', nextPollAt: now + fastestPollMs } : { ...asked, state: 'closed' },
    );
    const set = { batchId: batch.id, fileId: serviceFileId, sentAs: fileName, possibleDuplicate: false };
    writer.apply([{ id, event: { kind: 'adopted' }, set, note }]);
    if (outcome === undefined) return;
    const { status, message, result } = outcome;
    learnCategories(world.ledger, document, [outcome]);
    const event = { kind: 'reported' as const, status, ...(message !== undefined && { message }) };
    const delivered = { result, review, delivery: { kind: 'pending' }, dueAt: now } as const;
    writer.apply([{ id, event, ...(result !== undefined && { set: delivered }) }]);
  }

  /** It is ready, and was in no request but one that was destroyed before it was whole, nor in one whose fate a person has decided. */
  #isUnsent({ batchId, possibleDuplicate, state }: Document): boolean {
    if (state.kind !== 'waiting' || state.wait.kind !== 'ready' || possibleDuplicate) return false;
    return batchId === undefined || this.#context.world.ledger.batches.get(batchId)?.state === 'dropped';
  }
}
