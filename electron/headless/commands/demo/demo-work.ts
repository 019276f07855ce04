import { type FolderSettings, folderSettingsSchema } from '../../../core/config/folder-settings.ts';
import { say } from '../../../core/messages/message.ts';
import type { Ending } from '../../../engine/api.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { createServiceClient } from '../../../service/client.ts';
import { createRedaction } from '../../../settings/redact.ts';
import { type EngineSession, openEngineSession } from '../../../workspace/data-directory-session.ts';
import type { SampleRoutes } from '../../../workspace/service/sandbox-keeper.ts';
import type { Host } from '../../host.ts';
import { orRefuse } from '../../input/refusal.ts';
import { itemsForMachines, listAttention } from '../../output/attention.ts';
import { jsonLine, summaryEvent } from '../../output/events.ts';
import { follow } from '../run/follow.ts';
import type { DemoFolders } from './demo-folder.ts';
import { demoOutcomes, readExpectations, surprises } from './demo-outcome.ts';
import { demoLines, programName } from './demo-report.ts';

/** A demo whose sandbox is running. */
export interface Demo {
  readonly flags: { readonly json?: boolean; readonly keep?: boolean };
  readonly host: Host;
  readonly folders: DemoFolders;
  readonly routes: SampleRoutes;
  readonly sandbox: Sandbox;
  readonly dataDirectory: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
}

/** Works through the documents as `intray run` does, and reports the outcome of each. */
export async function workThrough(demo: Demo): Promise<0 | 1> {
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
    host.output.write(jsonLine(summaryEvent({ exit, ending, balance, attention: listAttention(ledger, ids, itemsForMachines) })));
  (flags.json === true ? host.messages : host.output).write(`${lines.join('\n')}\n`);
  return exit;
}
