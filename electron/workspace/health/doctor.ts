import { routesOf } from '../../core/config/folder-settings.ts';
import type { Check } from '../../core/contract/status.ts';
import { say } from '../../core/messages/message.ts';
import { createFiles } from '../../engine/disk/disk.ts';
import { ledgerPath } from '../../settings/data-directory.ts';
import { withClient } from '../service/connection.ts';
import type { WorkspaceContext } from '../workspace-context.ts';
import { judgeLedger, lookAtLedger } from './ledger-check.ts';
import { checkData, checkSpace, fine, judgeClock, judgeKeychain, judgeNode, problem } from './machine-check.ts';
import { examineService } from './service-check.ts';
import { checkFolders } from './watch-check.ts';

/** What a running workspace sees of all that it depends on, as `intray doctor` does. Costs no pages. */
export async function examine(context: WorkspaceContext): Promise<Check[]> {
  const { keeper, clock } = context;
  const [local, service] = [await localChecks(context), await serviceChecks(context)];
  const lastChange = keeper.session?.ledger.documents.page({ limit: 1 }).documents[0]?.changedAt;
  return [...local, ...service.checks, ...judgeClock({ now: clock.now(), lastChange, service: service.date })];
}

/** The checks that need no network. */
export async function localChecks({ world, keys, keeper, folders, origin, sandbox, clock }: WorkspaceContext): Promise<Check[]> {
  const files = keeper.session?.files ?? createFiles();
  const chosen = origin();
  const askKeychain = chosen !== undefined && chosen !== sandbox.running?.url && keys.where(chosen) !== 'environment';
  const places = folders.all.map(({ path, settings }) => ({ path, settings }));
  return [
    judgeNode(process.versions.node, world.about.version),
    await checkData(world.dataDirectory, process.platform),
    ...judgeLedger(lookAtLedger(ledgerPath(world.dataDirectory), clock.now())),
    ...(await checkFolders(files, places, process.platform)),
    ...(await checkSpace([
      { name: say('health.disk.dataDirectory'), directory: world.dataDirectory },
      ...places.map(({ path }) => ({ name: path, directory: path })),
    ])),
    ...(askKeychain ? [judgeKeychain(await world.keys.get(chosen), process.platform)] : []),
  ];
}

async function serviceChecks(context: WorkspaceContext): Promise<Awaited<ReturnType<typeof examineService>>> {
  const { keys, keeper, folders, origin, sandbox } = context;
  const url = origin();
  if (url === undefined) return { checks: [], date: undefined };
  if (url === sandbox.running?.url) return { checks: [fine('service', say('health.service.sandbox'))], date: undefined };
  const key = keys.current(url);
  if (key === undefined) {
    const missing = problem('service', say('workspace.connection.noKeyYet', { origin: url }), say('health.service.keyRemedy'));
    return { checks: [missing], date: undefined };
  }
  const routes = folders.all
    .flatMap(({ settings }) => routesOf(settings))
    .map((route) => ({ route, passed: keeper.session?.ledger.routes.passed(url, route) === true }));
  const from = keys.where(url) === 'environment' ? 'environment' : 'keychain';
  return withClient(context, url, key, (client) => examineService(client, url, from, routes));
}
