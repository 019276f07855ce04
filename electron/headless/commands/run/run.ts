import { type WrittenFolder, writtenFolderSchema } from '../../../core/config/config-file.ts';
import {
  controlOf,
  type FlagName,
  type FolderControl,
  folderControls,
  valueIn,
  withValue,
} from '../../../core/config/folder-controls.ts';
import { folderSettingsSchema } from '../../../core/config/folder-settings.ts';
import { type Message, type MessageCode, say } from '../../../core/messages/message.ts';
import { dataDirectory } from '../../../settings/data-directory.ts';
import { expandPath } from '../../../settings/paths.ts';
import { problemsOf } from '../../../settings/schema-problems.ts';
import type { Host } from '../../host.ts';
import { columnsIn } from '../../input/columns.ts';
import { resolveFolder } from '../../input/names.ts';
import { checkFolders } from '../../input/preflight.ts';
import { Refusal } from '../../input/refusal.ts';
import { serviceAddress } from '../../input/service-access.ts';
import { type CommandOption, defineCommand, type FlagsOf } from '../command.ts';
import { examples, unverifiedHelp, url as urlOption, workExitCodes, workOptions } from '../options.ts';

const routeOptions = [
  { flag: '--extraction', value: 'id', text: say('help.run.extraction') },
  { flag: '--classification', value: 'id', text: say('help.run.classification') },
  { flag: '--extraction-name', value: say('help.terms.name'), text: say('help.run.extractionName') },
  { flag: '--classification-name', value: say('help.terms.name'), text: say('help.run.classificationName') },
] as const;

const flagged = folderControls.filter(({ flag }) => flag !== undefined);
const defaults = folderSettingsSchema.parse({ path: '/', route: { kind: 'extraction', id: 'any' } });

/** The options of `run` for a folder's settings. */
const folderOptions = [...routeOptions, ...flagged.map(optionOf)] as const;

/** By the names of the controls. */
export type FolderFlags = FlagsOf<typeof routeOptions> & { readonly [Name in FlagName]?: boolean | string | readonly string[] };

function optionOf(control: FolderControl): CommandOption & { readonly flag: '--setting' } {
  const { name, as, flag, choices, unset } = control;
  const code: MessageCode = `folders.settings.${name as FlagName}.flag`;
  const value = flag === true ? choices.join('|') : flag;
  const values = { value: String(valueIn(defaults, control) ?? unset), example: '{vendor_name}/{invoice_date}.pdf' };
  return {
    // Which it is, only the table knows.
    flag: flagOf(control) as '--setting',
    ...(value !== undefined && value !== '' && { value }),
    text: { code, values } satisfies Message,
    judged: true,
    ...(as === 'lines' && { repeatable: true }),
  };
}

function flagOf({ name, as, on }: FolderControl): string {
  return `--${as === 'switch' && on === undefined ? 'no-' : ''}${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/**
 * The settings of the one folder that `intray run` works on, with a name where one is given.
 * @param folder absolute
 * @throws Refusal naming each flag that is wrong
 */
export function runSettings(folder: string, flags: FolderFlags): WrittenFolder {
  // A run is never paused, and always sends what is there.
  const begun = { path: folder, route: routeFrom(flags), paused: false, existing: 'send', fileAway: movingBy(flags) };
  const settings = flagged.reduce<Readonly<Record<string, unknown>>>((before, control) => {
    const typed = flags[control.name as FlagName];
    return typed === undefined ? before : withValue(before, control, typedValueOf(control, typed));
  }, begun);
  const parsed = writtenFolderSchema.safeParse(settings);
  if (parsed.success) return parsed.data;
  const problems = problemsOf(writtenFolderSchema, settings, parsed.error.issues, nameOf);
  throw new Refusal(problems.map((message) => say('runReport.reason', { message })));
}

function typedValueOf({ name, as }: FolderControl, typed: boolean | string | readonly string[]): unknown {
  if (typeof typed !== 'string') return typed;
  if (name === 'columns') return columnsIn(typed);
  if (name === 'delimiter' && typed === 'tab') return '\t';
  // NaN for what is not a number: the schema then says what it must be.
  return as === 'number' ? (typed.trim() === '' ? Number.NaN : Number(typed)) : typed;
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

/** Whoever says where documents are moved wants them moved. */
function movingBy(flags: FolderFlags): { readonly kind: 'move' } | undefined {
  const first = flagged.find(({ setting, part, name }) => setting === 'fileAway' && part !== 'kind' && flags[name as FlagName]);
  if (first === undefined) return undefined;
  if (flags.fileAway === 'leave') throw new Refusal(say('commandLine.flags.moveWithoutMoving', { flag: flagOf(first) }));
  if (flags.fileWhen !== undefined && flags.fileAs === undefined) throw new Refusal(say('commandLine.flags.whenWithoutTemplate'));
  return { kind: 'move' };
}

/** The flag that sets a member of the settings. */
function nameOf(path: readonly PropertyKey[]): string {
  const control = controlOf(path);
  return control?.flag === undefined ? path.join('.') : flagOf(control);
}

const dryRun = { flag: '--dry-run', text: say('help.run.dryRun') } as const;

const options = [...folderOptions, dryRun, urlOption, ...workOptions] as const;

export const command = defineCommand({
  name: 'run',
  summary: say('help.run.summary'),
  operands: [{ term: say('help.terms.folder') }],
  options,
  help: [
    say('help.run.about'),
    {
      heading: say('help.headings.results'),
      lines: [
        ['invoice.pdf.json', say('help.run.resultJson')],
        ['intray-name.csv', say('help.run.resultCsv')],
      ],
    },
    say('help.run.key'),
    ...unverifiedHelp,
    examples(
      'intray run ~/scans --extraction ID --url https://api.example.com',
      'intray run ~/scans --extraction ID --url https://api.example.com --dry-run',
      "intray run ~/scans --extraction ID --include '**/*.pdf' --ignore 'drafts/**' --move-to Done",
      'intray run ~/mail --classification ID --json | jq \'select(.event == "summary")\'',
    ),
    workExitCodes,
  ],
  run: ({ operands: [folder = ''], flags, host }) => run(folder, flags, host),
});

/** `intray run FOLDER`: sends what is there, waits, delivers, and ends. */
export async function run(folder: string, flags: FlagsOf<typeof options>, host: Host): Promise<0 | 1> {
  const written = runSettings(expandPath(folder, host.paths), flags);
  const url = serviceAddress({ flag: flags.url, host });
  const settings = await resolveFolder(written, { dataDirectory: dataDirectory(flags.dataDir, host.paths), origin: url });
  const { folders } = await checkFolders([settings], host.paths.platform);
  if (flags.dryRun === true) {
    const { plan } = await import('./plan.ts');
    return plan(folders[0] ?? settings, url, flags, host);
  }
  const { doWork } = await import('./work.ts');
  return doWork({ mode: 'run', folders, url }, flags, host);
}
