import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { DocumentDetails } from '../../electron/core/contract/documents.ts';
import { useDraft } from './drafts.ts';
import type { ValueToMark } from './page/marks.ts';
import { PagePanel } from './page/page-panel.tsx';
import styles from './review.module.css';
import { labelOf, taskOf } from './review-task.ts';
import type { ReviewActions } from './use-actions.ts';
import { useReviewKeys } from './use-review-keys.ts';
import { fieldSelector } from './values/fields.tsx';
import { ValuesPanel } from './values/values-panel.tsx';

interface ReviewDocumentProps {
  readonly document: DocumentDetails;
  readonly actions: ReviewActions;
  readonly onStep: (direction: 1 | -1) => void;
  /** Goes to the next waiting document and leaves this one as it is. */
  readonly onSkip: () => void;
}

/** One document: its page on the left, what was read from it on the right. */
export function ReviewDocument({ document, actions, onStep, onSkip }: ReviewDocumentProps) {
  const [active, setActive] = useState<string>();
  const [draft] = useDraft(document.id);
  const region = useRef<HTMLDivElement>(null);
  const task = useMemo(() => taskOf(document), [document]);
  const fields = task.kind === 'values' ? task.result.fields : undefined;
  const values = useDeferredValue(
    useMemo(
      (): readonly ValueToMark[] =>
        (fields ?? []).map(({ key, value = '' }) => ({ key, label: labelOf(key), value: draft.values[key] ?? value })),
      [fields, draft],
    ),
  );
  const find = (selector: string): HTMLElement | null => region.current?.querySelector<HTMLElement>(selector) ?? null;
  const pick = (key: string): void => find(fieldSelector(key))?.focus();
  useReviewKeys({
    onNext: () => onStep(1),
    onPrevious: () => onStep(-1),
    onConfirm: () => find('form')?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true })),
    onUndo: () => Object.keys(draft.values).length === 0 && actions.undo(),
    onSwitch: () => {
      const page = find('[data-page-scroller]');
      if (page?.contains(window.document.activeElement) === true) find(fieldSelector(active))?.focus();
      else page?.focus();
    },
    onScroll: (screens) => {
      const page = find('[data-page-scroller]');
      if (page === null || page.getBoundingClientRect().bottom < page.clientHeight / 3) return false;
      page.scrollBy({ top: page.clientHeight * screens });
      return true;
    },
  });
  return (
    <div ref={region} className={styles.document}>
      <PagePanel document={document} values={values} active={active} onPick={pick} />
      <ValuesPanel key={document.id} document={document} task={task} actions={actions} onSkip={onSkip} onActive={setActive} />
    </div>
  );
}
