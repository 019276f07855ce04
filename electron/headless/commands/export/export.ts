import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import { delimiterFor } from '../../../engine/deliver/csv.ts';
import { createFiles } from '../../../engine/disk/disk.ts';
import { systemClock } from '../../../engine/system.ts';
import { LedgerDamaged, LedgerNewer, LedgerUnavailable, openLedger } from '../../../ledger/ledger.ts';
import { acquireDataDirectory } from '../../../ledger/lock.ts';
import { dataDirectory, ledgerPath } from '../../../settings/data-directory.ts';
import { expandPath } from '../../../settings/paths.ts';
import { recordedFolders } from '../../../workspace/engine/engine-snapshot.ts';
import type { Host } from '../../host.ts';
import type { CommonFlags } from '../../input/arguments.ts';
import { engineHolder, holderSentence } from '../../input/engine-holder.ts';
import { readLedger } from '../../input/read-ledger.ts';
import { orRefuse, Refusal } from '../../input/refusal.ts';
import { localTime, printable } from '../../output/words.ts';
import { exportBeside } from './beside.ts';
import { type Exported, exportEvent, exportLines } from './report.ts';
import { choose } from './selection.ts';
import { type ExportOptions, exportTo } from './to-directory.ts';

export interface ExportFlags extends Pick<CommonFlags, 'dataDir' | 'json'> {
  readonly to?: string;
  readonly only?: string;
  readonly delimiter?: string;
}

/**
 * `intray export [PATH…]`: JSON and tables once more, from the ledger: into a directory (`--to`), or beside the sources.
 * @returns 0, or 1 if something that was asked for could not be exported
 * @throws Refusal
 */
export async function exportResults(paths: readonly string[], flags: ExportFlags, host: Host): Promise<0 | 1> {
  const directory = dataDirectory(flags.dataDir, host.paths);
  const file = ledgerPath(directory);
  if (!existsSync(file)) throw new Refusal(`Nothing has been watched yet: there is no ledger in ${printable(directory)}.`);
  const asked = paths.map((path) => expandPath(path, host.paths));
  const options = optionsOf(flags, host);
  const all = options === undefined ? await beside(directory, asked, flags, host) : await into(file, asked, options, flags, host);
  const where = options === undefined ? 'beside the sources' : `in ${printable(options.directory)}`;
  host.messages.write(`${exportLines(all, where).join('\n')}\n`);
  return all.some(({ state }) => state === 'not') ? 1 : 0;
}

function optionsOf({ to, only, delimiter }: ExportFlags, host: Host): ExportOptions | undefined {
  if (only !== undefined && only !== 'json' && only !== 'csv') throw new Refusal('--only must be json or csv.');
  const wanted = delimiter === 'tab' ? '\t' : delimiter;
  if (wanted !== undefined && ![',', ';', '\t'].includes(wanted)) throw new Refusal('--delimiter must be ",", ";" or tab.');
  if (to === undefined) {
    if (only !== undefined || delimiter !== undefined)
      throw new Refusal("--only and --delimiter go with --to: beside the sources, the folder's settings count.");
    return undefined;
  }
  return {
    directory: expandPath(to, host.paths),
    json: only !== 'csv',
    csv: only !== 'json',
    delimiter: wanted ?? delimiterFor(Intl.DateTimeFormat().resolvedOptions().locale),
  };
}

/** The ledger is only read: an engine may be at work. */
function into(
  file: string,
  paths: readonly string[],
  options: ExportOptions,
  flags: ExportFlags,
  host: Host,
): Promise<Exported[]> {
  return readLedger(file, async (ledger) => {
    const watched = recordedFolders(ledger).find(({ path }) => `${options.directory}${sep}`.startsWith(`${path}${sep}`));
    if (watched !== undefined)
      throw new Refusal(`--to must lie outside of the watched folders, and ${printable(watched.path)} is one.`);
    const { chosen, not } = await choose(paths, ledger);
    const missing = not.map((each) => ({ state: 'not', ...each }) as const);
    return tell([missing, exportTo({ files: createFiles(), ledger }, chosen, options)], flags, host);
  });
}

/** An engine writes beside the sources itself; two must not. */
async function beside(directory: string, paths: readonly string[], flags: ExportFlags, host: Host): Promise<Exported[]> {
  const holder = engineHolder(directory);
  if (holder.kind === 'running')
    throw new Refusal(
      `${holderSentence(holder, localTime)} It writes beside the sources itself: end it first, or export into a directory with --to.`,
    );
  const lock = orRefuse(acquireDataDirectory(directory));
  try {
    const ledger = openLedger(ledgerPath(directory));
    try {
      const { chosen, not } = await choose(paths, ledger);
      const world = { files: createFiles(), ledger, clock: systemClock };
      const missing = not.map((each) => ({ state: 'not', ...each }) as const);
      return await tell([missing, exportBeside(world, chosen, Intl.DateTimeFormat().resolvedOptions().locale)], flags, host);
    } finally {
      ledger.close();
    }
  } catch (error) {
    if (error instanceof LedgerDamaged || error instanceof LedgerNewer || error instanceof LedgerUnavailable)
      throw new Refusal(error.message, { cause: error });
    throw error;
  } finally {
    lock.release();
  }
}

async function tell(
  parts: readonly (Iterable<Exported> | AsyncIterable<Exported>)[],
  flags: ExportFlags,
  host: Host,
): Promise<Exported[]> {
  const all: Exported[] = [];
  for (const part of parts) {
    for await (const exported of part) {
      all.push(exported);
      if (flags.json === true) host.output.write(`${JSON.stringify(exportEvent(exported))}\n`);
    }
  }
  return all;
}
