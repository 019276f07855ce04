import type { ignored as english } from '../en/ignored.ts';
import type { Like } from '../like.ts';

export const ignored: Like<typeof english> = {
  name: 'Le fichier n’est pas pris en compte : {why}.',
  ignoredByFolder: 'Le fichier n’est pas pris en compte : le dossier ignore les fichiers de ce nom.',
  otherType:
    'Le fichier n’est pas pris en compte : seuls les fichiers PDF, PNG, JPG et DOCX le sont, sauf si le dossier inclut d’autres types.',
  notIncluded: 'Le fichier n’est pas pris en compte : il ne correspond à rien de ce que le dossier inclut.',
  directory: {
    subfolders: 'Ses sous-dossiers ne sont pas surveillés.',
    deep: 'Il se trouve à plus de {most} niveaux de profondeur.',
    filedAway: 'Des documents y sont rangés.',
    name: 'Ce dossier n’est pas surveillé : {why}.',
    ignored: 'Le dossier surveillé l’ignore.',
  },
  why: {
    hidden: 'son nom commence par un point',
    officeLock: 'c’est un fichier de verrouillage d’un logiciel de bureautique',
    unfinished: 'd’après son nom, son écriture n’est pas terminée',
    system: 'il appartient au système',
    ownTable: 'c’est un tableau qu’Intray écrit',
    trash: 'il contient ce qui a été supprimé',
    snapshot: 'il contient d’anciennes versions des fichiers',
    storageSystem: 'il appartient au système de stockage',
  },
};
