import type { Timeouts } from './timeouts.ts';

/**
 * Why a connection failed, in words, from what undici, Node's sockets or OpenSSL threw. Their own texts are not passed
 * on: they are not written for people, and only what stands here is sure to carry nothing secret.
 */
export function describeBreak(cause: unknown, timeouts: Timeouts, answerTimeout: number): string {
  const code = codeOf(cause);
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return `no connection within ${seconds(timeouts.connect)} (${code})`;
    case 'UND_ERR_HEADERS_TIMEOUT':
    case answerStalled:
      return `no answer within ${seconds(answerTimeout)}`;
    case 'UND_ERR_BODY_TIMEOUT':
      return `the answer stopped coming for ${seconds(timeouts.answerIdle)}`;
    case sendStalled:
      return `the service took no more bytes for ${seconds(timeouts.sendIdle)}`;
    case 'UND_ERR_SOCKET':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
      return `the connection was closed (${code})`;
    case 'ECONNREFUSED':
      return 'the connection was refused (ECONNREFUSED)';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
      return `the host name was not found (${code})`;
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
    case 'EHOSTDOWN':
    case 'ENETDOWN':
      return `the network does not reach the host (${code})`;
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
      return 'the connections were closed by Intray';
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return 'the answer was cut short';
    default:
      break;
  }
  const message = cause instanceof Error ? cause.message : '';
  if (/\(407\)/.test(message)) return 'the proxy asks for a sign-in (407)';
  if (/HTTP Tunneling/i.test(message)) return 'the proxy did not open a way to the service';
  if (
    code !== undefined &&
    (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|UNABLE_TO_|SELF_SIGNED|HOSTNAME_)/.test(code) || /certificate/i.test(message))
  ) {
    return `the secure connection failed (${code}); is the address right, the certificate valid, the clock of this machine set?`;
  }
  if (code?.startsWith('HPE_')) return `what came back is not HTTP (${code})`;
  return code === undefined ? 'the connection failed' : `the connection failed (${code})`;
}

/** The codes of an upload's own time-outs; see `Timeouts.sendIdle` and `Timeouts.uploadAnswer`. */
export const sendStalled = 'INTRAY_SEND_STALLED';
export const answerStalled = 'INTRAY_ANSWER_STALLED';

function codeOf(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null) return undefined;
  if ('code' in cause && typeof cause.code === 'string') return cause.code;
  return 'cause' in cause ? codeOf(cause.cause) : undefined;
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1_000} s`;
}
