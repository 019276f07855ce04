import { profileOf } from '../../core/config/table-profile.ts';
import { columnProblem } from '../../core/document/table-columns.ts';
import type { Message } from '../../core/messages/message.ts';
import type { Route, RouteInfo } from '../../core/protocol/route.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { Folder } from './folder.ts';
import { routesOf } from './next-step.ts';

/**
 * Why a table of a folder could not be written, as far as its routes are known: asked before its documents are paid for.
 * @param origin the service's
 */
export function columnProblemIn(
  { routes, csv, sheets }: Pick<LedgerReader, 'routes' | 'csv' | 'sheets'>,
  { id, settings }: Folder,
  origin: string,
): Message | undefined {
  for (const route of routesOf(settings)) {
    const profile = profileOf(settings, route);
    const info = profile.columns && routes.info(origin, route);
    if (info === undefined) continue;
    const ofCsv = settings.outputs.csv === 'folder' ? columnProblem(profile, info, csv.current(id, route)?.columns) : undefined;
    const problem = ofCsv ?? (settings.outputs.xlsx === 'folder' ? workbookProblem(route, profile, info) : undefined);
    if (problem !== undefined) return problem;
  }
  return undefined;

  function workbookProblem(route: Route, profile: ReturnType<typeof profileOf>, info: RouteInfo): Message | undefined {
    const seen = sheets.find(id, route)?.columns.map(({ name }) => name);
    return columnProblem({ values: 'typed', ...profile }, info, seen);
  }
}
