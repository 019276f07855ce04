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
import { inFile } from '../../settings/config.ts';
import { ledgerPath } from '../../settings/data-directory.ts';
import { memberName } from '../../settings/schema-problems.ts';
import { readLedger } from './ledger-access.ts';
import { Refusal } from './refusal.ts';

/** Extractions and classifications by their names: the service has no call that lists them, so the ledger says what is known. */

/** Where names are known. */
export interface NameSource {
  readonly dataDirectory: string;
  /** Of the service, as `serviceAddress` gives it. */
  readonly origin: string;
}

/** A folder that cannot be worked for, and why. */
export interface BadFolder {
  /** Absolute. */
  readonly path: string;
  readonly problems: readonly Message[];
}

/** A config file with ids for names, without the folders of which a name stands for none. */
export interface ResolvedConfig {
  readonly config: Config;
  readonly bad: readonly BadFolder[];
}

export function hasNames({ folders }: Pick<WrittenConfig, 'folders'>): boolean {
  return folders.some((folder) => namesIn(folder).length > 0);
}

/** @param source asked only if there are names. @throws Refusal if the ledger cannot be read */
export async function resolveNames(
  file: string,
  { folders, ...others }: WrittenConfig,
  source: () => NameSource,
): Promise<ResolvedConfig> {
  const where = hasNames({ folders }) ? source() : undefined;
  const known = where === undefined ? [] : await knownNames(where);
  const good: FolderSettings[] = [];
  const bad: BadFolder[] = [];
  for (const [index, folder] of folders.entries()) {
    const resolved = withIds(folder, known);
    if (resolved.kind === 'good') good.push(resolved.settings);
    else {
      const problems = resolved.problems.map((problem) => {
        const member = memberName(['folders', index, ...problem.member]);
        return inFile(
          file,
          say('configuration.member.breaks', { member, rule: nameMessage(problem, known, where?.origin ?? '') }),
        );
      });
      bad.push({ path: folder.path, problems });
    }
  }
  return { config: { ...others, folders: good }, bad };
}

/** The settings of one folder that flags give. @throws Refusal if a name stands for no id */
export async function resolveFolder(folder: WrittenFolder, source: NameSource): Promise<FolderSettings> {
  const known = namesIn(folder).length === 0 ? [] : await knownNames(source);
  const resolved = withIds(folder, known);
  if (resolved.kind === 'good') return resolved.settings;
  throw new Refusal(
    resolved.problems.map((problem) => {
      const flag = `--${problem.kind}-name`;
      return say('configuration.member.breaks', { member: flag, rule: nameMessage(problem, known, source.origin) });
    }),
  );
}

/** A ledger that is damaged knows none; the engine restores it. */
async function knownNames({ dataDirectory, origin }: NameSource): Promise<readonly KnownRoute[]> {
  const file = ledgerPath(dataDirectory);
  if (!existsSync(file)) return [];
  try {
    return await readLedger(file, ({ routes }) => routes.named(origin));
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
