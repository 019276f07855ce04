import type { Document } from '../../core/document/document.ts';
import { presentState } from '../../core/document/states.ts';
import { say } from '../../core/messages/message.ts';
import { type Route, routeKey, routeOf, sameRoute } from '../../core/protocol/route.ts';
import { type Telling, tellingOf } from '../../core/sharing/telling.ts';
import type { Claim, ContentKey, FinishedClaim, Known, Lease, ReservedPages } from '../../register/register.ts';
import type { World } from '../ports.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import type { Claimed } from './sharing.ts';

/** A content that this machine has claimed and that is not done. */
interface Held {
  readonly claim: Claim;
  readonly lease: Lease;
  /** Taken over: a request of another machine was sent under it, of which the ledger here knows nothing. */
  readonly foreign: boolean;
  /** The request that it was in, once that has ended; an id of the ledger's. */
  batchId?: number;
  /** What the register was told of it last. */
  told?: string;
}

/** So many contents go into one call. */
const atOnce = 200;

/** What this machine has claimed: before a request goes out, and until the register knows what became of it. */
export class Claims {
  readonly #world: Pick<World, 'ledger' | 'log'>;
  readonly #keeper: LeaseKeeper;
  readonly #held = new Map<string, Held>();
  /** In a request that has not ended. */
  readonly #busy = new Set<string>();
  /** The register is to be told what became of these. */
  readonly #owed = new Set<string>();

  constructor(world: Pick<World, 'ledger' | 'log'>, keeper: LeaseKeeper) {
    this.#world = world;
    this.#keeper = keeper;
  }

  get isOwing(): boolean {
    return this.#owed.size > 0;
  }

  holds(content: ContentKey): boolean {
    return this.#held.has(keyOf(content));
  }

  /** Drops a claim that the register no longer counts as this machine's: it was taken over from one that came back and gave it up. */
  compare(known: Known): void {
    const key = keyOf(known);
    const held = this.#held.get(key);
    if (held === undefined || this.#busy.has(key)) return;
    const isFree = known.state === 'free' && known.fence >= held.claim.fence;
    if (isFree || known.fence > held.claim.fence) this.#release(key, held);
  }

  isBusy(content: ContentKey): boolean {
    return this.#busy.has(keyOf(content));
  }

  /** Claims the contents of a request. */
  async claim(documents: readonly Document[]): Promise<Claimed> {
    const { lease } = this.#keeper;
    if (lease === undefined) return this.#notNow();
    const contents = documents.map(contentOf);
    for (const content of contents) this.#busy.add(keyOf(content));
    // An earlier request with them was destroyed, and the register has not been told: it may have them as sent.
    const back = documents.flatMap((document) => {
      const content = contentOf(document);
      const held = this.#held.get(keyOf(content));
      const isOwed = held?.lease === lease && !held.foreign && this.#owed.has(keyOf(content));
      return isOwed && !document.possibleDuplicate ? [held.claim] : [];
    });
    if (back.length > 0 && !(await this.#keeper.checked(lease.giveBack(back))).ok) return this.#notNow();
    const answer = await this.#keeper.checked(lease.claim(contents));
    if (!answer.ok) return this.#notNow();
    const taken: { readonly document: Document; readonly known: Known }[] = [];
    for (const [index, each] of answer.value.entries()) {
      const document = documents[index];
      if (each.kind === 'mine') this.#hold(each.claim, lease, false);
      else if (document !== undefined) taken.push({ document, known: each.known });
    }
    const again = taken.filter(({ document, known }) => this.isToBeSentAgain(document, known));
    const opened = again.length === 0 ? undefined : await this.#keeper.checked(lease.reopen(again.map(({ known }) => known)));
    if (opened !== undefined && !opened.ok) return this.#notNow();
    for (const claim of opened?.value ?? []) this.#hold(claim, lease, false);
    const ours = new Set((opened?.value ?? []).map(keyOf));
    // Should this machine die before it has sent them again, nobody else sends them as if they never had been.
    const doubted = new Set(documents.filter(({ possibleDuplicate }) => possibleDuplicate).map((each) => keyOf(contentOf(each))));
    const stillSent = (opened?.value ?? []).filter((claim) => doubted.has(keyOf(claim)));
    if (stillSent.length > 0 && !(await this.#keeper.checked(lease.markSent(stillSent))).ok) return this.#notNow();
    const left = taken.filter(({ known }) => !ours.has(keyOf(known)));
    if (left.length === 0) return { kind: 'mine' };
    return { kind: 'taken', by: new Map(left.map(({ document, known }) => [document.id, known.machine ?? ''])) };
  }

  /** Turns the claims of a request to `sent`, all or none. @param pages that are reserved for it */
  async markSent(documents: readonly Document[], pages?: ReservedPages): Promise<boolean> {
    const { lease } = this.#keeper;
    const held = documents.map((document) => this.#held.get(keyOf(contentOf(document))));
    const claims = held.flatMap((each) => (each?.lease === lease && !each?.foreign ? [each?.claim] : []));
    if (lease === undefined || claims.length < documents.length) return false;
    const answer = await this.#keeper.checked(
      lease.markSent(
        claims.filter((claim) => claim !== undefined),
        pages,
      ),
    );
    // The lease may have ended, and begun anew, meanwhile.
    return answer.ok && this.#keeper.lease === lease;
  }

  ended(documents: readonly Document[], batchId: number): void {
    for (const document of documents) {
      const key = keyOf(contentOf(document));
      this.#busy.delete(key);
      const held = this.#held.get(key);
      if (held === undefined) continue;
      held.batchId = batchId;
      this.#owed.add(key);
    }
  }

  changed(documentId: number): void {
    if (this.#held.size === 0) return;
    const document = this.#world.ledger.documents.get(documentId);
    if (document?.hash === undefined) return;
    for (const route of [document.route, ...(document.earlierSteps ?? []).map((step) => step.route)]) {
      const key = keyOf(contentOf({ ...document, route }));
      if (this.#held.has(key)) this.#owed.add(key);
    }
  }

  /** Something has become of a step that a document has left. */
  leftChanged(documentId: number, route: Route): void {
    const document = this.#world.ledger.documents.get(documentId);
    const key = document && keyOf(contentOf({ ...document, route }));
    if (key !== undefined && this.#held.has(key)) this.#owed.add(key);
  }

  /** The claim is this machine's again, or was another one's (`foreign`). */
  inherit(claim: Claim, lease: Lease, foreign: boolean): void {
    this.#hold(claim, lease, foreign);
    this.#owed.add(keyOf(claim));
  }

  /**
   * This machine has again what an earlier run of it had. Only what that run had in a request of its own may be given back: the rest
   * it had taken over from another machine, and died before the ledger knew.
   */
  takeUp(claim: Claim, lease: Lease): void {
    const { batches } = this.#world.ledger;
    const isOwn = this.#documentsOf(claim).some(({ batchId, route, state }) => {
      if (batchId === undefined || routeKey(route) !== claim.route || isElsewhere(state)) return false;
      return batches.get(batchId)?.claimed !== true;
    });
    this.inherit(claim, lease, !isOwn);
  }

  /** Under an earlier lease: others may have taken them over. Those of requests under way are told of when these end. */
  forgetOthers(lease: Lease): void {
    for (const [key, held] of this.#held) if (held.lease !== lease && !this.#busy.has(key)) this.#held.delete(key);
  }

  /** Tells the register what became of what was claimed. @returns false if it cannot be told now */
  async tell(): Promise<boolean> {
    const { lease } = this.#keeper;
    if (lease === undefined) return false;
    const due = [...this.#owed].filter((key) => !this.#busy.has(key)).slice(0, atOnce);
    const told = due.flatMap((key) => {
      const held = this.#held.get(key);
      return held === undefined ? [] : [{ key, held, telling: this.#tellingOf(held) }];
    });
    // What changes while the register is being told is told next.
    for (const key of due) this.#owed.delete(key);
    const isTold = await this.#tellAll(lease, told);
    if (!isTold) {
      for (const key of due) this.#owed.add(key);
      return false;
    }
    return due.length < atOnce || this.tell();
  }

  async #tellAll(lease: Lease, all: readonly { readonly key: string; readonly held: Held; readonly telling: Telling }[]) {
    const back = all.filter(({ telling, held }) => telling.kind === 'give-back' && !held.foreign);
    if (back.length > 0 && !(await this.#keeper.checked(lease.giveBack(back.map(({ held }) => held.claim)))).ok) return false;
    for (const { key, held } of back) this.#release(key, held);
    const at = all.flatMap(({ key, held, telling }) =>
      telling.kind === 'accepted' || telling.kind === 'done' ? [{ key, held, telling }] : [],
    );
    const news = at.filter(({ held, telling }) => held.told !== JSON.stringify([telling.serviceBatchId, telling.serviceFileId]));
    for (const [batch, some] of Map.groupBy(news, ({ telling }) => telling.serviceBatchId)) {
      const claims = some.map(({ held: { claim }, telling: { serviceFileId, fileName } }) => ({
        ...claim,
        ...(serviceFileId !== undefined && { serviceFileId }),
        ...(fileName !== undefined && { fileName }),
      }));
      const accepted = await this.#keeper.checked(lease.accept(batch, claims));
      if (!accepted.ok) return false;
      for (const { held, telling } of some) held.told = JSON.stringify([batch, telling.serviceFileId]);
      const refused = new Set(accepted.value.map(keyOf));
      for (const { key, held } of some.filter((each) => refused.has(each.key))) {
        this.#world.log.warn('register', { refused: held.claim.sha256, batch });
        this.#release(key, held);
      }
    }
    const done = at.filter(({ key, held, telling }) => telling.kind === 'done' && this.#held.get(key) === held);
    const finished = done.map(({ held, telling }): FinishedClaim => {
      const outcome = telling.kind === 'done' ? telling.outcome : undefined;
      return { ...held.claim, ...(outcome !== undefined && { outcome }) };
    });
    if (finished.length > 0 && !(await this.#keeper.checked(lease.finish(finished))).ok) return false;
    for (const { key, held } of done) this.#release(key, held);
    return true;
  }

  /** While the register was being told, it may have been claimed anew. */
  #release(key: string, held: Held): void {
    if (this.#held.get(key) === held) this.#held.delete(key);
  }

  #tellingOf({ claim, batchId }: Held): Telling {
    const { batches } = this.#world.ledger;
    const route = routeOf(claim.route);
    const tellings = this.#documentsOf(claim)
      .filter((document) => !isCopyOn(document, route))
      .map((document) => tellingOf(document, route, (id) => batches.get(id)));
    const order = ['done', 'accepted', 'keep', 'give-back'] as const;
    for (const kind of order) {
      const found = tellings.find((telling) => telling.kind === kind);
      if (found !== undefined) return found;
    }
    // Its document has left that route, and nothing of it was sent there.
    if (batchId !== undefined && batches.get(batchId)?.state === 'dropped') return { kind: 'give-back' };
    // Its document is not in the ledger any more: whether it was sent, nothing proves.
    return { kind: 'keep' };
  }

  /** Those that are on the route of a claim, have passed it, or have left it. */
  #documentsOf({ origin, route: name, sha256 }: ContentKey): readonly Document[] {
    const { documents } = this.#world.ledger;
    const route = routeOf(name);
    return [...documents.withContent(origin, route, sha256), ...documents.leftRoute(origin, route, sha256)];
  }

  /**
   * Whether a person, or the folder's setting, has decided to send a document again that was sent as the register knows it. Somebody
   * else may have done so first.
   */
  isToBeSentAgain({ batchId, possibleDuplicate, state }: Document, known: Known): boolean {
    const again = state.kind === 'waiting' && state.wait.kind === 'ready' ? state.wait.again : undefined;
    // A request since then may have been destroyed before it was whole.
    const before = again ?? batchId;
    const batch = before === undefined ? undefined : this.#world.ledger.batches.get(before);
    if (known.serviceBatchId !== undefined) return batch?.serviceBatchId === known.serviceBatchId;
    return known.state === 'sent' && possibleDuplicate && (this.holds(known) || !known.held);
  }

  #hold(claim: Claim, lease: Lease, foreign: boolean): void {
    const { origin, route, sha256, fence } = claim;
    this.#held.set(keyOf(claim), { claim: { origin, route, sha256, fence }, lease, foreign });
  }

  #notNow(): Claimed {
    return { kind: 'not-now', message: this.#keeper.problem ?? say('sending.registerAsked') };
  }
}

/** Whether it took another document's result on this route. In a step before it may have been sent itself. */
export function isCopyOn({ route, state }: Document, on: Route): boolean {
  return sameRoute(route, on) && presentState(state).kind === 'duplicate';
}

const isElsewhere = (state: Document['state']) => state.kind === 'waiting' && state.wait.kind === 'elsewhere';

export function contentOf({ origin, route, hash = '' }: Pick<Document, 'origin' | 'route' | 'hash'>): ContentKey {
  return { origin, route: routeKey(route), sha256: hash };
}

export function keyOf({ origin, route, sha256 }: ContentKey): string {
  return `${sha256} ${route} ${origin}`;
}
