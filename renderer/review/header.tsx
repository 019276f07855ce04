import { ChevronLeft, ChevronRight, PanelLeft } from 'lucide-react';
import type { FolderStatus } from '../../electron/core/contract/status.ts';
import { IconButton } from '../components/button.tsx';
import { FolderSelect } from '../components/folder-select.tsx';
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
      </div>
    </header>
  );
}
