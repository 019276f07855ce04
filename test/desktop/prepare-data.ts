import { folderSettingsSchema } from '../../electron/core/config/folder-settings.ts';
import { openConfStore } from '../../electron/settings/conf-store.ts';
import { openTestWorkspace } from '../support/workspace.ts';

/** A data directory whose settings take the sandbox for the service and watch a folder: the sandbox's own extraction reads what is in it. */
export async function prepareData(dataDirectory: string, folder: string): Promise<void> {
  const store = openConfStore(dataDirectory);
  const space = await openTestWorkspace({ dataDirectory, store });
  try {
    await space.ask('useSandbox', {});
    const routes = await space.ask('routes', {});
    const route = routes.find((one) => one.route.kind === 'extraction')?.route;
    if (route === undefined) throw new Error('The sandbox has no extraction.');
    await space.ask('addFolder', { settings: folderSettingsSchema.parse({ path: folder, route, existing: 'send' }) });
  } finally {
    await space.end();
    store.close();
  }
}
