import type { reviewing as english } from '../en/reviewing.ts';
import type { Like } from '../like.ts';

export const reviewing: Like<typeof english> = {
  stopping: 'Intray s’arrête.',
  unknownDocument: 'Ce document n’existe pas.',
  noResult: '{path} n’a pas de résultat à vérifier pour le moment.',
  needsNobody: '{path} n’a pas besoin de vous.',
  awaitsNoValues: '{path} n’attend aucune valeur que le service extrait lui-même.',
  needsNoResult: '{path} n’attend aucun résultat qui puisse lui être attribué.',
  notUnmatched: 'Il n’y a pas de tel résultat pour {path} : son lot n’en a pas, ou un autre document l’a déjà.',
  noValues: 'Une classification n’a pas de valeurs à corriger : choisissez plutôt une autre catégorie.',
  unknownField: 'L’extraction n’a pas de champ « {field} ».',
  noCategory: '{path} n’a pas de catégorie à changer pour le moment.',
  willExtract:
    'L’extraction {extractions} va extraire {pages, plural, =0 {ses pages} one {sa page} other {ses # pages}}, ce que le service facture.',
  mayExtract:
    'Si la nouvelle classification donne une autre catégorie, {pages, plural, =0 {ses pages peuvent être extraites} one {sa page peut être extraite} other {ses # pages peuvent être extraites}} par {extractions}, ce que le service facture.',
  categoryNotChanged: 'La catégorie n’a pas été changée : {message}',
  cannotRedo: '{path} ne peut pas être reclassé pour le moment.',
  redoInDoubt:
    'Aucune réponse n’est arrivée : {message} On ne sait pas si la nouvelle classification a commencé ; Intray continue d’interroger le service.',
  redoRefused: 'Le service n’a pas lancé de nouvelle classification : {message}',
  alreadyAsking: 'Intray interroge déjà le service au sujet de ce document.',
  notClassified: '{path} n’a pas été envoyé à une classification.',
  otherService: '{path} se trouve sur un autre service ({origin}) que celui utilisé maintenant.',
  noFileId: 'L’identifiant de {path} auprès du service est inconnu : Intray ne peut donc pas l’interroger à ce sujet.',
  gateShut: 'Le service ne peut pas être interrogé maintenant : {message}',
  tooManyRequests: 'Intray envoie déjà autant de requêtes que le service le permet ; réessayez dans un instant.',
  conflictOpen: 'Le service a confirmé d’autres valeurs que celles confirmées ici : choisissez d’abord lesquelles comptent.',
  nothingToUndo: 'Il n’y a aucune confirmation à annuler.',
  categoryStays: 'La catégorie est aussi définie auprès du service et reste jusqu’à ce que vous en choisissiez une autre.',
  noConflict: 'Le service et les corrections apportées ici ne diffèrent pas.',
};
