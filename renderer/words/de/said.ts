import type { said as english } from '../en/said.ts';
import type { Like } from '../like.ts';

export const said: Like<typeof english> = {
  settling:
    'Zuletzt geändert um {at}; die Datei wird übernommen, sobald sie vollständig ist und sich {seconds} s lang nicht ändert.',
  folderUnreachable: 'Der Ordner ist nicht erreichbar: {message}',
  folderPaused: 'Der Ordner ist angehalten: {message}',
  folderResting: 'Der Ordner ruht: Nichts daraus wird übernommen, bis Sie ihn fortsetzen.',
  ready: 'Das Dokument ist bereit und geht mit der nächsten Sendung hinaus.',
  retryAt: 'Nächster Versuch um {at}.',
  retryBecause: 'Nächster Versuch um {at}: {message}',
  behind:
    'Derselbe Inhalt ist schon als {known, select, no {ein anderes Dokument} other {{path}}} unterwegs; dieses Dokument erhält dessen Ergebnis, ohne Kosten.',
  held: 'Das Dokument wartet auf Ihre Entscheidung. {message}',
  blocked: 'Es wird nichts gesendet, solange die Datei nicht gelesen und das Ergebnis nicht geschrieben werden kann. {message}',
  uploading: 'Das Dokument wird hochgeladen. Erst eine vollständige Sendung zählt als gesendet.',
  awaitingAnswer: 'Alles ist hochgeladen; die Antwort des Dienstes steht aus.',
  unresolved:
    '{message} Bitte beim Dienst nachsehen und nur dann erneut senden, wenn das Dokument dort fehlt: Seine Seiten könnten schon bezahlt sein.',
  atService: 'Das Dokument ist beim Dienst; dessen Status: „{status}“.',
  atServiceSince: 'Das Dokument ist seit {at} beim Dienst; dessen Status: „{status}“.',
  slow: 'Das dauert ungewöhnlich lange; deswegen wird aber nichts erneut gesendet.',
  redoing: 'Um {at} wurde eine neue Klassifizierung verlangt; ihr Ergebnis steht aus.',
  askedAgainAt: 'Nächste Nachfrage um {at}.',
  lastAskFailed: 'Die letzte Nachfrage ist fehlgeschlagen: {message}',
  processed: 'Der Dienst hat das Dokument verarbeitet.',
  confirmed: 'Der Dienst hat das Dokument bestätigt.',
  reviewAsked: 'Der Dienst bittet um eine Prüfung.',
  confirmedHere: '{by} hat das Dokument hier um {at} bestätigt.',
  conflict: 'Der Dienst hat andere Werte bestätigt als jemand hier; beide bleiben, bis Sie sich entscheiden.',
  duplicate:
    'Der Inhalt ist derselbe wie bei {known, select, no {einem anderen Dokument} other {{path}}}: Dessen Ergebnis wurde übernommen, nichts wurde gesendet oder bezahlt.',
  writesNothing: 'Für den Ordner werden keine Dateien geschrieben.',
  written: 'Geschrieben nach {paths}.',
  toBeMoved: 'Das Ergebnis ist geschrieben; die Datei wird noch verschoben.',
  notMoved: 'Das Ergebnis ist geschrieben; die Datei ist noch nicht verschoben. {message}',
  toBeWritten: 'Das Ergebnis wird gleich geschrieben.',
  notWritten: 'Das Ergebnis konnte noch nicht geschrieben werden: {message} Es wird wieder versucht, nichts geht verloren.',
  failedAtService:
    'Beim Dienst fehlgeschlagen{bare, select, yes {.} other {: {message}}} Das Dokument kann von Hand erneut gesendet werden.',
  givenUp: 'Intray hat es aufgegeben: {message} Das Dokument kann von Hand erneut gesendet werden.',
  refusedByService: 'Der Dienst hat das Dokument abgelehnt: {message}',
  notSent: 'Das Dokument wurde nicht gesendet: {message}',
  gone: 'Die Datei ist nicht mehr an ihrem Ort; kommt sie zurück, hier oder unter anderem Namen, geht es weiter.',
  goneWithResult:
    'Die Datei war weg, bevor ihr Ergebnis kam; es ist aufgehoben und wird geschrieben, wenn die Datei zurückkommt.',
  reachable: 'Der Dienst ist erreichbar.',
  offline: 'Keine Verbindung zum Dienst: {message} Nächster Versuch um {at}.',
  keyRefused: 'Der Dienst nimmt den Schlüssel nicht an: {message} Alles wartet auf einen gültigen Schlüssel.',
  uploadsRefused: 'Der Dienst nimmt keine Dokumente an: {message} Nächster Versuch um {at}.',
  pauseAsked: 'Der Dienst bittet um eine Pause bis {at}: {message}',
};
