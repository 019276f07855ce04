import { useQueryClient } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { Confirm } from '../../components/dialog.tsx';
import { Problem } from '../../components/problem.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { useWords } from '../../words/words.tsx';
import { routeProblems } from './checks.ts';
import { NewExtraction } from './new-route.tsx';
import type { PartProps } from './part.tsx';
import { useForm } from './use-form.ts';

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
  // Of what the form's own step would change, only the entries for the extraction are this dialog's.
  const form = useForm<HTMLDivElement>({
    draft: { ...draft, choice: 'new-extraction' },
    change: ({ newExtraction }) => newExtraction !== undefined && change({ newExtraction }),
  });
  const { isRunning } = form;
  const make = async (): Promise<void> => {
    if (isRunning || !form.isSound(routeProblems(form.draft))) return;
    const route = await form.toRoute();
    if (route === undefined) return;
    void client.invalidateQueries({ queryKey: ['routes'] });
    onMade(route.id);
    onClose();
  };
  // What is being made would otherwise come back into a row that may be another one by then.
  const close = (): void => {
    if (!isRunning) onClose();
  };
  return createPortal(
    <Confirm
      size="large"
      title={words('to.newExtraction')}
      action={words(isRunning ? 'form.working' : 'form.makeExtraction')}
      busy={isRunning}
      onClose={close}
      onConfirm={() => void make()}
    >
      <div ref={form.frame}>
        <NewExtraction {...form} isSandbox={status?.sandbox === true} />
        <Problem problem={form.problem} />
      </div>
    </Confirm>,
    document.body,
  );
}
