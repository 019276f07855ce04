import { type RefObject, useRef, useState } from 'react';
import type { ContractError } from '../../../electron/core/contract/contract.ts';
import type { Route } from '../../../electron/core/protocol/route.ts';
import { assertNever } from '../../../electron/core/result.ts';
import { locationOfField, type Problems, problemsOf } from './checks.ts';
import { type Draft, emptyDraft, type Step } from './draft.ts';
import type { KeptDraft } from './use-draft.ts';
import { type RouteStep, useRouteStep, withMade } from './use-route-step.ts';
import { type Errors, focusFirstWrong, hostError, useErrors, withoutChanged } from './wrong.tsx';

/** What the wizard and the form for an existing folder have in common. */
export interface FolderForm {
  readonly draft: Draft;
  readonly errors: Errors;
  /** A refusal by the host that no field is responsible for. */
  readonly problem: ContractError | undefined;
  readonly change: (changes: Partial<Draft>) => void;
  /** Shows what is wrong with these steps; true if nothing is. */
  readonly isSound: (...steps: readonly Step[]) => boolean;
  /** Shows a refusal by the host, at its field if the form has it. Returns the step with that field. */
  readonly refuse: (error: ContractError, field?: string) => Step | undefined;
  readonly routeStep: RouteStep;
  /** Completes the route step; undefined if there is something to look at or to correct. */
  readonly toRoute: () => Promise<Route | undefined>;
  readonly frame: RefObject<HTMLFormElement | null>;
}

export function useForm({ draft, change: keep }: Pick<KeptDraft, 'draft' | 'change'>): FolderForm {
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<ContractError>();
  const frame = useRef<HTMLFormElement>(null);
  const said = useErrors();
  const change = (changes: Partial<Draft>): void => {
    keep(changes);
    setProblem(undefined);
    setErrors((before) => withoutChanged(before, Object.keys(changes)));
  };
  const routeStep = useRouteStep(change);
  const isSound = (...steps: readonly Step[]): boolean => {
    const problems: Problems = Object.assign({}, ...steps.map((step) => problemsOf(step, draft)));
    setErrors(said(problems));
    setProblem(undefined);
    if (Object.keys(problems).length === 0) return true;
    focusFirstWrong(frame.current);
    return false;
  };
  const refuse = (error: ContractError, field?: string): Step | undefined => {
    const place = field === undefined ? locationOfField(error.field) : { step: 'route' as const, field };
    if (place === undefined) setProblem(error);
    else setErrors(hostError(place.field, error.message));
    focusFirstWrong(frame.current);
    return place?.step;
  };
  const toRoute = async (): Promise<Route | undefined> => {
    const outcome = await routeStep.run(draft);
    switch (outcome.kind) {
      case 'route':
        if (outcome.made !== undefined) change(withMade(draft, outcome.made, emptyDraft()));
        return outcome.route;
      case 'stay':
        return undefined;
      case 'refused':
        refuse(outcome.error, outcome.field);
        return undefined;
      default:
        return assertNever(outcome);
    }
  };
  return { draft, errors, problem, change, isSound, refuse, routeStep, toRoute, frame };
}
