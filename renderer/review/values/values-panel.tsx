import { ExternalLink, Undo2 } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { ContractError } from '../../../electron/core/contract/contract.ts';
import type { DocumentDetails } from '../../../electron/core/contract/documents.ts';
import { directoryOf, fileNameOf } from '../../../electron/core/document/document.ts';
import { say } from '../../../electron/core/messages/message.ts';
import { assertNever } from '../../../electron/core/result.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { KeyHint } from '../../components/key-hint.tsx';
import { Problem } from '../../components/problem.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { hrefOf } from '../../navigation.ts';
import { HostText } from '../../words/sentence.tsx';
import { useFormats } from '../../words/use-formats.ts';
import { useWords } from '../../words/words.tsx';
import { isEmptyDraft, useDraft } from '../drafts.ts';
import type { Task } from '../review-task.ts';
import type { ReviewActions } from '../use-actions.ts';
import { CategoryForm } from './category-form.tsx';
import { Conflict } from './conflict.tsx';
import { FieldList } from './field-list.tsx';
import { Notes } from './notes.tsx';
import { Stuck } from './stuck.tsx';
import { Trail } from './trail.tsx';
import styles from './values.module.css';

interface ValuesPanelProps {
  readonly document: DocumentDetails;
  readonly task: Task;
  readonly actions: ReviewActions;
  readonly onSkip: () => void;
  /** The field that a person is at. */
  readonly onActive: (key: string | undefined) => void;
}

/**
 * What was read from the document, to be corrected in place and confirmed; or why it is stuck, and what can be done.
 * It is one form: Enter in any field confirms and goes on.
 */
export function ValuesPanel({ document, task, actions, onSkip, onActive }: ValuesPanelProps) {
  const words = useWords('review');
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [draft] = useDraft(document.id);
  const [problem, setProblem] = useState<ContractError>();
  const review = task.kind === 'stuck' ? undefined : task.result.review;
  const isConflict = review?.conflict === true;
  const isDone = review?.confirmed !== undefined && isEmptyDraft(draft);

  useEffect(() => {
    onActive(undefined);
    const list = window.document.activeElement?.closest('[data-review-list]');
    // A person who walks through the list stays in it.
    if (list === null || list === undefined) focusBeginning(form.current);
  }, [onActive]);

  const act = async (what: Promise<ContractError | undefined>): Promise<void> => {
    setProblem(undefined);
    setProblem(await what);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (actions.isRunning) return;
    const isUnnamed = draft.category?.kind === 'typed' && draft.category.id.trim() === '';
    if (task.kind === 'stuck' || isDone) onSkip();
    else if (isConflict) setProblem({ kind: 'unavailable', message: say('review.conflict.first') });
    else if (isUnnamed) setProblem({ kind: 'invalid-input', field: 'categoryId', message: say('review.category.idMissing') });
    else void act(actions.confirm(document));
  };
  // A key that is held down confirms one document, not one after the other.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
  };
  return (
    <form ref={form} className={styles.panel} aria-labelledby={titleId} onSubmit={onSubmit} onKeyDown={onKeyDown} noValidate>
      <header className={styles.header}>
        <DocumentTitle id={titleId} document={document} />
        <div className={styles.actions}>
          <Button
            type="submit"
            kind="primary"
            busy={actions.isRunning}
            {...((task.kind === 'stuck' || isDone) && { 'data-begin': true })}
          >
            {words(task.kind === 'stuck' ? 'values.skip' : isDone ? 'next' : 'values.confirm')}
            <KeyHint>{words('keys.names.enter')}</KeyHint>
          </Button>
          {review?.confirmed !== undefined && (
            <Button icon={<Undo2 aria-hidden />} onClick={() => actions.undo(document)}>
              {words('values.takeBack')}
            </Button>
          )}
        </div>
      </header>
      <Problem problem={problem?.field === 'categoryId' ? undefined : problem} />
      <Notes document={document} task={task} />
      {isConflict && (
        <Conflict document={document} task={task} onTake={(take) => void act(actions.resolveConflict(document, take))} />
      )}
      <TaskBody
        document={document}
        task={task}
        problem={problem}
        actions={actions}
        onAct={(what) => void act(what)}
        onActive={onActive}
      />
      {review !== undefined && <Trail review={review} />}
    </form>
  );
}

interface TaskBodyProps extends Omit<ValuesPanelProps, 'onSkip'> {
  readonly problem: ContractError | undefined;
  readonly onAct: (what: Promise<ContractError | undefined>) => void;
}

function TaskBody({ document, task, problem, actions, onAct, onActive }: TaskBodyProps) {
  switch (task.kind) {
    case 'values':
      return <FieldList id={document.id} result={task.result} onActive={onActive} />;
    case 'category':
      return (
        <CategoryForm
          id={document.id}
          result={task.result}
          problem={problem?.field === 'categoryId' ? <HostText text={problem.message} /> : undefined}
          isRunning={actions.isRunning}
          onRedo={() => onAct(actions.redo(document))}
        />
      );
    case 'stuck':
      return (
        <Stuck
          document={document}
          isRunning={actions.isRunning}
          onSendAgain={() => onAct(actions.sendAgain(document))}
          onDismiss={() => onAct(actions.dismiss(document))}
        />
      );
    default:
      return assertNever(task);
  }
}

function DocumentTitle({ id, document }: { readonly id: string; readonly document: DocumentDetails }) {
  const words = useWords('review.values');
  const formats = useFormats();
  const directory = directoryOf(document.path);
  return (
    <div className={styles.title}>
      <div className={styles.name}>
        <h2 id={id} title={document.file}>
          {fileNameOf(document.path)}
        </h2>
        <Tooltip text={words('details')}>
          <LinkButton
            kind="quiet"
            className={styles.elsewhere}
            icon={<ExternalLink aria-hidden />}
            href={hrefOf({ screen: 'queue', documentId: document.id })}
            aria-label={words('details')}
          />
        </Tooltip>
      </div>
      <p className={styles.where}>
        {[
          document.routeName,
          directory === '' ? document.folder : `${document.folder}/${directory}`,
          formats.when(document.foundAt),
        ].join(' · ')}
      </p>
    </div>
  );
}

function focusBeginning(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[data-begin]') ?? form?.querySelector<HTMLElement>('input, button');
  first?.focus();
  if (first instanceof HTMLInputElement && first.type !== 'radio') first.select();
}
