import type { Gate } from '../account/gate.ts';
import { type Message, say } from '../messages/message.ts';
import { slowBatchMs } from '../poll/poll-intervals.ts';
import { assertNever } from '../result.ts';
import { confirmationOf } from '../review/local-review.ts';
import { type Document, isRenamed } from './document.ts';
import type { Batch } from './records.ts';
import { isTerminal, traitsOf } from './states.ts';
import type { Wait } from './wait.ts';

/** The circumstances that explain why a document is not done. Times are milliseconds since the epoch. */
export interface Surroundings {
  readonly now: number;
  readonly settleSeconds: number;
  readonly gate: Gate;
  /** Why its route is paused. */
  readonly routePaused?: Message;
  /** Why its folder cannot be reached. */
  readonly unreachable?: Message;
  /** What its budget says that holds it back. */
  readonly budget?: Message;
  /** A person has paused its folder. */
  readonly resting?: boolean;
  /** A person has paused everything. */
  readonly paused?: boolean;
  readonly batch?: Batch;
  /** The path of the document that its content was sent from, if that is another one. */
  readonly firstPath?: string;
  /** Its outputs on disk. */
  readonly outputs: readonly string[];
  /** The name of the extraction that the service itself passes documents of its category on to. */
  readonly passedOnTo?: string;
  /** The name of the extraction whose values it waits for, into which the service has passed it on. */
  readonly awaitedFrom?: string;
  /** It is in a later step: its category, and the extraction's name. */
  readonly goneOn?: { readonly category: string; readonly name: string };
  /** Another content has come to its path since, and has its own result. */
  readonly replaced?: boolean;
}

/** Why a document is not done, or how it ended, in a sentence or two. */
export function explain(document: Document, around: Surroundings): readonly Message[] {
  const { firstPath, goneOn } = around;
  const { progress } = traitsOf[document.state.kind];
  const isCopy = firstPath !== undefined && (progress === 'uploading' || progress === 'atService');
  return [
    ...explainState(document, around),
    ...(isCopy ? [say('explain.copy', { path: firstPath })] : []),
    ...(goneOn === undefined ? [] : [say('explain.goesOn', goneOn)]),
  ];
}

function explainState(document: Document, around: Surroundings): readonly Message[] {
  const { state } = document;
  switch (state.kind) {
    case 'settling':
      if (around.unreachable !== undefined) return [say('explain.folderUnreachable', { message: around.unreachable })];
      if (around.resting === true) return [say('explain.folderResting')];
      if (around.paused === true) return [say('explain.paused')];
      return [state.delayed ?? say('explain.settling', { at: state.since, seconds: around.settleSeconds })];
    case 'waiting':
      return [document.dismissed === true ? say('outcome.dismissed') : explainWait(state.wait, around)];
    case 'uploading':
      return [say('explain.awaitingAnswer')];
    case 'unresolved':
      return [say('explain.unresolved', { message: state.message })];
    case 'processing':
      if (state.redo !== undefined) return [say('explain.redoing', { at: state.redo.since }), ...askingAgain(around)];
      return explainWorking(state.status, around);
    case 'queued':
      return explainWorking(state.status, around);
    case 'processed':
    case 'confirmed':
    case 'needs_review':
      return [
        ...explainResult(document, state.kind),
        ...explainAwaited(document, around),
        ...(around.passedOnTo === undefined || document.passedOn !== undefined
          ? []
          : [say('explain.passedOn', { name: around.passedOnTo })]),
        ...explainDelivery(document, around),
      ];
    case 'duplicate':
      return [
        ...explainAwaited(document, around),
        around.firstPath === undefined ? say('explain.duplicateUnknown') : say('explain.duplicate', { path: around.firstPath }),
        ...(document.droppedAt === undefined ? [] : [say('explain.dropped', { at: document.droppedAt })]),
        ...explainDelivery(document, around),
      ];
    case 'failed':
      return [say(state.by === 'service' ? 'explain.failedAtService' : 'explain.givenUp', { message: state.message })];
    case 'rejected':
      return [say(state.by === 'service' ? 'explain.refusedByService' : 'explain.notSent', { message: state.message })];
    case 'gone':
      if (document.droppedAt !== undefined) return [say('explain.gone'), say('explain.dropped', { at: document.droppedAt })];
      return [document.result === undefined ? say('explain.gone') : say('explain.goneWithResult')];
    default:
      return assertNever(state);
  }
}

/** What the service extracts by itself, and what can be done if Intray never learns where that is. */
function explainAwaited({ passedOn }: Document, { awaitedFrom }: Surroundings): readonly Message[] {
  if (passedOn === undefined) return [];
  const { named, since, asked } = passedOn.state;
  const values = { name: awaitedFrom ?? passedOn.route.id, at: since };
  if (named !== undefined) return [say('explain.awaitsBatch', { ...values, batch: named.batch })];
  return [say(asked === true ? 'explain.awaitsLong' : 'explain.awaits', values)];
}

function explainWait(wait: Wait, around: Surroundings): Message {
  switch (wait.kind) {
    case 'ready':
      if (around.routePaused !== undefined) return say('explain.folderPaused', { message: around.routePaused });
      if (around.unreachable !== undefined) return say('explain.folderUnreachable', { message: around.unreachable });
      if (around.resting === true) return say('explain.folderResting');
      if (around.paused === true) return say('explain.paused');
      // A service without pages is as a budget without them.
      if (around.gate.kind === 'forbidden' && around.gate.reason === 'pages' && around.budget !== undefined)
        return say('explain.budget', { message: around.budget });
      if (around.gate.kind !== 'open') return explainGate(around.gate);
      if (wait.notBefore <= around.now && around.budget !== undefined) return say('explain.budget', { message: around.budget });
      if (wait.notBefore <= around.now) return say('explain.ready');
      return wait.reason === undefined
        ? say('explain.retryAt', { at: wait.notBefore })
        : say('explain.retryBecause', { at: wait.notBefore, message: wait.reason });
    case 'held':
      return say('explain.held', { message: wait.message });
    case 'blocked':
      return say('explain.blocked', { message: wait.message });
    default:
      return assertNever(wait);
  }
}

/** What a person decided here takes precedence over what the service said first. */
function explainResult({ review, droppedAt }: Document, state: 'processed' | 'confirmed' | 'needs_review'): readonly Message[] {
  const dropped = droppedAt === undefined ? [] : [say('explain.dropped', { at: droppedAt })];
  const here = confirmationOf(review);
  const service = state === 'needs_review' ? say('explain.reviewAsked') : say(`explain.${state}`);
  if (here === undefined) return [service, ...dropped];
  const said = say('explain.confirmedHere', { by: here.by, at: here.at });
  return review?.conflict === undefined ? [said, ...dropped] : [said, say('explain.conflict')];
}

function explainWorking(status: string, around: Surroundings): readonly Message[] {
  const { batch, now } = around;
  const since = batch?.acceptedAt;
  const said = [
    since === undefined ? say('explain.atService', { status }) : say('explain.atServiceSince', { status, at: since }),
  ];
  if (isTerminal(status)) said.push(say('explain.noResultYet'));
  if (since !== undefined && now - since > slowBatchMs) said.push(say('explain.slow'));
  return [...said, ...askingAgain(around)];
}

/** When the service is asked again, or what prevents it. */
function askingAgain({ batch, now, gate }: Surroundings): readonly Message[] {
  const said: Message[] = [];
  if (gate.kind === 'key' || gate.kind === 'offline') said.push(explainGate(gate));
  else if (batch?.nextPollAt !== undefined) said.push(say('explain.askedAgainAt', { at: Math.max(batch.nextPollAt, now) }));
  if (batch?.message !== undefined) said.push(say('explain.lastAskFailed', { message: batch.message }));
  return said;
}

function explainDelivery({ delivery, undone }: Document, { outputs, replaced }: Surroundings): readonly Message[] {
  switch (delivery.kind) {
    case 'done':
      return [
        ...(replaced === true ? [say('explain.replaced')] : []),
        ...(outputs.length > 0
          ? [say('explain.written', { paths: outputs })]
          : replaced === true
            ? []
            : [say('explain.writesNothing')]),
        ...(undone === undefined ? [] : [say('filing.undone')]),
        ...(delivery.unfiled === undefined ? [] : [say('filing.stays', { message: delivery.unfiled })]),
      ];
    case 'written':
      if (delivery.message === undefined) return [say(isRenamed(delivery) ? 'explain.toFollow' : 'explain.toBeMoved')];
      return [say(isRenamed(delivery) ? 'explain.notFollowed' : 'explain.notMoved', { message: delivery.message })];
    case 'pending':
      return [
        delivery.message === undefined ? say('explain.toBeWritten') : say('explain.notWritten', { message: delivery.message }),
      ];
    case 'none':
      return [];
    default:
      return assertNever(delivery);
  }
}

/** What a closed gate means for whatever waits for it. */
function explainGate(gate: Exclude<Gate, { kind: 'open' }>): Message {
  switch (gate.kind) {
    case 'offline':
      return say('explain.offline', { message: gate.message, at: gate.until });
    case 'key':
      return say('explain.keyRefused', { message: gate.message });
    case 'forbidden':
      return say('explain.uploadsRefused', { message: gate.message, at: gate.until });
    case 'rate':
      return say('explain.pauseAsked', { message: gate.message, at: gate.until });
    default:
      return assertNever(gate);
  }
}
