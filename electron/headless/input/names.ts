import { existsSync } from 'node:fs';
import {
  type Config,
  type KnownRoute,
  type NameProblem,
  namesIn,
  type WrittenConfig,
  type WrittenFolder,
  withIds,
} from '../../core/config/config-file.ts';
import type { FolderSettings } from '../../core/config/folder-settings.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { LedgerDamaged } from '../../ledger/errors.ts';
import { openLedgerReadOnly } from '../../ledger/ledger.ts';
import { inFile } from '../../settings/config.ts';
import { ledgerPath } from '../../settings/data-directory.ts';
import { memberName } from '../../settings/schema-problems.ts';
import { withLedger } from './ledger-access.ts';
import { Refusal } from './refusal.ts';

/** Extractions and classifications by their names: the service has no call that lists them, so the ledger says what is known. */

/** Where names are known: `origin` of the service, as `serviceAddress` gives it. */
type NameSource = Readonly<Record<'dataDirectory' | 'origin', string>>;

export type ResolvedConfig = Awaited<ReturnType<typeof resolveNames>>;

/**
 * A config file with ids for names, without the folders of which a name stands for none; those by their absolute paths.
 * @param source asked only if there are names. @throws Refusal if the ledger cannot be read
 */
export async function resolveNames(file: string, { folders, ...others }: WrittenConfig, source: () => NameSource) {
  const names = await namesFor(folders, source);
  const good: FolderSettings[] = [];
  const bad: { readonly path: string; readonly problems: readonly Message[] }[] = [];
  for (const [index, folder] of folders.entries()) {
    const resolved = withIds(folder, names.known);
    if (resolved.kind === 'good') {
      good.push(resolved.settings);
      continue;
    }
    const problems = resolved.problems.map((problem) =>
      inFile(file, names.problem(memberName(['folders', index, ...problem.member]), problem)),
    );
    bad.push({ path: folder.path, problems });
  }
  const config: Config = { ...others, folders: good };
  return { config, bad };
}

/** The settings of one folder that flags give. @throws Refusal if a name stands for no id */
export async function resolveFolder(folder: WrittenFolder, source: NameSource): Promise<FolderSettings> {
  const names = await namesFor([folder], () => source);
  const resolved = withIds(folder, names.known);
  if (resolved.kind === 'good') return resolved.settings;
  throw new Refusal(resolved.problems.map((problem) => names.problem(`--${problem.kind}-name`, problem)));
}

/** What is known where these folders have names, and what is said of a name that stands for no id. */
async function namesFor(folders: readonly WrittenFolder[], source: () => NameSource) {
  const where = folders.some((folder) => namesIn(folder).length > 0) ? source() : undefined;
  const known = where === undefined ? [] : await knownNames(where);
  return {
    known,
    problem: (member: string | Message, problem: NameProblem) =>
      say('configuration.member.breaks', { member, rule: nameMessage(problem, known, where?.origin ?? '') }),
  };
}

/** A ledger that is damaged knows none; the engine restores it. */
async function knownNames({ dataDirectory, origin }: NameSource): Promise<readonly KnownRoute[]> {
  const file = ledgerPath(dataDirectory);
  if (!existsSync(file)) return [];
  try {
    return await withLedger(
      () => openLedgerReadOnly(file),
      ({ routes }) => routes.named(origin),
    );
  } catch (error) {
    if (error instanceof Refusal && error.cause instanceof LedgerDamaged) return [];
    throw error;
  }
}

/** What follows the name of a member. */
function nameMessage({ kind, name, candidates }: NameProblem, known: readonly KnownRoute[], origin: string): Message {
  if (candidates.length > 0) return say('configuration.names.ambiguous', { kind, name, ids: candidates.map(({ id }) => id) });
  const names = [...new Set(known.filter((each) => each.kind === kind).map((each) => each.name))];
  return names.length === 0
    ? say('configuration.names.noneKnown', { kind, name, origin })
    : say('configuration.names.unknown', { kind, name, origin, names });
}
