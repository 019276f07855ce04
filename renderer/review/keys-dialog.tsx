import { Fragment } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { KeyHint } from '../components/key-bindings.tsx';
import { useHostQuery } from '../host/use-host-query.ts';
import { useWords } from '../words/words.tsx';
import styles from './review.module.css';

/** What the keys do here. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useWords('review.keys');
  const review = useWords('review');
  const { data: about } = useHostQuery('about', {});
  const rows = [
    [words('confirm'), [words('names.enter')]],
    [words('fields'), [words('names.tab')]],
    [words('neighbours'), [words('names.altDown'), words('names.altUp')]],
    [words('letters'), ['J', 'K']],
    [words('undo'), [words(about?.platform === 'darwin' ? 'names.undoMac' : 'names.undo')]],
    [words('line'), [words('names.shiftEnter')]],
    [words('scroll'), [words('names.pageDown'), words('names.pageUp')]],
    [words('page'), ['F6']],
    [words('zoom'), ['+', '−', '0']],
    [words('turn'), ['R']],
    [words('leave'), [words('names.escape')]],
  ] as const;
  return (
    <Dialog title={review('keysTitle')} onClose={onClose}>
      <dl className={styles.keys}>
        {rows.map(([what, keys]) => (
          <Fragment key={what}>
            <dt>
              {keys.map((key) => (
                <KeyHint key={key}>{key}</KeyHint>
              ))}
            </dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
