import { type Message, say } from '../core/messages/message.ts';
import { ProxyUnreachable } from './connections.ts';
import { answerEndless, answerStalled, sendStalled, type Timeouts } from './transport.ts';

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
