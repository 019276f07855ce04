import { profileOf } from '../../core/config/table-profile.ts';
import { columnProblem } from '../../core/document/table-columns.ts';
import type { Message } from '../../core/messages/message.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { Folder } from './folder.ts';
import { routesOf } from './next-step.ts';

/**
 * Why a table of a folder could not be written, as far as its routes are known: asked before its documents are paid for.
 * @param origin the service's
 */
export function columnProblemIn(
  { routes, csv }: Pick<LedgerReader, 'routes' | 'csv'>,
  { id, settings }: Folder,
  origin: string,
): Message | undefined {
  if (settings.outputs.csv !== 'folder') return undefined;
  for (const route of routesOf(settings)) {
    const profile = profileOf(settings, route);
    const info = profile.columns && routes.info(origin, route);
    const problem = info && columnProblem(profile, info, csv.current(id, route)?.columns);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
