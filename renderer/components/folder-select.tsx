import type { FolderStatus } from '../../electron/core/contract/status.ts';
import { Field, Select } from './field.tsx';
import { folderNames } from './folder-names.ts';

interface FolderSelectProps {
  readonly label: string;
  /** The name of the choice of all folders. */
  readonly all: string;
  readonly folders: readonly FolderStatus[];
  readonly folderId: number | undefined;
  /** What stands for a folder, given its short name; that name if absent. */
  readonly optionOf?: (folder: FolderStatus, name: string) => string;
  readonly className?: string | undefined;
  readonly onChoose: (folderId: number | undefined) => void;
}

/** Narrows a screen down to one watched folder; absent where there is only one. */
export function FolderSelect(props: FolderSelectProps) {
  const { label, all, folders, folderId, optionOf = (_, name) => name, className, onChoose } = props;
  const names = folderNames(folders.map(({ path }) => path));
  if (folders.length < 2) return null;
  return (
    <Field label={label} hideLabel className={className}>
      <Select value={folderId ?? ''} onChange={({ target }) => onChoose(target.value === '' ? undefined : Number(target.value))}>
        <option value="">{all}</option>
        {folders.map((folder) => (
          <option key={folder.id} value={folder.id}>
            {optionOf(folder, names.get(folder.path) ?? folder.path)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
