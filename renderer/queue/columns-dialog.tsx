import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { maxColumns } from '../../electron/core/values/columns.ts';
import { Button } from '../components/button.tsx';
import { ColumnList } from '../components/column-list.tsx';
import { Confirm } from '../components/dialog.tsx';
import { Problem } from '../components/problem.tsx';
import { useWords } from '../words/words.tsx';
import styles from './screen.module.css';
import { useColumnNames, type ValueColumns } from './use-columns.ts';

export function ColumnsButton({ columns }: { readonly columns: ValueColumns }) {
  const words = useWords('queue.choose');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        kind="quiet"
        className={styles.columns}
        icon={<Columns3 />}
        aria-label={words('open')}
        title={words('open')}
        onClick={() => setOpen(true)}
      >
        <bdi>{words('open')}</bdi>
      </Button>
      {isOpen && <ColumnsDialog columns={columns} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Chooses and orders the columns of values. */
function ColumnsDialog({ columns, onClose }: { readonly columns: ValueColumns; readonly onClose: () => void }) {
  const words = useWords('queue.choose');
  const nameOf = useColumnNames();
  const { known, shown, usual } = columns;
  const [chosen, setChosen] = useState(shown);
  const choose = async (next: readonly string[] | undefined): Promise<void> => {
    if ((await columns.choose(next)).ok) onClose();
  };
  return (
    <Confirm
      title={words('title')}
      size="normal"
      more={<Button onClick={() => void choose(undefined)}>{words('usual')}</Button>}
      action={words('apply')}
      onClose={onClose}
      onConfirm={() => void choose(chosen.join() === usual.join() ? undefined : chosen)}
    >
      <Problem problem={columns.problem} />
      <p>{words(known.length === 0 ? 'none' : 'hint')}</p>
      <ColumnList chosen={chosen} known={known} most={maxColumns} nameOf={nameOf} onChange={setChosen} />
      {chosen.length >= maxColumns && <p>{words('most', { count: maxColumns })}</p>}
    </Confirm>
  );
}
