import type { delivery as english } from '../en/delivery.ts';
import type { Like } from '../like.ts';

export const delivery: Like<typeof english> = {
  noResult: 'Il n’y a pas encore de résultat à écrire.',
  notHere:
    'Son fichier n’est pas à l’emplacement {path}, et Intray ne le cherche pas ailleurs tant que son dossier est en pause.',
  noColumn:
    'Le tableau de « {name} » ne peut pas avoir {count, plural, one {la colonne} other {les colonnes}} {names}. Il peut avoir : {columns}. Corrigez les colonnes dans les réglages du dossier.',
  csv: {
    carried:
      '{count, plural, one {# ligne de « {path} » a été perdue} other {# lignes de « {path} » ont été perdues}} quand le fichier a été enregistré ailleurs ; « {next} » les contient.',
    edited: '« {path} » a été modifié depuis qu’Intray l’a écrit ; il reste tel quel et « {next} » le continue.',
    manyColumns:
      '« {path} » a des colonnes pour {count, number} valeurs au plus. Les autres se trouvent dans la colonne {column}, en JSON.',
    columnTaken:
      'L’extraction a un nouveau champ qui porte le nom d’une colonne de « {path} » ; ce fichier reste tel quel et « {next} » le continue.',
  },
  sheet: {
    edited:
      '« {path} » a été modifié après avoir été écrit par Intray ; il reste tel quel, et « {next} » contient toutes ses lignes.',
  },
  fileAway: {
    sameFolder: '« {directory} » est le dossier surveillé lui-même : indiquez un sous-dossier de rangement.',
    outside: '« {directory} » sort du dossier surveillé : indiquez un sous-dossier de rangement.',
    otherDrive: '« {directory} » est sur un autre lecteur que le dossier surveillé : indiquez un répertoire sur le même lecteur.',
  },
};
