import { controlOf, type FolderSettings, folderSettingsSchema } from '../../core/config/folder-settings.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { UnverifiedDecision } from '../../engine/api.ts';
import { problemsOf } from '../../settings/schema-problems.ts';
import { sentence } from '../output/words.ts';

/** What every command that knows a service or a data directory takes. */
export interface CommonFlags {
  readonly url?: string;
  readonly dataDir?: string;
  readonly json?: boolean;
}

/** The flags of `run`, as commander hands them over: texts, and booleans for switches. */
export interface RunFlags extends CommonFlags {
  readonly extraction?: string;
  readonly classification?: string;
  readonly include?: readonly string[];
  readonly ignore?: readonly string[];
  readonly recursive?: boolean;
  readonly settleSeconds?: string;
  readonly changed?: string;
  readonly outputJson?: boolean;
  readonly csv?: string;
  readonly delimiter?: string;
  readonly fileAway?: string;
  readonly moveTo?: string;
  readonly unresolved?: string;
  readonly batchSize?: string;
  readonly unverified?: string;
}

/**
 * The settings of the one folder that `intray run` works through; what is there is always sent. `folder` is absolute.
 * The error's sentences name the flag. Pure.
 */
export function runSettings(folder: string, flags: RunFlags): Result<FolderSettings, readonly string[]> {
  const route = routeOf(flags);
  if (!route.ok) return err([route.error]);
  if (flags.moveTo !== undefined && flags.fileAway === 'leave') return err(['--move-to has no meaning with --file-away leave.']);
  const moves = flags.moveTo !== undefined || flags.fileAway === 'move';
  const settings = {
    path: folder,
    route: route.value,
    existing: 'send',
    ...given('settleSeconds', numberFrom(flags.settleSeconds)),
    ...given('include', flags.include),
    ...given('ignore', flags.ignore),
    ...given('recursive', flags.recursive),
    ...given('changed', flags.changed),
    outputs: { ...given('json', flags.outputJson), ...given('csv', flags.csv) },
    ...given('delimiter', flags.delimiter === 'tab' ? '\t' : flags.delimiter),
    ...(moves
      ? { fileAway: { kind: 'move', ...given('to', flags.moveTo) } }
      : given('fileAway', flags.fileAway && { kind: flags.fileAway })),
    ...given('unresolved', flags.unresolved),
    ...given('batchSize', numberFrom(flags.batchSize)),
  };
  const parsed = folderSettingsSchema.safeParse(settings);
  return parsed.success
    ? ok(parsed.data)
    : err(problemsOf(folderSettingsSchema, settings, parsed.error.issues, flagName).map(sentence));
}

/** What `--unverified` decides about files without proof, after a lost ledger; undefined if it was not given. */
export function unverifiedDecision(flag: string | undefined): Result<UnverifiedDecision | undefined, string> {
  if (flag === undefined || flag === 'send' || flag === 'leave') return ok(flag);
  return err('--unverified must be send or leave.');
}

function routeOf(flags: RunFlags): Result<FolderSettings['route'], string> {
  const { extraction, classification } = flags;
  if (extraction !== undefined && classification !== undefined) {
    return err('A folder has one route: give --extraction ID or --classification ID, not both.');
  }
  const [kind, id] =
    extraction === undefined ? (['classification', classification] as const) : (['extraction', extraction] as const);
  if (id === undefined) return err('Say where the documents go: --extraction ID or --classification ID.');
  if (id.trim() === '') return err(`--${kind} must be followed by an id; it is empty.`);
  return ok({ kind, id });
}

/** A flag that was not given leaves the member out, so that the schema's default holds. */
function given<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [Key in Name]?: Value });
}

/** NaN for what is no number: the schema then says what it must be. */
function numberFrom(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** The flag that sets a member of the folder's settings. */
function flagName(path: readonly PropertyKey[]): string {
  const member = path.filter((part) => typeof part !== 'number').join('.');
  return controlOf(member)?.flag ?? member;
}
