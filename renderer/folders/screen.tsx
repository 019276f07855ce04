import { Problem } from '../components/problem.tsx';
import { useHostQuery } from '../host/use-host-query.ts';
import { usePlace } from '../navigation.ts';
import { ChangeForm } from './form/change-form.tsx';
import { Wizard } from './form/wizard.tsx';
import { FolderList } from './list/folder-list.tsx';

/** The watched folders: a card each, one that is changed, or a new one. */
export function FoldersScreen() {
  const place = usePlace();
  const { data: folders, error } = useHostQuery('folders', {});
  if (place.screen !== 'folders') return null;
  if (place.adding === true) return <Wizard path={place.path} />;
  if (folders === undefined) return <Problem problem={error?.problem} />;
  const changing = folders.find(({ id }) => id === place.folderId);
  if (changing !== undefined) return <ChangeForm key={changing.id} folder={changing} />;
  return <FolderList folders={folders} />;
}
