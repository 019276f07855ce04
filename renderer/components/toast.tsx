import { Toast as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ContractError } from '../../electron/core/contract/contract.ts';
import type { Message } from '../../electron/core/messages/message.ts';
import type { Result } from '../../electron/core/result.ts';
import { Store, useStore } from '../store.ts';
import { Text, useWords } from '../words/words.tsx';
import styles from './toast.module.css';

export interface ToastMessage {
  readonly text: ReactNode;
  /** Undoes the action; the button disappears with the message. */
  readonly undo?: (() => void) | undefined;
  readonly tone?: 'plain' | 'bad';
  /** What it is about: a newer message takes its place. By default, one that can be undone stays beside others. */
  readonly subject?: string;
}

interface SaidMessage extends ToastMessage {
  readonly id: number;
  /** When it was shown, in ms since the epoch. */
  readonly at: number;
}

const shown = new Store<readonly SaidMessage[]>([]);
const kept = new Store<readonly SaidMessage[]>([]);
const maxKept = 200;
const shownMs = 8_000;

/** Shows a message in the corner for a while. F8 moves the focus to it. */
export function toast(message: ToastMessage): void {
  const id = (kept.value[0]?.id ?? 0) + 1;
  const { undo, subject = undo === undefined ? 'note' : String(id) } = message;
  const said = { ...message, subject, id, at: Date.now() };
  kept.set([said, ...kept.value.slice(0, maxKept - 1)]);
  shown.set([...shown.value.filter((each) => each.subject !== subject).slice(-2), said]);
}

/** Says that the host has refused something. */
export function toastRefusal(message: Message): void {
  toast({ text: <Text message={message} />, tone: 'bad' });
}

/** Says why the host has refused something; else what was done, where there is something to say. */
export async function toastAnswer<Value>(
  coming: Promise<Result<Value, ContractError>>,
  done?: (value: Value) => ToastMessage,
): Promise<void> {
  const answer = await coming;
  if (!answer.ok) toastRefusal(answer.error.message);
  else if (done !== undefined) toast(done(answer.value));
}

/** Undoes what a message said, however long ago that was; once, whether in the corner or in the list. */
export function undoKept({ id, undo }: SaidMessage): void {
  if (kept.value.some((each) => each.id === id && each.undo === undefined)) return;
  kept.set(kept.value.map((each) => (each.id === id ? { ...each, undo: undefined } : each)));
  undo?.();
}

/** Undoes what was done last of all that can be undone, or that is about a subject; false if there is nothing. */
export function undoLast(subject?: string): boolean {
  const last = kept.value.find((each) => each.undo !== undefined && (subject ?? each.subject) === each.subject);
  if (last !== undefined) undoKept(last);
  return last !== undefined;
}

/** What the messages of this window said, the latest first. */
export function useKeptMessages(): readonly SaidMessage[] {
  return useStore(kept);
}

/** Where the messages are shown. */
export function Toasts() {
  const words = useWords('common');
  const messages = useStore(shown);
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
  const remove = (id: number): void => {
    shown.set(shown.value.filter((each) => each.id !== id));
    requestAnimationFrame(() => {
      const isNowhere = document.activeElement === document.body || document.activeElement === viewport.current;
      if (isNowhere && focused.current?.isConnected === true) focused.current.focus();
    });
  };
  return (
    <Radix.Provider duration={shownMs} label={words('notifications')} swipeDirection="right">
      {messages.map(({ id, text, undo, tone = 'plain', ...message }) => (
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
            <Radix.Action
              className={styles.action}
              altText={words('undo')}
              onClick={() => undoKept({ ...message, id, text, undo })}
            >
              {words('undo')}
            </Radix.Action>
          )}
          <Radix.Close>{words('close')}</Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport ref={viewport} className={styles.viewport} />
    </Radix.Provider>
  );
}
