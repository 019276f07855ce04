import { isDeepStrictEqual } from 'node:util';
import { asOn } from '../../core/document/as-on.ts';
import type { Document } from '../../core/document/document.ts';
import type { DocumentResult } from '../../core/document/result.ts';
import { hasResult, isAtService, presentState } from '../../core/document/states.ts';
import { say } from '../../core/messages/message.ts';
import { given } from '../../core/plain-data.ts';
import { type Route, routeKey, routeOf } from '../../core/protocol/route.ts';
import { type Review, received, sameVerdict } from '../../core/review/local-review.ts';
import type { NewResult } from '../../ledger/untold-results.ts';
import type { Known, Lease, Register, ReviewedContent, ServiceFile } from '../../register/register.ts';
import type { BatchPolls } from '../loop/batch-polls.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import { learnCategories } from '../poll/lessons.ts';
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
  /** Absent: nothing is polled. */
  readonly batchPolls?: Pick<BatchPolls, 'changedAtService'>;
}

/** A document in one of its steps: the one that it is in, or one that it has passed. */
interface JudgedStep {
  readonly id: number;
  readonly route: Route;
  /** Its result has changed, and why: that is to be told whether anybody has judged it or not. */
  readonly news?: NewResult | undefined;
}

/**
 * What people made of results, and results that have changed since they were told of: whoever judges one on any machine has judged it
 * for all of them, also one of a step that the document has passed. The last word of a person's counts.
 */
export class SharedReviews {
  readonly #context: SharedReviewsContext;
  /** Steps of which the register is to be told what a person made of their result, or that it is another one. */
  readonly #owed = new Map<string, JudgedStep>();
  /** By route, the documents of which it is known what people had made of their result there elsewhere. */
  readonly #compared = new Map<string, Set<number>>();

  #isTaking = false;

  constructor(context: SharedReviewsContext) {
    this.#context = context;
    context.writer.whenReviewed((id, route, news) => {
      if (!this.#isTaking) this.#owe({ id, route, news });
    });
  }

  get isOwing(): boolean {
    return this.#owed.size > 0;
  }

  /** A result that has just come may have been judged elsewhere before. */
  changed(documentId: number): void {
    const document = this.#context.world.ledger.documents.get(documentId);
    if (document === undefined) return;
    for (const route of routesOf(document)) {
      if (this.#compared.get(routeKey(route))?.has(documentId) === true) continue;
      const there = asOn(document, route);
      if (there !== undefined && there.review === undefined && isJudged(there)) this.#owe({ id: documentId, route });
    }
  }

  /** What was judged here while the register could not be told, or just before a crash. @returns false if it does not answer */
  async catchUp(): Promise<boolean> {
    const { ledger } = this.#context.world;
    for (const { documentId: id, route, why: news } of ledger.untoldResults.all()) this.#owe({ id, route, news });
    if (!(await this.#learn())) return false;
    const toldAt = ledger.meta.read('reviews-told');
    const { documents } = ledger;
    for (const document of toldAt === undefined ? documents.reviewed() : documents.changedSince(toldAt - overlapMs)) {
      for (const route of routesOf(document)) {
        const there = asOn(document, route);
        if (there !== undefined && isJudged(there) && there.review !== undefined) this.#owe({ id: document.id, route });
      }
      // What came just before a crash may not have been compared.
      this.changed(document.id);
    }
    return true;
  }

  /** @returns false if the register does not answer */
  async look(lease: Lease): Promise<boolean> {
    return (await this.#tell(lease)) && this.#learn();
  }

  #owe(step: JudgedStep): void {
    const before = this.#owed.get(nameOf(step))?.news;
    this.#owed.set(nameOf(step), { ...step, news: before === 'redone' ? before : (step.news ?? before) });
  }

  async #tell(lease: Lease): Promise<boolean> {
    const { keeper, register, world } = this.#context;
    const { clock, ledger } = world;
    const at = clock.now();
    let isAllTold = true;
    const owed = [...this.#owed.values()];
    for (let from = 0; from < owed.length; from += atOnce) {
      const asked = owed.slice(from, from + atOnce).flatMap((each) => this.#at(each) ?? []);
      const known = await keeper.checked(register.find(asked.map(contentOf)));
      if (!known.ok) return false;
      const judged: (ReviewedContent & { readonly step: JudgedStep })[] = [];
      const news: typeof judged = [];
      for (const [index, before] of asked.entries()) {
        const theirs = known.value[index];
        const step = this.#owed.get(nameOf(before));
        if (step === undefined) continue;
        // Its verdict may have come meanwhile.
        const of = this.#at(step);
        if (of === undefined || of.hash !== before.hash) continue;
        this.#noteCompared(of);
        // One that is being classified again is told of once its verdict is there.
        if (isAtService(presentState(of.state)) && step.news !== undefined) continue;
        const told = isJudged(of) ? tellingOf(of, step, theirs) : undefined;
        if (told === undefined) {
          this.#settle(step);
          if (isJudged(of) && theirs !== undefined) this.#take({ ...theirs, ...contentOf(of) });
          continue;
        }
        const own = { ...contentOf(of), ...told, step };
        judged.push(own);
        if (told.outcome !== undefined || !isDeepStrictEqual(theirs?.review, told.review)) news.push(own);
      }
      const told = news.length === 0 ? undefined : await keeper.checked(lease.review(news.map(({ step, ...each }) => each)));
      if (told !== undefined && !told.ok) return false;
      const keys = new Set((told?.value ?? []).map(keyOf));
      for (const each of judged) {
        if (news.includes(each) && !keys.has(keyOf(each))) isAllTold = false;
        else if (this.#owed.get(nameOf(each.step)) === each.step) this.#settle(each.step);
      }
    }
    const isNew = ledger.meta.read('reviews-told') === undefined;
    if (isAllTold && (owed.length > 0 || isNew)) ledger.meta.write('reviews-told', at);
    return true;
  }

  /** The document as it is in that step now; one that has none any more is owed no longer. */
  #at({ id, route }: JudgedStep): Document | undefined {
    const document = this.#context.world.ledger.documents.get(id);
    const there = document && asOn(document, route);
    if (there === undefined) this.#settle({ id, route });
    return there;
  }

  /** Nothing is owed of it any more. */
  #settle({ id, route }: JudgedStep): void {
    const news = this.#owed.get(nameOf({ id, route }))?.news;
    this.#owed.delete(nameOf({ id, route }));
    if (news !== undefined) this.#context.world.ledger.untoldResults.remove({ documentId: id, route });
  }

  #isNews(there: Document | undefined): boolean {
    const owed = there && this.#owed.get(nameOf(there));
    return owed !== undefined && (there?.review !== undefined || owed.news !== undefined);
  }

  #noteCompared({ id, route }: JudgedStep): void {
    const compared = this.#compared.get(routeKey(route)) ?? new Set();
    this.#compared.set(routeKey(route), compared.add(id));
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

  /** As if a person here had said it: what has gone on from a verdict may have to go elsewhere, where it is claimed as ever. */
  #take({ origin, route: name, sha256, review, outcome, serviceFileId }: ReviewedContent & ServiceFile): void {
    const { batchPolls, world, writer } = this.#context;
    const { ledger } = world;
    const route = routeOf(name);
    const theirs = outcome?.result;
    if (theirs?.kind === 'classification') learnCategories(ledger, { origin, route }, [{ result: theirs }]);
    const known = ledger.documents.withContent(origin, route, sha256);
    // What is known here of one of them since, and a person's word above all, is told next, and holds for all of them then.
    if (known.some((each) => this.#isNews(asOn(each, route)))) return;
    for (const { id } of known) {
      const document = ledger.documents.get(id);
      const there = document && asOn(document, route);
      if (document === undefined || there === undefined || !isJudged(there)) continue;
      // One that was sent itself has a result of its own, unless a person has chosen.
      const isOther = isOtherFile(there, serviceFileId) && chosenIn(review, theirs) === undefined;
      const result = isOther || isDeepStrictEqual(there.result, theirs) ? undefined : theirs;
      const isSameReview = isDeepStrictEqual(there.review, review);
      if (result === undefined && isSameReview) continue;
      if (result !== undefined && there.batchId !== undefined) batchPolls?.changedAtService(there.batchId, id);
      this.#isTaking = true;
      try {
        const history = isSameReview
          ? { event: 'reported', note: say('notes.changedElsewhere') }
          : { event: 'reviewed', note: say('notes.reviewedElsewhere') };
        writer.review(id, route, review, given({ result }), history);
      } finally {
        this.#isTaking = false;
      }
    }
  }
}

function routesOf({ route, earlierSteps = [] }: Document): readonly Route[] {
  return [...earlierSteps.map((step) => step.route), route];
}

function nameOf({ id, route }: JudgedStep): string {
  return `${id} ${routeKey(route)}`;
}

/** What others are to be told of a result; undefined: nothing that they do not know. */
function tellingOf(
  document: Document,
  { news }: JudgedStep,
  theirs: Known | undefined,
): Pick<ReviewedContent, 'review' | 'outcome'> | undefined {
  const { result, review } = document;
  const known = theirs?.outcome?.result;
  if (result === undefined) return undefined;
  const outcome = { status: result.status, result };
  // Whoever has told it as the first one has not said to those that have an earlier one that there is another.
  if (isDeepStrictEqual(result, known) && news !== undefined) return given({ review: review ?? theirs?.review, outcome });
  if (isDeepStrictEqual(result, known)) return review === undefined ? undefined : { review };
  if (news === 'redone') return given({ review, outcome });
  const isConfirmed = result.status === 'confirmed' && known !== undefined && known.status !== 'confirmed';
  // Somebody has chosen another category elsewhere, and the service was asked before that.
  const isOutdated = known !== undefined && chosenIn(theirs?.review, known) !== undefined && !sameVerdict(known, result);
  if ((news === 'changed' || isConfirmed) && !isOutdated && !isOtherFile(document, theirs?.serviceFileId))
    return given({ review: review ?? received(theirs?.review, known, result), outcome });
  if (review === undefined) return undefined;
  return given({ review, outcome: chosenIn(review, result) && outcome });
}

/** Whether the service has two files of the content there, and this is not the one that the register knows of. */
function isOtherFile({ fileId }: Document, known: string | undefined): boolean {
  return fileId !== undefined && known !== undefined && fileId !== known;
}

/** Whether a person judges the result of a document, as it is in a step. A copy has the review of the one whose result it took. */
function isJudged({ state, result }: Document): boolean {
  const { kind } = presentState(state);
  return kind !== 'duplicate' && hasResult(kind) && result !== undefined;
}

/** A verdict of which a person has set the category. */
function chosenIn(review: Review | undefined, result: DocumentResult | undefined): DocumentResult | undefined {
  const isChosen = review?.changes.some(({ field }) => field === undefined) === true;
  return isChosen && result?.kind === 'classification' ? result : undefined;
}
