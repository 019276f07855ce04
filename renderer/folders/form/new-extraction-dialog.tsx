import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ContractError } from '../../../electron/core/contract/contract.ts';
import { Confirm } from '../../components/dialog.tsx';
import { Problem } from '../../components/problem.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { useWords } from '../../words/words.tsx';
import { problemsOf } from './checks.ts';
import { type Draft, emptyDraft } from './draft.ts';
import type { PartProps } from './frame.tsx';
import { NewExtraction } from './new-route.tsx';
import { focusFirstWrong } from './use-form.tsx';
import { useRouteStep } from './use-route-step.ts';

interface NewExtractionDialogProps extends Pick<PartProps, 'draft' | 'change'> {
  /** Gets the id of the extraction that was made. */
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}

/** Makes an extraction without leaving the form. What is typed stays in the form's draft until it is made. */
export function NewExtractionDialog({ draft, change, onMade, onClose }: NewExtractionDialogProps) {
  const words = useWords('folders');
  const client = useQueryClient();
  const { data: status } = useHostQuery('status', {});
  const [errors, setErrors] = useState<PartProps['errors']>({});
  const [problem, setProblem] = useState<ContractError>();
  const body = useRef<HTMLDivElement>(null);
  const own: Draft = { ...draft, choice: 'new-extraction' };
  const edit = (changes: Partial<Draft>): void => {
    setErrors({});
    setProblem(undefined);
    change(changes);
  };
  const step = useRouteStep(edit);
  const show = (found: PartProps['errors']): void => {
    setErrors(found);
    focusFirstWrong(body.current);
  };
  const make = async (): Promise<void> => {
    if (step.isRunning) return;
    const wrong = problemsOf('route', own);
    if (Object.keys(wrong).length > 0) return show(wrong);
    const outcome = await step.run(own);
    if (outcome.kind === 'route') {
      void client.invalidateQueries({ queryKey: ['routes'] });
      edit({ newExtraction: emptyDraft().newExtraction });
      onMade(outcome.route.id);
      onClose();
    } else if (outcome.kind === 'refused' && outcome.field !== undefined) show({ [outcome.field]: outcome.error.message });
    else if (outcome.kind === 'refused') setProblem(outcome.error);
  };
  // What is being made would otherwise come back into a row that may be another one by then.
  const close = (): void => {
    if (!step.isRunning) onClose();
  };
  return createPortal(
    <Confirm
      size="large"
      title={words('to.newExtraction')}
      action={words(step.isRunning ? 'form.working' : 'form.makeExtraction')}
      busy={step.isRunning}
      onClose={close}
      onConfirm={() => void make()}
    >
      <div ref={body}>
        <NewExtraction draft={own} change={edit} errors={errors} isSandbox={status?.sandbox === true} />
        <Problem problem={problem} />
      </div>
    </Confirm>,
    document.body,
  );
}
