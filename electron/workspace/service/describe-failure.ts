import { type Message, say } from '../../core/messages/message.ts';
import type { Failure } from '../../core/protocol/failure.ts';
import { assertNever } from '../../core/result.ts';

/** Why the service did not do what a person asked for in the window, and what that person can do. Pure. */
export function describeFailure(failure: Failure): Message {
  const { message } = failure;
  switch (failure.kind) {
    case 'key':
      return say('workspace.call.key', { message });
    case 'offline':
      return say('workspace.call.offline', { message });
    case 'aborted':
      return say('workspace.call.timeout');
    case 'rate':
      return say('workspace.call.rate', { message });
    case 'unresolved':
      return say('workspace.call.unresolved', { message });
    case 'forbidden':
    case 'server':
    case 'unreadable':
    case 'bad-request':
    case 'too-large':
    case 'not-found':
    case 'withdrawn':
      return say('workspace.call.refused', { message });
    default:
      return assertNever(failure);
  }
}
