import { Dialog } from '../components/dialog.tsx';
import { useKeptMessages } from '../components/toast.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import styles from './activity-dialog.module.css';

/** Keeps what was said in the corner for a moment: nothing has to be read in time. */
export function ActivityDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useWords('status.activity');
  const formats = useFormats();
  const kept = useKeptMessages();
  return (
    <Dialog title={words('title')} onClose={onClose}>
      <p className={styles.hint}>{words(kept.length === 0 ? 'empty' : 'hint')}</p>
      <ol className={styles.list}>
        {kept.map(({ id, at, text, tone }) => (
          <li key={id} data-tone={tone}>
            <time dateTime={new Date(at).toISOString()}>{formats.time(at)}</time>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
