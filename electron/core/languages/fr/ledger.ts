import type { ledger as english } from '../en/ledger.ts';
import type { Like } from '../like.ts';

export const ledger: Like<typeof english> = {
  held: 'Intray est déjà en cours d’exécution avec le répertoire de données {path}.',
  heldBy:
    'Intray est déjà en cours d’exécution avec le répertoire de données {path} : processus {pid} sur {host}, depuis {startedAt}.',
  directoryUnusable:
    'Le répertoire de données {path} ne peut pas être utilisé : {problem}. Choisissez-en un autre avec --data-dir.',
  damaged: 'Le registre {path} est endommagé : {problem}.',
  damagedInUse: 'Le registre {path} s’est révélé endommagé en cours d’utilisation.',
  missing: 'Le registre {path} est introuvable.',
  otherVersion:
    'Le registre {path} a été écrit par une autre version d’Intray : son format est {found}, et cette version connaît {known}. Utilisez cette version-là, ou choisissez un autre répertoire de données avec --data-dir.',
  unavailable: 'Le registre {path} ne peut pas être utilisé : {problem}.',
  damagedRow: 'La ligne {key} de la table {table} du registre est endommagée : {problem}.',
  restored:
    '{message} La sauvegarde du {backupAt} a été restaurée. Rien ne prouve si les fichiers qu’elle ne connaît pas comme terminés ont été envoyés depuis : ils sont retenus jusqu’à ce que vous décidiez, une fois pour toutes, de les envoyer ou de les laisser de côté.',
  takenUp:
    '{message} Ce qu’il en reste a été repris. Rien ne prouve si les fichiers qu’il ne connaît pas comme terminés ont été envoyés depuis : ils sont retenus jusqu’à ce que vous décidiez, une fois pour toutes, de les envoyer ou de les laisser de côté.',
  olderThanMarker:
    'La marque dans {path} est en avance sur le registre : une copie plus ancienne du répertoire de données, ou de tout l’ordinateur, a été remise en place. Rien ne prouve si les fichiers que le registre ne connaît pas comme terminés ont été envoyés depuis : ils sont retenus jusqu’à ce que vous décidiez, une fois pour toutes, de les envoyer ou de les laisser de côté.',
  markedByAnother:
    '{path} a déjà été surveillé depuis ce répertoire de données : par un registre qui n’est plus là, ou par un autre Intray ayant le même nom d’ordinateur et le même chemin de données. Rien ne prouve si ses fichiers ont déjà été envoyés : ils sont retenus jusqu’à ce que vous décidiez, une fois pour toutes, de les envoyer ou de les laisser de côté.',
  begunEmpty:
    '{message} Il n’y a pas de sauvegarde intacte ; un registre vide a été créé. Rien ne prouve si des fichiers ont été envoyés auparavant : ils sont retenus jusqu’à ce que vous décidiez, une fois pour toutes, de les envoyer ou de les laisser de côté.',
  problem: {
    behind:
      'il est en retard sur ce qui en a été consigné en dernier : son journal a été perdu ou endommagé, ou une copie plus ancienne a été mise à sa place',
    mayNotWrite: 'cet utilisateur n’a pas le droit d’y écrire',
    readOnly: 'il se trouve sur un disque en lecture seule',
    locked: 'un autre programme l’a verrouillé',
    diskFull: 'son disque est plein',
    fileInPlace: 'un fichier se trouve à sa place',
    directoryInPlace: 'un répertoire se trouve à sa place',
    empty: 'il est vide',
    notIntrays: 'c’est une base de données, mais pas un registre d’Intray',
    noneYet: 'il n’y en a pas encore',
  },
};
