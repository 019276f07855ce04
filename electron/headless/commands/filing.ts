import { join } from 'node:path';
import { type FolderSettings, folderSettingsSchema } from '../../core/config/folder-settings.ts';
import type { FilingTrial } from '../../core/filing/trial.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { given } from '../../core/plain-data.ts';
import { expandPath } from '../../settings/paths.ts';
import { problemsOf } from '../../settings/schema-problems.ts';
import { tryFiling } from '../../workspace/filing-trial.ts';
import type { Host } from '../host.ts';
import { ledgerFor } from '../input/ledger-access.ts';
import { Refusal } from '../input/refusal.ts';
import { messageMembers, tell } from '../output/events.ts';
import { defineCommand, type FlagsOf } from './command.ts';
import { examples, exitCodes, ledgerOptions } from './options.ts';
import { folderAt } from './status/why/location.ts';

const options = [
  { flag: '--file-as', value: say('help.terms.template'), text: say('help.filing.fileAs') },
  { flag: '--file-when', value: 'reviewed|delivered', text: say('help.filing.fileWhen') },
  ...ledgerOptions,
] as const;

export const command = defineCommand({
  name: 'filing',
  summary: say('help.filing.summary'),
  operands: [{ term: say('help.terms.folder') }],
  options,
  help: [
    say('help.filing.about'),
    exitCodes(say('help.filing.exitAll'), say('help.filing.exitSome'), say('help.common.exitRefused')),
    examples('intray filing ~/scans', "intray filing ~/scans --file-as '{vendor_name}/{invoice_date}.pdf' --json"),
  ],
  run: ({ operands: [folder = ''], flags, host }) => filing(folder, flags, host),
});

/**
 * `intray filing FOLDER`: where its template, or that of `--file-as`, would put the documents of a folder that are there; nothing
 * is moved.
 *
 * @returns 1 if some would stay where they are because of a value
 * @throws Refusal if there is no such folder, it has no template, or the template cannot be read
 */
export async function filing(text: string, flags: FlagsOf<typeof options>, host: Host): Promise<0 | 1> {
  const { folder, trial } = await ledgerFor(flags, host).read(async (ledger) => {
    const folder = await folderAt(ledger, expandPath(text, host.paths));
    const settings = { ...folder.settings, fileAway: triedOf(folder, flags) };
    return { folder, trial: await tryFiling(ledger, folder.id, settings) };
  });
  tell(host, flags, eventsOf(folder.path, trial), linesOf(trial));
  return trial.filed + trial.waiting === trial.tried ? 0 : 1;
}

function triedOf(
  { path, settings }: Awaited<ReturnType<typeof folderAt>>,
  { fileAs, fileWhen }: FlagsOf<typeof options>,
): FolderSettings['fileAway'] {
  const kept = settings.fileAway.kind === 'move' ? settings.fileAway : { kind: 'move' as const };
  const wanted = { ...settings, fileAway: { ...kept, ...given({ as: fileAs, when: fileWhen }) } };
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

function eventsOf(folder: string, { documents, ...counts }: FilingTrial) {
  return [
    ...documents.map(({ id, path, to, stays }) => ({
      ...{ event: 'would-file', folder, path: join(folder, path), id },
      ...(to !== undefined && { to: join(folder, to) }),
      ...(stays !== undefined && messageMembers(stays)),
    })),
    { event: 'filing', folder, tried: counts.tried, filed: counts.filed, waiting: counts.waiting, more: counts.more },
  ];
}

function linesOf({ documents, unknown, tried, filed, waiting, more }: FilingTrial): Message[] {
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
