import styles from './key-hint.module.css';

/** A key, as it is printed on the keyboard. */
export function KeyHint({ children }: { readonly children: string }) {
  return <kbd className={styles.key}>{children}</kbd>;
}
