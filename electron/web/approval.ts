import { type Message, say } from '../core/messages/message.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { OneTimeSecrets } from './one-time-secrets.ts';

/** After so many wrong codes in a row, all codes die. */
const maxWrong = 5;

/**
 * Lets a window change where documents go only with a code that was printed in the terminal: whoever has a session alone
 * cannot do that. Without a live code, one is issued.
 * @param tell prints a code for a person at the terminal
 * @returns judges the code that a window sent; the value uses the code up
 */
export function createApproval(
  secrets: OneTimeSecrets,
  tell: (code: string) => void,
): (code: string | undefined) => Result<() => void, Message> {
  let printed: string | undefined;
  let wrong = 0;
  return (code) => {
    if (code !== undefined && secrets.isLive('code', code)) {
      return ok(() => {
        secrets.redeem('code', code);
        wrong = 0;
      });
    }
    if (code !== undefined) wrong += 1;
    if (wrong >= maxWrong) {
      secrets.revoke('code');
      wrong = 0;
    }
    if (printed === undefined || !secrets.isLive('code', printed)) {
      printed = secrets.issue('code');
      tell(printed);
    }
    return err(say(code === undefined ? 'requests.codeNeeded' : 'requests.codeWrong'));
  };
}
