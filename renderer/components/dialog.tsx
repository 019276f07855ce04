import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { RequestInput, RequestName, RequestOutput } from '../../electron/core/contract/contract.ts';
import type { Command } from '../host/host.tsx';
import { useWords } from '../words/words.tsx';
import { Problem } from './banner.tsx';
import { Button, type ButtonProps, IconButton } from './button.tsx';
import styles from './dialog.module.css';
import { Form } from './field.tsx';
import { type ToastMessage, toast } from './toast.tsx';
import { PortalContext } from './tooltip.tsx';

interface DialogProps {
  readonly title: string;
  /** Called for Escape, the close button and a click on the backdrop. The dialog is open as long as it is rendered. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, the main one last. */
  readonly actions?: ReactNode;
  readonly size?: 'small' | 'normal' | 'large' | 'wide';
}

/**
 * The browser's own modal dialog: it traps the focus, restores it afterwards, and closes on Escape.
 * It is open while it is rendered; to close it, stop rendering it.
 */
export function Dialog({ title, onClose, children, actions, size = 'normal' }: DialogProps) {
  const words = useWords('common');
  const titleId = useId();
  const [element, setElement] = useState<HTMLDialogElement | null>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (element === null) return;
    opener.current ??= document.activeElement;
    element.showModal();
    firstFocus(element)?.focus();
    return () => {
      element.close();
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    };
  }, [element]);
  return (
    <dialog
      ref={setElement}
      className={clsx(styles.dialog, styles[size])}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget && isOutside(event.currentTarget, event.clientX, event.clientY)) onClose();
      }}
    >
      <PortalContext value={element}>
        <header className={styles.header}>
          <h2 id={titleId} tabIndex={-1} data-first-focus>
            {title}
          </h2>
          <IconButton label={words('close')} icon={<X />} onClick={onClose} />
        </header>
        <div className={styles.body} data-body>
          {children}
        </div>
        {actions !== undefined && <footer className={styles.actions}>{actions}</footer>}
      </PortalContext>
    </dialog>
  );
}

interface ConfirmProps
  extends Pick<DialogProps, 'title' | 'onClose' | 'children' | 'size'>,
    Pick<ButtonProps, 'kind' | 'busy' | 'disabled' | 'icon'> {
  /** What the main button says. */
  readonly action: string;
  readonly onConfirm: () => void;
  /** What the other button says, if not "Cancel", and does, if it does not close. */
  readonly other?: string;
  readonly onOther?: () => void;
  /** More buttons, before these. */
  readonly more?: ReactNode;
  /** What is asked is typed: Enter confirms it. */
  readonly typed?: boolean;
}

/** A dialog with a question: whether something is done that costs money or cannot be undone, or what is to be done. */
export function Confirm(props: ConfirmProps) {
  const { action, onConfirm, other, onOther = props.onClose, more, typed = false, children, kind = 'primary', ...rest } = props;
  const { title, onClose, size = 'small', ...button } = rest;
  const words = useWords('common');
  const form = useId();
  const actions = (
    <>
      {more}
      <Button onClick={onOther}>{other ?? words('cancel')}</Button>
      <Button kind={kind} {...button} {...(typed ? { type: 'submit', form } : { onClick: onConfirm })}>
        {action}
      </Button>
    </>
  );
  const body = typed ? (
    <Form id={form} className="stack gap-4" onSubmit={onConfirm}>
      {children}
    </Form>
  ) : (
    children
  );
  return (
    <Dialog title={title} onClose={onClose} size={size} actions={actions}>
      {body}
    </Dialog>
  );
}

interface ConfirmCommandProps<Name extends RequestName> extends Omit<ConfirmProps, 'busy' | 'onConfirm'> {
  readonly command: Pick<Command<Name>, 'run' | 'isRunning' | 'problem'>;
  readonly input: RequestInput<Name>;
  /** What is said once it is done; undefined: there is more to ask. */
  readonly done: (value: RequestOutput<Name>) => string | ToastMessage | undefined;
}

/** A question of normal size whose answer the host carries out: it says so and closes, or shows why not. */
export function ConfirmCommand<Name extends RequestName>(props: ConfirmCommandProps<Name>) {
  const { command, input, done, children, ...dialog } = props;
  const confirm = async (): Promise<void> => {
    if (command.isRunning) return;
    const answer = await command.run(input);
    const said = answer.ok ? done(answer.value) : undefined;
    if (said === undefined) return;
    toast(typeof said === 'string' ? { text: said } : said);
    dialog.onClose();
  };
  return (
    <Confirm size="normal" {...dialog} busy={command.isRunning} onConfirm={() => void confirm()}>
      <div className="stack gap-3">
        {children}
        <Problem problem={command.problem} />
      </div>
    </Confirm>
  );
}

/** The first field, or an element with `autofocus`; else the title, so that reading starts there. */
function firstFocus(dialog: HTMLElement): HTMLElement | null {
  const wanted = dialog.querySelector<HTMLElement>(
    '[autofocus], [data-body] :is(input, textarea, select):not(:disabled, [role="switch"])',
  );
  return wanted ?? dialog.querySelector<HTMLElement>('[data-first-focus]');
}

function isOutside(dialog: HTMLElement, x: number, y: number): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}
