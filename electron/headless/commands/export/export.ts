import { sep } from 'node:path';
import { type Message, say } from '../../../core/messages/message.ts';
import { given } from '../../../core/plain-data.ts';
import { delimiterFor } from '../../../engine/deliver/tables/csv.ts';
import { createFiles } from '../../../engine/disk/disk.ts';
import { systemClock } from '../../../engine/system.ts';
import { acquireDataDirectory } from '../../../ledger/lock.ts';
import { expandPath } from '../../../settings/paths.ts';
import { recordedFolders } from '../../../workspace/engine/engine-snapshot.ts';
import type { Host } from '../../host.ts';
import { columnsIn } from '../../input/columns.ts';
import { engineHolder, holderMessage } from '../../input/engine-holder.ts';
import { type CommandLedger, ledgerFor } from '../../input/ledger-access.ts';
import { orRefuse, Refusal } from '../../input/refusal.ts';
import { inform, jsonLine, messageMembers } from '../../output/events.ts';
import { defineCommand, type FlagsOf } from '../command.ts';
import { examples, exitCodes, ledgerOptions } from '../options.ts';
import { exportBeside } from './beside.ts';
import { balanceMessages, checkTables } from './check.ts';
import { type Chosen, choose, type Exported } from './selection.ts';
import { type ExportOptions, exportTo } from './to-directory.ts';

const options = [
  { flag: '--to', value: say('help.terms.directory'), text: say('help.export.to') },
  { flag: '--only', value: 'json|csv', text: say('help.export.only') },
  { flag: '--format', value: 'csv|xlsx|jsonl', text: say('help.export.format') },
  { flag: '--columns', value: say('help.terms.columns'), text: say('help.export.columns') },
  { flag: '--values', value: 'printed|typed', text: say('help.export.values') },
  { flag: '--delimiter', value: say('help.terms.character'), text: say('help.export.delimiter') },
  { flag: '--check', text: say('help.export.check') },
  ...ledgerOptions,
] as const;

export type ExportFlags = FlagsOf<typeof options>;

export const command = defineCommand({
  name: 'export',
  summary: say('help.export.summary'),
  operands: [{ term: say('help.terms.path'), repeat: 'any' }],
  options,
  help: [
    say('help.export.about'),
    say('help.export.toNote'),
    say('help.export.besideNote'),
    say('help.export.collisions'),
    exitCodes(say('help.export.exitDone'), say('help.export.exitUndone'), say('help.common.exitNotRun')),
    examples(
      'intray export --to ~/results',
      'intray export ~/scans --to ~/results --only csv',
      'intray export ~/scans --to ~/results --format xlsx --columns "file,invoice_date=Date,total=Total"',
      'intray export --check',
      'intray export ~/scans/invoice.pdf',
    ),
  ],
  run: ({ operands, flags, host }) => exportResults(operands, flags, host),
});

/**
 * `intray export [PATH…]`: writes JSON and tables once more from the ledger: into a directory (`--to`), or beside the
 * documents.
 * @returns 0, or 1 if something that was asked for could not be exported
 * @throws Refusal
 */
export async function exportResults(paths: readonly string[], flags: ExportFlags, host: Host): Promise<0 | 1> {
  const kept = ledgerFor(flags, host);
  const asked = paths.map((path) => expandPath(path, host.paths));
  const target = targetOf(flags, host);
  if (flags.check === true) return check(kept, asked, flags, host);
  const all = target === undefined ? await beside(kept, asked, flags, host) : await into(kept, asked, target, flags, host);
  inform(host, ...exportMessages(all, target?.directory));
  return all.some(({ state }) => state === 'not') ? 1 : 0;
}

function targetOf(flags: ExportFlags, host: Host): ExportOptions | undefined {
  const { to, only, delimiter, format, columns, values, check } = flags;
  const ofTable = [delimiter, format, columns, values].some((flag) => flag !== undefined);
  const wanted = delimiter === 'tab' ? '\t' : delimiter;
  if (wanted !== undefined && ![',', ';', '\t'].includes(wanted)) throw new Refusal(say('commandLine.flags.delimiter'));
  if (check === true && (to !== undefined || only !== undefined || ofTable))
    throw new Refusal(say('commandLine.flags.checkAlone'));
  if (to === undefined) {
    if (only !== undefined || ofTable) throw new Refusal(say('commandLine.flags.withoutTo'));
    return undefined;
  }
  if (only === 'json' && ofTable) throw new Refusal(say('commandLine.flags.noTable'));
  const table = {
    format: format ?? 'csv',
    delimiter: wanted ?? delimiterFor(Intl.DateTimeFormat().resolvedOptions().locale),
    ...given({ values, columns: columns === undefined ? undefined : columnsIn(columns) }),
  };
  return {
    directory: expandPath(to, host.paths),
    json: only !== 'csv' && format === undefined,
    ...(only !== 'json' && { table }),
  };
}

/** Compares the tables beside the documents with the ledger; nothing is written. */
function check(kept: CommandLedger, paths: readonly string[], flags: ExportFlags, host: Host): Promise<0 | 1> {
  return kept.read(async (ledger) => {
    const { chosen, not } = await choose(paths, ledger);
    if (not.length > 0) inform(host, ...exportMessages(not, undefined));
    let differs = not.length > 0;
    for await (const balance of checkTables({ files: createFiles(), ledger }, chosen)) {
      differs ||= balance.differences.length > 0;
      if (flags.json === true) host.output.write(jsonLine({ event: 'balance', ...balance }));
      inform(host, ...balanceMessages(balance));
    }
    return differs ? 1 : 0;
  });
}

/** The ledger is only read: an engine may be running. */
function into(
  kept: CommandLedger,
  paths: readonly string[],
  target: ExportOptions,
  flags: ExportFlags,
  host: Host,
): Promise<Exported[]> {
  return kept.read(async (ledger) => {
    const watched = recordedFolders(ledger).find(({ path }) => `${target.directory}${sep}`.startsWith(`${path}${sep}`));
    if (watched !== undefined) throw new Refusal(say('answers.export.outside', { path: watched.path }));
    const { chosen, not } = await choose(paths, ledger);
    sayDropped(chosen, flags, host);
    return collect([not, exportTo({ files: createFiles(), ledger }, chosen, target)], flags, host);
  });
}

/** An engine writes beside the documents itself, and two must not. */
async function beside(
  { directory, write }: CommandLedger,
  paths: readonly string[],
  flags: ExportFlags,
  host: Host,
): Promise<Exported[]> {
  const holder = engineHolder(directory);
  if (holder.kind === 'running') throw new Refusal(say('answers.export.engineWrites', { holder: holderMessage(holder) }));
  const lock = orRefuse(acquireDataDirectory(directory));
  try {
    return await write(async (ledger) => {
      const { chosen, not } = await choose(paths, ledger);
      sayDropped(chosen, flags, host);
      const world = { files: createFiles(), ledger, clock: systemClock };
      return collect([not, exportBeside(world, chosen, Intl.DateTimeFormat().resolvedOptions().locale)], flags, host);
    });
  } finally {
    lock.release();
  }
}

/** What was asked for and is no longer in the ledger. */
function sayDropped(chosen: readonly Chosen[], flags: ExportFlags, host: Host): void {
  for (const { folder, dropped } of chosen.filter((each) => each.dropped > 0)) {
    if (flags.json === true) host.output.write(jsonLine({ event: 'no-longer-kept', path: folder.path, count: dropped }));
    inform(host, say('answers.export.dropped', { path: folder.path, count: dropped }));
  }
}

/** Does the work, and reports each file to machines when it is done. */
async function collect(
  parts: readonly (Iterable<Exported> | AsyncIterable<Exported>)[],
  flags: ExportFlags,
  host: Host,
): Promise<Exported[]> {
  const all: Exported[] = [];
  for (const part of parts) {
    for await (const exported of part) {
      all.push(exported);
      if (flags.json === true) host.output.write(jsonLine(exportEvent(exported)));
    }
  }
  return all;
}

/** For machines. Pure. */
function exportEvent(exported: Exported): Readonly<Record<string, unknown>> {
  if (exported.state !== 'not') return { event: 'export', state: exported.state, kind: exported.kind, path: exported.path };
  const { path, why } = exported;
  return { event: 'export', state: 'not-exported', path, ...messageMembers(why) };
}

/**
 * For people: what could not be exported, one by one up to a few, then the sum. Pure.
 * @param directory where the files went; undefined if beside the documents
 */
function exportMessages(all: readonly Exported[], directory: string | undefined): Message[] {
  const not = all.filter((each) => each.state === 'not');
  const messages = not.slice(0, maxLines).map(({ path, why }) => say('answers.about', { path, message: why }));
  if (not.length > maxLines) messages.push(say('answers.export.moreNot', { count: not.length - maxLines }));
  const written = filesOf(all, 'written');
  const there = filesOf(all, 'there');
  if (written.length > 0)
    messages.push(
      directory === undefined
        ? say('answers.export.writtenBeside', { files: written })
        : say('answers.export.writtenIn', { files: written, path: directory }),
    );
  if (there.length > 0) messages.push(say('answers.export.there', { files: there }));
  return messages.length === 0 ? [say('answers.export.nothing')] : messages;
}

const maxLines = 20;

function filesOf(all: readonly Exported[], state: 'written' | 'there'): Message[] {
  const done = all.filter((each) => each.state === state);
  const json = done.filter((each) => each.state === state && each.kind === 'json').length;
  const csv = done.length - json;
  return [
    ...(json > 0 ? [say('answers.export.jsonFiles', { count: json })] : []),
    ...(csv > 0 ? [say('answers.export.tables', { count: csv })] : []),
  ];
}
