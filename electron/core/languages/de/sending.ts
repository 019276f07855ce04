import type { sending as english } from '../en/sending.ts';
import type { Like } from '../like.ts';

export const sending: Like<typeof english> = {
  changed:
    'Es wurde nach dem Senden geändert. Den neuen Inhalt zu senden kostet seine Seiten noch einmal. Es wird mit den anderen geänderten seines Ordners gesendet oder ausgelassen, sobald Sie geantwortet haben; oder senden Sie es einzeln.',
  claimUnknown:
    'Ein JSON daneben sagt, dass es schon gesendet wurde, aber der Dienst kennt es nicht. Entscheiden Sie, ob es gesendet wird.',
  claimOfAnother:
    'Ein JSON daneben sagt, dass es schon gesendet wurde, nennt dafür aber die Datei eines anderen Dokuments beim Dienst. Entscheiden Sie, ob es gesendet wird.',
  filedOtherwise:
    '„{path}“ ist nicht mehr so da, wie es abgelegt wurde, und lässt sich darum nicht weitersenden. Legen Sie es dorthin zurück.',
  sameFailed: 'Derselbe Inhalt ist fehlgeschlagen: {message}',
  paidBefore:
    'Derselbe Inhalt wurde am {paidAt} bezahlt, als {path}, und sein Ergebnis steht nicht mehr im Journal. Legen Sie das JSON jenes Dokuments zurück, wo es war, oder neben dieses, und lassen Sie jetzt nachsehen: Intray übernimmt das Ergebnis daraus. Oder senden Sie erneut: Dann werden seine Seiten ein zweites Mal bezahlt.',
  passedOn:
    'Der Dienst extrahiert denselben Inhalt selbst, für eine andere Datei, die er klassifiziert hat, und hat den Stapel mit den Werten nicht genannt. Intray holt sie dort, sobald der Dienst ihn nennt (ein Webhook) oder Sie. Oder senden Sie es trotzdem: Dann werden seine Seiten ein zweites Mal bezahlt.',
  routeUnknown:
    'Der Dienst kennt dieses Ziel nicht („{problem}“). Intray versucht es von selbst wieder, in wachsenden Abständen bis zu einer halben Stunde. Wenn es das Ziel nicht mehr gibt, wählen Sie für den Ordner ein anderes.',
  routeRefusesAll:
    'Der Dienst lehnt jedes Dokument für dieses Ziel ab („{problem}“). Prüfen Sie das Ziel. Intray versucht es von selbst wieder, in wachsenden Abständen bis zu einer halben Stunde.',
  routeFails:
    'Das Hochladen für dieses Ziel schlägt fehl („{problem}“). Intray versucht es von selbst wieder, in wachsenden Abständen bis zu einer halben Stunde; nichts geht verloren.',
  failedOften:
    '{attempts, plural, one {Das Hochladen ist fehlgeschlagen: {message}} other {Das Hochladen ist #-mal fehlgeschlagen: {message}}}',
  tooLarge: 'Es ist zu groß für den Dienst, der Dateien bis 25 MB annimmt: {message}',
};
