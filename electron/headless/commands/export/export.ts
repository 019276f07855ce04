import { sep } from 'node:path';
import { delimiterFor } from '../../../core/config/table-profile.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { defined } from '../../../core/plain-data.ts';
import { createFiles } from '../../../engine/disk/disk.ts';
import { systemClock } from '../../../engine/system.ts';
import { acquireDataDirectory } from '../../../ledger/lock.ts';
import { expandPath } from '../../../settings/paths.ts';
import { recordedFolders } from '../../../workspace/engine/engine-snapshot.ts';
import type { Host } from '../../host.ts';
import { columnsIn } from '../../input/columns.ts';
import { type CommandLedger, engineHolder, holderMessage, ledgerFor } from '../../input/ledger-access.ts';
import { orRefuse, Refusal } from '../../input/refusal.ts';
import { inform, jsonLine, messageMembers } from '../../output/events.ts';
import { defineCommand, type FlagsOf } from '../command.ts';
import { examples, exitCodes, ledgerOptions } from '../options.ts';
import { exportBeside } from './beside.ts';
import { balanceMessages, checkTables } from './check.ts';
import { choose, type Exported } from './selection.ts';
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

type ExportFlags = FlagsOf<typeof options>;

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
  async run({ operands, flags, host }) {
    const kept = ledgerFor(flags, host);
    const asked = operands.map((path) => expandPath(path, host.paths));
    const target = targetOf(flags, host);
    if (flags.check === true) return check(kept, asked, flags, host);
    const all = target === undefined ? await beside(kept, asked, flags, host) : await into(kept, asked, target, flags, host);
    inform(host, ...exportMessages(all, target?.directory));
    return all.some(({ state }) => state === 'not') ? 1 : 0;
  },
});

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
    delimiter: wanted ?? delimiterFor(localeHere()),
    ...defined({ values, columns: columns === undefined ? undefined : columnsIn(columns) }),
  };
  return {
    directory: expandPath(to, host.paths),
    json: only !== 'csv' && format === undefined,
    ...(only !== 'json' && { table }),
  };
}

function localeHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().locale;
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
    const selection = await choose(paths, ledger);
    return collect(selection, exportTo({ files: createFiles(), ledger }, selection.chosen, target), flags, host);
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
      const selection = await choose(paths, ledger);
      const world = { files: createFiles(), ledger, clock: systemClock };
      return collect(selection, exportBeside(world, selection.chosen, localeHere()), flags, host);
    });
  } finally {
    lock.release();
  }
}

/** Does the work, and reports each file to machines when it is done. */
async function collect(
  { chosen, not }: Awaited<ReturnType<typeof choose>>,
  done: AsyncIterable<Exported>,
  flags: ExportFlags,
  host: Host,
): Promise<Exported[]> {
  const isJson = flags.json === true;
  for (const { folder, dropped: count } of chosen.filter(({ dropped }) => dropped > 0)) {
    if (isJson) host.output.write(jsonLine({ event: 'no-longer-kept', path: folder.path, count }));
    inform(host, say('answers.export.dropped', { path: folder.path, count }));
  }
  const all: Exported[] = [];
  for (const part of [not, done]) {
    for await (const exported of part) {
      all.push(exported);
      const { state, path } = exported;
      const of = state === 'not' ? { state: 'not-exported', path, ...messageMembers(exported.why) } : exported;
      if (isJson) host.output.write(jsonLine({ event: 'export', ...of }));
    }
  }
  return all;
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
  const kinds = all.flatMap((each) => (each.state === state ? [each.kind] : []));
  const json = kinds.filter((kind) => kind === 'json').length;
  const tables = kinds.length - json;
  return [
    ...(json > 0 ? [say('answers.export.jsonFiles', { count: json })] : []),
    ...(tables > 0 ? [say('answers.export.tables', { count: tables })] : []),
  ];
}
