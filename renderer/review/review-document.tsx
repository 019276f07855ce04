import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { DocumentDetails } from '../../electron/core/contract/documents.ts';
import { takesText, useKeyBindings } from '../components/key-bindings.tsx';
import { useWords } from '../words/words.tsx';
import { useDraft, withValue } from './drafts.ts';
import type { ValueToMark } from './page/marks.ts';
import { PagePanel } from './page/page-panel.tsx';
import styles from './review.module.css';
import { labelOf, taskOf } from './review-task.ts';
import type { ReviewActions } from './use-actions.ts';
import { fieldSelector, goOn } from './values/fields.tsx';
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
  useKeyList(onStep);
  useReviewKeys({
    onNext: () => onStep(1),
    onPrevious: () => onStep(-1),
    onGoOn: () => goOn(region.current?.querySelector('form')),
    onConfirm: () => region.current?.querySelector('form')?.requestSubmit(),
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
      <PagePanel document={document} values={values} active={active} onPick={pick} onWord={onWord} />
      <ValuesPanel key={document.id} document={document} task={task} actions={actions} onSkip={onSkip} onActive={setActive} />
    </div>
  );
}

/** The keys of this screen in the list of shortcuts: the controls hear most of them where they are. */
function useKeyList(onStep: (direction: 1 | -1) => void): void {
  const review = useWords('review');
  const words = useWords('review.keys');
  useKeyBindings(review('title'), [
    { key: 'Enter', label: words('goOn') },
    { key: 'Ctrl+Enter', label: words('confirm') },
    { key: 'Tab', label: words('fields') },
    { key: 'F9', label: words('restore') },
    { key: 'F8', label: words('hint') },
    { key: 'Alt+ArrowDown', label: words('nextDocument') },
    { key: 'j', label: words('nextDocument'), act: () => onStep(1) },
    { key: 'Alt+ArrowUp', label: words('previousDocument') },
    { key: 'k', label: words('previousDocument'), act: () => onStep(-1) },
    { key: 'Ctrl+Z', label: words('undo') },
    { key: 'Shift+Enter', label: words('line') },
    { key: 'PageDown', label: words('scroll') },
    { key: 'PageUp', label: words('scroll') },
    { key: 'F6', label: words('page') },
    { key: 'Click', label: words('click') },
    { key: 'Ctrl+Click', label: words('clickMore') },
    { key: '+', label: words('zoom') },
    { key: '-', label: words('zoom') },
    { key: '0', label: words('zoom') },
    { key: 'r', label: words('turn') },
    { key: 'Escape', label: words('leave') },
  ]);
}

/** What the keys do on this screen, wherever the focus is. */
interface ReviewKeys {
  readonly onNext: () => void;
  readonly onPrevious: () => void;
  /** Enter, unless the focused control handles it. */
  readonly onGoOn: () => void;
  /** Enter with Ctrl or Command, wherever the focus is. */
  readonly onConfirm: () => void;
  /** Returns whether there was anything to undo. */
  readonly onUndo: () => boolean;
  /** Moves the focus from the page to the values, or back. */
  readonly onSwitch: () => void;
  /** Scrolls the page by a multiple of its visible height. False if the page is not visible. */
  readonly onScroll: (screens: number) => boolean;
}

function useReviewKeys(keys: ReviewKeys): void {
  const listen = useEffectEvent((event: KeyboardEvent): void => {
    const focus = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.isComposing || focus?.closest('dialog, [role="menu"], [role="dialog"]')) return;
    if (act(event, focus, keys)) event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function act(event: KeyboardEvent, focus: Element | null, keys: ReviewKeys): boolean {
  const typing = focus?.matches('input:not([type="radio"]), textarea, select') === true;
  if (event.altKey && !event.ctrlKey && !event.metaKey) {
    if (event.key === 'ArrowDown') return done(keys.onNext);
    if (event.key === 'ArrowUp') return done(keys.onPrevious);
    return false;
  }
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !event.shiftKey) return keys.onUndo();
  if (event.ctrlKey || event.metaKey) return event.key === 'Enter' && !event.repeat && done(keys.onConfirm);
  if (event.key === 'F6') return done(keys.onSwitch);
  if (typing) {
    if (event.key === 'PageDown' || event.key === 'PageUp') return keys.onScroll(event.key === 'PageDown' ? 0.8 : -0.8);
    if (event.key === 'Escape' && focus instanceof HTMLElement) return done(() => focus.blur());
    return false;
  }
  if (event.key === 'Escape' && takesText(focus?.closest('form')) && focus instanceof HTMLElement)
    return done(() => focus.blur());
  const takesEnter = focus?.matches('button, a, summary, input, [role="option"]') === true;
  if (event.key === 'Enter' && !event.repeat && !takesEnter) return done(keys.onGoOn);
  return false;
}

function done(what: () => void): true {
  what();
  return true;
}
