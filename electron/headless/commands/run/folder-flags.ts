import { type WrittenFolder, writtenFolderSchema } from '../../../core/config/config-file.ts';
import { controlOf, type FolderFlag, type FolderSettings, folderSettingsSchema } from '../../../core/config/folder-settings.ts';
import { say } from '../../../core/messages/message.ts';
import { given } from '../../../core/plain-data.ts';
import { problemsOf } from '../../../settings/schema-problems.ts';
import { columnsIn } from '../../input/columns.ts';
import { Refusal } from '../../input/refusal.ts';
import type { CommandOption, FlagsOf } from '../command.ts';

/** A folder's default settings. */
const defaults = folderSettingsSchema.parse({ path: '/', route: { kind: 'extraction', id: 'any' } });

/** The flags of a folder's settings, in the order in which help lists them. */
const described = {
  '--extraction': { value: 'id', text: say('help.run.extraction') },
  '--classification': { value: 'id', text: say('help.run.classification') },
  '--extraction-name': { value: say('help.terms.name'), text: say('help.run.extractionName') },
  '--classification-name': { value: say('help.terms.name'), text: say('help.run.classificationName') },
  '--include': { value: say('help.terms.glob'), text: say('help.run.include'), repeatable: true },
  '--ignore': { value: say('help.terms.glob'), text: say('help.run.ignore'), repeatable: true },
  '--no-recursive': { text: say('help.run.recursive') },
  '--settle-seconds': { value: 'n', text: say('help.run.settleSeconds', { value: String(defaults.settleSeconds) }) },
  '--changed': { value: 'send|ask', text: say('help.run.changed', { value: defaults.changed }) },
  '--incomplete': { value: 'hold|send', text: say('help.run.incomplete', { value: defaults.incomplete }) },
  '--no-output-json': { text: say('help.run.outputJson') },
  '--csv': { value: 'folder|off', text: say('help.run.csv', { value: defaults.outputs.csv }) },
  '--xlsx': { value: 'folder|off', text: say('help.run.xlsx', { value: 'off' }) },
  '--csv-values': { value: 'printed|typed', text: say('help.run.csvValues', { value: 'printed' }) },
  '--columns': { value: say('help.terms.columns'), text: say('help.run.columns') },
  '--dates': { value: 'day-first|month-first', text: say('help.run.dates') },
  '--delimiter': { value: say('help.terms.character'), text: say('help.run.delimiter') },
  '--file-away': { value: 'leave|move', text: say('help.run.fileAway', { value: defaults.fileAway.kind }) },
  '--move-to': { value: say('help.terms.name'), text: say('help.run.moveTo') },
  '--file-as': {
    value: say('help.terms.template'),
    text: say('help.run.fileAs', { example: '{vendor_name}/{invoice_date}.pdf' }),
  },
  '--file-when': { value: 'reviewed|delivered', text: say('help.run.fileWhen', { value: 'reviewed' }) },
  '--unresolved': { value: 'hold|resend', text: say('help.run.unresolved', { value: defaults.unresolved }) },
  '--batch-size': { value: 'n', text: say('help.run.batchSize') },
  '--budget': { value: 'n', text: say('help.run.budget') },
  '--budget-day': { value: 'n', text: say('help.run.budgetDay') },
  '--budget-month': { value: 'n', text: say('help.run.budgetMonth') },
} as const satisfies Readonly<Record<FolderFlag, Omit<CommandOption, 'flag'>>>;

type FolderOption = { [Flag in FolderFlag]: (typeof described)[Flag] & { readonly flag: Flag } }[FolderFlag];

/** The options of `run` for a folder's settings. */
export const folderOptions = Object.entries(described).map(([flag, option]) => ({ flag, ...option })) as readonly FolderOption[];

export type FolderFlags = FlagsOf<typeof folderOptions>;

/** The value of each setting by the flags; undefined leaves it to the default. */
const settingFrom: { readonly [Setting in keyof FolderSettings]: (flags: FolderFlags, folder: string) => unknown } = {
  path: (_, folder) => folder,
  route: routeFrom,
  settleSeconds: ({ settleSeconds }) => numberFrom(settleSeconds),
  include: ({ include }) => include,
  ignore: ({ ignore }) => ignore,
  recursive: ({ recursive }) => recursive,
  // A run is never paused, and always sends what is there.
  paused: () => false,
  existing: () => 'send',
  changed: ({ changed }) => changed,
  incomplete: ({ incomplete }) => incomplete,
  outputs: ({ outputJson, csv, xlsx, csvValues, columns }) =>
    given({
      json: outputJson,
      ...{ csv, xlsx },
      values: csvValues,
      columns: columns === undefined ? undefined : columnsIn(columns),
    }),
  dates: ({ dates }) => dates,
  fileAway: fileAwayFrom,
  unresolved: ({ unresolved }) => unresolved,
  batchSize: ({ batchSize }) => numberFrom(batchSize),
  budget: budgetFrom,
  delimiter: ({ delimiter }) => (delimiter === 'tab' ? '\t' : delimiter),
};

/**
 * The settings of the one folder that `intray run` works on, with a name where one is given.
 * @param folder absolute
 * @throws Refusal naming each flag that is wrong
 */
export function runSettings(folder: string, flags: FolderFlags): WrittenFolder {
  const settings = given(
    Object.fromEntries(Object.entries(settingFrom).map(([setting, from]) => [setting, from(flags, folder)])),
  );
  const parsed = writtenFolderSchema.safeParse(settings);
  if (parsed.success) return parsed.data;
  const problems = problemsOf(writtenFolderSchema, settings, parsed.error.issues, flagOf);
  throw new Refusal(problems.map((message) => say('runReport.reason', { message })));
}

function routeFrom(flags: FolderFlags): WrittenFolder['route'] {
  const ways = [
    { kind: 'extraction', member: 'id', value: flags.extraction },
    { kind: 'classification', member: 'id', value: flags.classification },
    { kind: 'extraction', member: 'name', value: flags.extractionName },
    { kind: 'classification', member: 'name', value: flags.classificationName },
  ] as const;
  const [way, another] = ways.filter(({ value }) => value !== undefined);
  if (another !== undefined) throw new Refusal(say('commandLine.flags.twoRoutes'));
  if (way?.value === undefined) throw new Refusal(say('commandLine.flags.noRoute'));
  const { kind, member, value } = way;
  if (value.trim() === '')
    throw new Refusal(say('commandLine.flags.emptyId', { flag: member === 'id' ? `--${kind}` : `--${kind}-name` }));
  return { kind, [member]: value };
}

function budgetFrom(flags: FolderFlags): unknown {
  const [run, day, month] = (['budget', 'budgetDay', 'budgetMonth'] as const).map((name) => numberFrom(flags[name]));
  const budget = given({ run, day, month });
  return Object.keys(budget).length === 0 ? undefined : budget;
}

function fileAwayFrom({ fileAway: kind, moveTo: to, fileAs: as, fileWhen: when }: FolderFlags): unknown {
  const parts = { to, as, when };
  const flags = { to: '--move-to', as: '--file-as', when: '--file-when' } as const;
  const [first] = (['to', 'as', 'when'] as const).filter((part) => parts[part] !== undefined);
  if (first === undefined) return kind === undefined ? undefined : { kind };
  if (kind === 'leave') throw new Refusal(say('commandLine.flags.moveWithoutMoving', { flag: flags[first] }));
  if (when !== undefined && as === undefined) throw new Refusal(say('commandLine.flags.whenWithoutTemplate'));
  return { kind: 'move', ...given(parts) };
}

/** NaN for what is not a number: the schema then says what it must be. */
function numberFrom(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** The flag that sets a member of the settings. */
function flagOf(path: readonly PropertyKey[]): string {
  const member = path.filter((part) => typeof part === 'string').join('.');
  return controlOf(member)?.flag ?? member;
}
