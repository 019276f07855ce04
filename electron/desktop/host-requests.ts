import { app, type BrowserWindow, dialog, shell } from 'electron';
import { type ContractError, checkRequest } from '../core/contract/contract.ts';
import type { Preferences } from '../core/contract/preferences.ts';
import { foreign } from '../core/messages/message.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { ThreadClient } from '../workspace/thread/thread-client.ts';
import type { Answerer } from './ipc.ts';

export interface HostRequestOptions {
  readonly client: ThreadClient;
  readonly window: () => BrowserWindow | undefined;
  /** Preferences were changed: what of them is the desktop's follows. */
  readonly preferencesChanged: (preferences: Preferences) => void;
}

/** Answers what only the desktop can do itself, and passes everything else on to the workspace. */
export function answerRequests({ client, window, preferencesChanged }: HostRequestOptions): Answerer {
  return async (name, input) => {
    const checked = checkRequest(name, input);
    if (!checked.ok) return checked;
    switch (checked.value.name) {
      case 'chooseFolder': {
        const chosen = await choose(window(), checked.value.input.title, ['openDirectory', 'createDirectory']);
        return ok({ path: chosen[0] ?? null });
      }
      case 'chooseFiles':
        return ok({ paths: await choose(window(), checked.value.input.title, ['openFile', 'multiSelections']) });
      case 'openFile': {
        const { id, what, how } = checked.value.input;
        const file = await client.fileOf(id, what);
        return file.ok ? open(file.value.path, how) : file;
      }
      case 'openFolder': {
        const { id } = checked.value.input;
        const folders = await client.handlers.folders({});
        if (!folders.ok) return folders;
        const folder = folders.value.find((each) => each.id === id);
        return folder === undefined ? noFolder : open(folder.settings.path, 'open');
      }
      case 'setPreferences': {
        const answer = await client.handlers.setPreferences(checked.value.input);
        if (answer.ok) preferencesChanged(answer.value);
        return answer;
      }
      default:
        return client.request(name, input);
    }
  };
}

const noFolder: Result<object, ContractError> = err({
  kind: 'unavailable',
  message: foreign('This folder is not watched any more.'),
});

async function choose(
  window: BrowserWindow | undefined,
  title: string,
  properties: ('openDirectory' | 'createDirectory' | 'openFile' | 'multiSelections')[],
): Promise<readonly string[]> {
  const options = { title, properties };
  const answer = await (window === undefined ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options));
  return answer.canceled ? [] : answer.filePaths;
}

async function open(path: string, how: 'open' | 'show'): Promise<Result<object, ContractError>> {
  if (how === 'show') {
    shell.showItemInFolder(path);
    return ok({});
  }
  const problem = await shell.openPath(path);
  return problem === ''
    ? ok({})
    : err({ kind: 'unavailable', message: foreign(`${app.getName()} could not open ${path}: ${problem}`) });
}
