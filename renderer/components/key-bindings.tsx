import { useEffect, useRef } from 'react';
import { useHostQuery } from '../host/host.tsx';
import { useWords } from '../words/words.tsx';
import styles from './key-bindings.module.css';

/** What a key does wherever the focus is. */
interface KeyBinding {
  /** A `KeyboardEvent.key`, or keys held together (`Ctrl+Enter`). */
  readonly key: string;
  /** What it does, for the list of shortcuts. */
  readonly label: string;
  /** Absent where the focused element handles the key itself and only the list of shortcuts needs it. False: nothing was done. */
  readonly act?: (event: KeyboardEvent) => unknown;
  /** Also while the person is typing. */
  readonly whileTyping?: true;
  /** It leaves the screen: one key alone does not while a form is open there in which somebody types or chooses (`data-work`). */
  readonly leaves?: true;
}

/** Bindings that belong together, under a title in the list of shortcuts. */
export interface KeyGroup {
  readonly title: string;
  readonly bindings: readonly KeyBinding[];
}

/** The groups of what is shown, the newest last. */
const groups = new Set<{ readonly current: KeyGroup }>();

export function shownKeys(): readonly KeyGroup[] {
  return [...groups].map(({ current }) => current);
}

/** Binds keys while the component is mounted; the list of shortcuts (`?`) shows them. */
export function useKeyBindings(title: string, bindings: readonly KeyBinding[]): void {
  const group = useRef<KeyGroup>({ title, bindings });
  useEffect(() => {
    group.current = { title, bindings };
  });
  useEffect(() => {
    groups.add(group);
    return () => void groups.delete(group);
  }, []);
}

const storeName = 'intray.single-keys';

/** Whether single-character shortcuts are on: a person can turn them off (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(storeName) !== 'off';
}

export function turnSingleKeys(isOn: boolean): void {
  localStorage.setItem(storeName, isOn ? 'on' : 'off');
}

/** Acts on the keys that are bound; returns what ends that. */
export function listenToKeys(): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || isInDialog(event.target)) return;
    const pressed = pressedIn(event);
    if (pressed.length === 1 && !areSingleKeysOn()) return;
    const isTyping = isTypedInto(event.target);
    const isFormOpen = [...document.querySelectorAll('main form[data-work]')].some(
      (form) => takesText(form) || form.querySelector('[aria-keyshortcuts]') !== null,
    );
    // The newest group first: the bindings of a screen take precedence over those of the window.
    const isDone = shownKeys()
      .toReversed()
      .flatMap(({ bindings }) => bindings)
      .filter(({ key, leaves, whileTyping }) => key === pressed && !(leaves && isFormOpen) && (whileTyping || !isTyping))
      .some(({ act }) => act !== undefined && act(event) !== false);
    if (isDone) event.preventDefault();
  };
  window.addEventListener('keydown', listen);
  return () => window.removeEventListener('keydown', listen);
}

/** Whether somebody types into a form: a letter there is never a shortcut, even where the focus is on one of its buttons. */
export function takesText(form: Element | null | undefined): boolean {
  return form?.querySelector('textarea, input:not([type="radio"], [type="checkbox"])') != null;
}

/** The key, after those that are held with it; Ctrl stands for Command, too. */
function pressedIn({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const isHeld = ctrlKey || metaKey || altKey;
  // Shift alone makes another character of one.
  const isShifted = shiftKey && (isHeld || key.length > 1);
  const held = [(ctrlKey || metaKey) && 'Ctrl', altKey && 'Alt', isShifted && 'Shift'].filter(Boolean);
  return [...held, isHeld && key.length === 1 ? key.toUpperCase() : key].join('+');
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog, [role="dialog"], [role="menu"]') !== null;
}

function isTypedInto(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || takesText(target.closest('form'))) return true;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'range'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** The same on every keyboard. */
const symbols: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '⏎',
  Space: '␣',
};

/** A key, or keys held together (`Shift+ArrowDown`), as on the keyboards of the person's language and system. */
export function KeyHint({ children }: { readonly children: string }) {
  const words = useWords('status.keys.names');
  const { data: about } = useHostQuery('about', {});
  const named: Readonly<Record<string, string>> = {
    ...symbols,
    Ctrl: about?.platform === 'darwin' ? '⌘' : words('Control'),
    Shift: words('Shift'),
    Escape: words('Escape'),
    PageDown: words('PageDown'),
    PageUp: words('PageUp'),
    Click: words('Click'),
  };
  // A plus alone is a key, too.
  const keys = children.split(/(?<=.)\+/).map((each) => named[each] ?? each);
  return <kbd className={styles.key}>{keys.join(' + ')}</kbd>;
}
