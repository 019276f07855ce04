import { isDeepStrictEqual } from 'node:util';
import { breachesIn } from '../../core/checks/finding.ts';
import { isNewConcern } from '../../core/document/attention.ts';
import { isPending, onRename } from '../../core/document/delivery.ts';
import { type Document, directoryOf, fileNameOf, isAtLaterStep } from '../../core/document/document.ts';
import { type DocumentState, hasResult, isInQuestion } from '../../core/document/states.ts';
import { type DocumentEvent, dismissedTransition, transition, withStatus } from '../../core/document/transition.ts';
import type { Wait } from '../../core/document/wait.ts';
import { foreign, type Message, say } from '../../core/messages/message.ts';
import { type Route, sameRoute } from '../../core/protocol/route.ts';
import type { Review } from '../../core/review/local-review.ts';
import { changed } from '../../ledger/columns.ts';
import type { DocumentChanges, FixedMember, NewDocument } from '../../ledger/documents.ts';
import type { Notice } from '../api.ts';
import { isFiledAway } from '../deliver/place.ts';
import type { Outbox } from '../hooks/outbox.ts';
import type { World } from '../ports.ts';
import { Copies, toBeWritten } from './copies.ts';
import { applyToLeft, leftNote } from './left-step.ts';
import { ownFindings } from './own-checks.ts';
import { awaitsVerdict, Steps } from './steps.ts';
import type { WatchedFolders } from './watched-folders.ts';

/** An event of one document, and what else changes with it. */
export interface Change {
  readonly id: number;
  readonly event: DocumentEvent;
  readonly set?: DocumentChanges;
  readonly note?: Message;
  /** Where it happens: on a route that the document has left, it is about the step that it had there. Absent: where it is. */
  readonly route?: Route;
}

/**
 * The only place that changes documents. A change, its history and everything it implies for other documents are one
 * transaction of the ledger, and so is what hooks are told of it; notices go out after it.
 */
export class DocumentWriter {
  readonly #world: Pick<World, 'ledger' | 'clock' | 'log'>;
  readonly #folders: Pick<WatchedFolders, 'get' | 'pathOf'>;
  readonly #announce: (notice: Notice) => void;
  readonly #outbox: Pick<Outbox, 'changed' | 'outputsFound'> | undefined;
  readonly #copies: Copies;
  /** From one step of a document to the next, and back. */
  readonly steps: Steps;
  #announced: Document[] = [];
  #depth = 0;

  constructor(
    world: Pick<World, 'ledger' | 'clock' | 'log'>,
    folders: Pick<WatchedFolders, 'get' | 'pathOf'>,
    announce: (notice: Notice) => void,
    outbox?: Pick<Outbox, 'changed' | 'outputsFound'>,
  ) {
    this.#world = world;
    this.#folders = folders;
    this.#announce = announce;
    this.#outbox = outbox;
    this.#copies = new Copies(world, this);
    this.steps = new Steps({ world, folders, writer: this, copies: this.#copies });
  }

  /** Runs `work` in one transaction; the notices of the documents it changed follow the commit. Nested calls join. */
  together<Value>(work: () => Value): Value {
    this.#depth += 1;
    try {
      return this.#world.ledger.transaction(work);
    } catch (error) {
      if (this.#depth === 1) this.#announced = [];
      throw error;
    } finally {
      this.#depth -= 1;
      if (this.#depth === 0) this.#tell();
    }
  }

  /** A document that was not known before. */
  add(document: NewDocument): Document {
    return this.together(() => {
      const added = this.#world.ledger.documents.add(document);
      this.#outbox?.changed(undefined, added);
      this.#record(added.id, 'found');
      this.#announced.push(added);
      return added;
    });
  }

  /** Applies events. One that means nothing in the document's state is dropped and logged. */
  apply(changes: readonly Change[]): void {
    this.together(() => {
      for (const change of changes) this.#applyOne(change);
    });
  }

  /** Changes what no event is about: delivery, facts, when to look next. */
  amend(id: number, changes: DocumentChanges, history?: { readonly event: string; readonly note?: Message }): Document {
    return this.together(() => {
      const document = this.#update(id, { changedAt: this.#world.clock.now(), ...changes });
      if (history !== undefined) this.#record(id, history.event, history.note);
      this.#announced.push(document);
      return document;
    });
  }

  /** An output of the document was looked for after the machine had died: it may be elsewhere than whoever hears of it was told. */
  outputsFound(id: number): void {
    const document = this.#world.ledger.documents.get(id);
    if (document !== undefined) this.#outbox?.outputsFound(document);
  }

  /**
   * What people made of a result on the route where the document has it, or had it: what has gone on from a verdict may have to go
   * elsewhere. The files are written anew, and the copies that took the result follow.
   */
  review(
    id: number,
    route: Route,
    review: Review | undefined,
    changes: DocumentChanges,
    history: { readonly event: string; readonly note: Message },
  ): void {
    this.together(() => {
      const { documents } = this.#world.ledger;
      const document = documents.get(id);
      if (document === undefined) return;
      if (sameRoute(document.route, route)) {
        const state = changes.result === undefined ? document.state : withStatus(document.state, changes.result.status);
        this.amend(id, { ...changes, state, review, ...toBeWritten(document, this.#world.clock.now()) }, history);
        this.steps.goOn(id);
      } else {
        documents.updatePassed(id, route, { review, ...('result' in changes && { result: changes.result }) });
        this.amend(id, {}, history);
        this.steps.reconsider(id);
      }
      this.#copies.tellDuplicates(documents.get(id) ?? document, route);
      this.steps.settle(id);
    });
  }

  /** A document begins another step, or goes back to one: `move` writes that. */
  moved(id: number, move: () => Document, { event, note }: { readonly event: string; readonly note: Message }): Document {
    return this.together(() => {
      const before = this.#world.ledger.documents.get(id);
      const after = move();
      if (before !== undefined) this.#outbox?.changed(before, after);
      this.#record(id, event, note);
      this.#announced.push(after);
      return after;
    });
  }

  /** Another content may have come to the path of a document that is to be sent: it goes no further. To be called in a transaction. */
  checkPath(id: number): void {
    const document = this.#world.ledger.documents.get(id);
    if (document?.state.kind === 'waiting' && !this.#isAtItsPath(document)) this.#applyOne({ id, event: { kind: 'vanished' } });
  }

  /** Its file has another name now, and what was written for it follows. */
  rename(document: Document, path: string, facts = document.facts): Document {
    const delivery = onRename(document.delivery);
    const dueAt = isPending(delivery) ? this.#world.clock.now() : document.dueAt;
    const said = { event: 'renamed', note: say('notes.renamed', { path: document.path }) };
    return this.amend(document.id, { path, facts, delivery, dueAt }, document.path === path ? undefined : said);
  }

  /** A placeholder turned out to have another document's content: that document goes on at this path, the placeholder is removed. */
  absorb(placeholder: Document, into: Document): void {
    this.together(() => {
      const { ledger, clock } = this.#world;
      ledger.documents.removeInto(placeholder.id, into.id);
      this.rename(into, placeholder.path, placeholder.facts);
      ledger.files.put({
        folderId: placeholder.folderId,
        directory: directoryOf(placeholder.path),
        name: fileNameOf(placeholder.path),
        facts: placeholder.facts,
        documentId: into.id,
      });
      if (into.path === placeholder.path) this.#record(into.id, 'unchanged', say('notes.sameContentWritten'));
      if (into.state.kind === 'gone') {
        this.#applyOne({ id: into.id, event: { kind: 'returned', at: clock.now() }, set: { delivery: deliveryOnReturn(into) } });
      }
    });
  }

  #applyOne({ id, event, set, note, route }: Change): void {
    const { ledger, clock, log } = this.#world;
    const before = ledger.documents.get(id);
    if (before === undefined) return;
    if (route !== undefined && !sameRoute(route, before.route)) {
      if (applyToLeft(ledger, before, route, event, set ?? {})) this.#record(id, 'left step', leftNote(ledger, before, route));
      return;
    }
    const isDismissed = before.dismissed === true && !(set !== undefined && 'dismissed' in set);
    const state = (isDismissed ? dismissedTransition : transition)(before.state, event, isAtLaterStep(before));
    if (state === undefined) {
      log.debug('event dropped', { document: id, state: before.state.kind, event: event.kind });
      return;
    }
    const now = clock.now();
    const after = this.#update(id, { state, dueAt: this.#dueAt(before.folderId, state, now), changedAt: now, ...set }, before);
    const said = note ?? noteOf(state);
    if (state.kind !== before.state.kind || said !== undefined) this.#record(id, event.kind, said ?? statusOf(event));
    this.#announced.push(after);
    // What is only there again was decided about when its verdict came.
    const isVerdict = event.kind === 'reported' || event.kind === 'result-taken';
    const current = isVerdict ? (this.steps.goOn(id, awaitsVerdict(before)) ?? after) : after;
    this.#copies.tellBehind(current);
    // The file may have gone while its request was unanswered: whatever is at its path now is not this document's.
    if ((event.kind === 'put-back' || event.kind === 'send-again') && !this.#isAtItsPath(after))
      this.#applyOne({ id, event: { kind: 'vanished' } });
    if (event.kind === 'ready') this.#copies.takeUpLeft(after);
    // One that settles learns it in its intake.
    if (event.kind === 'returned' && isAtLaterStep(after)) this.#copies.rejoin(after);
    if (set !== undefined && ('result' in set || 'review' in set)) this.#copies.tellDuplicates(current, after.route);
    if (awaitsVerdict(before) && !awaitsVerdict(after)) this.steps.settle(id);
  }

  #isAtItsPath(document: Document): boolean {
    const { id, folderId, path } = document;
    const folder = this.#folders.get(folderId);
    // No scan looks where documents are filed away to.
    if (isAtLaterStep(document) && folder !== undefined && isFiledAway(folder, path)) return true;
    return this.#world.ledger.files.get(folderId, directoryOf(path), fileNameOf(path))?.documentId === id;
  }

  /** A document that somebody has dismissed needs attention again once something else is the matter with it. */
  #update(id: number, changes: DocumentChanges, known?: Document): Document {
    const { documents } = this.#world.ledger;
    const before = known ?? documents.get(id);
    const changed = documents.update(id, { ...changes, ...this.#findings(before, changes) });
    const isAskedAgain = before?.dismissed === true && changed.dismissed === true && isNewConcern(before, changed);
    const after = isAskedAgain ? documents.update(id, { dismissed: undefined }) : changed;
    if (before !== undefined) this.#outbox?.changed(before, after);
    const { clock, ledger } = this.#world;
    if (isInQuestion(after.state) && ledger.meta.read('question', after.folderId) === undefined)
      ledger.meta.write('question', { since: clock.now() }, after.folderId);
    return after;
  }

  /** A result that is new, or that a person has judged, is checked by the folder's own rules as they are now. */
  #findings(before: Document | undefined, changes: DocumentChanges): Pick<DocumentChanges, 'findings'> {
    if (before === undefined || 'findings' in changes || !('result' in changes || 'review' in changes)) return {};
    const after = changed<Document, FixedMember>(before, changes);
    const findings = ownFindings(this.#world.ledger, this.#folders.get(before.folderId)?.settings, after);
    return isDeepStrictEqual(findings, before.findings) ? {} : { findings };
  }

  /**
   * Checks results again that are about to be written: what is known of their extraction's fields may have come since.
   * @returns the documents as they are now
   */
  check(documents: readonly Document[]): readonly Document[] {
    const { ledger } = this.#world;
    return this.together(() =>
      documents.map((document) => {
        const findings = ownFindings(ledger, this.#folders.get(document.folderId)?.settings, document);
        return isDeepStrictEqual(findings, document.findings) ? document : this.amend(document.id, { findings });
      }),
    );
  }

  /** The same for a document that was checked before: what was written for it is written anew, if that says something else now. */
  checkAgain(document: Document): void {
    const [checked] = this.check([document]);
    if (checked === undefined || checked === document) return;
    const { findings } = checked;
    const note = say('notes.checkedAgain', { count: breachesIn(findings).length });
    this.amend(document.id, toBeWritten(checked, this.#world.clock.now()), { event: 'checked again', note });
  }

  /** As `Copies.takeResult`. */
  takeResult(copyId: number, first: Document, found?: DocumentChanges): void {
    this.#copies.takeResult(copyId, first, found);
  }

  #dueAt(folderId: number, state: DocumentState, now: number): number | undefined {
    if (state.kind === 'settling')
      return Math.min(state.since, now) + (this.#folders.get(folderId)?.settings.settleSeconds ?? 2) * 1_000;
    if (state.kind === 'waiting') return state.wait.kind === 'ready' ? state.wait.notBefore : undefined;
    return hasResult(state.kind) ? now : undefined;
  }

  #record(documentId: number, event: string, note?: Message): void {
    this.#world.ledger.history.add({ documentId, at: this.#world.clock.now(), event, ...(note !== undefined && { note }) });
  }

  #tell(): void {
    const announced = this.#announced;
    this.#announced = [];
    for (const document of announced) {
      this.#announce({
        kind: 'document',
        id: document.id,
        folder: this.#folders.pathOf(document.folderId),
        path: document.path,
        state: document.state,
        delivered: document.delivery.kind === 'done',
      });
    }
  }
}

/** A result that could not be delivered while its file was gone is delivered now. */
function deliveryOnReturn(document: Document): Document['delivery'] {
  if (document.result === undefined || document.delivery.kind === 'done') return onRename(document.delivery);
  return { kind: 'pending' };
}

/** The service's own word for the state of a document. */
function statusOf(event: DocumentEvent): Message | undefined {
  return event.kind === 'reported' || event.kind === 'accepted' ? foreign(event.status) : undefined;
}

function noteOf(state: DocumentState): Message | undefined {
  if (state.kind === 'waiting') return saidOf(state.wait);
  return 'message' in state ? state.message : undefined;
}

function saidOf(wait: Wait): Message | undefined {
  if ('reason' in wait) return wait.reason;
  return 'message' in wait ? wait.message : undefined;
}
