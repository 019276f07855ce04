import { existsSync } from 'node:fs';
import { type Balance, balanceOf } from '../core/balance.ts';
import { LedgerDamaged, LedgerNewer, type LedgerReader, LedgerUnavailable, openLedgerReadOnly } from '../ledger/ledger.ts';
import { dataDirectory, ledgerPath } from '../settings/data-directory.ts';
import type { CommonFlags } from './arguments.ts';
import {
  type Attention,
  type AttentionItem,
  attentionLines,
  attentionMembers,
  itemsForMachines,
  itemsForPeople,
  listAttention,
} from './attention.ts';
import type { Host } from './host.ts';
import { Refusal } from './refusal.ts';
import { balanceLine, printable } from './words.ts';

/** What `intray status` tells. */
export interface StatusReport {
  readonly dataDirectory: string;
  readonly balance: Balance;
  readonly folders: readonly FolderReport[];
  readonly attention: Attention;
  readonly delivered: readonly DeliveredDocument[];
}

export interface FolderReport {
  readonly path: string;
  readonly balance: Balance;
}

export interface DeliveredDocument {
  readonly folder: string;
  readonly path: string;
  readonly state: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const recent = 5;

/** `intray status`: reads the ledger beside a running Intray, or without one. */
export async function status(flags: Pick<CommonFlags, 'dataDir' | 'json'>, host: Host): Promise<0> {
  const directory = dataDirectory(flags.dataDir, host.paths);
  const file = ledgerPath(directory);
  const report = existsSync(file)
    ? readReport(file, directory, flags.json === true ? itemsForMachines : itemsForPeople)
    : emptyReport(directory);
  if (flags.json === true) host.output.write(`${JSON.stringify(statusEvent(report))}\n`);
  else host.output.write(`${statusLines(report, existsSync(file)).join('\n')}\n`);
  return 0;
}

function emptyReport(directory: string): StatusReport {
  return {
    dataDirectory: directory,
    balance: balanceOf([]),
    folders: [],
    attention: { total: 0, items: [], undelivered: [] },
    delivered: [],
  };
}

function readReport(file: string, directory: string, limit: number): StatusReport {
  let ledger: LedgerReader | undefined;
  try {
    ledger = openLedgerReadOnly(file);
    return gather(ledger, directory, limit);
  } catch (error) {
    if (error instanceof LedgerDamaged || error instanceof LedgerNewer || error instanceof LedgerUnavailable)
      throw new Refusal(error.message, { cause: error });
    throw error;
  } finally {
    ledger?.close();
  }
}

function gather(ledger: LedgerReader, directory: string, limit: number): StatusReport {
  const folders = ledger.folders.all();
  const names = new Map(folders.map(({ id, path }) => [id, path]));
  const { documents } = ledger.documents.page({ states: ['processed', 'needs_review', 'confirmed', 'duplicate'], limit: 50 });
  const delivered = documents
    .flatMap(({ folderId, path, state, delivery }) =>
      delivery.kind === 'done' ? [{ folder: names.get(folderId) ?? '', path, state: state.kind, at: delivery.at }] : [],
    )
    .sort((a, b) => b.at - a.at)
    .slice(0, recent);
  return {
    dataDirectory: directory,
    balance: ledger.documents.balance(),
    folders: folders.map(({ id, path }) => ({ path, balance: ledger.documents.balance(id) })),
    attention: listAttention(
      ledger,
      folders.map(({ id }) => id),
      limit,
    ),
    delivered,
  };
}

/** For machines. Pure. */
export function statusEvent(report: StatusReport): Readonly<Record<string, unknown>> {
  const { attention, delivered, ...rest } = report;
  return {
    event: 'status',
    ...rest,
    ...attentionMembers(attention),
    delivered: delivered.map(({ at, ...document }) => ({ ...document, at: new Date(at).toISOString() })),
  };
}

/** For people. Pure. */
export function statusLines(report: StatusReport, known: boolean): string[] {
  if (!known) return [`Nothing has been watched yet: there is no ledger in ${printable(report.dataDirectory)}.`];
  const { balance, folders, attention, delivered } = report;
  const lines = [balanceLine(balance)];
  for (const folder of folders) lines.push('', printable(folder.path), `  ${balanceLine(folder.balance)}`);
  const named = (item: AttentionItem) => (folders.length > 1 ? { ...item, path: `${item.folder}/${item.path}` } : item);
  const { total, items, undelivered } = attention;
  lines.push('', ...attentionLines({ total, items: items.map(named), undelivered: undelivered.map(named) }));
  if (delivered.length > 0) {
    lines.push('', 'Delivered last:');
    for (const { folder, path, state, at } of delivered) {
      lines.push(`  ${localTime(at)}  ${state.padEnd(12)} ${printable(folders.length > 1 ? `${folder}/${path}` : path)}`);
    }
  }
  return lines;
}

/** 2026-05-04 13:02:07, in the machine's time zone. */
function localTime(at: number): string {
  return new Date(at).toLocaleString('sv-SE');
}
