import { retryWait } from '../account/rate.ts';
import type { BatchState } from '../document/records.ts';
import type { DocumentEvent } from '../document/transition.ts';
import { type Message, say } from '../messages/message.ts';
import type { Failure } from '../protocol/failure.ts';
import { assertNever } from '../result.ts';
import { halve } from './batch.ts';

/** What is known when an upload has failed. */
export interface UploadFailureFacts {
  readonly batchId: number;
  readonly documents: readonly {
    readonly id: number;
    readonly attempts: number;
    readonly possibleDuplicate: boolean;
    /** The folder's policy for an answer that was lost. */
    readonly unresolved: 'hold' | 'resend';
  }[];
  /** Whether a new, free call succeeded after the upload failed: then only this upload fails. */
  readonly elsewhere: 'fine' | 'failing' | 'not-asked';
  /** The service has accepted something on this route before. */
  readonly routePassed: boolean;
  /** Another document of this route was refused alone before. */
  readonly refusedBefore: boolean;
  readonly now: number;
  readonly random: () => number;
}

export interface UploadVerdict {
  readonly documents: readonly {
    readonly id: number;
    readonly event: DocumentEvent;
    readonly counted?: true;
    readonly resent?: true;
  }[];
  readonly batch: BatchState;
  /** The route is gone or refuses everything: its folders pause, with this message. */
  readonly pauseRoute?: Message;
  /** What the account's gate learns; absent if the failure is about this request alone. */
  readonly gate?: Failure;
}

/** How often a document is tried on its own; then it has failed, and can be sent again by hand. */
export const maxAttempts = 5;

/** What follows from a failed upload. */
export function decideUpload(failure: Failure, facts: UploadFailureFacts): UploadVerdict {
  switch (failure.kind) {
    case 'offline':
    case 'server':
      return facts.elsewhere === 'failing'
        ? { documents: putBackAll(facts, failure.message), batch: 'dropped', gate: { kind: 'offline', message: failure.message } }
        : { documents: counted(failure, facts), batch: 'dropped' };
    case 'unresolved':
    case 'unreadable':
      return { documents: facts.documents.map((document) => lost(document, failure.message, facts.now)), batch: 'unresolved' };
    case 'bad-request':
    case 'too-large':
      return refused(failure, facts);
    case 'not-found':
      return {
        documents: putBackAll(facts, failure.message),
        batch: 'dropped',
        pauseRoute: say('sending.routeUnknown', { problem: failure.message }),
      };
    case 'key':
    case 'forbidden':
    case 'rate':
      return { documents: putBackAll(facts, failure.message), batch: 'dropped', gate: failure };
    case 'withdrawn':
    case 'aborted':
      return { documents: putBackAll(facts), batch: 'dropped' };
    default:
      return assertNever(failure);
  }
}

function putBackAll(facts: UploadFailureFacts, reason?: Message): UploadVerdict['documents'] {
  return facts.documents.map(({ id }) => ({
    id,
    event: { kind: 'put-back', notBefore: facts.now, ...(reason !== undefined && { reason }) },
  }));
}

/** Only this upload fails: counts it and halves the batch. A document that fails five times on its own has failed. */
function counted(failure: Failure, facts: UploadFailureFacts): UploadVerdict['documents'] {
  const halves = halve(facts.documents);
  const wait = (attempts: number) => facts.now + retryWait(attempts, facts.random);
  if (halves.length === 0) {
    return facts.documents.map(({ id, attempts }) =>
      attempts + 1 >= maxAttempts
        ? {
            id,
            counted: true,
            event: {
              kind: 'given-up',
              message: say('sending.failedOften', { attempts: attempts + 1, message: failure.message }),
            },
          }
        : {
            id,
            counted: true,
            event: { kind: 'put-back', notBefore: wait(attempts + 1), cohort: cohort(facts, 0), reason: failure.message },
          },
    );
  }
  return halves.flatMap((half, index) => {
    const notBefore = wait(Math.max(...half.map(({ attempts }) => attempts)) + 1);
    return half.map(({ id }) => ({
      id,
      counted: true as const,
      event: { kind: 'put-back' as const, notBefore, cohort: cohort(facts, index), reason: failure.message },
    }));
  });
}

function cohort(facts: UploadFailureFacts, index: number): string {
  return `${facts.batchId}.${index}`;
}

/** 400 and 413: halves the batch until the culprit is alone; it is rejected with the service's message, the others go on. */
function refused(failure: Extract<Failure, { kind: 'bad-request' | 'too-large' }>, facts: UploadFailureFacts): UploadVerdict {
  const halves = halve(facts.documents);
  if (halves.length > 0) {
    return {
      batch: 'dropped',
      documents: halves.flatMap((half, index) =>
        half.map(({ id }) => ({
          id,
          event: { kind: 'put-back' as const, notBefore: facts.now, cohort: cohort(facts, index), reason: failure.message },
        })),
      ),
    };
  }
  if (failure.kind === 'bad-request' && !facts.routePassed && facts.refusedBefore) {
    return {
      batch: 'dropped',
      documents: putBackAll(facts, failure.message),
      pauseRoute: say('sending.routeRefusesAll', { problem: failure.message }),
    };
  }
  const message = failure.kind === 'too-large' ? say('sending.tooLarge', { message: failure.message }) : failure.message;
  return {
    batch: 'dropped',
    documents: facts.documents.map(({ id }) => ({ id, event: { kind: 'refused', by: 'service', message } })),
  };
}

/** The service may hold it. `resend`: once more, marked; then a person decides. */
export function lost(
  document: { readonly id: number; readonly possibleDuplicate: boolean; readonly unresolved: 'hold' | 'resend' },
  message: Message,
  now: number,
): UploadVerdict['documents'][number] {
  if (document.unresolved === 'resend' && !document.possibleDuplicate) {
    return { id: document.id, resent: true, event: { kind: 'put-back', notBefore: now, reason: message } };
  }
  return { id: document.id, event: { kind: 'lost', message } };
}
