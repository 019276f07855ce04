import { profileOf } from '../../core/config/table-profile.ts';
import { columnProblem } from '../../core/document/table.ts';
import type { Message } from '../../core/messages/message.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import { routesOf } from './next-step.ts';
import type { Folder } from './watched-folders.ts';

/**
 * Why a table of a folder could not be written, as far as its routes are known: asked before its documents are paid for.
 * @param origin the service's
 */
export function columnProblemIn(
  { routes, tables }: Pick<LedgerReader, 'routes' | 'tables'>,
  { id, settings }: Folder,
  origin: string,
): Message | undefined {
  for (const route of routesOf(settings)) {
    const profile = profileOf(settings, route);
    const info = profile.columns && routes.info(origin, route);
    if (info === undefined) continue;
    const { csv, xlsx } = settings.outputs;
    const seen = tables.find(id, route)?.columns.map(({ name }) => name);
    const problem = csv === 'folder' ? columnProblem(profile, info, seen) : undefined;
    const ofBook = xlsx === 'folder' ? columnProblem({ values: 'typed', ...profile }, info, seen) : undefined;
    if ((problem ?? ofBook) !== undefined) return problem ?? ofBook;
  }
  return undefined;
}
