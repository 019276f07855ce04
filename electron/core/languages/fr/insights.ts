import type { insights as english } from '../en/insights.ts';
import type { Like } from '../like.ts';

export const insights: Like<typeof english> = {
  title: 'Statistiques',
  emptyTitle: 'Rien à afficher pour l’instant',
  emptyDetail:
    'Dès que des documents auront été traités, vous verrez ici combien, en combien de temps, et combien ont demandé une intervention.',
  emptySpan: 'Il ne s’est rien passé pendant cette période. Choisissez-en une plus longue.',
  range: 'Période',
  days: '{count, plural, =7 {7 jours} =30 {30 jours} =90 {90 jours} other {Un an}}',
  folder: 'Dossier',
  allFolders: 'Tous les dossiers',
  showTable: 'Afficher en tableau',
  showPlot: 'Afficher en graphique',
  of: '{name}, {what}',
  figures: {
    label: 'Totaux',
    documents: 'Documents livrés',
    straight: 'Sans intervention',
    straightHint: 'Personne n’a eu à les regarder.',
    median: 'Du fichier au résultat',
    medianHint: 'Un jour ordinaire, la moitié des documents va plus vite.',
    failed: 'Échecs',
    copies: '{count, plural, one {et # copie qui n’a rien coûté} other {et # copies qui n’ont rien coûté}}',
    none: '–',
  },
  perDay: {
    title: 'Documents par jour',
    perWeek: 'Documents par semaine',
    day: 'Jour',
    week: 'Semaine du',
    straight: 'Sans intervention',
    reviewed: 'Avec intervention',
    failed: 'Échecs',
    summary:
      '{straight, plural, one {# document} other {# documents}} sans intervention, {reviewed, number} avec intervention, {failed, plural, one {# échec} other {# échecs}}.',
  },
  rate: {
    title: 'Taux de traitement sans intervention',
    rate: 'Part',
    summary: '{rate} des documents sont passés sans intervention.',
    none: 'Aucun document n’a été achevé pendant cette période.',
  },
  time: {
    title: 'Temps du fichier au résultat',
    median: 'Médiane',
    p90: '90 % en moins de',
    summary: 'Un jour ordinaire, la moitié des documents prend {median} au plus.',
    none: 'Aucun document n’a été achevé pendant cette période.',
  },
  folders: {
    title: 'Par dossier',
    name: 'Dossier',
    delivered: 'Livrés',
    straight: 'Sans intervention',
    failed: 'Échecs',
    median: 'Temps médian',
  },
};
