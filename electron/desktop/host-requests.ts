import { BrowserWindow, dialog, ipcMain, shell, type WebContents } from 'electron';
import { channels } from '../core/contract/bridge.ts';
import { answerRequest, type Notice } from '../core/contract/contract.ts';
import { foreign, type Message, say } from '../core/messages/message.ts';
import { err } from '../core/result.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The system's own chooser. */
export async function chooseInSystem(title: string, what: 'folder' | 'files'): Promise<readonly string[]> {
  const [window] = BrowserWindow.getAllWindows();
  const properties =
    what === 'folder' ? (['openDirectory', 'createDirectory'] as const) : (['openFile', 'multiSelections'] as const);
  const options = { title, properties: [...properties] };
  const answer = await (window === undefined ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options));
  return answer.canceled ? [] : answer.filePaths;
}

/** Opens something in its program, or shows it in its directory. @returns why it did not */
export async function openInSystem(path: string, how: 'open' | 'show'): Promise<Message | undefined> {
  if (how === 'show') {
    shell.showItemInFolder(path);
    return undefined;
  }
  const problem = await shell.openPath(path);
  return problem === '' ? undefined : say('workspace.notOpened', { path, message: foreign(problem) });
}

/**
 * Answers the window's requests. Only the page at `address`, in its main frame, gets answers: anything else that manages
 * to send a request is refused.
 */
export function serveRequests({ handlers, fault }: Pick<Workspace, 'handlers' | 'fault'>, address: string): void {
  ipcMain.handle(channels.request, (event, name: unknown, input: unknown) => {
    const frame = event.senderFrame;
    if (frame === null || frame.parent !== null || !isPage(frame.url, address)) {
      return err({ kind: 'unavailable', message: say('requests.windowOnly') });
    }
    return answerRequest(handlers, name, input, fault);
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
