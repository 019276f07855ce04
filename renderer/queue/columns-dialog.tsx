import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react';
import { useId, useState } from 'react';
import { maxColumns } from '../../electron/core/values/columns.ts';
import { Button, IconButton } from '../components/button.tsx';
import { Confirm } from '../components/dialog.tsx';
import { Problem } from '../components/problem.tsx';
import { useWords } from '../words/words.tsx';
import styles from './columns-dialog.module.css';
import { useColumnNames, type ValueColumns } from './use-columns.ts';

export function ColumnsButton({ columns }: { readonly columns: ValueColumns }) {
  const words = useWords('queue.choose');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" icon={<Columns3 />} aria-label={words('open')} title={words('open')} onClick={() => setOpen(true)}>
        <bdi>{words('open')}</bdi>
      </Button>
      {isOpen && <ColumnsDialog columns={columns} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Chooses and orders the columns of values: those that are chosen come first, in their order. */
function ColumnsDialog({ columns, onClose }: { readonly columns: ValueColumns; readonly onClose: () => void }) {
  const words = useWords('queue.choose');
  const nameOf = useColumnNames();
  const id = useId();
  const { known, shown, usual } = columns;
  const [chosen, setChosen] = useState(shown);
  const choose = async (next: readonly string[] | undefined): Promise<void> => {
    if ((await columns.choose(next)).ok) onClose();
  };
  const move = (column: string, by: -1 | 1, button: HTMLElement): void => {
    const others = chosen.filter((each) => each !== column);
    setChosen(others.toSpliced(Math.max(0, chosen.indexOf(column) + by), 0, column));
    // Moving its row takes the focus from the button.
    requestAnimationFrame(() => button.focus());
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
      <ul className={styles.columns}>
        {[...chosen, ...known.filter((column) => !chosen.includes(column))].map((column, position) => {
          const isChosen = chosen.includes(column);
          const name = nameOf(column);
          return (
            <li key={column}>
              <input
                id={`${id}-${column}`}
                type="checkbox"
                checked={isChosen}
                disabled={!isChosen && chosen.length >= maxColumns}
                onChange={() => setChosen(isChosen ? chosen.filter((each) => each !== column) : [...chosen, column])}
              />
              <label htmlFor={`${id}-${column}`}>
                <bdi>{name}</bdi>
              </label>
              {isChosen &&
                (
                  [
                    ['earlier', -1, ArrowUp, position === 0],
                    ['later', 1, ArrowDown, position === chosen.length - 1],
                  ] as const
                ).map(([way, by, Icon, isEnd]) => (
                  <IconButton
                    key={way}
                    size="small"
                    label={words(way, { name })}
                    icon={<Icon />}
                    aria-disabled={isEnd || undefined}
                    onClick={({ currentTarget }) => !isEnd && move(column, by, currentTarget)}
                  />
                ))}
            </li>
          );
        })}
      </ul>
      {chosen.length >= maxColumns && <p>{words('most', { count: maxColumns })}</p>}
    </Confirm>
  );
}
