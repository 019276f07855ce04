import { BellOff, ExternalLink, FileX, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { ContractError } from '../../../electron/core/contract/contract.ts';
import type { DocumentDetails } from '../../../electron/core/contract/documents.ts';
import { directoryOf, fileNameOf } from '../../../electron/core/document/document.ts';
import { standings } from '../../../electron/core/document/standing.ts';
import { say } from '../../../electron/core/messages/message.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { assertNever } from '../../../electron/core/result.ts';
import { Problem } from '../../components/banner.tsx';
import { Button, LinkButton } from '../../components/button.tsx';
import { Form } from '../../components/field.tsx';
import { KeyHint } from '../../components/key-bindings.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { Files, History } from '../../queue/drawer/drawer.tsx';
import { ResultButtons } from '../../queue/result-buttons.tsx';
import type { DocumentActions } from '../../queue/use-document-actions.tsx';
import { useFormats, useWords } from '../../words/words.tsx';
import { type Draft, isEmptyDraft, useDraft } from '../drafts.ts';
import { labelOf, type ReviewTask } from '../review-task.ts';
import type { ReviewActions } from '../use-actions.ts';
import { Alike } from './alike.tsx';
import { CategoryForm, VerdictForm } from './category-form.tsx';
import { blankFields, FieldList, fieldSelector, focusBox, unreadableFields } from './fields.tsx';
import { Blocked, Conflict, Notes } from './notes.tsx';
import styles from './values-panel.module.css';

interface ValuesPanelProps {
  readonly document: DocumentDetails;
  readonly task: ReviewTask;
  readonly actions: ReviewActions;
  readonly onSkip: () => void;
  /** Called with the key of the focused field. */
  readonly onActive: (key: string | undefined) => void;
}

/**
 * What was read from the document, to correct in place and confirm; or why it is blocked, and what can be done about it.
 * It is one form: Enter in any field goes to the next flagged one, and after the last confirms and goes on to the next
 * document.
 */
export function ValuesPanel({ document, task, actions, onSkip, onActive }: ValuesPanelProps) {
  const words = useWords('review');
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [draft] = useDraft(document.id);
  const [problem, setProblem] = useState<ContractError>();
  /** What it was asked about, each once; the last first. */
  const [asked, ask] = useState<readonly Doubt[]>([]);
  const formats = useFormats();
  const { asks } = standings[document.standing];
  const review = task.kind === 'blocked' ? undefined : task.result.review;
  const isConflict = review?.conflict === true;
  const doubts = doubtsOf(task, draft, words('category.legend'));
  const news = doubts.filter((each) => !isAmong(asked, each));
  const named = (kind: Doubt['kind']) =>
    doubts.filter((each) => each.kind === kind && isAmong(asked, each)).map(({ name }) => name);
  const [blank, unreadable, pages] = [named('blank'), named('unreadable'), named('pages')];
  // A conflict is about what somebody has confirmed: until it is resolved, the document is not done.
  const isDone = !isConflict && review?.confirmed !== undefined && isEmptyDraft(draft);

  useEffect(() => {
    onActive(undefined);
    const list = window.document.activeElement?.closest('[data-review-list]');
    // Somebody moving through the list keeps the focus there.
    if (list === null || list === undefined) focusFirst(form.current);
  }, [onActive]);

  useEffect(() => {
    if (asked.length > 0) focusBox(form.current?.querySelector<HTMLElement>(fieldSelector(asked[0]?.key)));
  }, [asked]);

  const run = async (action: Promise<ContractError | undefined>): Promise<void> => {
    setProblem(undefined);
    setProblem(await action);
  };
  const onSubmit = (): void => {
    if (actions.isRunning) return;
    const isUnnamed = draft.category?.kind === 'typed' && draft.category.id.trim() === '';
    if (task.kind === 'blocked' || isDone) onSkip();
    else if (isConflict) setProblem({ kind: 'unavailable', message: say('review.conflict.first') });
    else if (isUnnamed) setProblem({ kind: 'invalid-input', field: 'categoryId', message: say('review.category.idMissing') });
    else if (news.length > 0) ask([...news, ...asked]);
    else void run(actions.confirm(document));
  };
  // Holding Enter down confirms one document, not one after another.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
  };
  const submit = (
    <Button type="submit" kind="primary" busy={actions.isRunning} data-begin={task.kind === 'blocked' || isDone || undefined}>
      {words(task.kind === 'blocked' ? 'values.skip' : isDone ? 'next' : asks ? 'values.confirm' : 'values.confirmOne')}
      <KeyHint>{task.kind !== 'values' || isDone ? 'Enter' : 'Ctrl+Enter'}</KeyHint>
    </Button>
  );
  return (
    <Form data-work ref={form} className={styles.panel} aria-labelledby={titleId} onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <header className={styles.header}>
        <DocumentTitle id={titleId} document={document} />
        <div className="wrap gap-2">
          {submit}
          {review?.confirmed !== undefined && review.confirmed.stays !== true && (
            <Button icon={<Undo2 />} onClick={() => actions.undo(document)}>
              {words('values.takeBack')}
            </Button>
          )}
          {asks && (
            <Button icon={<BellOff />} busy={actions.isRunning} onClick={() => actions.documents.dismiss([document])}>
              {words('values.dismiss')}
            </Button>
          )}
          {document.verdict !== undefined && (
            <Button icon={<FileX />} onClick={() => form.current?.querySelector<HTMLElement>('[data-verdict] select')?.focus()}>
              {words('values.otherKind')}
            </Button>
          )}
          <ResultButtons document={document} />
        </div>
      </header>
      <Problem problem={problem?.field === 'categoryId' ? undefined : problem} />
      <Notes document={document} task={task} />
      {task.kind === 'values' && !isDone && <Alike document={document} result={task.result} onConfirmed={actions.confirmedAll} />}
      {isConflict && <Conflict task={task} onTake={(take) => void run(actions.resolveConflict(document, take))} />}
      {task.kind === 'values' && (
        <>
          <FieldList
            id={document.id}
            result={task.result}
            isAsked={(key) => asked.some((each) => each.key === key)}
            onActive={onActive}
          />
          {/* Where the eye is after the last field, too. */}
          {!isDone && !isConflict && <div className={styles.end}>{submit}</div>}
        </>
      )}
      {task.kind === 'category' && (
        <CategoryForm
          id={document.id}
          result={task.result}
          problem={problem?.field === 'categoryId' ? problem.message : undefined}
          isRunning={actions.isRunning}
          onRedo={() => void run(actions.redo(document))}
        />
      )}
      {task.kind === 'blocked' && <Blocked document={document} actions={actions.documents} />}
      {document.verdict !== undefined && (
        <VerdictForm
          key={document.id}
          verdict={document.verdict}
          isRunning={actions.isRunning}
          onChange={(categoryId) => void run(actions.changeCategory(document, categoryId))}
          onRedo={() => void run(actions.redo(document))}
        />
      )}
      <FilesAndHistory document={document} actions={actions.documents} />
      <div role="alert" className={styles.notice}>
        {blank.length > 0 && <p>{words('values.blank', { count: blank.length, fields: formats.list(blank) })}</p>}
        {unreadable.length > 0 && (
          <p>{words('values.unreadable', { count: unreadable.length, fields: formats.list(unreadable) })}</p>
        )}
        {pages.length > 0 && <p>{words('values.pages')}</p>}
      </div>
    </Form>
  );
}

function DocumentTitle({ id, document }: { readonly id: string; readonly document: DocumentDetails }) {
  const words = useWords('review.values');
  const formats = useFormats();
  const directory = directoryOf(document.path);
  return (
    <div>
      <div className="flex start between gap-2">
        <h2 id={id} title={document.file}>
          {isolated(fileNameOf(document.path))}
        </h2>
        <Tooltip text={words('details')}>
          <LinkButton
            kind="quiet"
            size="small"
            icon={<ExternalLink />}
            to={{ screen: 'queue', documentId: document.id }}
            aria-label={words('details')}
          />
        </Tooltip>
      </div>
      <p className="hint cut">
        {[
          isolated(document.routeName),
          isolated(directory === '' ? document.folder : `${document.folder}/${directory}`),
          formats.when(document.foundAt),
        ].join(' · ')}
      </p>
    </div>
  );
}

/** The files to open or download, and what happened to the document. */
function FilesAndHistory({ document, actions }: { readonly document: DocumentDetails; readonly actions: DocumentActions }) {
  const words = useWords('review.values');
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.changes} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words('files')}</summary>
      {isOpen && (
        <>
          <Files document={document} actions={actions} />
          <History lines={document.history} />
        </>
      )}
    </details>
  );
}

function focusFirst(form: HTMLFormElement | null): void {
  focusBox(form?.querySelector<HTMLElement>(fieldSelector(undefined)) ?? form?.querySelector<HTMLElement>('input, button'));
}

/** What a person is asked about before it is confirmed: the field, or where the form begins; its text. */
interface Doubt {
  readonly kind: 'blank' | 'unreadable' | 'pages';
  readonly key?: string;
  readonly name: string;
  readonly text: string;
}

function isAmong(doubts: readonly Doubt[], one: Doubt): boolean {
  return doubts.some(({ kind, key, text }) => kind === one.kind && key === one.key && text === one.text);
}

/** What is flagged and has nothing in it, fields or the category; what a field cannot read; the pages that one key would pay for. */
function doubtsOf(task: ReviewTask, draft: Draft, legend: string): readonly Doubt[] {
  switch (task.kind) {
    case 'values': {
      const { result } = task;
      const [blank, unreadable] = [new Set(blankFields(result, draft)), unreadableFields(result, draft)];
      return result.fields.flatMap((field): Doubt[] => {
        const { key, value = '' } = field;
        const kind = blank.has(field) ? 'blank' : unreadable.has(key) ? 'unreadable' : undefined;
        return kind === undefined ? [] : [{ kind, key, name: labelOf(key), text: draft.values[key] ?? value }];
      });
    }
    case 'category': {
      const { category, goesOn, review } = task.result;
      const name = draft.category === undefined ? (category?.name ?? '') : undefined;
      if (name === '' && review.confirmed === undefined) return [{ kind: 'blank', name: legend, text: '' }];
      const isPaid = review.confirmed === undefined && goesOn?.to.some((each) => each.category === name) === true;
      return isPaid ? [{ kind: 'pages', name: legend, text: name ?? '' }] : [];
    }
    case 'blocked':
      return [];
    default:
      return assertNever(task);
  }
}
