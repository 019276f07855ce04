import { clsx } from 'clsx';
import { type PropsWithChildren, type ReactNode, useId } from 'react';
import styles from './screen.module.css';

interface ScreenFrameProps {
  readonly title: ReactNode;
  /** What belongs to the title. */
  readonly beside?: ReactNode;
  /** At the other end. */
  readonly actions?: ReactNode;
  /** Its parts reach to its edges, and scroll by themselves. */
  readonly isFilled?: boolean;
}

/** The frame of a screen: its title (the page's only h1), its actions, and its content, which scrolls. */
export function ScreenFrame({ title, beside, actions, isFilled = false, children }: PropsWithChildren<ScreenFrameProps>) {
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <h1>{title}</h1>
        {beside}
        <div className={styles.actions}>{actions}</div>
      </header>
      <div className={clsx(styles.content, isFilled ? 'stack' : styles.scrolling)}>{children}</div>
    </div>
  );
}

interface PanelProps {
  readonly title: string;
  readonly intro?: string;
  /** Which step it is of a form, from 1. */
  readonly step?: number | undefined;
}

/** A part of a screen, framed, under its title. */
export function Panel({ title, intro, step, children }: PropsWithChildren<PanelProps>) {
  const id = useId();
  return (
    <section className="panel stack gap-4" aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {step !== undefined && `${step}. `}
          {title}
        </h2>
        {intro !== undefined && <p className="soft">{intro}</p>}
      </header>
      {children}
    </section>
  );
}
