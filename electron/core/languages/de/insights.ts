import type { insights as english } from '../en/insights.ts';
import type { Like } from '../like.ts';

export const insights: Like<typeof english> = {
  title: 'Auswertung',
  emptyTitle: 'Noch nichts anzuzeigen',
  emptyDetail: 'Sobald Dokumente verarbeitet sind, steht hier, wie viele, wie schnell und wie viele jemanden brauchten.',
  emptySpan: 'In diesem Zeitraum ist nichts geschehen. Wählen Sie einen längeren.',
  range: 'Zeitraum',
  days: '{count, plural, =7 {7 Tage} =30 {30 Tage} =90 {90 Tage} other {Ein Jahr}}',
  folder: 'Ordner',
  allFolders: 'Alle Ordner',
  showTable: 'Als Tabelle anzeigen',
  showPlot: 'Als Diagramm anzeigen',
  of: '{name}, {what}',
  figures: {
    label: 'Insgesamt',
    documents: 'Ausgelieferte Dokumente',
    straight: 'Automatisch',
    straightHint: 'Niemand musste hinsehen.',
    median: 'Von der Datei zum Ergebnis',
    medianHint: 'An einem typischen Tag ist die Hälfte der Dokumente schneller.',
    failed: 'Fehlgeschlagen',
    copies: '{count, plural, one {und # Kopie, die nichts kostete} other {und # Kopien, die nichts kosteten}}',
    none: '–',
  },
  perDay: {
    title: 'Dokumente pro Tag',
    perWeek: 'Dokumente pro Woche',
    day: 'Tag',
    week: 'Woche ab',
    straight: 'Automatisch',
    reviewed: 'Mit Prüfung',
    failed: 'Fehlgeschlagen',
    summary:
      '{straight, plural, one {# Dokument} other {# Dokumente}} automatisch, {reviewed, number} mit Prüfung, {failed, number} fehlgeschlagen.',
  },
  rate: {
    title: 'Anteil automatisch verarbeiteter Dokumente',
    rate: 'Anteil',
    summary: '{rate} der Dokumente liefen automatisch durch.',
    none: 'In diesem Zeitraum wurde kein Dokument abgeschlossen.',
  },
  time: {
    title: 'Zeit von der Datei zum Ergebnis',
    median: 'Median',
    p90: '90 % innerhalb von',
    summary: 'An einem typischen Tag braucht die Hälfte der Dokumente höchstens {median}.',
    none: 'In diesem Zeitraum wurde kein Dokument abgeschlossen.',
  },
  folders: {
    title: 'Nach Ordner',
    name: 'Ordner',
    delivered: 'Ausgeliefert',
    straight: 'Automatisch',
    failed: 'Fehlgeschlagen',
    median: 'Mittlere Zeit (Median)',
  },
};
