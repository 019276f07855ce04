import { say } from '../../core/messages/message.ts';
import type { Host } from '../host.ts';

/** npm passes on a signal that the terminal has sent already, and the settings library raises it once more. */
const sameSignalMs = 500;

/**
 * The first signal ends it properly; a second one ends the program at once.
 * @param reload what SIGHUP asks for where there is no terminal that could be gone
 */
export function untilStopped(host: Host, reload?: () => void): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    host.onSignal((signal) => {
      if (signal === 'SIGHUP' && reload !== undefined && host.messages.terminal === undefined) return reload();
      if (askedAt !== undefined && performance.now() - askedAt > sameSignalMs) process.exit(130);
      if (askedAt !== undefined) return;
      askedAt = performance.now();
      if (host.messages.terminal !== undefined) host.messages.write(`\n${host.wording.text(say('commandLine.finishing'))}\n`);
      resolve();
    });
  });
}
