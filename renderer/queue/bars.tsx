import { BellOff, ChevronDown, RotateCcw, Undo2, X } from 'lucide-react';
import type { Status } from '../../electron/core/contract/status.ts';
import { stateNames } from '../../electron/core/document/states.ts';
import { Button, IconButton } from '../components/button.tsx';
import { Menu, MenuChoices } from '../components/menu.tsx';
import { go } from '../navigation.ts';
import { useFormats, useWords } from '../words/words.tsx';
import styles from './filter-bar.module.css';
import { countOf, groups, isState, type QueueLocation, type Shown, shownOf } from './filters.ts';
import screen from './screen.module.css';
import type { DocumentActions } from './use-document-actions.tsx';
import { type List, maxSelection } from './use-list.ts';

/** Filters by groups of states, with their counts, and by single states. */
export function FilterBar({ location, status }: { readonly location: QueueLocation; readonly status: Status | undefined }) {
  const words = useWords('queue');
  const formats = useFormats();
  const shown = shownOf(location);
  const choose = (next: Shown): void => {
    const { show: _, documentId: __, ...rest } = location;
    go(next === 'all' ? rest : { ...rest, show: next });
  };
  const count = (of: Shown): string => {
    const number = status === undefined ? undefined : countOf(of, status, location.folderId);
    return number === undefined ? '' : formats.number(number);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs in a form.
    <div role="group" className={styles.bar} aria-label={words('filters')}>
      {groups.map((group) => (
        <button key={group} type="button" className={styles.filter} aria-pressed={shown === group} onClick={() => choose(group)}>
          {words(`show.${group}`)}
          <span className={styles.count}>{count(group)}</span>
        </button>
      ))}
      <Menu
        trigger={
          <Button kind="quiet" size="small" className={styles.menu} data-on={isState(shown) || undefined}>
            {isState(shown) ? words('oneStateNow', { state: words(`states.${shown}`) }) : words('oneState')}
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <MenuChoices
          value={isState(shown) ? shown : undefined}
          choices={stateNames.map((state) => ({ value: state, label: words(`states.${state}`), detail: count(state) }))}
          onChoose={choose}
        />
      </Menu>
    </div>
  );
}

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
    <div role="group" className={screen.selection} aria-label={words('selection.count', { count })}>
      <IconButton size="small" label={words('selection.clear')} icon={<X aria-hidden />} onClick={list.clear} />
      <strong>{words('selection.count', { count })}</strong>
      <Button size="small" icon={<RotateCcw aria-hidden />} onClick={() => actions.sendAgain(list.selected())}>
        {words('actions.sendAgain')}
      </Button>
      <Button size="small" icon={<BellOff aria-hidden />} onClick={() => actions.dismiss(list.selected())}>
        {words('actions.dismiss')}
      </Button>
      {list.selected().some(({ dismissed }) => dismissed) && (
        <Button size="small" icon={<Undo2 aria-hidden />} onClick={() => actions.undismiss(list.selected())}>
          {words('actions.undismiss')}
        </Button>
      )}
      {count < Math.min(total, maxSelection) && (
        <Button size="small" kind="quiet" onClick={list.selectAll}>
          {words('selection.all', { count: formats.number(Math.min(total, maxSelection)) })}
        </Button>
      )}
      {count === maxSelection && total > maxSelection && (
        <span className={screen.note}>{words('selection.tooMany', { count: formats.number(maxSelection) })}</span>
      )}
    </div>
  );
}
