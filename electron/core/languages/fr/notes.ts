import type { notes as english } from '../en/notes.ts';
import type { Like } from '../like.ts';

export const notes: Like<typeof english> = {
  by: 'Par {by}.',
  byWithChanges: 'Par {by}. {changes}',
  byWithMessage: 'Par {by} : {message}',
  byHand: 'À la main.',
  assigned: 'À la main : le service l’appelle « {name} ».',
  asDecided: 'Comme décidé.',
  renamed: 'depuis {path}',
  sameContentWritten: 'Le fichier a été réécrit avec le même contenu.',
  resultTakenUp: 'Une copie a besoin de son résultat, que le registre a repris.',
  resultTaken: 'Son contenu est celui de {path} ; rien n’a été envoyé.',
  claimed: 'Un JSON à côté indique que le service l’a déjà ; rien n’est envoyé.',
  claimedReviewed:
    'Un JSON à côté indique que le service l’a déjà ; rien n’est envoyé. Ce JSON contient des corrections qui ne sont pas confirmées ici.',
  goesOn: 'Sa catégorie est « {category} » : il passe donc à l’extraction {extraction}.',
  awaits: 'Sa catégorie est « {category} » : le service l’extrait lui-même avec {extraction}. Rien n’est envoyé.',
  linkedFound: 'Le service a ses valeurs sous le nom « {name} », extraites avec {extraction}.',
  passedOn:
    'Le service extrait déjà son contenu avec {extraction}, d’après un classement antérieur. Rien n’est envoyé sans votre accord.',
  named: 'Manuellement : ses valeurs sont dans le lot {batch}.',
  namedUnknown: 'Le service ne connaît pas de lot {batch} dans cette extraction.',
  goesOnByDefault: 'Il n’a pas de catégorie : il passe donc à l’extraction {extraction}.',
  leaves: 'Il quitte l’extraction {extraction}.',
  leavesBatch: 'Il quitte l’extraction {extraction} ; ce qui y a été envoyé dans le lot {batch} est conservé.',
  changedWhileSent: 'Il a changé pendant l’envoi ; rien n’a été envoyé.',
  applied:
    'Manuellement : comme son dossier l’indique maintenant, il passe à {kind, select, extraction {l’extraction} other {la classification}} {name}.',
  rerouted:
    'Son dossier est maintenant envoyé à {kind, select, extraction {l’extraction} other {la classification}} {id} sur {origin}.',
  sameVerdict: 'La nouvelle classification a donné le même résultat, ou n’a pas eu lieu.',
  written: '{paths}',
  writtenWithNote: '{paths}. {message}',
  nothingToWrite: 'Le dossier n’écrit ni JSON ni CSV.',
  contentGone: 'Son résultat est arrivé, mais son contenu n’est plus là ; le résultat est conservé dans l’historique.',
  writtenForLater: 'Un document ultérieur du même fichier a ce résultat.',
  movedAlready: 'Le fichier avait déjà été déplacé ou supprimé.',
  checkedAgain:
    'Les contrôles du dossier ont été refaits : {count, plural, =0 {tous sont respectés} one {# signale quelque chose} other {# signalent quelque chose}}.',
};
