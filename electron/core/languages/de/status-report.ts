import type { statusReport as english } from '../en/status-report.ts';
import type { Like } from '../like.ts';

export const statusReport: Like<typeof english> = {
  standing: '{count, number} {standing}',
  standings: '{each}',
  blockedBefore: 'Beim letzten Lauf stand dies im Weg: {message}',
  rate: 'Höchstens {rate} Anfragen pro Sekunde.',
  rateLowered: 'Höchstens {rate} Anfragen pro Sekunde: Der Dienst hat um weniger gebeten, und es werden langsam wieder mehr.',
  folder: {
    notWatched: 'Wird zurzeit nicht überwacht: Intray läuft nicht.',
    otherFolders: 'Wird zurzeit nicht überwacht: Das laufende Intray arbeitet an anderen Ordnern.',
    firstScan: 'Wird zum ersten Mal durchsucht.',
    scanning: 'Wird durchsucht.',
    byEvents: 'Überwacht: Eine neue Datei wird binnen etwa einer Sekunde bemerkt.',
    byPolling: 'Überwacht durch Durchsuchen alle paar Sekunden: Das System meldet hier keine Änderungen.',
  },
  dropped:
    'Die Ergebnisse von {count, plural, one {# Dokument} other {# Dokumenten}} wurden bisher aus dem Journal entfernt, zuletzt am {at}.',
  wouldDrop:
    '{count, plural, =0 {Kein Ergebnis würde jetzt aus dem Journal entfernt.} one {Ergebnis und Verlauf von # Dokument würden jetzt aus dem Journal entfernt; seine Ausgaben bleiben.} other {Ergebnisse und Verlauf von # Dokumenten würden jetzt aus dem Journal entfernt; ihre Ausgaben bleiben.}}',
  deliveredLast: 'Zuletzt ausgeliefert:',
};
