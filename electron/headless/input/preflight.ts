import { randomUUID } from 'node:crypto';
import { type FolderSettings, routesOf } from '../../core/config/folder-settings.ts';
import { type Message, say } from '../../core/messages/message.ts';
import type { Failure } from '../../core/protocol/failure.ts';
import { err } from '../../core/result.ts';
import { createFiles } from '../../engine/disk/disk.ts';
import type { ServiceClient } from '../../service/client.ts';
import { overlapProblem } from '../../settings/config.ts';
import { folderProblem } from '../../workspace/folders/folder-checks.ts';
import { dataDirectoryProblem } from '../../workspace/health/machine-check.ts';
import { judgeExtraction } from '../../workspace/health/service-check.ts';
import { callTimeoutMs, judgeFailure } from '../../workspace/service/failures.ts';
import { Refusal } from './refusal.ts';

/**
 * What is checked before a command writes anything. A problem that a person must fix is a Refusal; one that passes by
 * itself comes back as a message.
 */

/**
 * The folders with their real paths, and a message about each that is not there yet.
 *
 * @param mayWait whether one of several folders may come later: a share is often connected after the machine has started
 * @throws Refusal that names every folder that cannot be used
 */
export async function checkFolders(
  folders: readonly FolderSettings[],
  platform: NodeJS.Platform,
  mayWait = false,
): Promise<{ readonly folders: FolderSettings[]; readonly notes: Message[] }> {
  const files = createFiles();
  const real = await Promise.all(folders.map(async (folder) => ({ ...folder, path: await files.realPath(folder.path) })));
  const looked = await Promise.all(real.map(({ path }) => folderProblem(files, path)));
  const problems = looked.filter((problem) => problem !== undefined);
  const waits = mayWait && problems.length < folders.length && problems.every(({ code }) => code === 'workspace.folder.missing');
  if (problems.length > 0 && !waits) throw new Refusal(problems);
  const overlap = overlapProblem(
    real.map(({ path }) => path),
    platform,
  );
  if (overlap !== undefined) throw new Refusal(overlap);
  return { folders: real, notes: problems.map((message) => say('commandLine.preflight.folderLater', { message })) };
}

interface ServiceCheck {
  /** What is in the way for now and will be tried again. */
  readonly notes: readonly Message[];
  /** How the key was refused. */
  readonly refused?: Failure;
}

/**
 * Asks the service for every extraction that documents will go to, which also tests the key at no cost; if there is none, for one
 * that cannot exist.
 * @throws Refusal for what a person must fix, but for the key
 */
export async function checkService(service: ServiceClient, folders: readonly FolderSettings[]): Promise<ServiceCheck> {
  const ids = new Set(folders.flatMap(routesOf).flatMap(({ kind, id }) => (kind === 'extraction' ? [id] : [])));
  for (const id of ids.size > 0 ? ids : [undefined]) {
    const answer = await service.viewExtraction(id ?? randomUUID(), { signal: AbortSignal.timeout(callTimeoutMs) });
    // What blocks one call blocks the others.
    if (!answer.ok && (id !== undefined || answer.error.kind !== 'not-found')) return judge(answer.error, id, service.origin);
  }
  return { notes: [] };
}

function judge(failure: Failure, id: string | undefined, origin: string): ServiceCheck {
  const { kind, message } = failure;
  if (kind === 'key' || (kind === 'forbidden' && failure.reason === 'revoked')) return { notes: [], refused: failure };
  if (kind === 'forbidden' && failure.reason === 'pages') return { notes: [say('commandLine.key.outOfPages', { message })] };
  const isFinal = kind === 'not-found' || kind === 'bad-request' || kind === 'too-large';
  const check = id !== undefined && isFinal ? judgeExtraction(id, err(failure)) : judgeFailure(origin, failure);
  if (isFinal && 'remedy' in check)
    throw new Refusal(say('commandLine.preflight.refused', { message: check.seen, remedy: check.remedy }));
  return { notes: [say('commandLine.preflight.later', { message: check.seen })] };
}

export function keyRefused(origin: string, message: Message): Refusal {
  return new Refusal(say('commandLine.key.refused', { origin, message }));
}

/** @throws Refusal if the data directory cannot be created or used; it is not touched */
export async function checkDataDirectory(directory: string): Promise<void> {
  const problem = await dataDirectoryProblem(directory);
  if (problem !== undefined) throw new Refusal(problem);
}
