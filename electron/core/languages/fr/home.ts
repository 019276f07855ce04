import type { home as english } from '../en/home.ts';
import type { Like } from '../like.ts';

export const home: Like<typeof english> = {
  title: 'Accueil',
  needsYou: 'À vous',
  nothingNeedsYou: 'Rien ne vous attend.',
  review: 'Vérifier',
  failed: '{count, plural, one {# document en échec} other {# documents en échec}}',
  today: 'Arrivés aujourd’hui',
  noneToday: 'Rien pour l’instant.',
  onTheWay: '{count, plural, one {# document en route} other {# documents en route}}',
  still: 'À l’arrêt',
  nothingStill: 'Tout avance.',
  folderPaused: 'En pause, à votre demande.',
  sums: 'Montants des documents',
  sumsHint: 'Un montant par document : celui dont le champ indique le total ou le TTC. Les doublons ne comptent pas.',
  noSums: 'Aucun montant n’a été lu au cours des 30 derniers jours.',
  amount: 'Montant',
  sumToday: 'Aujourd’hui',
  sumMonth: '30 derniers jours',
  documents: 'Documents',
  noCurrency: 'sans devise',
  last: 'Dernier résultat',
  noLast: 'Aucun résultat pour l’instant.',
  open: 'Ouvrir',
};
