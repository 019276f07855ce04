import styles from './progress.module.css';

/** How far something is. Without a value: under way, and nobody knows how far. */
export function Progress({ label, value }: { readonly label: string /** From 0 to 1. */; readonly value?: number | undefined }) {
  return <progress className={styles.progress} aria-label={label} max={1} {...(value !== undefined && { value })} />;
}
