import { History } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { useWords } from '../../words/words.tsx';
import styles from './form.module.css';

/** Says that earlier entries were restored, and offers to discard them. */
export function RestoredNote({ onStartOver }: { readonly onStartOver: () => void }) {
  const words = useWords('folders.draft');
  return (
    <p className={styles.restored}>
      <History aria-hidden />
      <span>{words('restored')}</span>
      <Button kind="quiet" size="small" onClick={onStartOver}>
        {words('startOver')}
      </Button>
    </p>
  );
}
