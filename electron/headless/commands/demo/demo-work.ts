import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FolderSettings, folderSettingsSchema } from '../../../core/config/folder-settings.ts';
import { csvsOf } from '../../../core/document/table.ts';
import { say } from '../../../core/messages/message.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts';
import { createServiceClient } from '../../../service/client.ts';
import { expandPath } from '../../../settings/paths.ts';
import { createRedaction } from '../../../settings/redact.ts';
import { openEngineSession } from '../../../workspace/data-directory-session.ts';
import { createParser, documentsOf } from '../../../workspace/parser/parser.ts';
import { makeRoutes, type SampleRoutes } from '../../../workspace/service/sandbox-keeper.ts';
import type { Host } from '../../host.ts';
import { orRefuse } from '../../input/refusal.ts';
import { samplesDirectory } from '../../input/resources.ts';
import { itemsForMachines, listAttention } from '../../output/attention.ts';
import { inform, jsonLine, summaryEvent } from '../../output/events.ts';
import { follow } from '../run/follow.ts';
import { type DemoFolders, makeDemoFolders } from './demo-folder.ts';
import { demoOutcomes } from './demo-outcome.ts';
import { demoLines, programName } from './demo-report.ts';

/** `intray demo`: the real engine on sample documents, against the sandbox in this process. */
export async function demo(flags: { readonly folder?: string; readonly json?: boolean }, host: Host): Promise<0 | 1> {
  const started = Date.now();
  const chosen = flags.folder === undefined ? undefined : expandPath(flags.folder, host.paths);
  const folders = await makeDemoFolders(chosen, host.paths.directory);
  const dataDirectory = await realpath(await mkdtemp(join(tmpdir(), 'intray-demo-')));
  const parser = createParser();
  const sandbox = await startSandbox({ pagesPerMonth: 1_000, documents: documentsOf(parser) });
  try {
    const routes = await makeRoutes(sandbox, samplesDirectory());
    inform(host, say('demo.sandboxAt', { url: sandbox.url }), say('demo.workingIn', { path: folders.root }));
    const report = await workThrough(sandbox, dataDirectory, folderSettings(folders, routes), flags.json === true, host);
    const lines = demoLines(
      { ...report, folders, tookMs: Date.now() - started },
      host.output.terminal?.columns ?? 120,
      host.wording,
    );
    (flags.json === true ? host.messages : host.output).write(`${lines.join('\n')}\n`);
    return report.endedEarly ? 1 : 0;
  } finally {
    await sandbox.close();
    parser.close();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/** Works through the documents as `intray run` does. @returns the outcome of each document, and of the demo */
async function workThrough(
  { url, keys }: Sandbox,
  dataDirectory: string,
  watched: readonly FolderSettings[],
  json: boolean,
  host: Host,
) {
  const key = keys[0]?.key ?? '';
  const redaction = createRedaction();
  redaction.hide(key);
  const service = createServiceClient({ url, key: () => key });
  try {
    const options = { service, dataDirectory, folders: watched, mode: 'run', redaction, verbose: false, unmarked: true } as const;
    const session = orRefuse(await openEngineSession(options));
    try {
      const { ending } = await follow({ session, host, json, url });
      const { engine, ledger } = session;
      const { balance, folders } = engine.status();
      const ids = folders.map(({ id }) => id);
      const [extracted = [], classified = []] = ids.map((id) => demoOutcomes(ledger, id));
      const endedEarly = ending.kind !== 'done';
      const attention = listAttention(ledger, ids, itemsForMachines);
      if (json) host.output.write(jsonLine(summaryEvent({ exit: endedEarly ? 1 : 0, ending, balance, attention, leftOut: [] })));
      return {
        ...{ routeNames: folders.map(({ routeName }) => routeName), extracted, classified, endedEarly },
        tables: ids.flatMap((id) => csvsOf(ledger.tables.all(id)).map(({ path }) => path)),
        program: programName(host.environment, process.argv[1] ?? ''),
      };
    } finally {
      await session.close();
    }
  } finally {
    await service.close();
  }
}

function folderSettings(folders: DemoFolders, routes: SampleRoutes): FolderSettings[] {
  return (['extraction', 'classification'] as const).map((kind) =>
    folderSettingsSchema.parse({
      existing: 'send',
      settleSeconds: 0.5,
      path: kind === 'extraction' ? folders.extracted : folders.classified,
      route: { kind, id: routes[kind] },
    }),
  );
}
