import { FlaskConical } from 'lucide-react';
import { hrefOf } from '../navigation.ts';
import { useWords } from '../words/words.tsx';
import styles from './sandbox-note.module.css';

/** Says that the built-in sandbox is in use. */
export function SandboxNote() {
  const words = useWords('status');
  return (
    <div className={styles.note}>
      <p className={styles.title}>
        <FlaskConical aria-hidden />
        {words('sandbox')}
      </p>
      <p className={styles.detail}>{words('sandboxDetail')}</p>
      <a href={hrefOf({ screen: 'settings' })}>{words('sandboxAction')}</a>
    </div>
  );
}
