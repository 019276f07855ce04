import { useId } from 'react';
import type { FolderStatus } from '../../electron/core/contract/status.ts';
import { Field, Select } from '../components/field.tsx';
import { folderNames } from '../review/folder-names.ts';
import { useWords } from '../words/words.tsx';
import styles from './insights.module.css';

/** Days back, including today. */
export type Range = 7 | 30 | 90 | 365;

const ranges = [7, 30, 90, 365] as const satisfies readonly Range[];

interface FiltersProps {
  readonly range: Range;
  readonly folderId: number | undefined;
  readonly folders: readonly FolderStatus[];
  readonly onRange: (range: Range) => void;
  readonly onFolder: (folderId: number | undefined) => void;
}

export function Filters({ range, folderId, folders, onRange, onFolder }: FiltersProps) {
  const words = useWords('insights');
  const name = useId();
  const names = folderNames(folders.map(({ path }) => path));
  return (
    <>
      {folders.length > 1 && (
        <Field label={words('folder')} hideLabel>
          <Select
            value={folderId ?? ''}
            onChange={({ target }) => onFolder(target.value === '' ? undefined : Number(target.value))}
          >
            <option value="">{words('allFolders')}</option>
            {folders.map(({ id, path }) => (
              <option key={id} value={id}>
                {names.get(path) ?? path}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <fieldset className={styles.ranges}>
        <legend className="unseen">{words('range')}</legend>
        {ranges.map((each) => (
          <label key={each} className={styles.range}>
            <input type="radio" name={name} checked={each === range} onChange={() => onRange(each)} />
            <span>{words('days', { count: each })}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}
