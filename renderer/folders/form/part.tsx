import { type Route, routeKey } from '../../../electron/core/protocol/route.ts';
import { useHostQuery } from '../../host/host.tsx';
import { type Draft, type Problems, routeOf } from './draft.ts';

/** What each part of the form receives. */
export interface PartProps {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  /** What is wrong, by member of the draft; shown at its field. */
  readonly errors: Problems;
}

/** What is known of routes: of those that the host knows, and of the one that was looked up for this draft. */
export function useRouteViews(draft: Draft) {
  const { data: routes = [] } = useHostQuery('routes', {});
  const views = [...routes, ...(draft.found === undefined ? [] : [draft.found])];
  const viewOf = (route: Route) => views.find((view) => routeKey(view.route) === routeKey(route));
  const fieldsOf = (route: Route): readonly string[] => viewOf(route)?.fields.map(({ key }) => key) ?? [];
  const route = routeOf(draft);
  return {
    viewOf,
    fieldsOf,
    extractions: routes.filter((view) => view.route.kind === 'extraction'),
    /** The keys of the fields of the draft's own route, as far as they are known. */
    fields:
      draft.choice === 'new-extraction'
        ? draft.newExtraction.fields.map(({ key }) => key.trim()).filter((key) => key !== '')
        : fieldsOf(route),
  };
}
