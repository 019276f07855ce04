import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { DocumentDetails } from '../../electron/core/contract/documents.ts';
import { takesText, useKeyBindings } from '../components/key-bindings.tsx';
import { undoLast } from '../components/toast.tsx';
import { useWords } from '../words/words.tsx';
import { useDraft, withValue } from './drafts.ts';
import type { ValueToMark } from './page/marks.ts';
import { PagePanel } from './page/page-panel.tsx';
import styles from './review.module.css';
import { labelOf, taskOf } from './review-task.ts';
import type { ReviewActions } from './use-actions.ts';
import { fieldSelector, toNextFlagged } from './values/fields.tsx';
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
  const [draft, change] = useDraft(document.id);
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
  const onWord = (word: string, isMore: boolean): string | undefined => {
    const field = fields?.find(({ key }) => key === active);
    if (field === undefined) return undefined;
    change((before) => {
      const there = before.values[field.key] ?? field.value ?? '';
      return withValue(before, field.key, isMore && there !== '' ? `${there} ${word}` : word, field.value);
    });
    pick(field.key);
    return labelOf(field.key);
  };
  const onSwitch = (): void => {
    const page = find('[data-page-scroller]');
    if (page?.contains(window.document.activeElement) === true) find(fieldSelector(active))?.focus();
    else page?.focus();
  };
  /** Scrolls the page from a field; false if it is not visible. */
  const scroll = (target: EventTarget | null, screens: number): boolean => {
    const page = find('[data-page-scroller]');
    if (!isMatch(target, textBoxes) || page === null || page.getBoundingClientRect().bottom < page.clientHeight / 3) return false;
    page.scrollBy({ top: page.clientHeight * screens });
    return true;
  };
  const leave = (target: EventTarget | null): boolean => {
    if (!(target instanceof HTMLElement) || !(target.matches(textBoxes) || takesText(target.closest('form')))) return false;
    target.blur();
    return true;
  };
  const form = (): HTMLFormElement | null | undefined => region.current?.querySelector('form');
  const anywhere = { whileTyping: true } as const;
  const review = useWords('review');
  const words = useWords('review.keys');
  useKeyBindings(review('title'), [
    {
      key: 'Enter',
      label: words('toNextFlagged'),
      ...anywhere,
      act: ({ target, repeat }) => !repeat && !isMatch(target, takesEnter) && toNextFlagged(form()),
    },
    { key: 'Ctrl+Enter', label: words('confirm'), ...anywhere, act: ({ repeat }) => !repeat && form()?.requestSubmit() },
    { key: 'Tab', label: words('fields') },
    { key: 'F9', label: words('restore') },
    { key: 'F8', label: words('hint') },
    { key: 'Alt+ArrowDown', label: words('nextDocument'), ...anywhere, act: () => onStep(1) },
    { key: 'j', label: words('nextDocument'), act: () => onStep(1) },
    { key: 'Alt+ArrowUp', label: words('previousDocument'), ...anywhere, act: () => onStep(-1) },
    { key: 'k', label: words('previousDocument'), act: () => onStep(-1) },
    {
      key: 'Ctrl+Z',
      label: words('undo'),
      ...anywhere,
      act: () => Object.keys(draft.values).length === 0 && undoLast(),
    },
    { key: 'Shift+Enter', label: words('line') },
    { key: 'PageDown', label: words('scroll'), ...anywhere, act: ({ target }) => scroll(target, 0.8) },
    { key: 'PageUp', label: words('scroll'), ...anywhere, act: ({ target }) => scroll(target, -0.8) },
    { key: 'F6', label: words('page'), ...anywhere, act: onSwitch },
    { key: 'Click', label: words('click') },
    { key: 'Ctrl+Click', label: words('clickMore') },
    { key: '+', label: words('zoom') },
    { key: '-', label: words('zoom') },
    { key: '0', label: words('zoom') },
    { key: 'r', label: words('turn') },
    { key: 'Escape', label: words('leave'), ...anywhere, act: ({ target }) => leave(target) },
  ]);
  return (
    <div ref={region} className={styles.document}>
      <PagePanel document={document} values={values} active={active} onPick={pick} onWord={onWord} />
      <ValuesPanel key={document.id} document={document} task={task} actions={actions} onSkip={onSkip} onActive={setActive} />
    </div>
  );
}

/** Controls that take a text, and those that Enter belongs to. */
const textBoxes = 'input:not([type="radio"]), textarea, select';
const takesEnter = 'button, a, summary, input, textarea, select, [role="option"]';

function isMatch(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.matches(selector);
}
