import type { insights as english } from '../en/insights.ts';
import type { Like } from '../like.ts';

export const insights: Like<typeof english> = {
  title: 'Statistiques',
  emptyTitle: 'Rien à afficher pour l’instant',
  emptyDetail: 'Dès que des documents auront été traités, vous verrez ici combien, et combien ont demandé une intervention.',
  emptySpan: 'Il ne s’est rien passé pendant cette période. Choisissez-en une plus longue.',
  range: 'Période',
  days: '{count, plural, =7 {7 jours} =30 {30 jours} =90 {90 jours} other {Un an}}',
  folder: 'Dossier',
  allFolders: 'Tous les dossiers',
  showTable: 'Afficher en tableau',
  figures: {
    label: 'Totaux',
    documents: 'Documents livrés',
    straight: 'Sans intervention',
    straightHint: 'Personne n’a eu à les regarder.',
    copies: '{count, plural, one {et # copie qui n’a rien coûté} other {et # copies qui n’ont rien coûté}}',
    none: '–',
  },
  perDay: {
    title: 'Documents par jour',
    day: 'Jour',
    straight: 'Sans intervention',
    reviewed: 'Avec intervention',
    failed: 'Échecs',
    summary:
      '{straight, plural, one {# document} other {# documents}} sans intervention, {reviewed, number} avec intervention, {failed, plural, one {# échec} other {# échecs}}.',
  },
  pages: {
    sent: 'Pages envoyées',
    sentHint: '{documents, plural, one {# document} other {# documents}}{guessed, plural, =0 {} other {, dont # par estimation}}',
    forecast: 'Prévision pour ce mois',
    forecastHint: '{spent, plural, one {# page} other {# pages}} jusqu’ici{budget, plural, =0 {} other { ; le budget est de #}}',
    noForecast: 'Il faut deux semaines de données.',
    perDay: 'Pages par jour',
    finished: 'Terminé',
    open: 'Non terminé',
    failed: 'Échec',
    documents: 'Nombre de documents',
    pages: 'Nombre de pages',
    guessed: 'Par estimation',
    summary:
      '{pages, plural, one {# page} other {# pages}} : {finished, number} de documents terminés, {open, number} d’autres, en route ou qui vous attendent, {failed, number} de documents en échec.',
  },
};
