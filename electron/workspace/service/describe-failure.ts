import type { Failure } from '../../core/protocol/failure.ts';
import { sentence } from '../words.ts';

/** Why the service did not do what the window asked for, in a sentence or two. Pure. */
export function describeFailure(failure: Failure): string {
  const said = sentence(failure.message);
  switch (failure.kind) {
    case 'key':
      return `The service does not accept the key: ${said}`;
    case 'offline':
      return `The service cannot be reached: ${said} Try again when there is a connection.`;
    case 'aborted':
      return 'The service has not answered in time. Try again.';
    case 'rate':
      return `The service asks for a pause: ${said} Try again in a while.`;
    case 'unresolved':
      return `The answer of the service was lost: ${said} It may have been done: look at the service before you do it again.`;
    default:
      return said;
  }
}
