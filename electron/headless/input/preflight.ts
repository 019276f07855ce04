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
import type { Host } from '../host.ts';
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

/** @throws Refusal where the environment names a register: nobody is to believe that machines share their work */
export function checkNoRegister({ environment }: Pick<Host, 'environment'>): void {
  const member = 'INTRAY_REGISTER_URL';
  if (environment[member])
    throw new Refusal(say('configuration.member.breaks', { member, rule: say('configuration.rule.noRegister') }));
}

interface ServiceCheck {
  /** What is in the way for now and will be tried again. */
  readonly notes: readonly Message[];
  /** How the key was refused. */
  readonly refused?: Failure;
}

/** Nobody waits longer than this before the work starts; the engine waits longer. */
const timeoutMs = 20_000;

/**
 * Asks the service for every extraction that documents will go to, which also tests the key at no cost. If there is none
 * to ask for, tests only the key.
 * @throws Refusal if an extraction is not known
 */
export async function checkService(service: ServiceClient, folders: readonly FolderSettings[]): Promise<ServiceCheck> {
  const routes = new Map(folders.flatMap(routesOf).map((route) => [routeKey(route), route]));
  const extractions = [...routes.values()].filter(({ kind }) => kind === 'extraction');
  if (extractions.length === 0) return checkKey(service);
  for (const route of extractions) {
    const answer = await service.viewExtraction(route.id, { signal: AbortSignal.timeout(timeoutMs) });
    // What blocks one call blocks the others.
    if (!answer.ok) return judge(answer.error, route, service.origin);
  }
  return { notes: [] };
}

async function checkKey(service: ServiceClient): Promise<ServiceCheck> {
  const trial = await tryKey(service, AbortSignal.timeout(timeoutMs));
  switch (trial.kind) {
    case 'good':
      return { notes: [] };
    case 'good-but-empty':
      return { notes: [say('commandLine.key.outOfPages', { message: trial.message })] };
    case 'bad':
      return { notes: [], refused: trial.failure };
    case 'unknown':
      return judge(trial.failure, undefined, service.origin);
    default:
      return assertNever(trial);
  }
}

/** What it means before the start. @throws Refusal for what a person must fix, but for the key */
function judge(failure: Failure, route: Route | undefined, origin: string): ServiceCheck {
  const { message } = failure;
  const passes = (note: Message): ServiceCheck => ({ notes: [note] });
  const extraction = route && { origin, id: route.id, message };
  switch (failure.kind) {
    case 'not-found':
      if (extraction === undefined) return { notes: [] };
      throw new Refusal(say('commandLine.preflight.unknownExtraction', extraction));
    case 'bad-request':
    case 'too-large':
      throw new Refusal(
        extraction === undefined
          ? say('commandLine.preflight.refusedTrial', { origin, message })
          : say('commandLine.preflight.refusedExtraction', extraction),
      );
    case 'key':
      return { notes: [], refused: failure };
    case 'forbidden':
      if (failure.reason === 'revoked') return { notes: [], refused: failure };
      return passes(
        say(failure.reason === 'pages' ? 'commandLine.key.outOfPages' : 'commandLine.preflight.refusesNow', { message }),
      );
    case 'offline':
    case 'unresolved':
      return passes(say('commandLine.preflight.unreachable', { origin, message }));
    case 'aborted':
      return passes(say('commandLine.preflight.noAnswer', { origin, timeoutMs }));
    case 'rate':
    case 'server':
    case 'unreadable':
    case 'withdrawn':
      return passes(say('commandLine.preflight.unusable', { origin, message }));
    default:
      return assertNever(failure);
  }
}

export function keyRefused(origin: string, message: Message): Refusal {
  return new Refusal(say('commandLine.key.refused', { origin, message }));
}

/** @throws Refusal if the data directory cannot be created or used; it is not touched */
export async function checkDataDirectory(directory: string): Promise<void> {
  const problem = await dataDirectoryProblem(directory);
  if (problem !== undefined) throw new Refusal(problem);
}
