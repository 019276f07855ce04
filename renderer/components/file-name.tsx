import { clsx } from 'clsx';
import { isolated } from '../../electron/core/messages/wording.ts';
import styles from './file-name.module.css';

/** So many characters at the end of a name stay in sight: scans differ there. */
const tailLength = 12;

/** A file's name, shortened in its middle where there is no room; one that is written from right to left, at its end. */
export function FileName({ name, className }: { readonly name: string; readonly className?: string | undefined }) {
  const text = isolated(name);
  const letters = [...text];
  // What was isolated is one piece, which would fall apart.
  if (text.startsWith('\u2068') || letters.length <= 2 * tailLength) {
    return <bdi className={clsx(styles.whole, className)}>{text}</bdi>;
  }
  return (
    <bdi className={clsx(styles.name, className)}>
      <span className={styles.head}>{letters.slice(0, -tailLength).join('')}</span>
      <span>{letters.slice(-tailLength).join('')}</span>
    </bdi>
  );
}
