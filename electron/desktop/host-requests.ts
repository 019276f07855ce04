import { type BrowserWindow, dialog, ipcMain, shell, type WebContents } from 'electron';
import { channels } from '../core/contract/bridge.ts';
import { answerRequest, type ContractError, type Handlers, type Notice } from '../core/contract/contract.ts';
import type { Preferences } from '../core/contract/preferences.ts';
import { foreign, say } from '../core/messages/message.ts';
import { err, ok, type Result } from '../core/result.ts';
import { openingHandlers } from '../workspace/opening.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Answers a request from the window; name and input are unknown until they have been checked. */
type Answerer = (name: unknown, input: unknown) => Promise<Result<unknown, ContractError>>;

interface HostRequestOptions {
  readonly workspace: Workspace;
  readonly window: BrowserWindow;
  /** Preferences have changed: the desktop applies those that concern it. */
  readonly preferencesChanged: (preferences: Preferences) => void;
}

/** Answers what only the desktop can do, and passes all other requests to the workspace. */
export function answerRequests({ workspace, window, preferencesChanged }: HostRequestOptions): Answerer {
  const handlers: Handlers = {
    ...workspace.handlers,
    async chooseFolder({ title }) {
      const [chosen] = await choose(window, title, ['openDirectory', 'createDirectory']);
      return ok({ path: chosen ?? null });
    },
    chooseFiles: async ({ title }) => ok({ paths: await choose(window, title, ['openFile', 'multiSelections']) }),
    ...openingHandlers(workspace, open),
    async setPreferences(input) {
      const answer = await workspace.handlers.setPreferences(input);
      if (answer.ok) preferencesChanged(answer.value);
      return answer;
    },
  };
  return (name, input) => answerRequest(handlers, name, input, workspace.fault);
}

async function choose(
  window: BrowserWindow,
  title: string,
  properties: ('openDirectory' | 'createDirectory' | 'openFile' | 'multiSelections')[],
): Promise<readonly string[]> {
  const answer = await dialog.showOpenDialog(window, { title, properties });
  return answer.canceled ? [] : answer.filePaths;
}

async function open(path: string, how: 'open' | 'show'): Promise<Result<Readonly<Record<string, never>>, ContractError>> {
  if (how === 'show') {
    shell.showItemInFolder(path);
    return ok({});
  }
  const problem = await shell.openPath(path);
  if (problem === '') return ok({});
  return err({ kind: 'unavailable', message: say('workspace.notOpened', { path, message: foreign(problem) }) });
}

/**
 * Answers the window's requests. Only the page at `address`, in its main frame, gets answers: anything else that manages
 * to send a request is refused.
 */
export function serveRequests(answer: Answerer, address: string): void {
  ipcMain.handle(channels.request, (event, name: unknown, input: unknown) => {
    const frame = event.senderFrame;
    if (frame === null || frame.parent !== null || !isPage(frame.url, address)) {
      return err({ kind: 'unavailable', message: say('requests.windowOnly') });
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
