import { isDeepStrictEqual } from 'node:util';
import type { Document } from '../../core/document/document.ts';
import { hasResult, presentState } from '../../core/document/states.ts';
import { say } from '../../core/messages/message.ts';
import { routeKey, routeOf } from '../../core/protocol/route.ts';
import type { Lease, Register, ReviewedContent } from '../../register/register.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { World } from '../ports.ts';
import { contentOf, keyOf } from './claims.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

/** So many are asked or told about in one call. */
const atOnce = 200;
/** What was told of is looked at once more if it changed so shortly before, in milliseconds: the clock may have been set. */
const overlapMs = 60_000;

interface SharedReviewsContext {
  readonly world: Pick<World, 'ledger' | 'clock'>;
  readonly writer: Pick<DocumentWriter, 'review' | 'together' | 'whenReviewed'>;
  readonly register: Pick<Register, 'find' | 'reviews'>;
  readonly keeper: LeaseKeeper;
}

/** What people made of results: whoever judges one on any machine has judged it for all of them. The last word counts. */
export class SharedReviews {
  readonly #context: SharedReviewsContext;
  /** Documents of which the register is to be told what a person made of their result. */
  readonly #owed = new Set<number>();
  /** Documents of which it is known what people had made of their result elsewhere. */
  readonly #compared = new Set<number>();

  #isTaking = false;

  constructor(context: SharedReviewsContext) {
    this.#context = context;
    context.writer.whenReviewed((id) => {
      if (!this.#isTaking) this.#owed.add(id);
    });
  }

  get isOwing(): boolean {
    return this.#owed.size > 0;
  }

  /** A result that has just come may have been judged elsewhere before. */
  changed(documentId: number): void {
    if (this.#compared.has(documentId)) return;
    const document = this.#context.world.ledger.documents.get(documentId);
    if (document !== undefined && document.review === undefined && isJudgedHere(document)) this.#owed.add(documentId);
  }

  /** What was judged here while the register could not be told, or just before a crash. @returns false if it does not answer */
  async catchUp(): Promise<boolean> {
    if (!(await this.#learn())) return false;
    const { ledger } = this.#context.world;
    for (const document of ledger.documents.reviewedSince((ledger.meta.read('reviews-told') ?? 0) - overlapMs))
      if (isJudgedHere(document)) this.#owed.add(document.id);
    return true;
  }

  /** @returns false if the register does not answer */
  async look(lease: Lease): Promise<boolean> {
    return (await this.#tell(lease)) && this.#learn();
  }

  async #tell(lease: Lease): Promise<boolean> {
    const { keeper, register, world } = this.#context;
    const { clock, ledger } = world;
    const at = clock.now();
    let isAllTold = true;
    const owed = [...this.#owed];
    for (let from = 0; from < owed.length; from += atOnce) {
      const documents = owed.slice(from, from + atOnce).flatMap((id) => ledger.documents.get(id) ?? []);
      const known = await keeper.checked(register.find(documents.map(contentOf)));
      if (!known.ok) return false;
      const judged: (ReviewedContent & { readonly id: number })[] = [];
      const news: typeof judged = [];
      for (const [index, { id, review, ...document }] of documents.entries()) {
        const theirs = known.value[index]?.review;
        this.#compared.add(id);
        if (review === undefined) {
          this.#owed.delete(id);
          if (theirs !== undefined) this.#take({ ...contentOf(document), review: theirs });
          continue;
        }
        const own = { ...contentOf(document), review, id };
        judged.push(own);
        if (!isDeepStrictEqual(theirs, review)) news.push(own);
      }
      const told = news.length === 0 ? undefined : await keeper.checked(lease.review(news));
      if (told !== undefined && !told.ok) return false;
      const keys = new Set((told?.value ?? []).map(keyOf));
      for (const each of judged) {
        if (news.includes(each) && !keys.has(keyOf(each))) isAllTold = false;
        else if (ledger.documents.get(each.id)?.review === each.review) this.#owed.delete(each.id);
      }
    }
    if (isAllTold && owed.length > 0) ledger.meta.write('reviews-told', at);
    return true;
  }

  async #learn(): Promise<boolean> {
    const { keeper, register, world, writer } = this.#context;
    const { lease } = keeper;
    if (lease === undefined) return false;
    const { meta } = world.ledger;
    const known = meta.read('register-reviews');
    const after = known?.register === lease.register ? known.revision : 0;
    const found = await keeper.checked(register.reviews(after, atOnce));
    if (!found.ok) return false;
    const revision = found.value.at(-1)?.revision;
    if (revision === undefined) return true;
    writer.together(() => {
      for (const each of found.value) this.#take(each);
      meta.write('register-reviews', { register: lease.register, revision });
    });
    return found.value.length < atOnce || this.#learn();
  }

  #take({ origin, route, sha256, review }: ReviewedContent): void {
    const { world, writer } = this.#context;
    for (const document of world.ledger.documents.withContent(origin, routeOf(route), sha256)) {
      // What a person here has said since is told next, and is the last word then.
      if (!isJudgedHere(document) || routeKey(document.route) !== route || this.#owed.has(document.id)) continue;
      if (isDeepStrictEqual(document.review, review)) continue;
      this.#isTaking = true;
      try {
        writer.review(document.id, document.route, review, {}, { event: 'reviewed', note: say('notes.reviewedElsewhere') });
      } finally {
        this.#isTaking = false;
      }
    }
  }
}

/** A copy has the review of the document whose result it took. */
function isJudgedHere({ state, result }: Document): boolean {
  const { kind } = presentState(state);
  return kind !== 'duplicate' && hasResult(kind) && result !== undefined;
}
