import type { HostWords } from './host-words.ts';

/** Why a document waits, was refused or failed, why a person should look at it, and what a person cannot do with it. */
export const documents: HostWords = {
  'It changed after it was sent. Sending the new content costs its pages again: decide whether to send it.':
    'Die Datei hat sich nach dem Senden geändert. Der neue Inhalt kostet seine Seiten noch einmal: Entscheiden Sie, ob er gesendet wird.',
  'The same content failed before ({path}: {message, words}). Decide whether to send it again.':
    'Derselbe Inhalt ist schon einmal fehlgeschlagen ({path}: {message, words}). Entscheiden Sie, ob er erneut gesendet wird.',
  'The same content failed: {message, words}': 'Derselbe Inhalt ist fehlgeschlagen: {message, words}',
  'The service could not process it.': 'Der Dienst konnte das Dokument nicht verarbeiten.',
  'The upload failed {attempts, number} times: {message, words}':
    'Das Hochladen ist {attempts, number}-mal fehlgeschlagen: {message, words}',
  'Too large for the service, which takes 25 MB: {message, words}': 'Zu groß für den Dienst, der 25 MB annimmt: {message, words}',
  'The service does not know this route any more ("{message}"). Choose another route for the folder, or start again once it is back.':
    'Der Dienst kennt dieses Ziel nicht mehr („{message}“). Wählen Sie ein anderes Ziel für den Ordner, oder beginnen Sie neu, sobald es wieder da ist.',
  'The service refuses every document of this route ("{message}"). Check the route, then start again.':
    'Der Dienst lehnt jedes Dokument mit diesem Ziel ab („{message}“). Prüfen Sie das Ziel, und beginnen Sie dann neu.',
  'The service does not know the extraction {id} ("{message}"). Choose another route for the folder, or start again once it is back.':
    'Der Dienst kennt die Extraktion {id} nicht („{message}“). Wählen Sie ein anderes Ziel für den Ordner, oder beginnen Sie neu, sobald sie wieder da ist.',
  'The service has given no answer about the extraction {id} that can be read for ten minutes: {message, words} Intray keeps asking.':
    'Der Dienst hat seit zehn Minuten keine lesbare Antwort zur Extraktion {id} gegeben: {message, words} Intray fragt weiter.',
  'It is empty. Scan it again, or remove it.': 'Die Datei ist leer. Scannen Sie das Dokument neu, oder entfernen Sie sie.',
  'It is named .{extension}, but its content is not {type, words}.':
    'Die Datei heißt .{extension}, ihr Inhalt ist aber {type, words}.',
  'It is named .{extension}, but its content is not {type, words} (it is {content}).':
    'Die Datei heißt .{extension}, ihr Inhalt ist aber {type, words} (sondern {content}).',
  'a PDF': 'kein PDF',
  'a PNG image': 'kein PNG-Bild',
  'a Word document (DOCX)': 'kein Word-Dokument (DOCX)',
  'a JPEG image': 'kein JPEG-Bild',
  'It has {size, number} MB; the service takes files up to 25 MB. Scan it at a lower resolution, or split it.':
    'Die Datei hat {size, number} MB; der Dienst nimmt Dateien bis 25 MB. Scannen Sie mit geringerer Auflösung, oder teilen Sie die Datei.',
  'The service finished batch {batch} and names no file of it that could be this one.':
    'Der Dienst hat den Stapel {batch} abgeschlossen und nennt keine Datei daraus, die diese sein könnte.',
  'The service has given no answer about it that can be read for ten minutes: {message, words} Intray keeps asking.':
    'Der Dienst hat seit zehn Minuten keine lesbare Antwort zu diesem Dokument gegeben: {message, words} Intray fragt weiter.',
  'The service no longer knows batch {batch} ("{message}"). It can be sent again by hand.':
    'Der Dienst kennt den Stapel {batch} nicht mehr („{message}“). Das Dokument kann von Hand erneut gesendet werden.',
  'Intray stopped after the upload was complete and before the answer came: the service may have it.':
    'Intray wurde beendet, nachdem alles hochgeladen und bevor die Antwort da war: Der Dienst hat das Dokument vielleicht.',
  'The ledger was lost and an older one taken up: nothing proves whether this file was sent. Decide once for all such files: send them, or leave them out.':
    'Das Verzeichnis der Dokumente ging verloren, und ein älteres wurde übernommen: Nichts belegt, ob diese Datei gesendet wurde. Entscheiden Sie einmal für alle solchen Dateien: senden oder liegen lassen.',
  'It was left out after the ledger was lost.':
    'Die Datei blieb liegen, nachdem das Verzeichnis der Dokumente verloren gegangen war.',
  'Its file is not at {path}, and is not looked for elsewhere while its folder is paused.':
    'Die Datei liegt nicht unter {path}, und anderswo wird nicht gesucht, solange der Ordner angehalten ist.',
  'No upload may begin now.': 'Gerade darf kein Hochladen beginnen.',

  'The service asks for a review.': 'Der Dienst bittet um eine Prüfung.',
  'It was sent twice, because the answer to the first upload was lost; the service may count it twice.':
    'Das Dokument wurde zweimal gesendet, weil die Antwort auf das erste Hochladen verloren ging; der Dienst zählt es vielleicht doppelt.',
  'The service put it into no category.': 'Der Dienst hat das Dokument in keine Kategorie eingeordnet.',
  'The service now gives {said, words}; here it was corrected to {mine}.':
    'Der Dienst nennt jetzt {said, words}; hier wurde auf {mine} berichtigt.',
  'no value for "{field}"': 'keinen Wert für „{field}“',
  '{value} for "{field}"': '{value} für „{field}“',
  'No value for "{field}" came back.': 'Für „{field}“ kam kein Wert zurück.',
  'The value of "{field}" is empty.': 'Der Wert von „{field}“ ist leer.',

  'The service has confirmed other values than a person did here: choose first which of them count.':
    'Der Dienst hat andere Werte bestätigt als jemand hier: Wählen Sie zuerst, welche gelten.',
  'There is no confirmation to take back.': 'Es gibt keine Bestätigung zurückzunehmen.',
  'The category is set at the service too, and stays until another one is chosen.':
    'Die Kategorie ist auch beim Dienst gesetzt und bleibt, bis eine andere gewählt wird.',
  'The service and the corrections made here do not differ.':
    'Der Dienst und die Berichtigungen von hier unterscheiden sich nicht.',
  'A classification has no values to correct: choose another category instead.':
    'Eine Klassifikation hat keine Werte zu berichtigen: Wählen Sie stattdessen eine andere Kategorie.',
  'The extraction has no field "{field}".': 'Die Extraktion hat kein Feld „{field}“.',
  'There is no such document.': 'Dieses Dokument gibt es nicht.',
  '{path} has no result to review now.': '{path} hat gerade kein Ergebnis zu prüfen.',
  '{path} has no category to change now.': '{path} hat gerade keine Kategorie zu ändern.',
  'The category was not changed: {message, words}': 'Die Kategorie wurde nicht geändert: {message, words}',
  '{path} cannot be classified again now.': '{path} kann gerade nicht neu eingeordnet werden.',
  'No answer came: {message, words} Whether the new run has begun is not known; Intray asks for what the service shows.':
    'Es kam keine Antwort: {message, words} Ob das neue Einordnen begonnen hat, ist nicht bekannt; Intray fragt nach, was der Dienst zeigt.',
  'The service did not begin a new run: {message, words}': 'Der Dienst hat kein neues Einordnen begonnen: {message, words}',
  'The service is being asked about it already.': 'Der Dienst wird dazu schon gefragt.',
  '{path} was not sent to a classification.': '{path} wurde nicht an eine Klassifikation gesendet.',
  '{path} is at another service ({origin}) than the one that is used now.':
    '{path} liegt bei einem anderen Dienst ({origin}) als dem, der jetzt benutzt wird.',
  "The service's id of {path} is not known, so it cannot be asked about it.":
    'Die Kennung von {path} beim Dienst ist nicht bekannt; darum kann er dazu nicht gefragt werden.',
  'The service cannot be asked now: {message, words}': 'Der Dienst kann gerade nicht gefragt werden: {message, words}',
  'The service is asked as often as it allows; try again in a moment.':
    'Der Dienst wird schon so oft gefragt, wie er erlaubt; versuchen Sie es gleich noch einmal.',
};
