import type { insights as english } from '../en/insights.ts';
import type { Like } from '../like.ts';

export const insights: Like<typeof english> = {
  title: 'Auswertung',
  emptyTitle: 'Noch nichts anzuzeigen',
  emptyDetail: 'Sobald Dokumente verarbeitet sind, steht hier, wie viele es waren und wie viele jemanden brauchten.',
  emptySpan: 'In diesem Zeitraum ist nichts geschehen. Wählen Sie einen längeren.',
  range: 'Zeitraum',
  days: '{count, plural, =7 {7 Tage} =30 {30 Tage} =90 {90 Tage} other {Ein Jahr}}',
  folder: 'Ordner',
  allFolders: 'Alle Ordner',
  showTable: 'Als Tabelle anzeigen',
  figures: {
    label: 'Insgesamt',
    documents: 'Ausgelieferte Dokumente',
    straight: 'Automatisch',
    straightHint: 'Niemand musste hinsehen.',
    copies: '{count, plural, one {und # Kopie, die nichts kostete} other {und # Kopien, die nichts kosteten}}',
    none: '–',
  },
  perDay: {
    title: 'Dokumente pro Tag',
    day: 'Tag',
    straight: 'Automatisch',
    reviewed: 'Mit Prüfung',
    failed: 'Fehlgeschlagen',
    summary:
      '{straight, plural, one {# Dokument} other {# Dokumente}} automatisch, {reviewed, number} mit Prüfung, {failed, number} fehlgeschlagen.',
  },
  pages: {
    sent: 'Gesendete Seiten',
    sentHint:
      '{documents, plural, one {# Dokument} other {# Dokumente}}{guessed, plural, =0 {} other {, davon # mit geschätzter Seitenzahl}}',
    forecast: 'Prognose für diesen Monat',
    forecastHint: 'bisher {spent, plural, one {# Seite} other {# Seiten}}{budget, plural, =0 {} other {; Budget: #}}',
    noForecast: 'Dafür braucht es Daten von zwei Wochen.',
    perDay: 'Seiten pro Tag',
    finished: 'Abgeschlossen',
    open: 'Nicht abgeschlossen',
    failed: 'Fehlgeschlagen',
    documents: 'Dokumente',
    pages: 'Seiten',
    guessed: 'Mit Schätzung',
    summary:
      '{pages, plural, one {# Seite} other {# Seiten}}: {finished, number} von abgeschlossenen Dokumenten, {open, number} von anderen, die unterwegs sind oder auf Sie warten, {failed, number} von fehlgeschlagenen.',
  },
};
