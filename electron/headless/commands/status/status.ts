import { existsSync } from 'node:fs';
import { openGate } from '../../../core/account/gate.ts';
import { balanceOf } from '../../../core/document/balance.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import { dataDirectory, ledgerPath } from '../../../settings/data-directory.ts';
import type { Host } from '../../host.ts';
import type { CommonFlags } from '../../input/arguments.ts';
import { engineHolder } from '../../input/engine-holder.ts';
import { type KeptFolder, keptFolders, keptGate, keptRate, keptWork } from '../../input/engine-snapshot.ts';
import { readLedger } from '../../input/read-ledger.ts';
import { itemsForMachines, itemsForPeople, listAttention } from '../../output/attention.ts';
import { type DeliveredDocument, type FolderReport, type StatusReport, statusEvent, statusLines } from './status-report.ts';
import { why } from './why/why.ts';

export interface StatusFlags extends Pick<CommonFlags, 'dataDir' | 'json'> {
  /** A file that is asked about. */
  readonly why?: string;
}

const recent = 5;

/** `intray status`: reads the ledger beside a running Intray, or without one. */
export async function status(flags: StatusFlags, host: Host): Promise<0> {
  if (flags.why !== undefined) return why(flags.why, flags, host);
  const directory = dataDirectory(flags.dataDir, host.paths);
  const file = ledgerPath(directory);
  const limit = flags.json === true ? itemsForMachines : itemsForPeople;
  const report = existsSync(file) ? await readLedger(file, (ledger) => gather(ledger, directory, limit)) : emptyReport(directory);
  if (flags.json === true) host.output.write(`${JSON.stringify(statusEvent(report))}\n`);
  else host.output.write(`${statusLines(report).join('\n')}\n`);
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
  const folders = keptFolders(ledger);
  const origin = keptWork(ledger.meta)?.origin;
  return {
    dataDirectory: directory,
    known: true,
    now,
    engine: engineHolder(directory),
    gate: keptGate(ledger.meta),
    rate: keptRate(ledger.meta, now),
    origin,
    balance: ledger.documents.balance(),
    folders: folders.map((folder) => folderReport(folder, origin, ledger)),
    attention: listAttention(
      ledger,
      folders.map(({ id }) => id),
      limit,
    ),
    delivered: deliveredLast(ledger, folders),
  };
}

function folderReport(
  { id, path, settings, health, active }: KeptFolder,
  origin: string | undefined,
  ledger: LedgerReader,
): FolderReport {
  const route = settings?.route;
  const info = route === undefined || origin === undefined ? undefined : ledger.routes.info(origin, route);
  return { path, route, routeName: info?.name, health, active, balance: ledger.documents.balance(id) };
}

function deliveredLast(ledger: LedgerReader, folders: readonly KeptFolder[]): DeliveredDocument[] {
  const names = new Map(folders.map(({ id, path }) => [id, path]));
  const { documents } = ledger.documents.page({ states: ['processed', 'needs_review', 'confirmed', 'duplicate'], limit: 50 });
  return documents
    .flatMap(({ folderId, path, state, delivery }) =>
      delivery.kind === 'done' ? [{ folder: names.get(folderId) ?? '', path, state: state.kind, at: delivery.at }] : [],
    )
    .sort((a, b) => b.at - a.at)
    .slice(0, recent);
}
