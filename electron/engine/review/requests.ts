import { say } from '../../core/messages/message.ts';
import type { CallAct, PersonAct } from '../../core/review/person-act.ts';
import type { PersonRequest } from '../../ledger/requests.ts';
import type { ReviewRefusal } from '../api.ts';
import type { Stage } from '../loop/control-loop.ts';
import { type ActContext, actOn } from './acts.ts';
import type { ClassificationCalls } from './classification-calls.ts';

type RequestContext = ActContext & { readonly calls: ClassificationCalls };
type CallRequest = PersonRequest<CallAct> & { readonly id: number };

/**
 * Does what a person asked for from outside: the command line leaves its requests in the ledger. What the service has to be asked for
 * stays there until it is done, or refused for good, which the history of its document says then; so none is lost, whenever the process
 * ends.
 */
export class RequestStage implements Stage {
  readonly #context: RequestContext;
  readonly everyMs = 2_000;

  constructor(context: RequestContext) {
    this.#context = context;
  }

  start(): undefined {
    const { retries, wake, world, writer } = this.#context;
    const { requests } = world.ledger;
    // What the command line has said to be accepted is not lost to a kill between its removal and its end.
    if (requests.areWaiting()) {
      writer.together(() => {
        for (const request of requests.take()) this.#do(request);
      });
      // Stages that had their turn before have something to do now.
      wake();
    }
    // Of each document, one at a time, in the order in which they came.
    const busy = new Set<number>();
    for (const request of requests.calls()) {
      const { id, documentId } = request;
      if (!busy.has(documentId) && !retries.rests('call', id)) void this.#ask(request);
      busy.add(documentId);
    }
  }

  /** Its document may be another one by now: then its history says why nothing was done. */
  #do({ act, by, documentId }: PersonRequest<PersonAct>): void {
    const { world, writer } = this.#context;
    const answer = actOn(this.#context, documentId, act, by);
    const changedAt = world.ledger.documents.get(documentId)?.changedAt;
    if (answer.ok || changedAt === undefined) return;
    const note = say('notes.byWithMessage', { by, message: answer.error.message });
    writer.amend(documentId, { changedAt }, { event: 'not done', note });
  }

  async #ask({ id, documentId, act, by }: CallRequest): Promise<void> {
    const { calls, retries, tasks, wake, world } = this.#context;
    // Unless it is answered before.
    retries.failed('call', id);
    const agreed = act.agreedPages ?? false;
    const done = () => world.ledger.requests.remove(id);
    // Whatever the call meets that it does not expect is told by its task, and rests there.
    const answer = await (act.kind === 'set-category'
      ? calls.overrideCategory(documentId, act.categoryId, by, agreed, done)
      : calls.redo(documentId, by, agreed, done)
    ).catch(() => undefined);
    if (answer === undefined || (!answer.ok && answer.error.passes === true)) return;
    const note = () => answer.ok || this.#refused({ id, documentId, act, by }, answer.error);
    if (tasks.attempt(`the answer to request ${id}`, note) !== true) return;
    retries.done('call', id);
    wake();
  }

  /** @returns true, unless it throws */
  #refused({ id, documentId, act, by }: CallRequest, { message }: ReviewRefusal): true {
    const { writer, world } = this.#context;
    writer.together(() => {
      const document = world.ledger.documents.get(documentId);
      // A run that the service has refused has said so itself.
      if (document === undefined || !world.ledger.requests.calls().some((each) => each.id === id)) return;
      world.ledger.requests.remove(id);
      // Its place in the list stays the same.
      const note = say('notes.byWithMessage', { by, message });
      const line = { event: act.kind === 'set-category' ? 'category not set' : 'not classified again', note };
      writer.amend(documentId, { changedAt: document.changedAt }, line);
    });
    return true;
  }
}
