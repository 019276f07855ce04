import type { answers as english } from '../en/answers.ts';
import type { Like } from '../like.ts';

export const answers: Like<typeof english> = {
  config: {
    good: '{path} ist in Ordnung: {count, plural, one {# Ordner} other {# Ordner}}.',
  },
  key: {
    prompt: 'API-Schlüssel für {url} (wird nicht angezeigt): ',
    unusable: '{message} Nichts wurde geändert.',
    refused:
      '{url} hat {from, select, typed {diesen Schlüssel} environment {den Schlüssel in INTRAY_API_KEY} other {den Schlüssel im Schlüsselbund}} abgelehnt: {message}{from, select, typed { Er wurde nicht gespeichert; der bisher gespeicherte ist unverändert.} other {}}',
    untried:
      '{from, select, typed {Der Schlüssel} environment {Der Schlüssel in INTRAY_API_KEY} other {Der Schlüssel im Schlüsselbund}} ließ sich nicht prüfen: {message}{from, select, typed { Er wurde nicht gespeichert; der bisher gespeicherte ist unverändert.} other {}} Versuchen Sie es später noch einmal.',
    good: 'Der Schlüssel ist gültig.',
    outOfPages: 'Der Schlüssel ist gültig, aber das Konto hat keine Seiten mehr: {message}',
    saved: '{outcome} Er ist für {url} im Schlüsselbund gespeichert.',
    setHere: 'Hinweis: INTRAY_API_KEY ist hier gesetzt und hat Vorrang vor dem Schlüsselbund.',
    stillUsed: 'Hinweis: INTRAY_API_KEY ist hier gesetzt und wird weiter verwendet.',
    cleared: 'Der Schlüssel für {url} ist entfernt.',
    noneToClear: 'Für {url} gab es keinen Schlüssel.',
    tested:
      '{outcome} ({url}, {from, select, environment {Schlüssel aus INTRAY_API_KEY} other {Schlüssel aus dem Schlüsselbund}})',
  },
  assign: {
    batch: 'Stapel {batch} von „{route}“ hat Ergebnisse, die zu keinem Dokument passen:',
    result: '  {id}  {name}: {values}',
    documents: 'Dokumente dieses Stapels ohne Ergebnis: {paths}',
    how: 'So ordnen Sie eines zu: {command}',
    given: '{path} bekommt das Ergebnis.',
    asked: 'Der Dienst wird nach den Werten von {path} gefragt.',
  },
  apply: {
    pages: '--apply braucht eine Zahl von Seiten oder nichts.',
    question:
      'Einstellungen des Ordners auf {documents, plural, one {# Dokument} other {# Dokumente}} (etwa {pages, plural, one {# Seite} other {# Seiten}}) anwenden?',
    how: 'Nichts wurde getan. Um sie zu senden: {command}',
    none: 'Jedes Dokument von {path} ging dorthin, wohin die Einstellungen zeigen.',
    more: '{documents, plural, one {# Dokument} other {# Dokumente}} von {path} mit etwa {pages, plural, one {# Seite} other {# Seiten}} würden gesendet: mehr, als Sie zustimmen. Nichts wurde getan.',
    soon: '{count, plural, one {Es wird in Sekunden gesendet, soweit Budgets es erlauben.} other {Sie werden in Sekunden gesendet, soweit Budgets es erlauben.}}',
    nextRun:
      '{count, plural, one {Es wird gesendet, wenn Intray das nächste Mal läuft.} other {Sie werden gesendet, wenn Intray das nächste Mal läuft.}}',
  },
  category: {
    is: '{path} ist in der Kategorie „{category}“.',
    none: '{path} ist in keiner Kategorie.',
    known: 'Bekannte Kategorien:',
    each: '  {id}  {name}',
    noneKnown: 'Noch ist keine Kategorie bekannt: Intray lernt sie aus Ergebnissen.',
    how: 'So setzen Sie eine andere: {command}',
    unknown: 'Es gibt keine Kategorie „{category}“.',
    several: 'Mehrere Kategorien heißen „{category}“: Geben Sie die ID einer davon an.',
    agree: 'Es ist nichts geschehen. Mit --yes stimmen Sie diesen Seiten zu.',
    set: '{path} bekommt die Kategorie „{category}“.',
    redone: 'Der Dienst wird gebeten, {path} noch einmal zu klassifizieren.',
  },
  budget: {
    stands:
      '{scope, select, folder {Ordner {path}} other {Alle Ordner}}, {period, select, run {dieser Lauf} day {heute} other {dieser Monat}}: {used, number} von {pages, plural, one {# Seite} other {# Seiten}} verbraucht.',
    none: 'Es gibt {period, select, day {kein Budget für einen Tag} other {kein Budget für einen Monat}}{scope, select, folder { und den Ordner {path}} other {}}.',
  },
  check: {
    breach: '{path}: Prüfregel „{rule}“: {message}',
    unchecked: '{path}: Prüfregel „{rule}“ lässt sich nicht anwenden: {message}',
    sum: '{flagged, number} von {more, select, yes {den neuesten } other {}}{checked, plural, one {# Dokument} other {# Dokumenten}} würden gekennzeichnet.',
    noFolder: '{path} ist kein Ordner, den Intray überwacht hat.',
    noRules: 'Der Ordner {path} hat keine eigenen Prüfregeln. Probieren Sie welche mit --rules aus.',
    againOrRules: '--again prüft nach den Regeln in den Einstellungen des Ordners; lassen Sie --rules weg.',
  },
  filing: {
    to: '{path} → {to}',
    stays: '{path} bleibt: {message}',
    noTemplate: 'Der Ordner {path} legt nach keiner Vorlage ab. Probieren Sie eine mit --file-as aus.',
    sum: '{filed, number} von {tried, plural, one {# Dokument} other {# Dokumenten}} würden abgelegt{waiting, plural, =0 {} one {, # weiteres wartet auf eine Prüfung} other {, # weitere warten auf eine Prüfung}}.',
    sumOfNewest:
      '{filed, number} der neuesten {tried, plural, one {# Dokuments} other {# Dokumente}} würden abgelegt{waiting, plural, =0 {} one {, # weiteres wartet auf eine Prüfung} other {, # weitere warten auf eine Prüfung}}.',
    asked: '{count, plural, one {# Dokument wird abgelegt.} other {# Dokumente werden abgelegt.}}',
    nothing: 'Kein fertiges Dokument von {path} gehört woandershin.',
    leaves: 'Der Ordner {path} legt nichts ab: Stellen Sie erst ein, wohin.',
  },
  undo: {
    one: 'Nehmen Sie einen Stapel auf einmal zurück: Geben Sie eine ID an.',
    unknown: 'Es gibt keinen Stapel von Ablagen {id}. Siehe intray filing list.',
    none: 'Es wurde nichts abgelegt, was sich zurücknehmen ließe.',
    noneUndone: 'Es wurde keine Ablage zurückgenommen.',
    elsewhere: 'Das Dokument wurde seither verschoben.',
    gone: 'Das Dokument ist nicht mehr da.',
    changed: 'Das Dokument wurde seither geändert.',
    again: '{count, plural, one {# Dokument wird wieder abgelegt.} other {# Dokumente werden wieder abgelegt.}}',
    beyond: 'Gesendete Seiten und was Hooks getan haben, lassen sich nicht zurücknehmen.',
    batch:
      '{id}: {at}, {documents, plural, one {# Dokument} other {# Dokumente}}{undone, plural, =0 {} other {, davon # zurückgenommen}}',
    undo: '{count, plural, one {# Dokument kommt zurück.} other {# Dokumente kommen zurück.}}',
  },
  costs: {
    sent: '{from} bis {to} (Zeitzone {timeZone}): {pages, plural, one {# Seite} other {# Seiten}} gesendet, {documents, plural, one {# Dokument} other {# Dokumente}}{guessed, plural, =0 {} other {, davon # geschätzt, weil die Seiten nicht gezählt wurden}}.',
    saved:
      'Gespart: {pages, plural, one {# Seite} other {# Seiten}} durch {documents, plural, one {# Kopie, die ein Ergebnis kostenlos übernommen hat} other {# Kopien, die ein Ergebnis kostenlos übernommen haben}}.',
    held: 'Zurzeit von Budgets zurückgehalten: {pages, plural, one {etwa # Seite} other {etwa # Seiten}}, {documents, plural, one {# Dokument} other {# Dokumente}}.',
    forecast:
      'Dieser Monat: bisher {spent, plural, one {# Seite} other {# Seiten}}, bis zum Ende etwa {pages, plural, one {# Seite} other {# Seiten}}{budget, plural, =0 {} one {; das Budget ist # Seite} other {; das Budget sind # Seiten}}.',
    noForecast: 'Für den Monat gibt es noch keine Prognose: Dafür braucht es Daten von zwei Wochen.',
    by: '{what, select, day {Nach Tag} folder {Nach Ordner} route {Nach Ziel} other {Nach Ergebnis}}',
    column: '{name, select, documents {Dokumente} other {Seiten}}',
  },
  answer: {
    document: '{path}{pages, plural, =0 {} one { (# Seite)} other { (# Seiten)}}',
    none: 'Nichts wartet auf eine Antwort.',
    onePath: 'Mit {flag} nennen Sie genau eine Datei oder einen Ordner.',
    oneOnly: 'Geben Sie eine Antwort auf einmal; nur --batch und --assign dürfen zusammen stehen.',
    notOpen: 'Zu {path} ist keine Frage offen.',
  },
  send: {
    notWatched: 'Intray hat den Ordner {path} nie überwacht, darum wurde nichts kopiert. „intray status“ zeigt die Ordner.',
    copied: '{name} → {path}',
  },
  sendAgain: {
    unknown: 'Intray kennt die Datei nicht.',
    hasResult: 'Ihr Ergebnis ist schon da; noch einmal gesendet, würden ihre Seiten doppelt bezahlt.',
    gone: 'Die Datei ist nicht mehr da.',
    underWay: 'Sie ist noch in Arbeit ({state}).',
    maybePaid:
      '{count, plural, one {Der Dienst hat # davon vielleicht schon und zählt dessen Seiten dann doppelt} other {Der Dienst hat # davon vielleicht schon und zählt deren Seiten dann doppelt}}; das Ergebnis wird als mögliches Duplikat gekennzeichnet.',
    accepted: '{count, plural, one {# Dokument wird noch einmal gesendet.} other {# Dokumente werden noch einmal gesendet.}}',
  },
  export: {
    outside: '--to muss außerhalb der überwachten Ordner liegen, und {path} ist einer.',
    engineWrites:
      '{holder} Es schreibt selbst neben die Dokumente: Beenden Sie es zuerst oder exportieren Sie mit --to in ein Verzeichnis.',
    notInFolder: 'Der Pfad liegt in keinem Ordner, den Intray überwacht hat.',
    noneYet: 'Noch kein Dokument darin hat ein Ergebnis.',
    noResult: 'Es gibt noch kein Ergebnis; „intray status --why“ sagt mehr.',
    noneKnown: 'Intray kennt dort kein Dokument mit einem Ergebnis.',
    noSettings: 'Die Einstellungen des Ordners sind nicht mehr bekannt; exportieren Sie ihn mit --to in ein Verzeichnis.',
    notDelivered: 'Es ist noch nicht ausgeliefert: „intray run“ oder „intray watch“ tut das.',
    sourceGone:
      'Das Dokument ist nicht mehr da, und ein Ergebnis wird nur neben sein Dokument geschrieben; --to exportiert es anderswohin.',
    sourceChanged: 'Dort liegt jetzt ein anderer Inhalt, zu dem das Ergebnis nicht gehört; --to exportiert es anderswohin.',
    moreNot: '… und {count} weitere dieser Art.',
    writtenBeside: 'Neben die Dokumente geschrieben: {files}.',
    writtenIn: 'In {path} geschrieben: {files}.',
    there: 'Schon da und richtig: {files}.',
    nothing: 'Noch kein Dokument hat ein Ergebnis: Es gibt nichts zu exportieren.',
    jsonFiles: '{count, plural, one {# JSON-Datei} other {# JSON-Dateien}}',
    noColumn: 'Keine Tabelle hat die Spalten {names}. Es gibt: {columns}.',
    dropped:
      '{path}: Die Ergebnisse von {count, plural, one {# weiteren Dokument stehen} other {# weiteren Dokumenten stehen}} nicht mehr im Verzeichnis der Dokumente (keepResults). Was neben ihnen geschrieben wurde, bleibt.',
    balanced:
      '{path}: {count, plural, =0 {noch kein Dokument ausgeliefert} one {# Dokument ausgeliefert, mit seiner Zeile} other {# Dokumente ausgeliefert, jedes mit genau einer Zeile}}.',
    noRow: '{path}: {count, plural, one {{first} hat keine Zeile} other {# Dokumente haben keine Zeile, zum Beispiel {first}}}.',
    rowsDiffer:
      '{path}: {missing, plural, =0 {keine Zeile fehlt} one {# Zeile fehlt} other {# Zeilen fehlen}}, {more, plural, =0 {und keine ist zu viel} one {und # ist zu viel} other {und # sind zu viel}}.',
    rebalance: 'Um zu schreiben, was in {path} fehlt, beenden Sie Intray und rufen Sie „intray export“ mit diesem Ordner auf.',
    tables: '{count, plural, one {# Tabelle} other {# Tabellen}}',
  },
  window: {
    notBuilt: 'Das Fenster ist nicht gebaut: Führen Sie im Projekt einmal „npm run build“ aus.',
    oneOnly:
      '{holder} In {path} kann immer nur eines arbeiten; beenden Sie es zuerst oder wählen Sie mit --data-dir ein anderes Verzeichnis.',
    notOpened: 'Das System konnte es nicht öffnen.',
    portTaken: 'Auf Port {port} lauscht schon ein anderes Programm. Wählen Sie mit {flag} einen anderen.',
    portForbidden: 'Dieser Benutzer darf nicht auf Port {port} lauschen. Wählen Sie mit {flag} einen über 1023.',
    noAddress: 'Dieser Computer hat keine Adresse {address}. Prüfen Sie {flag} oder lassen Sie die Option weg.',
    notServed: 'Intray kann nicht auf Port {port} lauschen: {message}',
    at: 'Intray zeigt sein Fenster unter {url}',
    link: 'Dieser Link meldet einen Browser an, einmal, innerhalb von zehn Minuten:',
    publicUrl: '--public-url muss eine Adresse wie https://intray.example.com/ sein, nicht „{text}“.',
    publicInsecure:
      'Verbindungen zu {url} sind nicht verschlüsselt: Wer mithören kann, kommt hinein. Verwenden Sie https oder ergänzen Sie --insecure.',
    code: 'Ein Browser möchte die Adresse oder den Schlüssel des Dienstes ändern. Sind Sie das, geben Sie dort innerhalb von zehn Minuten diesen Code ein; sonst melden Sie den Browser in den Einstellungen ab:',
    signedIn:
      'Ein Browser hat sich angemeldet. Waren Sie das nicht, melden Sie ihn ab: Einstellungen, Angemeldete Browser. Für einen weiteren Browser führen Sie „intray watch --link“ aus.',
    exposed:
      'Andere Computer könnten {address} erreichen, und die Verbindung ist nicht verschlüsselt: Wer mithören kann, kommt hinein. Lassen Sie --host weg und verwenden Sie „ssh -L“, oder lassen Sie einen Proxy verschlüsseln und nennen Sie ihn mit --public-url; mit --insecure geht es ohne.',
    noDesktop: 'Hier gibt es keine Desktop-Sitzung, um einen Browser zu öffnen: Öffnen Sie den Link selbst.',
    oneCode: 'Dieser Code bestätigt eine Änderung der Adresse oder des Schlüssels, innerhalb von zehn Minuten:',
    notRunning:
      '„intray watch --window“ läuft nicht auf {path}: Starten Sie es oder nennen Sie mit --data-dir sein Datenverzeichnis.',
  },
  sandbox: {
    at: 'Die Sandbox lauscht unter {url}, nur für diesen Computer. Sie vergisst alles, wenn sie endet (Strg+C).',
    key: 'Schlüssel',
    extraction: 'Extraktion',
    classification: 'Klassifikation',
    secret: 'Geheimnis der Webhooks',
    tryIt: 'Probieren Sie es mit einem eigenen Ordner:',
  },
  doctor: {
    noFolder: 'Noch ist kein Ordner bekannt; --config DATEI prüft die einer Konfigurationsdatei.',
    dataDirectory: 'das Datenverzeichnis',
    giveAddress: 'Geben Sie die Adresse des Dienstes mit --url an.',
    noKey: 'Es gibt keinen API-Schlüssel für {url}; deshalb wurde der Dienst nichts gefragt.',
    keyUnreadable: 'Es gibt keinen API-Schlüssel für {url}; deshalb wurde der Dienst nichts gefragt. {message}',
    saveKey: 'Speichern Sie einen: intray key set --url {url}',
    sum: '{problems, plural, =0 {Kein Problem} one {# Problem} other {# Probleme}}{warnings, plural, =0 {} one {, # Warnung} other {, # Warnungen}}; {ok} von {total, plural, one {# Prüfung} other {# Prüfungen}} in Ordnung.',
    area: {
      program: 'Programm',
      engine: 'Betrieb',
      data: 'Daten',
      ledger: 'Verzeichnis',
      folder: 'Ordner',
      watch: 'Überwachung',
      disk: 'Laufwerk',
      keychain: 'Schlüsselbund',
      service: 'Dienst',
      route: 'Ziel',
      clock: 'Uhr',
    },
    ok: 'ok',
    warning: 'Warnung',
    problem: 'Problem',
  },
  definitions: {
    extraction: 'Extraktion',
    extractionId: 'Extraktion „{id}“',
    classification: 'Klassifikation',
    fileInClassification: 'Datei „{file}“ in einer Klassifikation „{classification}“',
    unknown: 'Der Dienst unter {origin} kennt keine {what}: {message} Prüfen Sie die ID.',
    refused: 'Der Dienst unter {origin} hat dies für {what} abgelehnt: {message}',
    withdrawn: 'Nichts wurde gesendet: {message}',
    sampleNeeded:
      'Eine neue Extraktion braucht mindestens ein Beispiel: Geben Sie es mit --file an. Seine Seiten zählen wie bei jedem Dokument.',
    confirm:
      'Das löscht die Extraktion {id} beim Dienst mit allen Stapeln, Dateien und extrahierten Daten und lässt sich nicht rückgängig machen. Fügen Sie --yes hinzu, um zu bestätigen. Ergebnisse auf diesem Computer bleiben.',
    language: 'Sprache: {language}',
    lastChanged: 'Zuletzt geändert: {time}',
    fields: '{count, plural, one {# Feld:} other {# Felder:}}',
    created: '{name} ist erstellt: {kind, select, extraction {Extraktion} other {Klassifikation}} {id}',
    samplesSent: '{count, plural, one {# Beispiel wurde} other {# Beispiele wurden}} mitgesendet, im Stapel {batch}.',
    sendTo: 'So senden Sie Dokumente dorthin: {command}',
    updated:
      'In der Extraktion {id} geändert: {members}.{count, plural, =0 {} one { # Datei wurde mitgesendet.} other { # Dateien wurden mitgesendet.}}',
    deleted: 'Die Extraktion {id} ist beim Dienst gelöscht. Ordner, die an sie senden, pausieren beim nächsten Versuch.',
    notRemembered: 'Der Name wird hier nicht behalten, Konfigurationsdateien brauchen also die ID: {message}',
    keepIds: 'Notieren Sie die IDs der Kategorien: Der Dienst hat keinen Aufruf, der sie aufzählt.',
    overridden:
      'Die Datei {file} ist jetzt in der Kategorie {category} und bleibt es: Der Dienst klassifiziert sie nicht noch einmal.',
    redone: 'Der Dienst klassifiziert die Datei {file} noch einmal.',
    notHere:
      'Was Intray auf diesem Computer geschrieben hat, ändert sich dadurch nicht; im Fenster ausgeführt, ziehen die Dateien nach.',
    noChanges: '{path} ändert nichts.',
    unfit: '{path} wird nicht gesendet: {message}',
    sameName: 'Zwei Dateien einer Anfrage dürfen nicht denselben Namen haben: {name}.',
    example: '(etwa {example})',
  },
  soon: 'Intray kümmert sich {soon, select, yes {binnen Sekunden} other {beim nächsten Lauf}} darum.',
  about: '{path}: {message}',
};
