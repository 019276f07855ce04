import type { z } from 'zod';
import { type Message, say } from '../core/messages/message.ts';
import type { Failure, KeyProblem } from '../core/protocol/failure.ts';
import { err, ok, type Result } from '../core/result.ts';
import { type CallFacts, classifyAbort, classifyLost, classifyStatus, classifyTooEarly, classifyUnreadable } from './classify.ts';
import { ProxyUnreachable } from './connections.ts';
import { isHtml } from './error-body.ts';
import { readAnswer } from './read-answer.ts';
import type { Answer, CallOptions, UploadFile, UploadOptions } from './service.ts';
import {
  answerEndless,
  answerStalled,
  sendStalled,
  type Timeouts,
  type Transport,
  type TransportOutcome,
  type TransportRequest,
} from './transport.ts';
import { composeForm, FileWithdrawn, NotSealed, runUpload } from './upload.ts';

/**
 * Why a connection failed, from what undici, Node's sockets or OpenSSL threw; part of a sentence. Their own texts are not
 * passed on: they are not written for people, and might hold something secret.
 */
export function describeBreak(cause: unknown, timeouts: Timeouts, answerTimeout: number): Message {
  const broken = proxyIn(cause);
  if (broken !== undefined) {
    const problem = describeBreak(broken.cause, timeouts, answerTimeout);
    return say('service.problem.proxyUnreachable', { proxy: broken.proxy, problem });
  }
  const error = codeOf(cause);
  if (error === undefined) return describeText(cause) ?? say('service.problem.failed');
  const known = problems[error];
  if (known !== undefined) return say(`service.problem.${known}`, { error });
  const limited = timedOut(error, timeouts, answerTimeout);
  if (limited !== undefined) return limited;
  if (error === 'UND_ERR_DESTROYED' || error === 'UND_ERR_CLOSED') return say('service.problem.closedHere');
  if (error === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return say('service.problem.cutShort');
  const text = describeText(cause);
  if (text !== undefined) return text;
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|UNABLE_TO_|SELF_SIGNED|HOSTNAME_)/.test(error) || /certificate/i.test(textOf(cause)))
    return say('service.problem.notSecure', { error });
  if (error.startsWith('HPE_')) return say('service.problem.notHttp', { error });
  return say('service.problem.failedWith', { error });
}

/** What a code means, where it is all that needs to be known. */
const problems: Readonly<Record<string, 'closed' | 'refused' | 'unknownHost' | 'unreachableHost'>> = {
  UND_ERR_SOCKET: 'closed',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  ECONNABORTED: 'closed',
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknownHost',
  EAI_AGAIN: 'unknownHost',
  EAI_FAIL: 'unknownHost',
  ENETUNREACH: 'unreachableHost',
  EHOSTUNREACH: 'unreachableHost',
  EHOSTDOWN: 'unreachableHost',
  ENETDOWN: 'unreachableHost',
};

function timedOut(error: string, timeouts: Timeouts, answerTimeout: number): Message | undefined {
  if (error === 'UND_ERR_CONNECT_TIMEOUT' || error === 'ETIMEDOUT')
    return say('service.problem.noConnection', { limitMs: timeouts.connect, error });
  if (error === 'UND_ERR_HEADERS_TIMEOUT' || error === answerStalled)
    return say('service.problem.noAnswer', { limitMs: answerTimeout });
  if (error === 'UND_ERR_BODY_TIMEOUT') return say('service.problem.answerStopped', { limitMs: timeouts.answerIdle });
  if (error === answerEndless) return say('service.problem.answerEndless', { limitMs: timeouts.answerWhole });
  if (error === sendStalled) return say('service.problem.sendingStopped', { limitMs: timeouts.sendIdle });
  return undefined;
}

/** What undici says of a proxy only in its text. */
function describeText(cause: unknown): Message | undefined {
  const text = textOf(cause);
  if (/\(407\)/.test(text)) return say('service.problem.proxySignIn');
  return /HTTP Tunneling/i.test(text) ? say('service.problem.proxyRefused') : undefined;
}

function proxyIn(cause: unknown): ProxyUnreachable | undefined {
  if (cause instanceof ProxyUnreachable) return cause;
  return cause instanceof Error ? proxyIn(cause.cause) : undefined;
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : '';
}

function codeOf(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null) return undefined;
  if ('code' in cause && typeof cause.code === 'string') return cause.code;
  return 'cause' in cause ? codeOf(cause.cause) : undefined;
}

/** One of the documented calls: what all of them have in common. */
export interface Endpoint<Value> {
  readonly call: string;
  readonly api: CallFacts['api'];
  readonly method: TransportRequest['method'];
  /** Below the base path, percent-encoded. */
  readonly path: string;
  /** How its answer is read; undefined where no answer is documented and any success will do. */
  readonly answer: z.ZodType<Value> | undefined;
}

interface CallerDependencies {
  readonly transport: Transport;
  readonly basePath: string;
  readonly key: () => string | undefined | Promise<string | undefined>;
  readonly timeouts: Timeouts;
  readonly userAgent: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function createCaller(dependencies: CallerDependencies) {
  const { transport, basePath, timeouts, userAgent, now } = dependencies;

  const headersFor = (key: string) => ({ authorization: `Bearer ${key}`, accept: 'application/json', 'user-agent': userAgent });

  /** A call that costs nothing; `body` is sent as JSON. */
  async function free<Value>(endpoint: Endpoint<Value>, body: unknown, options: CallOptions = {}): Answer<Value> {
    const facts: CallFacts = { call: endpoint.call, api: endpoint.api, stage: 'free' };
    const key = await readKey(dependencies.key);
    if (!key.ok) return key;
    const outcome = await transport.send({
      method: endpoint.method,
      path: basePath + endpoint.path,
      headers: { ...headersFor(key.value), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
      isUpload: false,
      answerTimeout: timeouts.answer,
      ...(options.signal && { signal: options.signal }),
    });
    return judge(facts, endpoint.answer, outcome, { key: key.value, answerTimeout: timeouts.answer, signal: options.signal });
  }

  /** Sends a form. With files it may cost pages, so a failure depends on whether the form went out whole. */
  async function form<Value>(
    endpoint: Endpoint<Value>,
    fields: readonly (readonly [string, string])[],
    files: readonly UploadFile[],
    options: UploadOptions,
  ): Answer<Value> {
    const key = await readKey(dependencies.key);
    if (!key.ok) return key;
    const parts = composeForm(fields, files);
    const answerTimeout = files.length > 0 ? timeouts.uploadAnswer : timeouts.answer;
    const limits = { sendIdle: timeouts.sendIdle, answer: answerTimeout };
    const run = await runUpload(parts, options, limits, (body, signal, onAnswer) =>
      transport.send({
        method: endpoint.method,
        path: basePath + endpoint.path,
        headers: { ...headersFor(key.value), 'content-type': parts.contentType, 'content-length': String(parts.contentLength) },
        body,
        isUpload: true,
        // The run has its own timers: undici's cannot tell a slow line from a slow answer.
        answerTimeout: 0,
        signal,
        onAnswer,
      }),
    );
    if (run.withdrawn !== undefined && !run.whole) return err(withdrawnFailure(run.withdrawn));
    const stage = run.whole ? (files.length > 0 ? 'whole' : 'free') : 'partial';
    const facts: CallFacts = { call: endpoint.call, api: endpoint.api, stage };
    return judge(facts, endpoint.answer, run.outcome, { key: key.value, answerTimeout, signal: options.signal });
  }

  function judge<Value>(
    facts: CallFacts,
    answer: z.ZodType<Value> | undefined,
    outcome: TransportOutcome,
    context: { readonly key: string; readonly answerTimeout: number; readonly signal: AbortSignal | undefined },
  ): Result<Value, Failure> {
    const broken = (cause: unknown) =>
      err(
        context.signal?.aborted
          ? classifyAbort(facts)
          : classifyLost(facts, describeBreak(cause, timeouts, context.answerTimeout)),
      );

    if (outcome.kind === 'broken') return broken(outcome.cause);
    const { status, headers, text, cut } = outcome;
    if (status < 200 || status > 299) return err(classifyStatus(facts, outcome, { key: context.key, now: now() }));
    if (facts.stage === 'partial') return err(classifyTooEarly(status));
    if (isHtml(headers['content-type'] ?? '', text))
      return err(classifyLost(facts, say('service.problem.webPage', { status }), status));
    // No answer is documented for this call: that it succeeded is all there is to read.
    if (answer === undefined) return ok(undefined as Value);
    if (cut?.kind === 'broken') return broken(cut.cause);
    if (cut?.kind === 'too-long') return err(classifyUnreadable(facts, status, say('service.answer.tooLong')));
    const value = readAnswer(answer, text);
    return value.ok ? value : err(classifyUnreadable(facts, status, value.error));
  }

  return { free, form };
}

/** The key for this call, or the failure that stands for its absence; then no request is made. */
async function readKey(source: CallerDependencies['key']): Promise<Result<string, Failure>> {
  let key: string | undefined;
  try {
    key = (await source())?.trim();
  } catch {
    // Not the error's own text: it might hold the key.
    return err(keyFailure('missing', 'unreadable'));
  }
  if (key === undefined || key === '') return err(keyFailure('missing', 'missing'));
  if (!/^[\x21-\x7e]+$/.test(key)) return err(keyFailure('invalid', 'impossible'));
  return ok(key);
}

function keyFailure(reason: KeyProblem, why: 'unreadable' | 'missing' | 'impossible'): Failure {
  return { kind: 'key', reason, status: 401, message: say(`service.key.${why}`) };
}

function withdrawnFailure(cause: unknown): Failure {
  if (cause instanceof FileWithdrawn) return { kind: 'withdrawn', message: cause.said, path: cause.path };
  return {
    kind: 'withdrawn',
    message: say(cause instanceof NotSealed ? 'service.upload.stopped' : 'service.upload.notRecorded'),
  };
}
