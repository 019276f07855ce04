import type { disk as english } from '../en/disk.ts';
import type { Like } from '../like.ts';

export const disk: Like<typeof english> = {
  missing: '« {path} » est introuvable.',
  mayNotRead: 'Intray n’a pas le droit de lire « {path} » : vérifiez les autorisations du fichier et de son dossier.',
  mayNotWrite: 'Intray n’a pas le droit d’écrire « {path} » : vérifiez les autorisations du fichier et de son dossier.',
  locked: '« {path} » est utilisé par un autre programme : fermez-le dans ce programme.',
  full: 'Le disque est plein ou votre quota est épuisé : libérez de la place pour « {path} ».',
  readOnly: 'Le disque est en lecture seule : autorisez-y l’écriture pour « {path} ».',
  parentIsFile: 'Un fichier porte le nom d’un dossier de « {path} » : déplacez ou renommez ce fichier.',
  isFile: '« {path} » est un fichier là où il faut un dossier : déplacez ou renommez ce fichier.',
  nameTooLong: 'Le nom de « {path} » est trop long pour ce disque : raccourcissez-le.',
  readFailed: 'Le disque n’a pas pu lire « {path} » : {error}.',
  writeFailed: 'Le disque n’a pas pu écrire « {path} » : {error}.',
  link: '« {path} » est un lien : Intray n’en suit aucun dans un dossier surveillé. Placez-y le dossier lui-même ou choisissez-en un autre.',
  noProcess:
    '« {path} » ne peut pas être lu pour le moment : le système ne lance plus de processus ({reason}). Intray continue ailleurs et réessaiera.',
  unanswered: '« {path} » est inaccessible : {volume} ne répond pas. Intray continue ailleurs et réessaiera.',
  notAFile: '« {path} » n’est pas un fichier.',
  changed: '« {path} » a changé depuis qu’Intray l’a examiné. Intray l’examinera de nouveau.',
  changedOnTheWay: 'Le chemin vers « {path} » a changé pendant qu’Intray y travaillait. Intray réessaiera.',
  copyDiffers:
    'Une copie à l’emplacement « {path} » ne se relit pas comme elle a été écrite ; le fichier reste où il est. Vérifiez ce disque.',
  changedWhileMoved: '« {path} » a changé pendant son déplacement.',
  folder: {
    missing: 'Le dossier {path} est introuvable. Connectez son lecteur ou son partage, ou créez-le.',
    isFile: '{path} n’est pas un dossier.',
    empty: 'Le dossier {path} est vide et n’est pas celui qui était surveillé : son lecteur ou son partage n’est pas connecté.',
    replaced:
      'Un autre disque ou partage a été connecté à {path} pendant qu’Intray l’examinait. Intray va l’examiner de nouveau dans un instant.',
    unreachable: 'Le dossier {path} est inaccessible : connectez son lecteur ou son partage.',
  },
};
