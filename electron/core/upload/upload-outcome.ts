import { retryPauseMs } from '../account/back-off.ts';
import type { BatchState } from '../document/records.ts';
import type { JobEvent } from '../document/transition.ts';
import { type Message, say } from '../messages/message.ts';
import type { Failure } from '../protocol/failure.ts';
import { assertNever } from '../result.ts';
import { halve } from './batch.ts';

/** What is known when an upload has failed. */
export interface UploadFailureFacts {
  readonly batchId: number;
  /** That of its documents; see `composeBatch`. */
  readonly cohort?: string | undefined;
  /** The route has taken other documents since those of this cohort began to fail. */
  readonly othersTaken: boolean;
  readonly jobs: readonly {
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
  /** The route was paused when it failed: it was tried, or another upload had failed just before. */
  readonly routePaused: boolean;
  /**
   * The service has answered a whole upload that it accepted nothing (`server`, `whole`): its pages stay counted, and what is sent
   * again is marked.
   */
  readonly refusedWhole: boolean;
  readonly now: number;
  readonly random: () => number;
}

export interface UploadVerdict {
  readonly jobs: readonly {
    readonly id: number;
    readonly event: JobEvent;
    readonly counted?: true;
    readonly resent?: true;
  }[];
  readonly batch: BatchState;
  /** The route is gone, fails or refuses everything: its folders pause for a while, with this message. */
  readonly pauseRoute?: Message;
  /** What the account's gate learns; absent if the failure is about this request alone. */
  readonly gate?: Failure;
}

/** How often a document fails on its own, while others are taken; then it has failed, and can be sent again by hand. */
export const maxAttempts = 5;

/** What follows from a failed upload. */
export function decideUpload(failure: Failure, facts: UploadFailureFacts): UploadVerdict {
  const verdict = verdictOn(failure, facts);
  if (!facts.refusedWhole) return verdict;
  return { ...verdict, batch: 'unresolved', jobs: verdict.jobs.map((each) => ({ ...each, resent: true })) };
}

function verdictOn(failure: Failure, facts: UploadFailureFacts): UploadVerdict {
  switch (failure.kind) {
    case 'offline':
    case 'server':
      return facts.elsewhere === 'failing'
        ? { jobs: putBackAll(facts, failure.message), batch: 'dropped', gate: { kind: 'offline', message: failure.message } }
        : { jobs: failedAlone(failure, facts), batch: 'dropped', pauseRoute: failing(failure) };
    case 'unresolved':
    case 'unreadable': {
      const jobs = facts.jobs.map((job) => lost(job, failure.message, facts.now));
      // Whatever stands in the service's place must not make document after document unresolved.
      return facts.elsewhere === 'failing'
        ? { jobs, batch: 'unresolved', gate: { kind: 'offline', message: failure.message } }
        : { jobs, batch: 'unresolved', pauseRoute: failing(failure) };
    }
    case 'bad-request':
    case 'too-large':
      return refused(failure, facts);
    case 'not-found':
      return {
        jobs: putBackAll(facts, failure.message),
        batch: 'dropped',
        pauseRoute: say('sending.routeUnknown', { problem: failure.message }),
      };
    case 'key':
    case 'forbidden':
    case 'rate':
      return { jobs: putBackAll(facts, failure.message), batch: 'dropped', gate: failure };
    case 'withdrawn':
    case 'aborted':
      return { jobs: putBackAll(facts), batch: 'dropped' };
    default:
      return assertNever(failure);
  }
}

function putBackAll(facts: UploadFailureFacts, reason?: Message): UploadVerdict['jobs'] {
  return facts.jobs.map(({ id }) => ({
    id,
    event: { kind: 'put-back', notBefore: facts.now, ...(reason !== undefined && { reason }) },
  }));
}

function failing({ message }: Failure): Message {
  return say('sending.routeFails', { problem: message });
}

/**
 * Only this upload fails: halves the batch, until the document that it fails for stands alone. Such a document has failed
 * after five attempts; those count only if the route has taken other documents since it began to fail, so that no outage of
 * the route is blamed on documents.
 */
function failedAlone(failure: Failure, facts: UploadFailureFacts): UploadVerdict['jobs'] {
  const { elsewhere, now, random } = facts;
  if (elsewhere === 'not-asked') return putBackAll(facts, failure.message);
  const halves = halve(facts.jobs);
  if (halves.length > 0 || !facts.othersTaken) return putBackParts(halves.length > 0 ? halves : [facts.jobs], facts, failure);
  return facts.jobs.map(({ id, attempts: before }) => {
    const attempts = before + 1;
    const message = say('sending.failedOften', { attempts, message: failure.message });
    const notBefore = now + retryPauseMs(attempts, random);
    const reason = failure.message;
    return {
      id,
      counted: true,
      event:
        attempts >= maxAttempts
          ? { kind: 'given-up', message }
          : { kind: 'put-back', notBefore, cohort: cohort(facts, 0), reason },
    };
  });
}

function putBackParts(
  parts: readonly UploadFailureFacts['jobs'][],
  facts: UploadFailureFacts,
  { message: reason }: Failure,
): UploadVerdict['jobs'] {
  return parts.flatMap((part, index) =>
    part.map(({ id }) => ({
      id,
      event: { kind: 'put-back' as const, notBefore: facts.now, cohort: cohort(facts, index), reason },
    })),
  );
}

/** Begins with the first batch that failed with these documents (`firstFailed`). */
function cohort(facts: UploadFailureFacts, index: number): string {
  return `${firstFailed(facts.cohort) ?? facts.batchId}.${facts.batchId}.${index}`;
}

/** The id of the batch with which the documents of a cohort began to fail. */
export function firstFailed(cohort: string | undefined): number | undefined {
  return cohort === undefined ? undefined : Number.parseInt(cohort, 10);
}

/** 400 and 413: halves the batch until the culprit is alone; it is rejected with the service's message, the others go on. */
function refused(failure: Extract<Failure, { kind: 'bad-request' | 'too-large' }>, facts: UploadFailureFacts): UploadVerdict {
  const halves = halve(facts.jobs);
  if (halves.length > 0) return { batch: 'dropped', jobs: putBackParts(halves, facts, failure) };
  if (failure.kind === 'bad-request' && !facts.routePassed && (facts.refusedBefore || facts.routePaused)) {
    return {
      batch: 'dropped',
      jobs: putBackAll(facts, failure.message),
      pauseRoute: say('sending.routeRefusesAll', { problem: failure.message }),
    };
  }
  const message = failure.kind === 'too-large' ? say('sending.tooLarge', { message: failure.message }) : failure.message;
  return {
    batch: 'dropped',
    jobs: facts.jobs.map(({ id }) => ({ id, event: { kind: 'refused', message } })),
  };
}

/** The service may hold it. `resend`: once more, marked; then a person decides. */
export function lost(
  job: { readonly id: number; readonly possibleDuplicate: boolean; readonly unresolved: 'hold' | 'resend' },
  message: Message,
  now: number,
): UploadVerdict['jobs'][number] {
  if (job.unresolved === 'resend' && !job.possibleDuplicate) {
    return { id: job.id, resent: true, event: { kind: 'put-back', notBefore: now, reason: message } };
  }
  return { id: job.id, event: { kind: 'lost', message } };
}
