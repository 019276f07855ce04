import { ipcMain, type WebContents } from 'electron';
import { channels } from '../core/contract/bridge.ts';
import type { ContractError, Notice } from '../core/contract/contract.ts';
import { foreign } from '../core/messages/message.ts';
import { err, type Result } from '../core/result.ts';

/** Answers a request that arrived from the window; name and input are unknown until they were read. */
export type Answerer = (name: unknown, input: unknown) => Promise<Result<unknown, ContractError>>;

/**
 * Answers the window's requests. Only the page at `address`, in its main frame, is heard: anything else that managed
 * to send something gets a refusal.
 */
export function serveRequests(answer: Answerer, address: string): void {
  ipcMain.handle(channels.request, (event, name: unknown, input: unknown) => {
    const frame = event.senderFrame;
    if (frame === null || frame.parent !== null || !isPage(frame.url, address)) {
      return err<ContractError>({ kind: 'unavailable', message: foreign('Only the Intray window may ask.') });
    }
    return answer(name, input);
  });
}

/** Passes a notice on to the window, if it still is one. */
export function sendNotice(contents: WebContents, notice: Notice): void {
  if (!contents.isDestroyed()) contents.send(channels.notice, notice);
}

/** The page itself, whatever stands behind `#`. */
function isPage(url: string, address: string): boolean {
  return url.split('#', 1)[0] === address;
}
