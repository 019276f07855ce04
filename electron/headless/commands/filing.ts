import { join } from 'node:path';
import { type FolderSettings, folderSettingsSchema } from '../../core/config/folder-settings.ts';
import type { SettingsTrial } from '../../core/config/trial.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { createFiles } from '../../engine/disk/disk.ts';
import {
  type FilingBatch,
  filingBatch,
  filingBatches,
  leaveWishes,
  movesIn,
  wishesAgain,
  wishesBack,
  wishesToFile,
} from '../../engine/review/filing-batches.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import { expandPath } from '../../settings/paths.ts';
import { problemsOf } from '../../settings/schema-problems.ts';
import { trySettings } from '../../workspace/settings-trial.ts';
import { userName } from '../host.ts';
import { ledgerFor } from '../input/ledger-access.ts';
import { Refusal } from '../input/refusal.ts';
import { isoTime, messageMembers } from '../output/events.ts';
import { type CommandGroup, defineCommand } from './command.ts';
import { examples, exitCodes, ledgerOptions } from './options.ts';
import { folderAt } from './status/why/location.ts';

export const command: CommandGroup = {
  name: 'filing',
  summary: say('help.filing.summary'),
  help: [],
  commands: [
    defineCommand({
      name: 'preview',
      summary: say('help.filing.preview'),
      operands: [{ term: say('help.terms.folder') }],
      options: [
        { flag: '--file-as', value: say('help.terms.template'), text: say('help.filing.fileAs') },
        { flag: '--file-when', value: 'reviewed|delivered', text: say('help.filing.fileWhen') },
        ...ledgerOptions,
      ],
      help: [
        say('help.filing.aboutPreview'),
        exitCodes(say('help.filing.exitAll'), say('help.filing.exitSome'), say('help.common.exitNotRun')),
        examples(
          'intray filing preview ~/scans',
          "intray filing preview ~/scans --file-as '{vendor_name}/{invoice_date}.pdf' --json",
        ),
      ],
      async run({ operands: [text = ''], flags, host }) {
        const { folder, trial } = await ledgerFor(flags, host).read(async (ledger) => {
          const folder = await folderAt(ledger, expandPath(text, host.paths));
          const settings = { ...folder.settings, checks: undefined, fileAway: triedOf(folder, flags) };
          return { folder, trial: await trySettings(ledger, folder.id, settings) };
        });
        return {
          events: eventsOf(folder.path, trial),
          lines: linesOf(trial),
          exit: trial.filed + trial.waiting === trial.tried ? 0 : 1,
        };
      },
    }),
    defineCommand({
      name: 'apply',
      summary: say('help.filing.apply'),
      operands: [{ term: say('help.terms.folder') }],
      options: ledgerOptions,
      help: [say('help.filing.aboutApply'), examples('intray filing apply ~/scans')],
      async run({ operands: [text = ''], flags, host }) {
        const kept = ledgerFor(flags, host);
        const { path, wishes } = await kept.write(async (ledger) => {
          const folder = await folderAt(ledger, expandPath(text, host.paths));
          const { path } = folder;
          if (folder.settings.fileAway.kind !== 'move') throw new Refusal(say('answers.filing.leaves', { path }));
          const wishes = await wishesToFile({ ledger, files: createFiles() }, folder);
          leaveWishes(ledger, wishes, userName('intray filing'));
          return { path, wishes };
        });
        return {
          events: wishes.map(({ document }) => ({
            ...{ event: 'file', folder: path, id: document.id, path: join(path, document.path) },
          })),
          lines:
            wishes.length === 0
              ? [say('answers.filing.nothing', { path })]
              : [say('answers.filing.asked', { count: wishes.length }), kept.soon()],
        };
      },
    }),
    defineCommand({
      name: 'list',
      summary: say('help.filing.list'),
      options: ledgerOptions,
      async run({ flags, host }) {
        const batches = await ledgerFor(flags, host).read((ledger) => [...filingBatches(ledger)]);
        const counted = batches.map((batch) => {
          const documents = new Set(batch.filings.map(({ documentId }) => documentId)).size;
          return { batch, documents, undone: documents - movesIn(batch).size };
        });
        return {
          events: counted.map(({ batch: { id, from, until, filings }, documents, undone }) => ({
            ...{
              event: 'filings',
              id,
              from: isoTime(from),
              until: isoTime(until),
              documents,
              undone,
            },
            moves: filings.map(({ documentId, fromPath, toPath }) => ({ id: documentId, from: fromPath, to: toPath })),
          })),
          lines:
            counted.length === 0
              ? [say('answers.undo.none')]
              : counted.map(({ batch, documents, undone }) =>
                  say('answers.undo.batch', { id: String(batch.id), at: batch.from, documents, undone }),
                ),
        };
      },
    }),
    takeBack('undo'),
    takeBack('again'),
  ],
};

/** A batch of filings, the last one unless an ID says which, goes back, or is filed again: the engine moves the files. */
function takeBack(name: 'undo' | 'again') {
  return defineCommand({
    name,
    summary: say(`help.filing.${name}`),
    operands: [{ term: 'ID', repeat: 'any' }],
    options: ledgerOptions,
    help: [
      say('help.filing.aboutUndo'),
      exitCodes(say('help.filing.exitUndone'), say('help.filing.exitPartly'), say('help.common.exitNotRun')),
      examples(`intray filing ${name}`, `intray filing ${name} 17`),
    ],
    async run({ operands: [id, ...others], flags, host }) {
      const kept = ledgerFor(flags, host);
      if (others.length > 0) throw new Refusal(say('answers.undo.one'));
      const { batch, wishes, count } = await kept.write(async (ledger) => {
        const batch = chosen(ledger, id, name);
        const wishes = name === 'again' ? wishesAgain(ledger, batch) : await wishesBack(ledger, createFiles(), batch);
        return { batch: batch.id, wishes, count: leaveWishes(ledger, wishes, userName('intray filing')) };
      });
      return {
        events: wishes.map(({ document, to, why }) => ({
          ...{ event: to === undefined ? 'file' : 'undo', batch, id: document.id, path: document.path },
          ...defined({ to }),
          accepted: why === undefined,
          ...(why !== undefined && messageMembers(why)),
        })),
        lines: [
          ...wishes.flatMap(({ document: { path }, why }) =>
            why === undefined ? [] : [say('answers.filing.stays', { path, message: why })],
          ),
          ...(count > 0 ? [say(`answers.undo.${name}`, { count }), kept.soon()] : []),
          ...(name === 'undo' ? [say('answers.undo.beyond')] : []),
        ],
        exit: count === wishes.length ? 0 : 1,
      };
    },
  });
}

/** @throws Refusal if there is no such batch, or nothing of it to take back */
function chosen(ledger: LedgerReader, id: string | undefined, name: 'undo' | 'again'): FilingBatch {
  if (id !== undefined) {
    const named = filingBatch(ledger, Number(id));
    if (named === undefined) throw new Refusal(say('answers.undo.unknown', { id }));
    return named;
  }
  for (const batch of filingBatches(ledger))
    if (name === 'again' ? wishesAgain(ledger, batch).length > 0 : movesIn(batch).size > 0) return batch;
  throw new Refusal(say(name === 'again' ? 'answers.undo.noneUndone' : 'answers.undo.none'));
}

function triedOf(
  { path, settings }: Awaited<ReturnType<typeof folderAt>>,
  { fileAs, fileWhen }: { readonly fileAs?: string; readonly fileWhen?: 'reviewed' | 'delivered' },
): FolderSettings['fileAway'] {
  const kept = settings.fileAway.kind === 'move' ? settings.fileAway : { kind: 'move' as const };
  const wanted = { ...settings, fileAway: { ...kept, ...defined({ as: fileAs, when: fileWhen }) } };
  const parsed = folderSettingsSchema.safeParse(wanted);
  if (!parsed.success) {
    const flagOf = (member: readonly PropertyKey[]) => (member.at(-1) === 'when' ? '--file-when' : '--file-as');
    const problems = problemsOf(folderSettingsSchema, wanted, parsed.error.issues, flagOf);
    throw new Refusal(problems.map((message) => say('runReport.reason', { message })));
  }
  const { fileAway } = parsed.data;
  if (fileAway.kind !== 'move' || fileAway.as === undefined) throw new Refusal(say('answers.filing.noTemplate', { path }));
  return fileAway;
}

function eventsOf(folder: string, { documents, ...counts }: SettingsTrial) {
  return [
    ...documents.map(({ id, path, to, stays }) => ({
      ...{ event: 'would-file', folder, path: join(folder, path), id },
      ...(to !== undefined && { to: join(folder, to) }),
      ...(stays !== undefined && messageMembers(stays)),
    })),
    { event: 'filing', folder, tried: counts.tried, filed: counts.filed, waiting: counts.waiting, more: counts.more },
  ];
}

function linesOf({ documents, unknown, tried, filed, waiting, more }: SettingsTrial): Message[] {
  return [
    ...documents.map(({ path, to, stays }) =>
      to === undefined
        ? say('answers.filing.stays', { path, message: stays ?? say('filing.noName') })
        : say('answers.filing.to', { path, to }),
    ),
    ...unknown,
    say(more ? 'answers.filing.sumOfNewest' : 'answers.filing.sum', { filed, tried, waiting }),
  ];
}
