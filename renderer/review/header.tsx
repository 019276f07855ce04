import { ChevronLeft, ChevronRight, Keyboard, PanelLeft } from 'lucide-react';
import { useState } from 'react';
import type { FolderStatus } from '../../electron/core/contract/status.ts';
import { IconButton } from '../components/button.tsx';
import { Field, Select } from '../components/field.tsx';
import { useWords } from '../words/words.tsx';
import { folderNames } from './folder-names.ts';
import { KeysDialog } from './keys-dialog.tsx';
import styles from './review.module.css';

interface HeaderProps {
  /** From 1; 0: no document is at hand. */
  readonly position: number;
  readonly size: number;
  readonly folderId: number | undefined;
  readonly folders: readonly FolderStatus[];
  readonly attention: number;
  readonly hasList: boolean;
  readonly onFolder: (folderId: number | undefined) => void;
  readonly onList: () => void;
  readonly onStep: (direction: 1 | -1) => void;
}

export function ReviewHeader(props: HeaderProps) {
  const { position, size, folderId, folders, attention, hasList, onFolder, onList, onStep } = props;
  const words = useWords('review');
  const [hasKeys, setHasKeys] = useState(false);
  const names = folderNames(folders.map(({ path }) => path));
  return (
    <header className={styles.header}>
      <h1>{words('title')}</h1>
      <IconButton
        label={words(hasList ? 'list.hide' : 'list.show')}
        icon={<PanelLeft aria-hidden />}
        aria-pressed={hasList}
        onClick={onList}
      />
      {size > 0 && (
        <div className={styles.position}>
          <IconButton label={words('previous')} icon={<ChevronLeft aria-hidden />} onClick={() => onStep(-1)} />
          {position > 0 && <span data-position>{words('position', { position, count: size })}</span>}
          <IconButton label={words('next')} icon={<ChevronRight aria-hidden />} onClick={() => onStep(1)} />
        </div>
      )}
      <div className={styles.tools}>
        {folders.length > 1 && (
          <Field label={words('folder')} hideLabel className={styles.folder}>
            <Select
              value={folderId ?? ''}
              onChange={({ target }) => onFolder(target.value === '' ? undefined : Number(target.value))}
            >
              <option value="">{words('allFolders', { count: attention })}</option>
              {folders.map((folder) => (
                <option key={folder.id} value={folder.id}>
                  {words('folderWith', { name: names.get(folder.path) ?? folder.path, count: folder.attention })}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <IconButton label={words('keysOpen')} icon={<Keyboard aria-hidden />} onClick={() => setHasKeys(true)} />
      </div>
      {hasKeys && <KeysDialog onClose={() => setHasKeys(false)} />}
    </header>
  );
}
