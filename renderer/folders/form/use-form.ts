import { useRef, useState } from 'react';
import type { ContractError, RequestOutput } from '../../../electron/core/contract/contract.ts';
import { type Route, routeKey } from '../../../electron/core/protocol/route.ts';
import { assertNever, type Result } from '../../../electron/core/result.ts';
import { useHostCommands } from '../../host/host.tsx';
import type { Problems } from './draft.ts';
import { type Draft, emptyDraft, routeOf } from './draft.ts';
import { classificationRequest, extractionRequest, placeOf, withoutBlank } from './settings-of.ts';

interface FormOf {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => unknown;
}

/** What the form's button does first: nothing else, look up the ID, or create what does not exist yet. */
export function routeActionOf({
  choice,
  found,
  extractionId,
}: Draft): 'next' | 'lookUp' | 'makeExtraction' | 'makeClassification' {
  if (choice === 'new-extraction') return 'makeExtraction';
  if (choice === 'new-classification') return 'makeClassification';
  const isFound = found?.route.id === extractionId.trim() && found.route.kind === 'extraction';
  return choice === 'find-extraction' && !isFound ? 'lookUp' : 'next';
}

/** What the form for a folder and the dialog for a new extraction have in common. */
export function useForm<Frame extends HTMLElement = HTMLFormElement>({ draft, change: keep }: FormOf) {
  const { run, isRunning } = useHostCommands();
  const [errors, setErrors] = useState<Problems>({});
  /** A refusal by the host that no field is responsible for. */
  const [problem, setProblem] = useState<ContractError>();
  const frame = useRef<Frame>(null);
  const change = (changes: Partial<Draft>): void => {
    keep(changes);
    setProblem(undefined);
    setErrors((before) => withoutChanged(before, Object.keys(changes)));
  };
  /** Shows what is wrong; true if nothing is. */
  const isSound = (problems: Problems): boolean => {
    setErrors(problems);
    setProblem(undefined);
    if (Object.keys(problems).length === 0) return true;
    focusFirstWrong(frame.current);
    return false;
  };
  /** Shows a refusal by the host, at its field if the form has it. */
  const refuse = (error: ContractError, field = placeOf((error.field ?? '').replace(/^settings\./, '').split('.'))): void => {
    if (field === undefined) setProblem(error);
    else setErrors({ [field]: error.message });
    focusFirstWrong(frame.current);
  };
  /** What `form` describes has been created. */
  const made = (
    answer: Result<RequestOutput<'createExtraction'>, ContractError>,
    form: 'newExtraction' | 'newClassification',
  ): Route | undefined => {
    if (!answer.ok) {
      refuse(answer.error, answer.error.field && `${form}.${answer.error.field}`);
      return undefined;
    }
    // It is a known one now, and the entries for it are cleared.
    change({ choice: routeKey(answer.value.route), found: answer.value, [form]: emptyDraft()[form] });
    return answer.value.route;
  };
  /** Does what the button says, with a draft that has no problems; undefined if there is something to look at or to correct. */
  const toRoute = async (): Promise<Route | undefined> => {
    const action = routeActionOf(draft);
    switch (action) {
      case 'lookUp': {
        const answer = await run('lookUpRoute', { route: routeOf(draft) });
        if (answer.ok) change({ found: answer.value });
        else refuse(answer.error, answer.error.field === 'route.id' ? 'extractionId' : undefined);
        return undefined;
      }
      case 'makeExtraction': {
        const newExtraction = { ...draft.newExtraction, fields: withoutBlank(draft.newExtraction.fields) };
        keep({ newExtraction });
        return made(await run('createExtraction', extractionRequest(newExtraction)), 'newExtraction');
      }
      case 'makeClassification': {
        const newClassification = { ...draft.newClassification, categories: withoutBlank(draft.newClassification.categories) };
        keep({ newClassification });
        return made(await run('createClassification', classificationRequest(newClassification)), 'newClassification');
      }
      case 'next':
        return routeOf(draft);
      default:
        return assertNever(action);
    }
  };
  return { draft, errors, problem, change, isSound, refuse, isRunning, toRoute, frame };
}

/** Removes the errors of changed members and of everything below them. */
function withoutChanged(errors: Problems, changed: readonly string[]): Problems {
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => !changed.some((name) => field === name || field.startsWith(`${name}.`))),
  );
}

/** Focuses the first invalid field, once it is marked as such. */
function focusFirstWrong(within: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const wrong = within?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong] input');
    if (wrong === null || wrong === undefined) return;
    wrong.closest('details')?.setAttribute('open', '');
    // Its tab is shown first.
    const panel = wrong.closest('[role="tabpanel"][data-state="inactive"]');
    if (panel !== null) within?.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(panel.id)}"]`)?.focus();
    requestAnimationFrame(() => {
      wrong.focus();
      wrong.scrollIntoView({ block: 'nearest' });
    });
  });
}
