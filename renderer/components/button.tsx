import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { type AppLocation, hrefOf } from '../navigation.ts';
import styles from './button.module.css';
import { Tooltip } from './tooltip.tsx';

type Kind = /** The main action. */ 'primary' | 'plain' | /** Without a border, for bars and rows. */ 'quiet' | 'danger';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  readonly kind?: Kind;
  readonly size?: 'normal' | 'small';
  readonly icon?: ReactNode;
  readonly type?: 'button' | 'submit';
  /** The action is running: the button shows that and ignores clicks, but keeps the focus. */
  readonly busy?: boolean;
}

export function Button({
  kind = 'plain',
  size = 'normal',
  icon,
  type = 'button',
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={clsx(styles.button, styles[kind], size === 'small' && styles.small, busy && styles.busy, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {icon}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  /** What it does: its accessible name and its tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
}

/** A button that shows only an icon. */
export function IconButton({ label, icon, kind = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <Button kind={kind} className={clsx(styles.iconOnly, className)} aria-label={label} icon={icon} {...rest} />
    </Tooltip>
  );
}

interface LinkButtonProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: AppLocation;
  readonly kind?: Kind;
  readonly size?: 'normal' | 'small';
  readonly icon?: ReactNode;
}

/** A link to a place in the window that looks like a button. */
export function LinkButton({ to, kind = 'plain', size = 'normal', icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <a href={hrefOf(to)} className={clsx(styles.button, styles[kind], size === 'small' && styles.small, className)} {...rest}>
      {icon}
      {children}
    </a>
  );
}
