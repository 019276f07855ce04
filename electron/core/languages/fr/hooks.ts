import type { hooks as english } from '../en/hooks.ts';
import type { Like } from '../like.ts';

export const hooks: Like<typeof english> = {
  title: 'Hooks (annonces à d’autres programmes)',
  hint: 'Des programmes et des serveurs informés de ce que deviennent les documents. Ils se définissent dans <file>settings.json</file> du répertoire de données, et nulle part ailleurs.',
  noneSet: 'Aucun hook n’est défini.',
  when: {
    onDelivered: 'quand un document est livré',
    onAttention: 'quand il faut une personne',
    onFailed: 'quand un document échoue',
    onChanged: 'quand ce qui a été livré change',
  },
  program: 'Programme {target},',
  webhook: 'Webhook vers {target},',
  allFolders: 'pour tous les dossiers',
  untaken:
    '{pending, plural, =0 {Aucun événement n’attend} one {# événement attend} other {# événements attendent}} un hook ; {givenUp, plural, =0 {aucun n’a été abandonné.} one {# a été abandonné.} other {# ont été abandonnés.}}',
  isWaiting: 'Il va être annoncé.',
  wasRefused: 'Refusé {count, plural, one {une fois} other {# fois}} ; annoncé de nouveau : {next}.',
  wasGivenUp: 'Abandonné après {count, plural, one {# essai} other {# essais}}.',
  tryAgain: 'Réessayer',
  allAgain: 'Tout réessayer',
  gone: 'Il n’y a pas de hook {name} pour son dossier.',
  notStarted: 'Impossible de démarrer {program} : {message}',
  exitCode: '{program} s’est terminé avec le code {code, number}.',
  ended: '{program} a été arrêté par {signal}.',
  tookTooLong: '{program} n’avait pas fini après {timeoutMs} et a été arrêté, avec tout ce qu’il avait lancé.',
  noSecret: 'L’événement pour {host} ne peut pas être signé : le secret manque, ou n’est pas du Base64.',
  secretUnread: 'Impossible de lire le secret du webhook : {message}',
  answered: '{host} a répondu avec le statut {status}.',
  redirected: '{host} a répondu par une redirection (statut {status}), qui n’est pas suivie. Indiquez l’adresse finale.',
  notAnAddress: '{url} n’est pas une adresse.',
  noAnswer: '{host} n’a pas répondu en {timeoutMs}.',
  notReached: '{host} est injoignable : {message}',
  counts:
    'Événements pour les hooks : {pending, number} à annoncer, dont {failing, number} refusés jusqu’ici ; {givenUp, number} abandonnés. `intray status --hooks open` les affiche.',
  waiting: '{id} {name} {path} : à annoncer.',
  refused: '{id} {name} {path} : refusé {count, plural, one {une fois} other {# fois}}, annoncé de nouveau à {at}. {message}',
  givenUp: '{id} {name} {path} : abandonné après {count, plural, one {# essai} other {# essais}}. {message}',
  taken: '{id} {name} {path} : accepté à {at}.',
  none: 'Aucun événement n’attend un hook, et aucun n’a été abandonné.',
  retried:
    '{count, plural, =0 {Aucun événement n’était à annoncer de nouveau.} one {# événement sera annoncé de nouveau dès qu’Intray fonctionne.} other {# événements seront annoncés de nouveau dès qu’Intray fonctionne.}}',
  unknownEvent: 'Aucun événement {id} n’attend ni n’a été abandonné. `intray status --hooks open` affiche ceux qui existent.',
};
