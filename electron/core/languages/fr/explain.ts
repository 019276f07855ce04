import type { explain as english } from '../en/explain.ts';
import type { Like } from '../like.ts';

export const explain: Like<typeof english> = {
  settling:
    'Dernière modification à {at}. Intray le prend en charge dès qu’il est complet et n’a pas changé pendant {seconds} s.',
  folderUnreachable: 'Son dossier est inaccessible. {message}',
  folderPaused: 'Son dossier est en pause. {message}',
  folderResting: 'Son dossier est en pause ; rien de nouveau n’est pris en charge avant sa reprise.',
  paused: 'Intray est en pause ; rien de nouveau n’est envoyé avant sa reprise.',
  budget: 'Il attend d’être envoyé. {message}',
  ready: 'Il est prêt et partira avec la prochaine requête.',
  retryAt: 'Prochaine tentative à {at}.',
  retryBecause: 'Prochaine tentative à {at}. {message}',
  held: 'Il attend votre décision. {message}',
  blocked: 'Il n’est pas envoyé tant que son fichier est illisible ou que son résultat ne peut pas être écrit. {message}',
  uploading: 'Il est en cours d’envoi. Il ne compte comme envoyé qu’une fois la requête complète.',
  awaitingAnswer: 'Il est entièrement envoyé ; le service n’a pas encore répondu.',
  unresolved:
    '{message} Vérifiez ce que le service a reçu et ne le renvoyez que s’il n’y est pas : ses pages sont peut-être déjà payées.',
  atService: 'Il est au service ; état : « {status} ».',
  atServiceSince: 'Il est au service depuis {at} ; état : « {status} ».',
  noResultYet: 'Son résultat ne figure pas encore dans la réponse.',
  slow: 'C’est inhabituellement long. Intray ne le renvoie pas pour autant.',
  redoing: 'Une nouvelle classification a été demandée à {at} ; son résultat est attendu.',
  askedAgainAt: 'Prochaine demande d’état à {at}.',
  lastAskFailed: 'La dernière demande d’état a échoué. {message}',
  processed: 'Le service l’a traité.',
  confirmed: 'Le service l’a confirmé.',
  reviewAsked: 'Le service demande une vérification.',
  goesOn: 'Sa catégorie est « {category} » ; ses valeurs viennent de l’extraction « {name} ».',
  passedOn:
    'Le service transmet lui-même les documents de cette catégorie à l’extraction « {name} » ; Intray ne l’y envoie pas et n’en récupère pas les valeurs.',
  awaits:
    'Le service l’extrait lui-même avec « {name} », depuis {at} : Intray n’envoie rien et attend que le service indique le lot qui contient les valeurs (par webhook), ou que vous l’indiquiez.',
  awaitsBatch:
    'Le service l’extrait lui-même avec « {name} », depuis {at} : Intray demande ses valeurs dans le lot {batch} et n’envoie rien.',
  awaitsLong:
    'Le service l’extrait lui-même avec « {name} », depuis {at}, et n’a pas indiqué le lot qui contient les valeurs. Cherchez-le auprès du service et saisissez-le avec « Trouver les valeurs… » ou `intray answer FICHIER --batch ID` ; si le service n’en a pas, renvoyez-le, ce qui peut payer ses pages deux fois ; si vous n’en avez pas besoin, ignorez-le. De lui-même, Intray n’envoie rien.',
  confirmedHere: '{by} l’a confirmé ici à {at}.',
  conflict: 'Le service a confirmé d’autres valeurs que celles confirmées ici ; toutes sont conservées jusqu’à votre choix.',
  copy: 'Il a le même contenu que {path}, qui a été envoyé : il recevra le même résultat, sans frais.',
  duplicate: 'Il a le même contenu que {path} et en a repris le résultat ; rien n’a été envoyé ni payé.',
  duplicateUnknown: 'Il a le même contenu qu’un autre document et en a repris le résultat ; rien n’a été envoyé ni payé.',
  replaced: 'Son fichier a désormais un autre contenu ; une ligne de celui-ci dans un tableau dit « replaced ».',
  writesNothing: 'Son dossier n’écrit aucun fichier.',
  written: 'Écrit dans {paths}.',
  toBeMoved: 'Son résultat est écrit ; son fichier va être déplacé.',
  notMoved: 'Son résultat est écrit, mais son fichier n’a pas encore pu être déplacé. {message}',
  toFollow: 'Son résultat est écrit et va prendre son nouveau nom.',
  notFollowed: 'Son résultat est écrit, mais n’a pas encore pu prendre son nouveau nom. {message}',
  toBeWritten: 'Son résultat va être écrit.',
  notWritten: 'Son résultat n’a pas encore pu être écrit. {message} Intray continue d’essayer et rien n’est perdu.',
  failedAtService: 'Le service n’a pas pu le traiter. {message} Vous pouvez le renvoyer.',
  noReason: 'Le service n’a donné aucune raison.',
  givenUp: 'Intray y a renoncé. {message} Vous pouvez le renvoyer.',
  refusedByService: 'Le service l’a refusé. {message}',
  notSent: 'Il n’a pas été envoyé. {message}',
  gone: 'Son fichier n’est plus à sa place. S’il revient, ici ou sous un autre nom, Intray poursuit.',
  dropped:
    'Ses valeurs et son historique ont été retirés du registre le {at}, selon la durée de conservation réglée. Ce qui a été écrit à côté de la source reste.',
  goneWithResult:
    'Son fichier a disparu avant l’arrivée du résultat. Le résultat est conservé et sera écrit si le fichier revient.',
  offline: 'Il n’y a pas de connexion au service. {message} Prochaine tentative à {at}.',
  keyRefused: 'Le service n’accepte pas la clé. {message} Tout attend une clé valable.',
  uploadsRefused: 'Le service n’accepte pas d’envois. {message} Prochaine tentative à {at}.',
  pauseAsked: 'Le service a demandé d’attendre jusqu’à {at}. {message}',
};
