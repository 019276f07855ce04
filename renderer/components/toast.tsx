import { Toast as Radix } from 'radix-ui';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useWords } from '../words/words.tsx';
import styles from './toast.module.css';

interface ToastMessage {
  readonly text: ReactNode;
  /** Undoes the action; the button disappears with the message. */
  readonly undo?: () => void;
  readonly tone?: 'plain' | 'bad';
}

const ToastContext = createContext<(message: ToastMessage) => void>(() => {});

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
  const show = useCallback((message: ToastMessage) => {
    lastId += 1;
    const id = lastId;
    setShown((before) => [...before.slice(-2), { ...message, id }]);
  }, []);
  const remove = (id: number): void => setShown((before) => before.filter((each) => each.id !== id));
  return (
    <ToastContext value={show}>
      <Radix.Provider duration={shownMs} label={words('notifications')} swipeDirection="right">
        {children}
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
        <Radix.Viewport className={styles.viewport} />
      </Radix.Provider>
    </ToastContext>
  );
}
