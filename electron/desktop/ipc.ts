import { ipcMain } from 'electron';
import { channels } from '../core/contract/bridge.ts';
import { answerRequest, type Handlers } from '../core/contract/contract.ts';
import { err } from '../core/result.ts';

/**
 * Answers the window's requests. Only the page at `address`, in its main frame, is heard: anything else that managed
 * to send something gets a refusal.
 */
export function serveRequests(handlers: Handlers, address: string): void {
  ipcMain.handle(channels.request, (event, name: unknown, input: unknown) => {
    const frame = event.senderFrame;
    if (frame === null || frame.parent !== null || !isPage(frame.url, address)) {
      return err({ kind: 'unavailable', message: 'Only the Intray window may ask.' });
    }
    return answerRequest(handlers, name, input);
  });
}

/** The page itself, whatever stands behind `#`. */
function isPage(url: string, address: string): boolean {
  return url.split('#', 1)[0] === address;
}
