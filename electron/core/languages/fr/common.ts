import type { common as english } from '../en/common.ts';
import type { Like } from '../like.ts';

export const common: Like<typeof english> = {
  appName: 'Intray',
  cancel: 'Annuler',
  close: 'Fermer',
  undo: 'Annuler',
  retry: 'Réessayer',
  copied: 'Copié.',
  notCopied: 'Impossible de copier.',
  loading: 'Chargement…',
  starting: 'Intray démarre…',
  optional: 'facultatif',
  foreign: '{text}',
  both: '{one} {other}',
  notifications: 'Notifications',
  problemTitle: 'Une erreur est survenue',
  noAnswer: 'Intray ne répond pas.',
  noAnswerDetail: 'Le programme s’est peut-être arrêté. Vous voyez le dernier état connu ; la fenêtre tente de se reconnecter.',
  signedOut: 'Se connecter avec un lien',
  signInLink: 'Le lien affiché',
  signInNoLink: 'Ce n’est pas un lien de connexion.',
  signIn: 'Se connecter',
  signedOutDetail:
    'Exécutez <command>intray watch --link</command> sur l’ordinateur où tourne Intray, puis ouvrez le lien affiché. Un lien connecte un seul navigateur, une seule fois, dans les dix minutes.',
  brokenTitle: 'Cette partie de la fenêtre ne fonctionne plus.',
  brokenDetail:
    'Vos documents ne sont pas touchés. Réessayez ; si le problème persiste, joignez les détails ci-dessous à votre demande d’aide.',
  screens: {
    queue: 'Documents',
    review: 'Vérification',
    folders: 'Dossiers',
    insights: 'Statistiques',
    settings: 'Paramètres',
  },
  units: {
    bytes: '{value} o',
    kilobytes: '{value} Ko',
    megabytes: '{value} Mo',
    gigabytes: '{value} Go',
    milliseconds: '{value} ms',
    seconds: '{value} s',
    minutes: '{value} min',
    hours: '{value} h',
    days: '{value, plural, one {# jour} other {# jours}}',
  },
  time: {
    now: 'maintenant',
    inFuture: 'dans {duration}',
    yesterday: 'Hier, {time}',
  },
};
