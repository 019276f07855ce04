/** The host of a window in its own process, as always: a workspace with its ledger, and the loopback host. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { answerRequest } from '../../../electron/core/contract/contract.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { openLedger } from '../../../electron/ledger/ledger.ts';
import { createRedaction } from '../../../electron/settings/redact.ts';
import { openWorkspace, type Workspace } from '../../../electron/workspace/workspace.ts';
import { projectRoot } from '../../../resources/tools/build.ts';
import { type Hosted, hostWindow } from '../../support/hosted-window.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { testKeychain } from '../../support/workspace.ts';
import { filledOrigin, filledRoute, fillLedger, imagined } from '../kit/filled-ledger.ts';
import { serve } from '../kit/serve.ts';

let workspace: Workspace | undefined;
let hosted: Hosted | undefined;

serve({
  fill({ file, folder, count }: { readonly file: string; readonly folder: string; readonly count: number }) {
    fillLedger(file, folder, imagined(count));
  },
  /** The sandbox is the service, but the folder's route belongs to another one, so that nothing else happens. */
  async start({ dataDirectory, folder }: { readonly dataDirectory: string; readonly folder: string }) {
    const folders = [{ path: folder, route: filledRoute, service: filledOrigin }];
    workspace = await openWorkspace({
      dataDirectory,
      store: memoryStore(JSON.stringify({ version: 1, sandbox: { on: true }, folders })),
      keys: testKeychain(),
      redaction: createRedaction(),
      about: {
        host: 'headless',
        version: '0',
        can: { startAtLogin: false, notifications: false },
      },
      by: 'bench',
      samplesDirectory: join(projectRoot, 'resources', 'samples'),
      locale: 'en',
      home: dataDirectory,
    });
    await workspace.begun;
    if (workspace.keeper.trouble !== undefined) throw new Error(inEnglish(workspace.keeper.trouble.message));
    hosted = await hostWindow(workspace);
  },
  /** The sign-in link for one browser. */
  link: () => hosted?.link(),
  /** Changes documents in small groups, as in a burst, through the same requests as a window. Returns how many changed. */
  async burst({ ids, each, everyMs }: { readonly ids: readonly number[]; readonly each: number; readonly everyMs: number }) {
    let count = 0;
    for (let index = 0; index < ids.length; index += each) {
      if (workspace === undefined) return count;
      const some = ids.slice(index, index + each);
      const answer = await answerRequest(workspace.handlers, 'dismiss', { ids: some });
      if (!answer.ok) throw new Error(inEnglish(answer.error.message));
      count += (answer.value as { readonly count: number }).count;
      await pause(everyMs);
    }
    return count;
  },
  async stop() {
    await hosted?.close();
    await workspace?.close();
  },
  /** The ids of documents that wait for a review, in the window's order. */
  attention({ file, count }: { readonly file: string; readonly count: number }) {
    const ledger = openLedger(file);
    const ids: number[] = [];
    for (let offset = 0; ids.length < count; offset += 200) {
      const { documents } = ledger.documents.page({ standings: ['needs-you'], offset, limit: 200 });
      if (documents.length === 0) break;
      ids.push(...documents.map(({ id }) => id));
    }
    ledger.close();
    return ids.slice(0, count);
  },
});
