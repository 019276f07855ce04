import type { sending as english } from '../en/sending.ts';
import type { Like } from '../like.ts';

export const sending: Like<typeof english> = {
  changed:
    'Il a été modifié après son envoi. Envoyer le nouveau contenu coûte de nouveau ses pages. Il sera envoyé ou laissé avec les autres documents modifiés de son dossier, dès que vous aurez répondu ; ou envoyez-le seul.',
  claimUnknown: 'Un JSON à côté indique qu’il a déjà été envoyé, mais le service ne le connaît pas. Décidez s’il faut l’envoyer.',
  claimOfAnother:
    'Un JSON à côté indique qu’il a déjà été envoyé, mais il désigne chez le service le fichier d’un autre document. Décidez s’il faut l’envoyer.',
  filedOtherwise:
    '« {path} » n’est plus là tel qu’il a été rangé et ne peut donc pas être envoyé plus loin. Remettez-le à sa place.',
  sameFailed: 'Le même contenu a échoué : {message}',
  paidBefore:
    'Le même contenu a été payé le {paidAt}, sous {path}, et son résultat n’est plus dans le registre. Remettez le JSON de ce document à sa place ou à côté de celui-ci, puis faites vérifier maintenant : Intray y reprend le résultat. Ou renvoyez-le : ses pages seront alors payées une seconde fois.',
  passedOn:
    'Le service extrait lui-même le même contenu, pour un autre fichier qu’il a classé, et n’a pas indiqué le lot qui contient les valeurs. Intray les y prend dès que le service l’indique (un webhook), ou vous. Ou envoyez-le quand même : ses pages seront alors payées une seconde fois.',
  routeUnknown:
    'Le service ne connaît pas cette destination (« {problem} »). Intray réessaie de lui-même, à intervalles croissants d’une demi-heure au plus. Si elle a disparu pour de bon, choisissez une autre destination pour le dossier.',
  routeRefusesAll:
    'Le service refuse tous les documents de cette destination (« {problem} »). Vérifiez la destination. Intray réessaie de lui-même, à intervalles croissants d’une demi-heure au plus.',
  routeFails:
    'Les envois vers cette destination échouent (« {problem} »). Intray réessaie de lui-même, à intervalles croissants d’une demi-heure au plus ; rien n’est perdu.',
  failedOften:
    '{attempts, plural, one {L’envoi a échoué : {message}} many {L’envoi a échoué # fois : {message}} other {L’envoi a échoué # fois : {message}}}',
  tooLarge: 'Il est trop volumineux pour le service, qui accepte les fichiers jusqu’à 25 Mo : {message}',
};
