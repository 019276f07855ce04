import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { routesOf } from '../../core/config/folder-settings.ts';
import type { Check } from '../../core/contract/status.ts';
import { say } from '../../core/messages/message.ts';
import { createFiles } from '../../engine/disk/disk.ts';
import type { Files } from '../../engine/ports.ts';
import { ledgerPath } from '../../settings/data-directory.ts';
import { withClient } from '../service/connection.ts';
import type { WorkspaceContext } from '../workspace-context.ts';
import { checkFolders, type DoctorFolder } from './folder-check.ts';
import { judgeLedger, type LedgerFacts, lookAtLedger } from './ledger-check.ts';
import { checkData, checkSpace, fine, judgeClock, judgeKeychain, problem } from './machine-check.ts';
import { examineService } from './service-check.ts';

/** What is checked here, by the command and in the window. */
interface Examined {
  readonly version: string;
  readonly platform: NodeJS.Platform;
  readonly dataDirectory: string;
  readonly ledger: LedgerFacts;
  /** What else there is to say, after the ledger. */
  readonly also?: readonly Check[];
  readonly files: Files;
  readonly folders: readonly DoctorFolder[];
}

/** The checks that need no network. */
export async function checkMachine(of: Examined): Promise<Check[]> {
  const { version, platform, dataDirectory, ledger, also = [], files, folders } = of;
  // A data directory that does not exist yet will be on the disk of the nearest directory above it.
  let existing = dataDirectory;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  const there = folders.filter(({ path }) => existsSync(path)).map(({ path }) => ({ name: path, directory: path }));
  return [
    fine('program', say('health.program.seen', { version, node: process.versions.node })),
    await checkData(dataDirectory, platform),
    ...judgeLedger(ledger),
    ...also,
    ...(await checkFolders(files, folders, platform)),
    ...(await checkSpace([{ name: say('health.disk.dataDirectory'), directory: existing }, ...there])),
  ];
}

/** What a running workspace sees of all that it depends on, as `intray doctor` does. Costs no pages. */
export async function examine(context: WorkspaceContext): Promise<Check[]> {
  const { keeper, clock } = context;
  const [local, service] = [await localChecks(context), await serviceChecks(context)];
  const lastChange = keeper.session?.ledger.documents.page({ limit: 1 }).documents[0]?.changedAt;
  return [...local, ...service.checks, ...judgeClock({ now: clock.now(), lastChange, service: service.date })];
}

export async function localChecks({ world, keys, keeper, folders, origin, sandbox, clock }: WorkspaceContext): Promise<Check[]> {
  const chosen = origin();
  const askKeychain = chosen !== undefined && chosen !== sandbox.running?.url && keys.where(chosen) !== 'environment';
  const { platform } = process;
  const { dataDirectory, about } = world;
  const checks = await checkMachine({
    ...{ version: about.version, platform, dataDirectory, folders: folders.all },
    ledger: lookAtLedger(ledgerPath(dataDirectory), clock.now()),
    files: keeper.session?.files ?? createFiles(),
  });
  return askKeychain ? [...checks, judgeKeychain(await world.keys.get(chosen), platform)] : checks;
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
