import { realpath } from 'node:fs/promises';
import type { FolderSettings } from '../../core/config/folder-settings.ts';
import type { Message } from '../../core/messages/message.ts';
import { inEnglish } from '../../core/messages/wording.ts';
import type { Failure } from '../../core/protocol/failure.ts';
import { type Route, routeKey } from '../../core/protocol/route.ts';
import { assertNever } from '../../core/result.ts';
import { type ServiceClient, tryKey } from '../../service/client.ts';
import { overlapProblem } from '../../settings/config.ts';
import { folderProblem } from '../../workspace/folders/folder-problem.ts';
import { dataDirectoryProblem } from '../../workspace/health/data-directory-check.ts';
import { printable, sentence } from '../output/words.ts';
import { Refusal } from './refusal.ts';

/**
 * What is looked at before a command writes anything. A problem that a person must mend is a Refusal; one that mends
 * itself comes back as a sentence to be said.
 */

/** The folders with their real paths. @throws Refusal naming every folder that cannot be worked in */
export async function checkFolders(folders: readonly FolderSettings[], platform: NodeJS.Platform): Promise<FolderSettings[]> {
  const problems = (await Promise.all(folders.map(({ path }) => folderProblem(path)))).filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new Refusal(problems.map(inEnglish));
  const real = await Promise.all(folders.map(async (folder) => ({ ...folder, path: await realpath(folder.path) })));
  const overlap = overlapProblem(
    real.map(({ path }) => path),
    platform,
  );
  if (overlap !== undefined) throw new Refusal(overlap);
  return real;
}

/** Nobody waits longer before the work begins, in milliseconds; the engine is more patient. */
const timeoutMs = 20_000;

/**
 * Asks the service for every extraction that documents are to go to, which tries the key at no cost; where there is
 * none to ask for, tries the key alone.
 * @returns sentences about what is in the way for now and will be tried again
 * @throws Refusal if the key is refused, or an extraction is not known
 */
export async function checkService(service: ServiceClient, folders: readonly FolderSettings[]): Promise<string[]> {
  const routes = new Map(folders.map(({ route }) => [routeKey(route), route]));
  const extractions = [...routes.values()].filter(({ kind }) => kind === 'extraction');
  if (extractions.length === 0) return checkKey(service);
  for (const route of extractions) {
    const answer = await service.viewExtraction(route.id, { signal: AbortSignal.timeout(timeoutMs) });
    if (answer.ok) continue;
    const note = judge(answer.error, route, service.origin);
    // What stands in the way of one call stands in the way of the others.
    if (note !== undefined) return [note];
  }
  return [];
}

async function checkKey(service: ServiceClient): Promise<string[]> {
  const trial = await tryKey(service, AbortSignal.timeout(timeoutMs));
  switch (trial.kind) {
    case 'good':
      return [];
    case 'good-but-empty':
      return [outOfPages(trial.message)];
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

/** A sentence for what mends itself; undefined for what says nothing. */
function judge(failure: Failure, route: Route | undefined, origin: string): string | undefined {
  switch (failure.kind) {
    case 'not-found':
      if (route === undefined) return undefined;
      throw new Refusal(
        `The service at ${origin} knows no extraction "${printable(route.id)}": ${sentence(failure.message)} Check the id.`,
      );
    case 'bad-request':
    case 'too-large':
      throw new Refusal(
        `The service at ${origin} refused ${route === undefined ? 'the key trial' : `the extraction "${printable(route.id)}"`}: ${sentence(failure.message)}`,
      );
    case 'key':
      throw keyRefused(origin, failure.message);
    case 'forbidden':
      if (failure.reason === 'revoked') throw keyRefused(origin, failure.message);
      return failure.reason === 'pages'
        ? outOfPages(failure.message)
        : `The service refuses for now: ${sentence(failure.message)} Intray goes on and tries again.`;
    case 'offline':
    case 'unresolved':
      return `${origin} cannot be reached now: ${sentence(failure.message)} Intray goes on and tries again.`;
    case 'aborted':
      return `The service at ${origin} has not answered within ${timeoutMs / 1000} seconds. Intray goes on and tries again.`;
    case 'rate':
    case 'server':
    case 'unreadable':
    case 'withdrawn':
      return `The service at ${origin} gave no answer to rely on: ${sentence(failure.message)} Intray goes on and tries again.`;
    default:
      return assertNever(failure);
  }
}

function keyRefused(origin: string, message: Message): Refusal {
  return new Refusal(
    `${origin} refused the API key: ${sentence(message)} Set a good one with "intray key set --url ${origin}", or in INTRAY_API_KEY.`,
  );
}

function outOfPages(message: Message): string {
  return `The key is good, and the account is out of pages: ${sentence(message)} Uploads wait until there are some again.`;
}

/** @throws Refusal if the data directory cannot be made or used; it is not touched */
export async function checkDataDirectory(directory: string): Promise<void> {
  const problem = await dataDirectoryProblem(directory);
  if (problem !== undefined) throw new Refusal(inEnglish(problem));
}
