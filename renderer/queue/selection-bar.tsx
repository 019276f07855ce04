import { BellOff, RotateCcw, X } from 'lucide-react';
import { Button, IconButton } from '../components/button.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import styles from './screen.module.css';
import type { DocumentActions } from './use-document-actions.tsx';
import { type List, maxSelection } from './use-list.ts';

interface SelectionBarProps {
  readonly list: List;
  readonly actions: DocumentActions;
  readonly total: number;
}

/** Actions on all selected documents. */
export function SelectionBar({ list, actions, total }: SelectionBarProps) {
  const words = useWords('queue');
  const formats = useFormats();
  const count = list.selection.size;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs in a form.
    <div role="group" className={styles.selection} aria-label={words('selection.count', { count })}>
      <IconButton size="small" label={words('selection.clear')} icon={<X aria-hidden />} onClick={list.clear} />
      <strong>{words('selection.count', { count })}</strong>
      <Button size="small" icon={<RotateCcw aria-hidden />} onClick={() => actions.sendAgain(list.selected())}>
        {words('actions.sendAgain')}
      </Button>
      <Button size="small" icon={<BellOff aria-hidden />} onClick={() => actions.dismiss(list.selected())}>
        {words('actions.dismiss')}
      </Button>
      {count < Math.min(total, maxSelection) && (
        <Button size="small" kind="quiet" onClick={list.selectAll}>
          {words('selection.all', { count: formats.number(Math.min(total, maxSelection)) })}
        </Button>
      )}
      {count === maxSelection && total > maxSelection && (
        <span className={styles.note}>{words('selection.tooMany', { count: formats.number(maxSelection) })}</span>
      )}
    </div>
  );
}
