import { Problem } from '../components/banner.tsx';
import { useHostQuery } from '../host/host.tsx';
import { useLocation } from '../navigation.ts';
import { FolderForm } from './form/folder-form.tsx';
import { FolderList } from './list/folder-list.tsx';

/** The watched folders as cards, or the form that adds or changes one. */
export function FoldersScreen() {
  const location = useLocation();
  const { data: folders, error } = useHostQuery('folders', {});
  if (location.screen !== 'folders') return null;
  if (location.adding === true) return <FolderForm path={location.path} />;
  if (folders === undefined) return <Problem problem={error} />;
  const changing = folders.find(({ id }) => id === location.folderId);
  if (changing !== undefined) return <FolderForm key={changing.id} folder={changing} />;
  return <FolderList folders={folders} />;
}
