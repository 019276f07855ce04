import type { FolderStatus } from '../../electron/core/contract/status.ts';
import { SelectField } from './field.tsx';
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
    <SelectField
      label={label}
      hideLabel
      className={className}
      value={folderId === undefined ? '' : String(folderId)}
      options={[
        ['', all],
        ...folders.map((folder) => [String(folder.id), optionOf(folder, names.get(folder.path) ?? folder.path)] as const),
      ]}
      onChoose={(id) => onChoose(id === '' ? undefined : Number(id))}
    />
  );
}
