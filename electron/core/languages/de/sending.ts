import type { sending as english } from '../en/sending.ts';
import type { Like } from '../like.ts';

export const sending: Like<typeof english> = {
  changed:
    'Es wurde nach dem Senden geändert. Den neuen Inhalt zu senden kostet seine Seiten noch einmal: Entscheiden Sie, ob er gesendet wird.',
  claimUnknown:
    'Ein JSON daneben sagt, dass es schon gesendet wurde, aber der Dienst kennt es nicht. Entscheiden Sie, ob es gesendet wird.',
  sameFailed: 'Derselbe Inhalt ist fehlgeschlagen: {message}',
  sameFailedBefore:
    'Derselbe Inhalt ist schon einmal als {path} fehlgeschlagen: {message} Entscheiden Sie, ob er noch einmal gesendet wird.',
  routeUnknown:
    'Der Dienst kennt dieses Ziel nicht mehr („{problem}“). Wählen Sie für den Ordner ein anderes Ziel, oder starten Sie neu, sobald es das alte wieder gibt.',
  routeRefusesAll:
    'Der Dienst lehnt jedes Dokument für dieses Ziel ab („{problem}“). Prüfen Sie das Ziel und starten Sie dann neu.',
  failedOften:
    '{attempts, plural, one {Das Hochladen ist fehlgeschlagen: {message}} other {Das Hochladen ist #-mal fehlgeschlagen: {message}}}',
  tooLarge: 'Es ist zu groß für den Dienst, der Dateien bis 25 MB annimmt: {message}',
};
