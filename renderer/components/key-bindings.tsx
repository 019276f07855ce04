import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useHostQuery } from '../host/use-host-query.ts';
import { useWords } from '../words/words.tsx';
import styles from './key-bindings.module.css';

/** What a key does wherever the focus is, except while the person is typing. */
interface KeyBinding {
  /** A `KeyboardEvent.key`; where only the list of shortcuts needs it, also keys held together (`Ctrl+Enter`). */
  readonly key: string;
  /** What it does, for the list of shortcuts. */
  readonly label: string;
  /** Absent where the focused element handles the key itself and only the list of shortcuts needs it. */
  readonly act?: (event: KeyboardEvent) => void;
  /** It leaves the screen: one key alone does not while a form is open there in which somebody types or chooses (`data-work`). */
  readonly leaves?: true;
}

/** Bindings that belong together, under a title in the list of shortcuts. */
export interface KeyGroup {
  readonly title: string;
  readonly bindings: readonly KeyBinding[];
}

interface Keys {
  readonly groups: readonly KeyGroup[];
  /** Whether single-character shortcuts are on: a person can turn them off (WCAG 2.1.4). */
  readonly single: boolean;
  readonly setSingle: (single: boolean) => void;
  readonly add: (group: KeyGroup) => () => void;
}

/** All bindings, for the list of shortcuts. */
export const KeyBindingsContext = createContext<Keys>({ groups: [], single: true, setSingle: () => {}, add: () => () => {} });

const storeName = 'intray.single-keys';
/** Wraps the whole window: listens to the keyboard and knows all bindings. */
export function KeyBindingsProvider({ children }: { readonly children: ReactNode }) {
  const [groups, setGroups] = useState<readonly KeyGroup[]>([]);
  const [single, setSingle] = useState(() => localStorage.getItem(storeName) !== 'off');
  const add = useCallback((group: KeyGroup) => {
    setGroups((before) => [...before, group]);
    return () => setGroups((before) => before.filter((each) => each !== group));
  }, []);
  useEffect(() => {
    localStorage.setItem(storeName, single ? 'on' : 'off');
  }, [single]);
  const current = useRef({ groups, single });
  useEffect(() => {
    current.current = { groups, single };
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBusy(event)) return;
      if (!current.current.single && event.key.length === 1) return;
      // The newest group first: the bindings of a screen take precedence over those of the window.
      const all = current.current.groups.toReversed().flatMap(({ bindings }) => bindings.filter(({ act }) => act !== undefined));
      const isFormOpen = [...document.querySelectorAll('main form[data-work]')].some(
        (form) => takesText(form) || form.querySelector('[aria-keyshortcuts]') !== null,
      );
      const found = all.find(({ key, leaves }) => key === event.key && !(leaves && isFormOpen));
      if (found === undefined) return;
      event.preventDefault();
      found.act?.(event);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  const keys = useMemo(() => ({ groups, single, setSingle, add }), [groups, single, add]);
  return <KeyBindingsContext value={keys}>{children}</KeyBindingsContext>;
}

/** Binds keys while the component is mounted; the list of shortcuts (`?`) shows them. `act` may change with every render. */
export function useKeyBindings(title: string, bindings: readonly KeyBinding[]): void {
  const { add } = useContext(KeyBindingsContext);
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  const signature = JSON.stringify(
    bindings.map(({ key, label, act, leaves }) => [key, label, act !== undefined, leaves === true]),
  );
  useEffect(() => {
    const steady = (JSON.parse(signature) as [string, string, boolean, boolean][]).map(
      ([key, label, acts, leaves], position) => ({
        key,
        label,
        ...(leaves && { leaves }),
        ...(acts && { act: (event: KeyboardEvent) => latest.current[position]?.act?.(event) }),
      }),
    );
    return add({ title, bindings: steady });
  }, [add, title, signature]);
}

/** Whether somebody types into a form: a letter there is never a shortcut, even where the focus is on one of its buttons. */
export function takesText(form: Element | null | undefined): boolean {
  return form?.querySelector('textarea, input:not([type="radio"], [type="checkbox"])') != null;
}

/** Whether the key belongs to something else: it is typed into a form, or pressed in a dialog or menu. */
function isBusy({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('dialog, [role="menu"]') !== null || takesText(target.closest('form')))
    return true;
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
