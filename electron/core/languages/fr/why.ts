import type { why as english } from '../en/why.ts';
import type { Like } from '../like.ts';

export const why: Like<typeof english> = {
  notRunning: 'Intray ne tourne pas sur ce répertoire de données : le travail reprendra d’ici à son démarrage.',
  otherFolder: 'L’Intray qui tourne ne surveille pas ce dossier : il ne fait que recueillir et livrer ce qui a déjà été envoyé.',
  disk: {
    gone: 'Son fichier n’est pas là pour l’instant.',
    goneDelivered: 'Son fichier n’est plus là ; son résultat a été livré tant qu’il y était.',
    changed: 'Le fichier a changé depuis qu’Intray l’a vu pour la dernière fois.',
    otherContent: 'Le fichier a un autre contenu depuis.',
  },
  moved: {
    now: 'Le fichier qui était ici a été déplacé ou renommé, et est maintenant {path}.',
    last: 'Le fichier qui était ici a été déplacé ou renommé, et était en dernier {path}.',
  },
  output: {
    table:
      '{count, plural, one {C’est un tableau qu’Intray écrit : le résultat de # document de ce dossier.} other {C’est un tableau qu’Intray écrit : les résultats de # documents de ce dossier.}} Il n’est jamais envoyé.',
    tableLeft:
      '{count, plural, one {C’est un tableau qu’Intray a écrit : le résultat de # document de ce dossier.} other {C’est un tableau qu’Intray a écrit : les résultats de # documents de ce dossier.}} Quelqu’un l’a modifié ou déplacé ; Intray n’y touche plus et en a commencé un autre.',
    written: 'C’est une sortie d’Intray : le résultat de {path}. Elle n’est jamais envoyée.',
    planned: 'Ce sera une sortie d’Intray : le résultat de {path}. Elle n’est jamais envoyée.',
  },
  skipped: {
    existing:
      'Le fichier était là avant que le dossier soit surveillé, et de tels fichiers sont ignorés. Pour l’envoyer, copiez-le sous un nouveau nom. Pour les envoyer tous, donnez au dossier "existing": "send" dans le fichier de configuration, ou lancez une fois : intray run {path}',
    left: 'Une personne a choisi de l’ignorer : après un registre endommagé, rien ne prouvait s’il avait été envoyé. Pour l’envoyer malgré tout, copiez-le sous un nouveau nom.',
  },
  ignored: {
    link: 'C’est un lien. Les liens ne sont pas suivis : placez ici le fichier lui-même.',
    belowLink: 'Il n’est pas pris : « {path} » est un lien, et les liens ne sont pas suivis.',
    noFile: 'Il n’est pas pris : ce n’est pas un fichier (mais un périphérique, un tube ou un socket).',
    inDirectory: 'Il se trouve dans « {path} », qui n’est pas surveillé. {message}',
  },
  notThere: 'Ce fichier n’existe pas, et Intray n’en a jamais vu à cet endroit.',
  meant: 'Vouliez-vous dire {name} ?',
  unseen: {
    yet: 'Intray ne l’a pas encore vu.',
    unreadable: 'Impossible de le lire : {message}',
    folderUnknown: 'Aucun Intray n’a encore travaillé sur son dossier.',
  },
  directory: {
    belowLink: 'Il n’est pas surveillé : « {path} » est un lien, et les liens ne sont pas suivis.',
    part: 'Il fait partie de {path}.',
    firstFiles: '{line} parmi les premiers de ses fichiers.',
    nothingKnown: 'Aucun de ses fichiers n’est connu.',
    skipped:
      '{count, plural, one {# fichier était déjà là et a été ignoré.} other {# fichiers étaient déjà là et ont été ignorés.}}',
  },
  outside: {
    nothing: 'Il n’y a rien à ce chemin.',
    noFolders: 'Aucun dossier n’a encore été surveillé.',
    folders:
      'Il n’est dans aucun dossier qu’Intray surveille ou a surveillé. Ce sont : {folders}{more, plural, =0 {} one { et # de plus} other { et # de plus}}.',
  },
  earlier: {
    heading: 'Ici auparavant :',
    line: 'trouvé {at} : {state}. {reason}',
    lineElsewhere: 'trouvé {at}, maintenant {path} : {state}. {reason}',
  },
};
