import type { requests as english } from '../en/requests.ts';
import type { Like } from '../like.ts';

export const requests: Like<typeof english> = {
  unknown: 'Intray kennt diese Anfrage nicht.',
  fault: 'Intray konnte wegen eines Fehlers im Programm nicht antworten. Einzelheiten stehen im Protokoll.',
  windowOnly: 'Nur das Fenster von Intray darf fragen.',
  wrongAddress:
    'Unter dieser Adresse antwortet Intray nicht. Öffnen Sie den Link, den „intray watch --window“ ausgegeben hat, genau so, wie er dasteht.',
  wrongPage:
    'Nur das Fenster von Intray darf fragen, und diese Anfrage kam von einer anderen Seite. Öffnen Sie die Adresse direkt.',
  notSignedIn: 'Dieser Browser ist nicht angemeldet.',
  linkUsed: 'Dieser Link wurde schon benutzt oder ist älter als zehn Minuten.',
  notFound: 'Hier ist nichts.',
  wrongMethod: 'Das geht hier nicht.',
  unreadable: 'Die Anfrage ist nicht lesbar.',
  notJson: 'Eine Anfrage muss JSON sein.',
  tooLarge: 'Die Anfrage ist zu groß.',
  foreignFiles:
    '{directory} gehört einem anderen Benutzer oder ist kein Verzeichnis; darum legt Intray dort keine Anmeldungen ab. Entfernen Sie es oder wählen Sie ein anderes Datenverzeichnis.',
  codeNeeded: 'Geben Sie den Code ein, den „intray watch --window“ gerade ausgegeben hat, oder einen von „intray watch --code“.',
  codeWrong:
    'Dieser Code ist falsch, wurde schon benutzt oder ist älter als zehn Minuten. Nach fünf falschen wird ein neuer ausgegeben.',
  openIntray: 'Intray öffnen',
};
