import type { FolderSettings } from '../../core/config/folder-settings.ts';
import { type Message, say } from '../../core/messages/message.ts';
import type { Failure } from '../../core/protocol/failure.ts';
import { type Route, routeKey } from '../../core/protocol/route.ts';
import { assertNever } from '../../core/result.ts';
import { createFiles } from '../../engine/disk/disk.ts';
import { routesOf } from '../../engine/loop/next-step.ts';
import { type ServiceClient, tryKey } from '../../service/client.ts';
import { overlapProblem } from '../../settings/config.ts';
import { folderProblem } from '../../workspace/folders/folder-checks.ts';
import { dataDirectoryProblem } from '../../workspace/health/data-directory-check.ts';
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

/** Nobody waits longer than this before the work starts; the engine waits longer. */
const timeoutMs = 20_000;

/**
 * Asks the service for every extraction that documents will go to, which also tests the key at no cost. If there is none
 * to ask for, tests only the key.
 * @returns messages about what is in the way for now and will be tried again
 * @throws Refusal if the key is refused, or an extraction is not known
 */
export async function checkService(service: ServiceClient, folders: readonly FolderSettings[]): Promise<Message[]> {
  const routes = new Map(folders.flatMap(routesOf).map((route) => [routeKey(route), route]));
  const extractions = [...routes.values()].filter(({ kind }) => kind === 'extraction');
  if (extractions.length === 0) return checkKey(service);
  for (const route of extractions) {
    const answer = await service.viewExtraction(route.id, { signal: AbortSignal.timeout(timeoutMs) });
    if (answer.ok) continue;
    const note = judge(answer.error, route, service.origin);
    // What blocks one call blocks the others.
    if (note !== undefined) return [note];
  }
  return [];
}

async function checkKey(service: ServiceClient): Promise<Message[]> {
  const trial = await tryKey(service, AbortSignal.timeout(timeoutMs));
  switch (trial.kind) {
    case 'good':
      return [];
    case 'good-but-empty':
      return [say('commandLine.key.outOfPages', { message: trial.message })];
    case 'bad':
      throw keyRefused(service.origin, trial.message);
    case 'unknown': {
      const note = judge(trial.failure, undefined, service.origin);
      return note === undefined ? [] : [note];
    }
    default:
      return assertNever(trial);
  }
}

/** A message for what passes by itself; undefined if there is nothing to report. @throws Refusal for what a person must fix */
function judge(failure: Failure, route: Route | undefined, origin: string): Message | undefined {
  const { message } = failure;
  switch (failure.kind) {
    case 'not-found':
      if (route === undefined) return undefined;
      throw new Refusal(say('commandLine.preflight.unknownExtraction', { origin, id: route.id, message }));
    case 'bad-request':
    case 'too-large':
      throw new Refusal(
        route === undefined
          ? say('commandLine.preflight.refusedTrial', { origin, message })
          : say('commandLine.preflight.refusedExtraction', { origin, id: route.id, message }),
      );
    case 'key':
      throw keyRefused(origin, message);
    case 'forbidden':
      if (failure.reason === 'revoked') throw keyRefused(origin, message);
      return failure.reason === 'pages'
        ? say('commandLine.key.outOfPages', { message })
        : say('commandLine.preflight.refusesNow', { message });
    case 'offline':
    case 'unresolved':
      return say('commandLine.preflight.unreachable', { origin, message });
    case 'aborted':
      return say('commandLine.preflight.noAnswer', { origin, timeoutMs });
    case 'rate':
    case 'server':
    case 'unreadable':
    case 'withdrawn':
      return say('commandLine.preflight.unusable', { origin, message });
    default:
      return assertNever(failure);
  }
}

function keyRefused(origin: string, message: Message): Refusal {
  return new Refusal(say('commandLine.key.refused', { origin, message }));
}

/** @throws Refusal if the data directory cannot be created or used; it is not touched */
export async function checkDataDirectory(directory: string): Promise<void> {
  const problem = await dataDirectoryProblem(directory);
  if (problem !== undefined) throw new Refusal(problem);
}
