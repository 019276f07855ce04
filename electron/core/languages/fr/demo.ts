import type { demo as english } from '../en/demo.ts';
import type { Like } from '../like.ts';

export const demo: Like<typeof english> = {
  sandboxAt: 'Le bac à sable, un remplaçant du service, écoute à {url}.',
  workingIn: 'Travail dans {path}, pendant une dizaine de secondes…',
  isFile: '{path}, ou une partie de ce chemin, est un fichier ; --folder prend un dossier nouveau ou vide.',
  notEmpty: '{path} n’est pas vide ; la démonstration travaille dans un dossier nouveau ou vide.',
  endedEarly: 'Elle s’est terminée avant la fin de son travail.',
  extracted: 'extracted/, envoyé à l’extraction « {name} » :',
  classified: 'classified/, envoyé à une classification :',
  column: {
    document: 'Document',
    state: 'État',
    found: 'Trouvé',
    category: 'Catégorie (confiance)',
    none: 'aucune',
  },
  took: '{count, plural, one {# document} other {# documents}} en {tookMs}, le tout avec le bac à sable : rien n’a quitté cet ordinateur.',
  resultsIn: 'Les résultats sont dans {path}',
  jsonFiles: 'à côté de chaque document, un fichier JSON : {path}',
  tables: 'dans chaque dossier, un tableau pour un tableur, avec une ligne par document :',
  review:
    'Les images attendent une vérification, car le bac à sable ne lit que du texte, comme tout ce à quoi il manque une valeur. Un PDF est endommagé exprès, et un fichier dépasse les {maximumSize} que le service accepte.',
  next: 'Avec un de vos dossiers et votre propre service :',
  nextSandbox: 'Ou avec le bac à sable, sans compte : {command}',
};
