import type { insights as english } from '../en/insights.ts';
import type { Like } from '../like.ts';

export const insights: Like<typeof english> = {
  title: 'Auswertung',
  emptyTitle: 'Noch nichts zu zeigen',
  emptyDetail: 'Sobald Dokumente durch sind, steht hier, wie viele, wie schnell und wie viele jemanden brauchten.',
  emptySpan: 'In dieser Zeit ist nichts geschehen. Wählen Sie eine längere.',
  range: 'Zeitraum',
  days: '{count, plural, =7 {7 Tage} =30 {30 Tage} =90 {90 Tage} other {Ein Jahr}}',
  folder: 'Ordner',
  allFolders: 'Alle Ordner',
  showTable: 'Als Tabelle zeigen',
  showPlot: 'Als Diagramm zeigen',
  of: '{name}, {what}',
  figures: {
    label: 'Insgesamt',
    documents: 'Ausgelieferte Dokumente',
    straight: 'Ohne Zutun',
    straightHint: 'Niemand musste hinsehen.',
    median: 'Von der Datei zum Ergebnis',
    medianHint: 'An einem üblichen Tag ist die Hälfte der Dokumente schneller.',
    failed: 'Fehlgeschlagen',
    copies: '{count, plural, one {und # Kopie, die nichts kostete} other {und # Kopien, die nichts kosteten}}',
    none: '–',
  },
  perDay: {
    title: 'Dokumente am Tag',
    perWeek: 'Dokumente in der Woche',
    day: 'Tag',
    week: 'Woche ab',
    straight: 'Ohne Zutun',
    reviewed: 'Mit Prüfbedarf',
    failed: 'Fehlgeschlagen',
    summary:
      '{straight, plural, one {# Dokument} other {# Dokumente}} ohne Zutun, {reviewed, number} mit Prüfbedarf, {failed, number} fehlgeschlagen.',
  },
  rate: {
    title: 'Anteil ohne Zutun',
    rate: 'Anteil',
    summary: '{rate} der Dokumente brauchten niemanden.',
    none: 'In dieser Zeit kam kein Dokument durch.',
  },
  time: {
    title: 'Zeit von der Datei zum Ergebnis',
    median: 'Median',
    p90: 'Neun von zehn in',
    summary: 'An einem üblichen Tag die Hälfte der Dokumente in {median}.',
    none: 'In dieser Zeit kam kein Dokument durch.',
  },
  folders: {
    title: 'Nach Ordner',
    name: 'Ordner',
    delivered: 'Ausgeliefert',
    straight: 'Ohne Zutun',
    failed: 'Fehlgeschlagen',
    median: 'Median der Zeit',
  },
};
