import { sep } from 'node:path';
import { type Message, say } from '../../../core/messages/message.ts';
import { inEnglish } from '../../../core/messages/wording.ts';
import { delimiterFor } from '../../../engine/deliver/csv.ts';
import { createFiles } from '../../../engine/disk/disk.ts';
import { systemClock } from '../../../engine/system.ts';
import { acquireDataDirectory } from '../../../ledger/lock.ts';
import { dataDirectory, ledgerPath } from '../../../settings/data-directory.ts';
import { expandPath } from '../../../settings/paths.ts';
import { recordedFolders } from '../../../workspace/engine/engine-snapshot.ts';
import type { Host } from '../../host.ts';
import { engineHolder, holderMessage } from '../../input/engine-holder.ts';
import { existingLedger, readLedger, writeLedger } from '../../input/ledger-access.ts';
import { orRefuse, Refusal } from '../../input/refusal.ts';
import { inform, jsonLine, messageMembers } from '../../output/events.ts';
import { defineCommand, type FlagsOf } from '../command.ts';
import { examples, exitCodes, ledgerOptions } from '../options.ts';
import { exportBeside } from './beside.ts';
import { choose, type Exported } from './selection.ts';
import { type ExportOptions, exportTo } from './to-directory.ts';

const options = [
  { flag: '--to', value: say('help.terms.directory'), text: say('help.export.to') },
  { flag: '--only', value: 'json|csv', text: say('help.export.only') },
  { flag: '--delimiter', value: say('help.terms.character'), text: say('help.export.delimiter') },
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
    exitCodes([
      [0, say('help.export.exitDone')],
      [1, say('help.export.exitUndone')],
      [2, say('help.common.exitNotRun')],
    ]),
    examples(
      'intray export --to ~/results',
      'intray export ~/scans --to ~/results --only csv',
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
  const directory = dataDirectory(flags.dataDir, host.paths);
  const file = existingLedger(directory);
  const asked = paths.map((path) => expandPath(path, host.paths));
  const target = targetOf(flags, host);
  const all = target === undefined ? await beside(directory, asked, flags, host) : await into(file, asked, target, flags, host);
  inform(host, ...exportMessages(all, target?.directory));
  return all.some(({ state }) => state === 'not') ? 1 : 0;
}

function targetOf({ to, only, delimiter }: ExportFlags, host: Host): ExportOptions | undefined {
  if (only !== undefined && only !== 'json' && only !== 'csv') throw new Refusal(say('commandLine.flags.onlyJsonOrCsv'));
  const wanted = delimiter === 'tab' ? '\t' : delimiter;
  if (wanted !== undefined && ![',', ';', '\t'].includes(wanted)) throw new Refusal(say('commandLine.flags.delimiter'));
  if (to === undefined) {
    if (only !== undefined || delimiter !== undefined) throw new Refusal(say('commandLine.flags.withoutTo'));
    return undefined;
  }
  return {
    directory: expandPath(to, host.paths),
    json: only !== 'csv',
    csv: only !== 'json',
    delimiter: wanted ?? delimiterFor(Intl.DateTimeFormat().resolvedOptions().locale),
  };
}

/** The ledger is only read: an engine may be running. */
function into(
  file: string,
  paths: readonly string[],
  target: ExportOptions,
  flags: ExportFlags,
  host: Host,
): Promise<Exported[]> {
  return readLedger(file, async (ledger) => {
    const watched = recordedFolders(ledger).find(({ path }) => `${target.directory}${sep}`.startsWith(`${path}${sep}`));
    if (watched !== undefined) throw new Refusal(say('answers.export.outside', { path: watched.path }));
    const { chosen, not } = await choose(paths, ledger);
    return collect([not, exportTo({ files: createFiles(), ledger }, chosen, target)], flags, host);
  });
}

/** An engine writes beside the documents itself, and two must not. */
async function beside(directory: string, paths: readonly string[], flags: ExportFlags, host: Host): Promise<Exported[]> {
  const holder = engineHolder(directory);
  if (holder.kind === 'running') throw new Refusal(say('answers.export.engineWrites', { holder: holderMessage(holder) }));
  const lock = orRefuse(acquireDataDirectory(directory));
  try {
    return await writeLedger(ledgerPath(directory), async (ledger) => {
      const { chosen, not } = await choose(paths, ledger);
      const world = { files: createFiles(), ledger, clock: systemClock };
      return collect([not, exportBeside(world, chosen, Intl.DateTimeFormat().resolvedOptions().locale)], flags, host);
    });
  } finally {
    lock.release();
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
  return { event: 'export', state: 'not-exported', path, reason: inEnglish(why), ...messageMembers(why) };
}

/**
 * For people: what could not be exported, one by one up to a few, then the sum. Pure.
 * @param directory where the files went; undefined if beside the documents
 */
function exportMessages(all: readonly Exported[], directory: string | undefined): Message[] {
  const not = all.filter((each) => each.state === 'not');
  const messages = not.slice(0, maxLines).map(({ path, why }) => say('answers.export.not', { path, message: why }));
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
  const count = (kind: 'json' | 'csv') => all.filter((each) => each.state === state && each.kind === kind).length;
  const [json, csv] = [count('json'), count('csv')];
  return [
    ...(json > 0 ? [say('answers.export.jsonFiles', { count: json })] : []),
    ...(csv > 0 ? [say('answers.export.tables', { count: csv })] : []),
  ];
}
