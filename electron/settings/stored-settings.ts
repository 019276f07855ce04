import { migrateSettings, preferencesSchema, preferencesVersion, type Settings } from '../core/config/preferences.ts';
import { err, ok, type Result } from '../core/result.ts';
import { lineOf } from './json-place.ts';
import { findJsonProblem } from './json-problem.ts';
import { problemsOf } from './messages.ts';

/** Why a settings file cannot be used: sentences, each naming line and member. At least one. */
export type SettingsProblems = readonly string[];

/** The text of `settings.json` as settings, brought up to date. Pure. */
export function readSettings(text: string): Result<Settings, SettingsProblems> {
  let kept: unknown;
  const bare = text.replace(/^\ufeff/, '');
  try {
    kept = JSON.parse(bare);
  } catch (error) {
    const problem = findJsonProblem(bare);
    const why = problem?.message ?? (error instanceof Error ? error.message : String(error));
    return err([
      problem === undefined ? `it is not valid JSON: ${why}` : `line ${problem.line}, column ${problem.column}: ${why}`,
    ]);
  }
  const value = migrateSettings(kept);
  const newer = versionIn(value);
  if (newer !== undefined && newer > preferencesVersion)
    return err([
      `line ${lineOf(bare, ['version'])}: version ${newer} was written by a newer Intray; this one knows ${preferencesVersion}`,
    ]);
  const parsed = preferencesSchema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  return err(
    parsed.error.issues.flatMap((issue) => {
      const inside = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
      return problemsOf(preferencesSchema, value, [issue]).map((problem) => `line ${lineOf(bare, inside)}: ${problem}`);
    }),
  );
}

function versionIn(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('version' in value)) return undefined;
  return typeof value.version === 'number' ? value.version : undefined;
}

/** `settings.broken-2026-05-04T13-02-07.json`: the name under which a file that cannot be used is kept. Pure. @param at ms since the epoch */
export function brokenName(at: number): string {
  return `settings.broken-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
}
