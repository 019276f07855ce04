import type { ReactNode } from 'react';
import styles from './scroll-list.module.css';

interface ScrollListProps {
  /** What is listed, for screen readers. */
  readonly label: string;
  /** Items of a list: a name, and paragraphs about it. */
  readonly children: ReactNode;
  /** What follows the items. */
  readonly foot?: ReactNode;
}

/** A list of documents that may be long: it scrolls in a box of its own. */
export function ScrollList({ label, children, foot }: ScrollListProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keyboard users must be able to focus it
    <section className={styles.box} aria-label={label} tabIndex={0}>
      <ul className="stack gap-2">{children}</ul>
      {foot}
    </section>
  );
}
