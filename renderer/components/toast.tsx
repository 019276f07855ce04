import { Toast as Radix } from 'radix-ui';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { useWords } from '../words/words.tsx';
import styles from './toast.module.css';

export interface ToastMessage {
  readonly text: ReactNode;
  /** Undoes the action; the button disappears with the message. */
  readonly undo?: () => void;
  readonly tone?: 'plain' | 'bad';
  /** What it is about: a newer message takes its place. By default, one that can be undone stays beside others. */
  readonly subject?: string;
}

/** A message, and when it was shown. */
interface KeptMessage extends Pick<ToastMessage, 'text' | 'tone'> {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const ToastContext = createContext<(message: ToastMessage) => void>(() => {});
const KeptContext = createContext<readonly KeptMessage[]>([]);

/** What the messages of this window said, the latest first. */
export function useKeptMessages(): readonly KeptMessage[] {
  return useContext(KeptContext);
}

const maxKept = 200;

/** Shows a message in the corner for a while: `const toast = useToast(); toast({ text, undo })`. F8 moves the focus to it. */
export function useToast(): (message: ToastMessage) => void {
  return useContext(ToastContext);
}

let lastId = 0;
const shownMs = 8_000;

/** Around the whole window. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const words = useWords('common');
  const [shown, setShown] = useState<readonly (ToastMessage & { readonly id: number })[]>([]);
  const [kept, setKept] = useState<readonly KeptMessage[]>([]);
  /** What had the focus before a message took it: it gets it back. */
  const focused = useRef<HTMLElement | null>(null);
  const viewport = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const list = viewport.current;
    // Not by React: the messages are no children of the list there.
    const remember = ({ relatedTarget: from }: FocusEvent): void => {
      if (from instanceof HTMLElement && list?.contains(from) === false) focused.current = from;
    };
    list?.addEventListener('focusin', remember);
    return () => list?.removeEventListener('focusin', remember);
  }, []);
  const show = useCallback((message: ToastMessage) => {
    lastId += 1;
    const id = lastId;
    setKept((before) => [
      { id, at: Date.now(), text: message.text, tone: message.tone ?? 'plain' },
      ...before.slice(0, maxKept - 1),
    ]);
    const { undo, subject = undo === undefined ? 'note' : String(id) } = message;
    setShown((before) => [...before.filter((each) => each.subject !== subject).slice(-2), { ...message, subject, id }]);
  }, []);
  const remove = (id: number): void => {
    setShown((before) => before.filter((each) => each.id !== id));
    requestAnimationFrame(() => {
      const isNowhere = document.activeElement === document.body || document.activeElement === viewport.current;
      if (isNowhere && focused.current?.isConnected === true) focused.current.focus();
    });
  };
  return (
    <ToastContext value={show}>
      <Radix.Provider duration={shownMs} label={words('notifications')} swipeDirection="right">
        <KeptContext value={kept}>{children}</KeptContext>
        {shown.map(({ id, text, undo, tone = 'plain' }) => (
          <Radix.Root
            key={id}
            className={styles.toast}
            data-tone={tone}
            type={tone === 'bad' ? 'foreground' : 'background'}
            onOpenChange={(open) => {
              if (!open) remove(id);
            }}
          >
            <Radix.Description className={styles.text}>{text}</Radix.Description>
            {undo !== undefined && (
              <Radix.Action className={styles.action} altText={words('undo')} onClick={undo}>
                {words('undo')}
              </Radix.Action>
            )}
            <Radix.Close className={styles.close}>{words('close')}</Radix.Close>
          </Radix.Root>
        ))}
        <Radix.Viewport ref={viewport} className={styles.viewport} />
      </Radix.Provider>
    </ToastContext>
  );
}
