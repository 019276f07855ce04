import { existsSync } from 'node:fs';
import { openGate } from '../../../core/account/gate.ts';
import { balanceOf } from '../../../core/document/balance.ts';
import { say } from '../../../core/messages/message.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import { dataDirectory, ledgerPath } from '../../../settings/data-directory.ts';
import { recentResults } from '../../../workspace/documents/recent-results.ts';
import {
  type RecordedFolder,
  recordedFolders,
  recordedGate,
  recordedRate,
  recordedWork,
} from '../../../workspace/engine/engine-snapshot.ts';
import { folderStatusOf } from '../../../workspace/folders/folder-status.ts';
import type { Host } from '../../host.ts';
import { engineHolder } from '../../input/engine-holder.ts';
import { readLedger } from '../../input/read-ledger.ts';
import { itemsForMachines, itemsForPeople, listAttention } from '../../output/attention.ts';
import { jsonLine } from '../../output/events.ts';
import { defineCommand, type FlagsOf } from '../command.ts';
import { dataDirectoryOption, examples, json } from '../options.ts';
import { type FolderReport, type StatusReport, statusEvent, statusLines } from './status-report.ts';
import { why } from './why/why.ts';

const options = [
  { flag: '--why', value: say('help.terms.fileValue'), text: say('help.status.why') },
  dataDirectoryOption,
  json,
] as const;

export type StatusFlags = FlagsOf<typeof options>;

export const command = defineCommand({
  name: 'status',
  summary: say('help.status.summary'),
  options,
  help: [say('help.status.about'), say('help.status.whyNote'), examples('intray status --why ~/scans/invoice.pdf')],
  run: ({ flags, host }) => status(flags, host),
});

/** `intray status`: reads the ledger beside a running Intray, or without one. */
export async function status(flags: StatusFlags, host: Host): Promise<0> {
  if (flags.why !== undefined) return why(flags.why, flags, host);
  const directory = dataDirectory(flags.dataDir, host.paths);
  const file = ledgerPath(directory);
  const limit = flags.json === true ? itemsForMachines : itemsForPeople;
  const report = existsSync(file) ? await readLedger(file, (ledger) => gather(ledger, directory, limit)) : emptyReport(directory);
  if (flags.json === true) host.output.write(jsonLine(statusEvent(report)));
  else host.output.write(`${statusLines(report, host.wording).join('\n')}\n`);
  return 0;
}

function emptyReport(directory: string): StatusReport {
  return {
    dataDirectory: directory,
    known: false,
    now: Date.now(),
    engine: engineHolder(directory),
    gate: openGate,
    rate: undefined,
    origin: undefined,
    balance: balanceOf([]),
    folders: [],
    attention: { total: 0, items: [], undelivered: [] },
    delivered: [],
  };
}

function gather(ledger: LedgerReader, directory: string, limit: number): StatusReport {
  const now = Date.now();
  const folders = recordedFolders(ledger);
  const pathOf = new Map(folders.map(({ id, path }) => [id, path]));
  const origin = recordedWork(ledger.meta)?.origin;
  return {
    dataDirectory: directory,
    known: true,
    now,
    engine: engineHolder(directory),
    gate: recordedGate(ledger.meta),
    rate: recordedRate(ledger.meta, now),
    origin,
    balance: ledger.documents.balance(),
    folders: folders.map((folder) => folderReport(folder, origin, ledger)),
    attention: listAttention(
      ledger,
      folders.map(({ id }) => id),
      limit,
    ),
    delivered: recentResults(ledger).map(({ folderId, path, state, at }) => ({
      folder: pathOf.get(folderId) ?? '',
      path,
      state,
      at,
    })),
  };
}

function folderReport(
  { id, path, settings, health, active }: RecordedFolder,
  origin: string | undefined,
  ledger: LedgerReader,
): FolderReport {
  if (settings === undefined) {
    const balance = ledger.documents.balance(id);
    return { path, route: undefined, routeName: undefined, health, active, balance };
  }
  const asked = { id, path, route: settings.route, origin, health: health ?? { kind: 'scanning' } } as const;
  const { route, routeName, balance } = folderStatusOf(ledger, asked);
  return { path, route, routeName: routeName === route.id ? undefined : routeName, health, active, balance };
}
