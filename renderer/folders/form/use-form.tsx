import { useRef, useState } from 'react';
import type { ContractError } from '../../../electron/core/contract/contract.ts';
import type { Route } from '../../../electron/core/protocol/route.ts';
import { assertNever } from '../../../electron/core/result.ts';
import { problemsOf } from './checks.ts';
import { type Draft, emptyDraft, type Step } from './draft.ts';
import type { PartProps } from './frame.tsx';
import { placeOf } from './settings-of.ts';
import type { Problems } from './typed-text.ts';
import { useRouteStep, withMade } from './use-route-step.ts';

export type FolderForm = ReturnType<typeof useForm>;

interface FormOf {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => unknown;
}

/** What the wizard, the form for an existing folder and the dialog for a new extraction have in common. */
export function useForm<Frame extends HTMLElement = HTMLFormElement>({ draft, change: keep }: FormOf) {
  const [errors, setErrors] = useState<PartProps['errors']>({});
  /** A refusal by the host that no field is responsible for. */
  const [problem, setProblem] = useState<ContractError>();
  const frame = useRef<Frame>(null);
  const change = (changes: Partial<Draft>): void => {
    keep(changes);
    setProblem(undefined);
    setErrors((before) => withoutChanged(before, Object.keys(changes)));
  };
  const routeStep = useRouteStep(change);
  /** Shows what is wrong with these steps; true if nothing is. */
  const isSound = (...steps: readonly Step[]): boolean => {
    const problems: Problems = Object.assign({}, ...steps.map((step) => problemsOf(step, draft)));
    setErrors(problems);
    setProblem(undefined);
    if (Object.keys(problems).length === 0) return true;
    focusFirstWrong(frame.current);
    return false;
  };
  /** Shows a refusal by the host, at its field if the form has it. Returns the step with that field. */
  const refuse = (error: ContractError, field?: string): Step | undefined => {
    const place =
      field === undefined
        ? placeOf((error.field ?? '').replace(/^settings\./, '').split('.'))
        : { step: 'route' as const, field };
    if (place === undefined) setProblem(error);
    else setErrors({ [place.field]: error.message });
    focusFirstWrong(frame.current);
    return place?.step;
  };
  /** Completes the route step; undefined if there is something to look at or to correct. */
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

/** Removes the errors of changed members and of everything below them. */
function withoutChanged(errors: PartProps['errors'], changed: readonly string[]): PartProps['errors'] {
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => !changed.some((name) => field === name || field.startsWith(`${name}.`))),
  );
}

/** Focuses the first invalid field, once it is marked as such. */
function focusFirstWrong(within: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const wrong = within?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong === null || wrong === undefined) return;
    wrong.closest('details')?.setAttribute('open', '');
    wrong.focus();
    wrong.scrollIntoView({ block: 'nearest' });
  });
}
