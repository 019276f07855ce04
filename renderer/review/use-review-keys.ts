import { useEffect, useRef } from 'react';

/** What the keys do on this screen, wherever the focus is; the header lists them. */
interface ReviewKeys {
  readonly onNext: () => void;
  readonly onPrevious: () => void;
  /** Enter, unless the focused control handles it. */
  readonly onConfirm: () => void;
  /** Returns whether there was anything to undo. */
  readonly onUndo: () => boolean;
  /** Moves the focus from the page to the values, or back. */
  readonly onSwitch: () => void;
  /** Scrolls the page by a multiple of its visible height. False if the page is not visible. */
  readonly onScroll: (screens: number) => boolean;
}

export function useReviewKeys(keys: ReviewKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const focus = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.isComposing || focus?.closest('dialog, [role="menu"], [role="dialog"]')) return;
      if (act(event, focus, latest.current)) event.preventDefault();
    };
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
  if (event.key === 'j') return done(keys.onNext);
  if (event.key === 'k') return done(keys.onPrevious);
  const takesEnter = focus?.matches('button, a, summary, input, [role="option"]') === true;
  if (event.key === 'Enter' && !event.repeat && !takesEnter) return done(keys.onConfirm);
  return false;
}

function done(what: () => void): true {
  what();
  return true;
}
