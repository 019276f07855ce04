import { ipcMain, type WebContents } from 'electron';
import { channels } from '../core/contract/bridge.ts';
import type { ContractError, Notice } from '../core/contract/contract.ts';
import { say } from '../core/messages/message.ts';
import { err, type Result } from '../core/result.ts';

/** Answers a request from the window; name and input are unknown until they have been checked. */
export type Answerer = (name: unknown, input: unknown) => Promise<Result<unknown, ContractError>>;

/**
 * Answers the window's requests. Only the page at `address`, in its main frame, gets answers: anything else that manages
 * to send a request is refused.
 */
export function serveRequests(answer: Answerer, address: string): void {
  ipcMain.handle(channels.request, (event, name: unknown, input: unknown) => {
    const frame = event.senderFrame;
    if (frame === null || frame.parent !== null || !isPage(frame.url, address)) {
      return err<ContractError>({ kind: 'unavailable', message: say('requests.windowOnly') });
    }
    return answer(name, input);
  });
}

/** Sends a notice to the window, unless it is gone. */
export function sendNotice(contents: WebContents, notice: Notice): void {
  if (!contents.isDestroyed()) contents.send(channels.notice, notice);
}

/** Whether this is the page itself, whatever follows `#`. */
function isPage(url: string, address: string): boolean {
  return url.split('#', 1)[0] === address;
}
