import { ChevronLeft, ChevronRight, Keyboard, PanelLeft } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { FolderStatus } from '../../electron/core/contract/status.ts';
import { IconButton } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { FolderSelect } from '../components/folder-select.tsx';
import { KeyHint } from '../components/key-bindings.tsx';
import { useHostQuery } from '../host/use-host-query.ts';
import { useWords } from '../words/words.tsx';
import styles from './review.module.css';

/** Which folder's documents are reviewed. */
export interface FolderChoice {
  readonly folderId: number | undefined;
  readonly folders: readonly FolderStatus[];
  /** How many documents wait in all folders. */
  readonly waiting: number;
  readonly onFolder: (folderId: number | undefined) => void;
}

interface HeaderProps extends FolderChoice {
  /** From 1; 0: no document is at hand. */
  readonly position: number;
  readonly size: number;
  readonly hasList: boolean;
  readonly onList: () => void;
  readonly onStep: (direction: 1 | -1) => void;
}

export function ReviewHeader(props: HeaderProps) {
  const { position, size, folderId, folders, waiting, hasList, onFolder, onList, onStep } = props;
  const words = useWords('review');
  const [hasKeys, setHasKeys] = useState(false);
  return (
    <header className={styles.header}>
      <h1>{words('title')}</h1>
      <IconButton
        label={words(hasList ? 'list.hide' : 'list.show')}
        icon={<PanelLeft />}
        aria-pressed={hasList}
        onClick={onList}
      />
      {size > 0 && (
        <div className={styles.position}>
          <IconButton label={words('previous')} icon={<ChevronLeft />} onClick={() => onStep(-1)} />
          {position > 0 && <span data-position>{words('position', { position, count: size })}</span>}
          <IconButton label={words('next')} icon={<ChevronRight />} onClick={() => onStep(1)} />
        </div>
      )}
      <div className={styles.tools}>
        <FolderSelect
          label={words('folder')}
          all={words('allFolders', { count: waiting })}
          folders={folders}
          folderId={folderId}
          optionOf={(folder, name) => words('folderWith', { name, count: folder.standings['needs-you'] })}
          className={styles.folder}
          onChoose={onFolder}
        />
        <IconButton label={words('keysOpen')} icon={<Keyboard />} onClick={() => setHasKeys(true)} />
      </div>
      {hasKeys && <KeysDialog onClose={() => setHasKeys(false)} />}
    </header>
  );
}

/** What the keys do here. */
function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useWords('review.keys');
  const review = useWords('review');
  const { data: about } = useHostQuery('about', {});
  const rows = [
    [words('goOn'), [words('names.enter')]],
    [words('confirm'), [words(about?.platform === 'darwin' ? 'names.confirmMac' : 'names.confirm')]],
    [words('fields'), [words('names.tab')]],
    [words('restore'), ['F9']],
    [words('hint'), ['F8']],
    [words('neighbours'), [words('names.altDown'), words('names.altUp')]],
    [words('letters'), ['J', 'K']],
    [words('undo'), [words(about?.platform === 'darwin' ? 'names.undoMac' : 'names.undo')]],
    [words('line'), [words('names.shiftEnter')]],
    [words('scroll'), [words('names.pageDown'), words('names.pageUp')]],
    [words('page'), ['F6']],
    [words('click'), [words('names.click')]],
    [words('clickMore'), [words(about?.platform === 'darwin' ? 'names.clickMoreMac' : 'names.clickMore')]],
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
