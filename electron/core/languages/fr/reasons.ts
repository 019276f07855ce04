import type { reasons as english } from '../en/reasons.ts';
import type { Like } from '../like.ts';

export const reasons: Like<typeof english> = {
  asked: 'Le service demande une vérification.',
  sentTwice:
    'Il a été envoyé deux fois, car la réponse au premier envoi s’est perdue ; le service le compte peut-être deux fois.',
  noCategory: 'Le service ne l’a classé dans aucune catégorie.',
  noValues: 'Le service n’a trouvé aucune valeur.',
  unlisted: 'Les réglages de son dossier ne disent pas où vont ensuite les documents de la catégorie « {category} ».',
  unsure: 'La catégorie « {category} » n’est pas sûre : sa confiance est de {confidence, number}, inférieure à {below, number}.',
  conflict: 'Le service donne maintenant « {theirs} » pour « {field} » ; ici, la valeur a été corrigée en « {mine} ».',
  conflictNone: 'Le service ne donne plus de valeur pour « {field} » ; ici, elle a été corrigée en « {mine} ».',
  missing: 'Aucune valeur n’a été renvoyée pour « {field} ».',
  empty: 'La valeur de « {field} » est vide.',
  /** À quoi comparer une valeur. */
  sum: '{net} et {tax} font {sum}, et non {total}.',
  correctedBefore: 'Dans un document antérieur de cet expéditeur, « {from} » a été corrigé en « {to} ».',
  usualValue: 'Les {count, number} documents antérieurs de cet expéditeur ont « {value} ».',
};
