import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useWords } from '../words/words.tsx';
import { IconButton } from './button.tsx';
import styles from './column-list.module.css';

interface ColumnListProps {
  /** Those that are chosen, in their order; they come first. */
  readonly chosen: readonly string[];
  readonly known: readonly string[];
  /** As many as may be chosen; left out: all. */
  readonly most?: number;
  readonly nameOf: (column: string) => string;
  readonly onChange: (chosen: readonly string[]) => void;
  /** What else is said of a column that is chosen. */
  readonly children?: (column: string) => ReactNode;
}

const ways = [
  ['earlier', -1, ArrowUp],
  ['later', 1, ArrowDown],
] as const;

/** Chooses and orders the columns of a table. */
export function ColumnList({ chosen, known, most = Number.POSITIVE_INFINITY, nameOf, onChange, children }: ColumnListProps) {
  const words = useWords('queue.choose');
  const id = useId();
  const change = (next: readonly string[], control: HTMLElement): void => {
    onChange(next);
    // Moving its row takes the focus from the control. Whoever has gone on by then keeps it.
    requestAnimationFrame(() => document.activeElement === document.body && control.focus());
  };
  return (
    <ul className={styles.columns}>
      {[...chosen, ...known.filter((column) => !chosen.includes(column))].map((column, position) => {
        const isChosen = chosen.includes(column);
        const others = chosen.filter((each) => each !== column);
        const name = nameOf(column);
        return (
          <li key={column} className="row gap-2">
            <input
              id={`${id}-${column}`}
              type="checkbox"
              checked={isChosen}
              disabled={!isChosen && chosen.length >= most}
              onChange={({ currentTarget }) => change(isChosen ? others : [...chosen, column], currentTarget)}
            />
            <label htmlFor={`${id}-${column}`} className="grow">
              <bdi>{name}</bdi>
            </label>
            {isChosen && children?.(column)}
            {isChosen &&
              ways.map(([way, by, Icon]) => {
                const to = position + by;
                const isEnd = to < 0 || to >= chosen.length;
                return (
                  <IconButton
                    key={way}
                    size="small"
                    label={words(way, { name })}
                    icon={<Icon />}
                    aria-disabled={isEnd || undefined}
                    onClick={({ currentTarget }) => !isEnd && change(others.toSpliced(to, 0, column), currentTarget)}
                  />
                );
              })}
          </li>
        );
      })}
    </ul>
  );
}
