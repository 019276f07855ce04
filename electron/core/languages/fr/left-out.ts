import type { leftOut as english } from '../en/left-out.ts';
import type { Like } from '../like.ts';

export const leftOut: Like<typeof english> = {
  noEnding:
    '{count, plural, one {# fichier sans extension est laissé} other {# fichiers sans extension sont laissés}} de côté : seuls PDF, PNG, JPG et DOCX sont pris.',
  type: '{count, plural, one {# fichier {ending} est laissé} other {# fichiers {ending} sont laissés}} de côté : seuls PDF, PNG, JPG et DOCX sont pris.',
  notIncluded:
    '{count, plural, one {# fichier est laissé} other {# fichiers sont laissés}} de côté : le dossier ne les inclut pas.',
  ignored: '{count, plural, one {# fichier est laissé} other {# fichiers sont laissés}} de côté : le dossier les ignore.',
  filedAway:
    '{count, plural, one {# fichier se trouve} other {# fichiers se trouvent}} là où les documents sont rangés, et {count, plural, one {n’est pas envoyé} other {ne sont pas envoyés}}. Placez les nouveaux documents dans le dossier lui-même.',
  deep: '{count, plural, one {# sous-dossier se trouve} other {# sous-dossiers se trouvent}} à plus de 100 niveaux de profondeur et {count, plural, one {est laissé} other {sont laissés}} de côté. Déplacez les fichiers plus haut.',
  link: '{count, plural, one {# lien n’est pas suivi} other {# liens ne sont pas suivis}}. Placez les fichiers eux-mêmes dans le dossier.',
  special:
    '{count, plural, one {# entrée est laissée} other {# entrées sont laissées}} de côté : un tube, un socket ou un périphérique n’est pas un fichier.',
  directory:
    '{count, plural, one {# sous-dossier est illisible} other {# sous-dossiers sont illisibles}}. Vérifiez les autorisations et le disque.',
  entry:
    'Le disque ne dit pas ce que {count, plural, one {# entrée est} other {# entrées sont}}. Vérifiez le disque et les autorisations.',
  name: '{count, plural, one {# nom n’est pas} other {# noms ne sont pas}} en UTF-8 valide. Renommez les fichiers.',
};
