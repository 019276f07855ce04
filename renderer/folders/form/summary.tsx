import { routeKey } from '../../../electron/core/protocol/route.ts';
import { useHostQuery } from '../../host/use-host-query.ts';
import { useWords } from '../../words/words.tsx';
import type { Draft } from './draft.ts';
import { routeOf } from './use-route-step.ts';

/** What goes where, in one sentence to read before it starts. */
export function Summary({ draft }: { readonly draft: Draft }) {
  const words = useWords('folders.results');
  const { data: routes = [] } = useHostQuery('routes', {});
  const route = routeOf(draft);
  const known = [...routes, ...(draft.found === undefined ? [] : [draft.found])];
  const name = known.find((view) => routeKey(view.route) === routeKey(route))?.name ?? route.id;
  return words.rich('summary', { path: () => <strong>{draft.path}</strong>, route: () => <strong>{name}</strong> });
}
