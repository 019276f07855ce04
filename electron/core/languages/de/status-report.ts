import type { statusReport as english } from '../en/status-report.ts';
import type { Like } from '../like.ts';

export const statusReport: Like<typeof english> = {
  nothingBlocked: 'Nichts hält seine Anfragen auf.',
  blockedBefore: 'Beim letzten Lauf stand dies im Weg: {message}',
  rate: 'Höchstens {rate} Anfragen pro Sekunde.',
  rateLowered: 'Höchstens {rate} Anfragen pro Sekunde: Der Dienst hat um weniger gebeten, und es werden langsam wieder mehr.',
  folder: {
    notWatched: 'Wird zurzeit nicht überwacht.',
    otherFolders: 'Wird zurzeit nicht überwacht: Das laufende Intray arbeitet an anderen Ordnern.',
    firstScan: 'Wird zum ersten Mal durchsucht.',
    scanning: 'Wird durchsucht.',
    byEvents: 'Überwacht: Das System meldet Änderungen.',
    byPolling: 'Überwacht durch regelmäßiges Durchsuchen.',
  },
  deliveredLast: 'Zuletzt ausgeliefert:',
};
