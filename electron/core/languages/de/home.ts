import type { home as english } from '../en/home.ts';
import type { Like } from '../like.ts';

export const home: Like<typeof english> = {
  title: 'Start',
  needsYou: 'Für Sie',
  nothingNeedsYou: 'Nichts wartet auf Sie.',
  review: 'Prüfen',
  failed: '{count, plural, one {# Dokument ist fehlgeschlagen} other {# Dokumente sind fehlgeschlagen}}',
  today: 'Heute angekommen',
  noneToday: 'Noch nichts.',
  onTheWay: '{count, plural, one {# Dokument ist unterwegs} other {# Dokumente sind unterwegs}}',
  still: 'Steht still',
  nothingStill: 'Alles läuft.',
  folderPaused: 'Von Ihnen pausiert.',
  sums: 'Summen der Dokumente',
  sumsHint: 'Von jedem Dokument zählt ein Betrag: der, dessen Feld den Gesamt- oder Bruttobetrag nennt. Duplikate zählen nicht.',
  noSums: 'In den letzten 30 Tagen wurden keine Beträge gelesen.',
  amount: 'Betrag',
  sumToday: 'Heute',
  sumMonth: 'Letzte 30 Tage',
  documents: 'Dokumente',
  noCurrency: 'ohne Währung',
  last: 'Letztes Ergebnis',
  noLast: 'Noch kein Ergebnis.',
  open: 'Öffnen',
};
