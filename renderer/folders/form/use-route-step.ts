import { useState } from 'react';
import type { Answer, ContractError } from '../../../electron/core/contract/contract.ts';
import type { RouteView } from '../../../electron/core/contract/folders.ts';
import { type Route, routeKey } from '../../../electron/core/protocol/route.ts';
import { assertNever } from '../../../electron/core/result.ts';
import { useHost } from '../../host/host.tsx';
import { type Draft, routeOf } from './draft.ts';
import { classificationRequest, extractionRequest, fieldOfForm, typedCategories } from './requests.ts';

/** What the button of the route step does: go to the next step, look up the ID, or create what does not exist yet. */
type RouteAction = 'next' | 'lookUp' | 'makeExtraction' | 'makeClassification';

export function routeActionOf(draft: Draft): RouteAction {
  switch (draft.choice) {
    case 'find-extraction':
      return draft.found?.route.id === draft.extractionId.trim() && draft.found.route.kind === 'extraction' ? 'next' : 'lookUp';
    case 'new-extraction':
      return 'makeExtraction';
    case 'new-classification':
      return 'makeClassification';
    default:
      return 'next';
  }
}

/** The outcome. `stay`: there is something to look at before continuing. */
type RouteOutcome =
  | { readonly kind: 'route'; readonly route: Route; readonly made?: RouteView }
  | { readonly kind: 'stay' }
  | { readonly kind: 'refused'; readonly error: ContractError; readonly field?: string | undefined };

/** Runs what `routeActionOf` says, with a draft that has no problems. */
export function useRouteStep(change: (changes: Partial<Draft>) => void) {
  const host = useHost();
  const [isRunning, setRunning] = useState(false);

  const lookUp = async (draft: Draft): Promise<RouteOutcome> => {
    const answer = await host.request('lookUpRoute', { route: { kind: 'extraction', id: draft.extractionId.trim() } });
    if (!answer.ok) return notFound(answer.error, 'extractionId');
    change({ found: answer.value });
    return { kind: 'stay' };
  };
  /** Stores typed categories beside the known ones. */
  const keepCategories = async (draft: Draft): Promise<RouteOutcome> => {
    const id = draft.classificationId.trim();
    const route = { kind: 'classification', id } as const;
    const typed = typedCategories(draft.categories);
    if (typed.length === 0) return { kind: 'route', route };
    const known = await host.request('lookUpRoute', { route });
    if (!known.ok) return notFound(known.error, 'classificationId');
    const others = known.value.categories.flatMap((each) =>
      each.id === undefined || typed.some((own) => own.id === each.id) ? [] : [{ id: each.id, name: each.name }],
    );
    const answer = await host.request('setCategories', { classificationId: id, categories: [...typed, ...others] });
    return answer.ok ? { kind: 'route', route } : { kind: 'refused', error: answer.error, field: answer.error.field };
  };
  const act = async (draft: Draft): Promise<RouteOutcome> => {
    const action = routeActionOf(draft);
    switch (action) {
      case 'lookUp':
        return lookUp(draft);
      case 'makeExtraction': {
        const { input, rows } = extractionRequest(draft.newExtraction);
        return outcomeOf(await host.request('createExtraction', input), 'newExtraction', rows);
      }
      case 'makeClassification': {
        const { input, rows } = classificationRequest(draft.newClassification);
        return outcomeOf(await host.request('createClassification', input), 'newClassification', rows);
      }
      case 'next':
        return draft.choice === 'find-classification' ? keepCategories(draft) : { kind: 'route', route: routeOf(draft) };
      default:
        return assertNever(action);
    }
  };
  return {
    isRunning,
    run: async (draft: Draft) => {
      setRunning(true);
      try {
        return await act(draft);
      } finally {
        setRunning(false);
      }
    },
  };
}

/** The outcome of creating what `form` describes; `rows` maps what was sent to rows of the form. */
function outcomeOf(answer: Answer<'createExtraction'>, form: string, rows: readonly number[]): RouteOutcome {
  if (answer.ok) return { kind: 'route', route: answer.value.route, made: answer.value };
  const { error } = answer;
  return { kind: 'refused', error, field: error.field === undefined ? undefined : fieldOfForm(form, error.field, rows) };
}

/** The refusal of looking an ID up, at the field where it was typed. */
function notFound(error: ContractError, field: string): RouteOutcome {
  return { kind: 'refused', error, field: error.field === 'route.id' ? field : undefined };
}

/** The changes to a draft after a route was created: the route is a known one now, and the entries for it are cleared. */
export function withMade(draft: Draft, made: RouteView, empty: Draft): Partial<Draft> {
  return {
    choice: routeKey(made.route),
    found: made,
    ...(draft.choice === 'new-extraction'
      ? { newExtraction: empty.newExtraction }
      : { newClassification: empty.newClassification }),
  };
}
