import type { explain as english } from '../en/explain.ts';
import type { Like } from '../like.ts';

export const explain: Like<typeof english> = {
  settling:
    'Zuletzt geändert um {at}. Intray übernimmt die Datei, sobald sie vollständig ist und sich {seconds} s lang nicht ändert.',
  folderUnreachable: 'Der Ordner ist nicht erreichbar: {message}',
  folderPaused: 'Der Ordner ist pausiert: {message}',
  folderResting: 'Der Ordner ist pausiert; Neues wird erst übernommen, wenn Sie ihn fortsetzen.',
  paused: 'Intray ist pausiert; Neues wird erst gesendet, wenn Sie es fortsetzen.',
  budget: 'Es wartet darauf, gesendet zu werden. {message}',
  ready: 'Das Dokument ist bereit und geht mit der nächsten Anfrage hinaus.',
  retryAt: 'Nächster Versuch um {at}.',
  retryBecause: 'Nächster Versuch um {at}: {message}',
  held: 'Das Dokument wartet auf Ihre Entscheidung. {message}',
  blocked:
    'Es wird nicht gesendet, solange die Datei nicht lesbar ist oder das Ergebnis nicht geschrieben werden kann. {message}',
  uploading: 'Das Dokument wird hochgeladen. Erst eine vollständige Anfrage zählt als gesendet.',
  awaitingAnswer: 'Das Dokument ist vollständig hochgeladen; die Antwort des Dienstes steht noch aus.',
  unresolved:
    '{message} Sehen Sie beim Dienst nach, und senden Sie nur dann erneut, wenn das Dokument dort fehlt: Seine Seiten sind vielleicht schon bezahlt.',
  atService: 'Das Dokument ist beim Dienst; Status: „{status}“.',
  atServiceSince: 'Das Dokument ist seit {at} beim Dienst; Status: „{status}“.',
  noResultYet: 'Das Ergebnis fehlt in der Antwort noch.',
  slow: 'Das dauert ungewöhnlich lange. Allein deswegen sendet Intray nichts erneut.',
  redoing: 'Um {at} wurde eine neue Klassifikation angefordert; ihr Ergebnis steht aus.',
  askedAgainAt: 'Nächste Statusabfrage um {at}.',
  lastAskFailed: 'Die letzte Statusabfrage ist fehlgeschlagen: {message}',
  processed: 'Der Dienst hat das Dokument verarbeitet.',
  confirmed: 'Der Dienst hat das Dokument bestätigt.',
  reviewAsked: 'Der Dienst bittet um eine Prüfung.',
  goesOn: 'Die Kategorie ist „{category}“; die Werte kommen von der Extraktion „{name}“.',
  passedOn:
    'Der Dienst gibt Dokumente dieser Kategorie selbst an die Extraktion „{name}“ weiter; Intray sendet das Dokument nicht dorthin und holt die Werte nicht ab.',
  awaits:
    'Der Dienst extrahiert es selbst mit „{name}“, seit {at}: Intray sendet nichts und wartet, bis der Dienst den Stapel mit den Werten nennt (per Webhook) oder Sie ihn nennen.',
  awaitsBatch:
    'Der Dienst extrahiert es selbst mit „{name}“, seit {at}: Intray fragt nach den Werten im Stapel {batch} und sendet nichts.',
  awaitsLong:
    'Der Dienst extrahiert es selbst mit „{name}“, seit {at}, und hat den Stapel mit den Werten nicht genannt. Sehen Sie beim Dienst nach und geben Sie ihn mit „Werte suchen …“ oder `intray answer DATEI --batch ID` an; hat der Dienst keine, senden Sie es erneut, womit seine Seiten doppelt bezahlt sein können; sind sie unnötig, haken Sie es ab. Von selbst sendet Intray nichts.',
  confirmedHere: '{by} hat das Dokument hier um {at} bestätigt.',
  conflict: 'Der Dienst hat andere Werte bestätigt, als hier bestätigt wurden; beide bleiben, bis Sie wählen.',
  copy: 'Es hat denselben Inhalt wie {path}, das gesendet wurde: Es erhält dasselbe Ergebnis, ohne Kosten.',
  duplicate: 'Derselbe Inhalt wie {path}: Dessen Ergebnis wurde übernommen; nichts wurde gesendet oder bezahlt.',
  duplicateUnknown:
    'Derselbe Inhalt wie ein anderes Dokument: Dessen Ergebnis wurde übernommen; nichts wurde gesendet oder bezahlt.',
  replaced: 'Die Datei hat inzwischen einen anderen Inhalt; eine Tabellenzeile zu diesem hier sagt „replaced“.',
  writesNothing: 'Für den Ordner werden keine Dateien geschrieben.',
  written: 'Geschrieben nach {paths}.',
  toBeMoved: 'Das Ergebnis ist geschrieben; die Datei wird gleich verschoben.',
  notMoved: 'Das Ergebnis ist geschrieben, aber die Datei ließ sich noch nicht verschieben. {message}',
  toFollow: 'Das Ergebnis ist geschrieben und erhält gleich den neuen Namen.',
  notFollowed: 'Das Ergebnis ist geschrieben, konnte aber noch nicht den neuen Namen erhalten. {message}',
  toBeWritten: 'Das Ergebnis wird gleich geschrieben.',
  notWritten: 'Das Ergebnis konnte noch nicht geschrieben werden: {message} Intray versucht es weiter, und nichts geht verloren.',
  failedAtService: 'Der Dienst konnte das Dokument nicht verarbeiten: {message} Sie können es erneut senden.',
  noReason: 'Der Dienst nannte keinen Grund.',
  givenUp: 'Intray hat aufgegeben: {message} Sie können das Dokument erneut senden.',
  refusedByService: 'Der Dienst hat das Dokument abgelehnt: {message}',
  notSent: 'Das Dokument wurde nicht gesendet: {message}',
  gone: 'Die Datei ist nicht mehr an ihrem Ort. Kommt sie zurück, hier oder unter anderem Namen, macht Intray weiter.',
  dropped:
    'Seine Werte und sein Verlauf wurden am {at} aus dem Journal entfernt, weil Ergebnisse nur so lange aufbewahrt werden. Was neben der Quelle geschrieben wurde, bleibt.',
  goneWithResult:
    'Die Datei verschwand, bevor ihr Ergebnis ankam. Das Ergebnis ist aufgehoben und wird geschrieben, wenn die Datei zurückkommt.',
  offline: 'Keine Verbindung zum Dienst: {message} Nächster Versuch um {at}.',
  keyRefused: 'Der Dienst akzeptiert den Schlüssel nicht: {message} Alles wartet auf einen gültigen Schlüssel.',
  uploadsRefused: 'Der Dienst nimmt keine Dokumente an: {message} Nächster Versuch um {at}.',
  pauseAsked: 'Der Dienst hat Intray gebeten, bis {at} zu warten: {message}',
};
