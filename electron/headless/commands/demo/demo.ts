import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FolderSettings, folderSettingsSchema } from '../../../core/config/folder-settings.ts';
import { say } from '../../../core/messages/message.ts';
import type { Ending } from '../../../engine/api.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts';
import { createServiceClient } from '../../../service/client.ts';
import { expandPath } from '../../../settings/paths.ts';
import { createRedaction } from '../../../settings/redact.ts';
import { type EngineSession, openEngineSession } from '../../../workspace/data-directory-session.ts';
import { makeRoutes, type SampleRoutes } from '../../../workspace/service/sandbox-keeper.ts';
import type { Host } from '../../host.ts';
import { orRefuse } from '../../input/refusal.ts';
import { samplesDirectory } from '../../input/resources.ts';
import { itemsForMachines, listAttention } from '../../output/attention.ts';
import { summaryEvent } from '../../output/events.ts';
import { defineCommand, type FlagsOf } from '../command.ts';
import { jsonLines } from '../options.ts';
import { follow } from '../run/follow.ts';
import { type DemoFolders, makeDemoFolders } from './demo-folder.ts';
import { demoOutcomes, readExpectations, surprises } from './demo-outcome.ts';
import { demoLines, programName } from './demo-report.ts';

const options = [
  { flag: '--folder', value: say('help.terms.directory'), text: say('help.demo.folder') },
  { flag: '--keep', text: say('help.demo.keep') },
  jsonLines,
] as const;

export type DemoFlags = FlagsOf<typeof options>;

export const command = defineCommand({
  name: 'demo',
  summary: say('help.demo.summary'),
  options,
  help: [say('help.demo.about')],
  run: ({ flags, host }) => demo(flags, host),
});

/** `intray demo`: the real engine on sample documents, against the sandbox in this process. */
export async function demo(flags: DemoFlags, host: Host): Promise<0 | 1> {
  const started = Date.now();
  const chosen = flags.folder === undefined ? undefined : expandPath(flags.folder, host.paths);
  const folders = await makeDemoFolders(chosen, host.paths.directory);
  const dataDirectory = await realpath(await mkdtemp(join(tmpdir(), 'intray-demo-')));
  const sandbox = await startSandbox({ pagesPerMonth: 1_000 });
  try {
    const routes = await makeRoutes(sandbox, samplesDirectory());
    const begun = [say('demo.sandboxAt', { url: sandbox.url }), say('demo.workingIn', { path: folders.root })];
    host.messages.write(`${begun.map(host.wording.text).join('\n')}\n`);
    return await work({ flags, host, folders, routes, sandbox, dataDirectory, started });
  } finally {
    await sandbox.close();
    if (flags.keep !== true) await rm(dataDirectory, { recursive: true, force: true });
  }
}

interface Demo {
  readonly flags: DemoFlags;
  readonly host: Host;
  readonly folders: DemoFolders;
  readonly routes: SampleRoutes;
  readonly sandbox: Sandbox;
  readonly dataDirectory: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
}

async function work(demo: Demo): Promise<0 | 1> {
  const { flags, host, sandbox, dataDirectory } = demo;
  const key = sandbox.keys[0]?.key ?? '';
  const redaction = createRedaction();
  redaction.hide(key);
  const service = createServiceClient({ url: sandbox.url, key: () => key });
  try {
    const session = orRefuse(
      openEngineSession({
        service,
        dataDirectory,
        folders: folderSettings(demo),
        mode: 'run',
        redaction,
        verbose: false,
      }),
    );
    try {
      const ending = await follow({ session, host, json: flags.json === true, url: sandbox.url });
      return await conclude(demo, session, ending);
    } finally {
      await session.close();
    }
  } finally {
    await service.close();
  }
}

function folderSettings({ folders, routes }: Demo): FolderSettings[] {
  const common = { existing: 'send', settleSeconds: 0.5 };
  return [
    folderSettingsSchema.parse({ ...common, path: folders.extracted, route: { kind: 'extraction', id: routes.extraction } }),
    folderSettingsSchema.parse({
      ...common,
      path: folders.classified,
      route: { kind: 'classification', id: routes.classification },
    }),
  ];
}

async function conclude(demo: Demo, { engine, ledger }: EngineSession, ending: Ending): Promise<0 | 1> {
  const { flags, host, folders, started, dataDirectory } = demo;
  const { balance, folders: worked } = engine.status();
  const ids = worked.map(({ id }) => id);
  const [extracted = [], classified = []] = ids.map((id) => demoOutcomes(ledger, id));
  const unexpected =
    ending.kind === 'done' ? surprises(await readExpectations(), extracted, classified) : [say('demo.endedEarly')];
  const exit = unexpected.length === 0 ? 0 : 1;
  const lines = demoLines(
    {
      folders,
      routeNames: worked.map(({ routeName }) => routeName),
      extracted,
      classified,
      tables: ids.flatMap((id) => ledger.csv.all(id).map(({ path }) => path)),
      surprises: unexpected,
      tookMs: Date.now() - started,
      dataDirectory: flags.keep === true ? dataDirectory : undefined,
      program: programName(host.environment, process.argv[1] ?? ''),
    },
    host.output.terminal?.columns ?? 120,
    host.wording,
  );
  if (flags.json === true)
    host.output.write(
      `${JSON.stringify(summaryEvent({ exit, ending, balance, attention: listAttention(ledger, ids, itemsForMachines) }))}\n`,
    );
  (flags.json === true ? host.messages : host.output).write(`${lines.join('\n')}\n`);
  return exit;
}
