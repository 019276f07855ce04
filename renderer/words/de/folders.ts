import type { folders as english } from '../en/folders.ts';
import type { Like } from '../like.ts';

export const folders: Like<typeof english> = {
  title: 'Ordner',
  emptyTitle: 'Noch kein Ordner',
  emptyDetail: 'Fügen Sie den Ordner hinzu, in den Ihr Scanner schreibt.',
};
