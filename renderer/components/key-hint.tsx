import styles from './key-hint.module.css';

/** A key on the keyboard, as it is printed there. */
export function KeyHint({ children }: { readonly children: string }) {
  return <kbd className={styles.key}>{children}</kbd>;
}
