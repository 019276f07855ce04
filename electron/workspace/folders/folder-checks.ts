import { realpath } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { FolderSettings } from '../../core/config/folder-settings.ts';
import type { ContractError } from '../../core/contract/contract.ts';
import { foreign } from '../../core/messages/message.ts';
import { type Route, routeKey } from '../../core/protocol/route.ts';
import { ok, type Result } from '../../core/result.ts';
import { expandPath, findOverlap } from '../../settings/paths.ts';
import { describeFailure } from '../service/describe-failure.ts';
import { rememberRoute } from '../service/routes.ts';
import { invalid, noService, type Refused, unavailable, type WorkspaceContext } from '../workspace-context.ts';
import { folderProblem } from './folder-problem.ts';

/** The context that a path from a window is read against: it must be absolute, or begin with `~`. */
export function windowPaths({ world }: Pick<WorkspaceContext, 'world'>): {
  directory: string;
  home: string;
  platform: NodeJS.Platform;
} {
  return { directory: world.home, home: world.home, platform: process.platform };
}

/** A path that a window gave, absolute; undefined if it is relative. */
export function absoluteFrom(context: Pick<WorkspaceContext, 'world'>, path: string): string | undefined {
  const trimmed = path.trim();
  return isAbsolute(trimmed) || /^~(?=$|[\\/])/.test(trimmed) ? expandPath(trimmed, windowPaths(context)) : undefined;
}

/** Why a folder cannot be watched beside the others, in a sentence; else its real path. @param except the id of the folder that is changed */
export async function checkFolderPath(context: WorkspaceContext, path: string, except?: number): Promise<Result<string, string>> {
  const absolute = absoluteFrom(context, path);
  if (absolute === undefined) return problem('Give the whole path, from the root of the disk.');
  const wrong = await folderProblem(absolute);
  if (wrong !== undefined) return problem(wrong);
  const real = await realpath(absolute);
  for (const other of context.folders.all) {
    if (other.id === except) continue;
    const overlap = findOverlap([other.path, real], process.platform);
    if (overlap === undefined) continue;
    if (overlap.inner === 1 && overlap.outer === 0)
      return problem(
        other.path === real ? `${real} is watched already.` : `${real} lies inside ${other.path}, which is watched already.`,
      );
    return problem(`${other.path}, which is watched already, lies inside ${real}.`);
  }
  const data = await realpath(context.world.dataDirectory).catch(() => context.world.dataDirectory);
  const own = findOverlap([real, data], process.platform);
  if (own !== undefined) return problem(`Intray keeps its own data in ${data}: choose a folder beside it.`);
  return ok(real);
}

function problem(error: string): { readonly ok: false; readonly error: string } {
  return { ok: false, error };
}

/**
 * Whether documents can go to a route of the chosen service. An extraction is asked for, which costs no page; a service that
 * cannot be reached now is believed.
 */
export async function checkRoute(context: WorkspaceContext, route: Route, field: string): Promise<Result<void, ContractError>> {
  const origin = context.origin();
  if (origin === undefined) return unavailable(noService);
  if (route.kind === 'classification') return ok(undefined);
  const answer = await context.withService((service) => service.viewExtraction(route.id, { signal: context.signal(timeoutMs) }));
  if (answer === undefined) return ok(undefined);
  if (answer.ok) {
    const ledger = context.keeper.session?.ledger;
    const { name, description, fields } = answer.value;
    if (ledger !== undefined)
      rememberRoute(ledger, origin, {
        route,
        name,
        ...(description !== undefined && { description }),
        fields: fields.map(({ key, description: what, example }) => ({ key, description: what, example })),
        now: context.clock.now(),
      });
    return ok(undefined);
  }
  switch (answer.error.kind) {
    case 'not-found':
      return invalid(field, foreign(`The service at ${origin} knows no extraction "${route.id}". Check the id.`));
    case 'bad-request':
      return invalid(field, foreign(`The service at ${origin} refused the id: ${describeFailure(answer.error)}`));
    default:
      return ok(undefined);
  }
}

export const timeoutMs = 20_000;

/** A folder's settings as a window gave them, with its real path; or what a form shows. @param before the folder that is changed */
export async function checkFolder(
  context: WorkspaceContext,
  settings: FolderSettings,
  before?: { readonly id: number; readonly settings: FolderSettings; readonly service: string | undefined },
): Promise<{ readonly ok: true; readonly value: FolderSettings } | Refused> {
  const unmoved = before !== undefined && before.settings.path === settings.path;
  // A share that is not mounted now keeps its place.
  const path = unmoved ? ok(settings.path) : await checkFolderPath(context, settings.path, before?.id);
  if (!path.ok) return invalid('settings.path', foreign(path.error));
  const sameRoute =
    before !== undefined &&
    routeKey(before.settings.route) === routeKey(settings.route) &&
    (before.service === undefined || before.service === context.origin());
  if (!sameRoute) {
    const route = await checkRoute(context, settings.route, 'settings.route.id');
    if (!route.ok) return route;
  }
  return ok({ ...settings, path: path.value });
}
