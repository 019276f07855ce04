import type { help as english } from '../en/help.ts';
import type { Like } from '../like.ts';

export const help: Like<typeof english> = {
  program: 'Sendet die Dokumente eines Ordners an eine Extraktion oder Klassifikation und schreibt die Ergebnisse daneben.',
  usage: 'Aufruf:',
  options: 'Optionen:',
  commands: 'Befehle:',
  optionsTerm: '[Optionen]',
  commandTerm: '[Befehl]',
  showHelp: 'zeigt die Hilfe des Programms oder eines Befehls',
  showCommandHelp: 'zeigt die Hilfe eines Befehls',
  required: '{description} (erforderlich)',
  showVersion: 'zeigt die Version',
  start: {
    heading: 'So fangen Sie an:',
    demo: 'die ganze Arbeit an Beispieldokumenten, ohne etwas einzurichten',
    window: 'das Fenster, in einem Browser',
    key: 'legt Ihren API-Schlüssel im Schlüsselbund des Systems ab',
    eachCommand: 'Jeder Befehl erklärt sich selbst: intray run --help',
    streams:
      'Was für Menschen bestimmt ist, steht auf der Standardfehlerausgabe. Mit --json enthält die Standardausgabe ein JSON-Objekt pro Zeile.',
  },
  headings: {
    examples: 'Beispiele:',
    example: 'Beispiel:',
    exitCodes: 'Rückgabewerte:',
    results: 'Wo die Ergebnisse liegen:',
    config: 'Die Konfigurationsdatei:',
    tunnel: 'Von einem anderen Computer aus nehmen Sie einen Tunnel, damit nichts im Netz offen steht:',
    details: 'Die JSON-Datei für --details, in den Begriffen des Dienstes:',
  },
  terms: {
    duration: 'Dauer',
    folder: 'ORDNER',
    file: 'DATEI',
    path: 'PFAD',
    category: 'KATEGORIE',
    command: 'Befehl',
    address: 'Adresse',
    directory: 'Verzeichnis',
    result: 'ERGEBNIS',
    batch: 'STAPEL',
    fileValue: 'Datei',
    template: 'Vorlage',
    glob: 'Muster',
    number: 'Zahl',
    day: 'Tag',
    character: 'Zeichen',
    columns: 'SPALTE[=ÜBERSCHRIFT],…',
    name: 'Name',
    pathValue: 'Pfad',
    fault: 'Fehler',
    fieldValue: 'FELD=WERT',
  },
  common: {
    url: 'die Adresse des Dienstes; sonst INTRAY_URL',
    urlOrConfig: 'die Adresse des Dienstes; sonst INTRAY_URL, sonst die aus der Konfigurationsdatei',
    dataDirectory: 'wo Intray das Journal und das Protokoll ablegt',
    json: 'gibt ein JSON-Objekt auf der Standardausgabe aus',
    jsonLines: 'gibt ein JSON-Objekt pro Zeile auf der Standardausgabe aus',
    requestsPerSecond: 'wie viele Anfragen in einer Sekunde höchstens beginnen (Standard: {value})',
    unverified: 'nach einem beschädigten Journal: was mit Dateien geschieht, die vielleicht schon gesendet wurden',
    unverifiedNote:
      'War das Journal beschädigt oder verloren, stellt Intray dessen neueste Sicherung wieder her und hält jede Datei zurück, die seither gesendet worden sein könnte. Prüfen Sie, was der Dienst hat und welche Ergebnisse auf der Platte liegen. Starten Sie dann einmal mit einer dieser Optionen:',
    unverifiedSend: 'sendet alle; jedes Ergebnis wird als mögliches Duplikat gekennzeichnet',
    unverifiedLeave: 'übergeht sie wie Dateien, die schon vorher da waren',
    stopping:
      'SIGINT (Strg+C) oder SIGTERM: Intray beginnt nichts Neues, schreibt zu Ende, was es gerade schreibt, und beendet sich. Der nächste Start macht dort weiter.',
    exitDone: 'jedes gefundene Dokument ist ausgeliefert (watch: wurde beendet)',
    exitUndone:
      'einige Dokumente sind gescheitert, wurden abgelehnt oder warten auf Sie, oder der Dienst, ein Ordner oder ein Teil davon war nicht erreichbar',
    exitRefused:
      'der Start war nicht möglich: ungültige Angaben, kein Schlüssel, eine unbekannte Extraktion oder ein anderes Intray im selben Datenverzeichnis',
    exitNotRun: 'die Ausführung war nicht möglich',
  },
  run: {
    summary: 'sendet den Inhalt eines Ordners, wartet auf die Ergebnisse und schreibt sie neben die Dokumente',
    dryRun: 'sagen, was mit wie vielen Seiten gesendet würde, und enden; nichts wird gesendet oder geschrieben',
    extraction: 'die Extraktion, an die die Dokumente gehen',
    classification: 'oder die Klassifikation',
    extractionName: 'die Extraktion mit ihrem Namen, wenn Intray ihn kennt: hier angelegt, angezeigt oder schon benutzt',
    classificationName: 'oder die Klassifikation mit ihrem Namen, wenn Intray ihn kennt',
    about: 'Sendet alles in ORDNER und seinen Unterordnern, jeden Inhalt einmal. Ein weiterer Aufruf sendet nur, was neu ist.',
    resultJson: 'neben invoice.pdf: Status, Werte und das Modell, das sie gefunden hat',
    resultCsv: 'in ORDNER: eine Zeile für jedes Dokument; „name“ ist der Name der Extraktion',
    key: 'Der API-Schlüssel kommt aus INTRAY_API_KEY, sonst aus dem Schlüsselbund (intray key set). Er ist nie ein Argument. INTRAY_API_KEY geht an die Adresse in INTRAY_URL oder in der Konfigurationsdatei und an keine andere; ist keine von beiden angegeben, an die von --url.',
  },
  watch: {
    webhooks:
      'nimmt unter {path} am Port von --health-port oder des Fensters auch die Webhooks des Dienstes an: Ergebnisse werden abgefragt, sobald sie da sind; {variable} enthält das Geheimnis ihrer Signaturen',
    healthPort: 'beantwortet /healthz, /healthz/ready und /metrics (Prometheus) an diesem Port',
    healthHost: 'die Adresse dafür (Standard: 127.0.0.1)',
    log: 'schreibt das Protokoll auch auf die Standardfehlerausgabe, als Zeilen oder JSON',
    reload:
      'Ändert sich die Konfigurationsdatei oder kommt ohne Terminal ein SIGHUP, werden ihre Ordner übernommen; was unterwegs ist, geht weiter.',
    summary: 'läuft weiter und sendet jedes Dokument, das in den Ordnern einer Konfigurationsdatei oder des Fensters erscheint',
    config: 'die JSON-Datei, die die Ordner aufzählt; ohne sie gelten mit --window dessen Einstellungen',
    members: 'Jeder Ordner kann außerdem haben: {names}. resources/docs/config.md erklärt sie alle.',
    paths: 'Pfade dürfen mit ~ beginnen; relative gehen von der Konfigurationsdatei aus.',
  },
  window: {
    window: 'zeigt auch das Fenster in einem Browser, an diesem Port (Standard: {port} oder ein freier; 0: ein freier)',
    open: 'öffnet auch den Browser; er bekommt den Link in einer Datei, die nur Sie lesen können',
    host: 'lauscht auf dieser Adresse statt auf 127.0.0.1, sodass andere Computer oder ein Proxy sie erreichen',
    publicUrl: 'wo ein Proxy das Fenster zeigt, für den Link und die Prüfung von Anfragen',
    insecure: 'verschlüsselt nicht, obwohl andere Computer es erreichen',
    root: 'gibt dem Fenster auch dieses Verzeichnis frei, neben dem Benutzerordner und den überwachten Ordnern',
    linkFlag: 'gibt einen neuen Link zum Fenster des laufenden Intray aus',
    codeFlag: 'gibt stattdessen einen Code aus, der eine Änderung der Adresse oder des Schlüssels bestätigt',
    about:
      '--window zeigt das ganze Fenster, für Computer ohne Bildschirm oder ohne das Desktop-Programm. Beim ersten Mal beginnt es mit der Einrichtung.',
    link: '--window gibt einen Link aus, der einen Browser anmeldet, einmal, innerhalb von zehn Minuten; „intray watch --link“ gibt einen weiteren aus. Ein Browser bleibt angemeldet, bis er in den Einstellungen abgemeldet oder 90 Tage nicht benutzt wird.',
    tunnel: 'öffnen Sie dann den Link, den Intray dort ausgegeben hat',
  },
  status: {
    summary: 'zeigt den aktuellen Stand, auch während Intray läuft',
    why: 'erklärt, warum diese Datei nicht fertig ist oder wie sie endete, und zeigt ihren Verlauf',
    exitCode: 'meldet mit dem Exit-Code, ob Intray läuft und ob etwas auf eine Person wartet',
    exitDone: 'Intray läuft, und nichts wartet auf eine Person (ohne --exit-code: die Auskunft war möglich)',
    exitNeeds: '--exit-code: etwas wartet auf eine Person oder hält alle Anfragen auf',
    exitNotRunning: '--exit-code: Intray läuft nicht',
    keepResults:
      'sagt, von wie vielen Dokumenten die Ergebnisse jetzt aus dem Journal entfernt würden, wenn sie so lange aufbewahrt würden („2 years“, „90 days“); nichts wird geändert',
    leftOut: 'führt namentlich auf, was jeder Ordner nicht aufnimmt',
    about:
      'Zeigt, ob Intray läuft, was es aufhält, die Summen (gefunden ist die Summe der übrigen), jeden Ordner, welche Dokumente auf Sie warten und warum, und was zuletzt ausgeliefert wurde. Der Befehl liest nur.',
    whyNote:
      '--why nimmt jeden Pfad: ein Dokument, eines seiner Ergebnisse, eine Datei, die übergangen oder nie gesehen wurde, ein Verzeichnis.',
    hooks: 'listet die Ereignisse auf, die kein Hook angenommen hat, und warum, oder alle der letzten 30 Tage',
  },
  filing: {
    fileAs: 'diese Vorlage ausprobieren statt der in den Einstellungen des Ordners',
    fileWhen: 'wann abgelegt würde (Standard: wie in den Einstellungen des Ordners)',
    exitAll: 'alle würden abgelegt oder warten auf eine Prüfung',
    exitSome: 'einige blieben, wo sie sind',
    summary: 'zeigt, wo eine Vorlage Dokumente ablegen würde, legt ab, was da ist, listet Ablagen auf und nimmt sie zurück',
    preview: 'zeigt, wo eine Vorlage die Dokumente eines Ordners ablegen würde',
    aboutPreview:
      'Probiert die Vorlage des Ordners oder die von `--file-as` an den vorhandenen Ergebnissen aus, mit den Korrekturen von Menschen. Nichts wird verschoben, und die Vorlage wird nicht übernommen. Ein Dokument bleibt, wo es ist, solange ein Wert fehlt oder zweifelhaft ist; das wird gesagt.',
    apply: 'legt die fertigen Dokumente eines Ordners so ab, wie seine Einstellungen es jetzt sagen',
    aboutApply:
      'Legt ab, was schon da ist: Dokumente, die fertig waren, bevor der Ordner etwas ablegte, oder die nach einer anderen Vorlage abgelegt wurden. Was zurückgenommen wurde, bleibt, ebenso, was auf eine Prüfung wartet oder wofür ein Wert fehlt: `filing preview` nennt es. Ein laufendes Intray tut das innerhalb von Sekunden, sonst der nächste Lauf. `filing undo` nimmt es zurück.',
    list: 'listet die Stapel von Ablagen auf, den letzten zuerst',
    undo: 'nimmt Ablagen zurück: Dateien kommen dorthin, wo sie waren',
    again: 'legt zurückgenommene Dokumente wieder ab',
    aboutUndo:
      'Was in einem Lauf oder einem Schub abgelegt wurde, ist ein Stapel: Gemeint ist der letzte oder der mit der angegebenen ID. Jede Datei kommt mit ihrem JSON Byte für Byte unter ihrem früheren Namen zurück, und ihre Zeile in der Tabelle sagt es. Sie wird weder abgelegt noch gesendet noch für neu gehalten, bis Sie es mit `filing again` sagen. Ein laufendes Intray tut das innerhalb von Sekunden, sonst der nächste Lauf. Was seither geändert, verschoben oder ersetzt wurde, bleibt, wo es ist, und wird genannt. Gesendete Seiten und was Hooks getan haben, lassen sich nicht zurücknehmen.',
    exitUndone: 'alles wird zurückgenommen oder wieder abgelegt',
    exitPartly: 'einiges lässt sich nicht zurücknehmen',
  },
  costs: {
    summary: 'zeigt gesendete, gesparte und zurückgehaltene Seiten und die Prognose für den Monat',
    about:
      'Seiten nach Tag, Ordner, Ziel und Ergebnis. Wo kein Budget verlangt hat, sie zu zählen, sind die Seiten eines PDFs geschätzt; der Befehl sagt, bei wie vielen Dokumenten. Die Prognose ist, was in diesem Monat gesendet wurde, und für jeden Tag, der noch bleibt, der Durchschnitt desselben Wochentags in den vier Wochen davor; sie beginnt nach zwei Wochen.',
    from: 'ab diesem Tag oder Monat (sonst: ab dem Ersten dieses Monats)',
    to: 'bis zu diesem Tag oder Monat (sonst: bis heute)',
  },
  send: {
    summary: 'kopiert Dateien in einen überwachten Ordner, von wo sie wie alle anderen gesendet werden',
    to: 'der überwachte Ordner, in den die Dateien kopiert werden',
    about:
      'Jede Datei erhält den Namen, der im Ordner frei ist; nichts wird überschrieben, und das Original bleibt, wo es ist. Ein laufendes Intray nimmt die Kopien binnen Sekunden auf, sonst der nächste Lauf von run oder watch.',
  },
  doctor: {
    summary: 'prüft Ordner, Dienst, Journal und Computer und sagt, wie sich jedes Problem beheben lässt',
    config: 'prüft, was diese Konfigurationsdatei von watch angibt; sonst die bekannten Ordner',
    about:
      'Prüft die Ordner (ob es sie gibt, ob sie lesbar und beschreibbar sind, ob sie sich überschneiden, wie sie überwacht werden, wie schnell sie sind), den Dienst (Verbindung, Schlüssel, Extraktionen, Uhr), das Journal und seine Sicherungen, den Speicherplatz und den Schlüsselbund. Das kostet keine Seiten und schreibt nichts außer Probedateien, die es wieder entfernt.',
    exitDone: 'kein Problem; Warnungen sind möglich',
    exitUndone: 'es gibt ein Problem',
  },
  export: {
    summary: 'schreibt Ergebnisse noch einmal aus dem Journal: in ein Verzeichnis oder neben die Dokumente',
    to: 'schreibt in dieses Verzeichnis; ohne die Option neben die Dokumente',
    only: 'mit --to: nur eine Art von Ausgabe (Standard: beide)',
    delimiter: 'mit --to: zwischen den Spalten der Tabelle: "," oder ";" oder tab (Standard: je nach Region)',
    format:
      'mit --to: Tabellen in diesem Format und keine JSON-Dateien; xlsx: eine Arbeitsmappe mit echten Zahlen und Datumswerten; jsonl: eine Zeile JSON je Dokument',
    columns:
      'mit --to: diese Spalten einer CSV-Datei oder Arbeitsmappe in dieser Reihenfolge, auf Wunsch mit eigener Überschrift',
    values:
      'mit --to: Werte wie gedruckt oder wie gelesen (Standard: wie es der Ordner vorgibt; in einer Arbeitsmappe wie gelesen)',
    check: 'vergleicht die Tabellen neben den Dokumenten mit dem Journal; schreibt nichts',
    about: 'PFAD ist ein Dokument, ein Ordner oder ein Unterordner. Ohne ihn wird alles exportiert, was ein Ergebnis hat.',
    toNote:
      'Mit --to wird das Journal nur gelesen; Intray darf dabei laufen. Die Dateien liegen im Verzeichnis so wie die Dokumente in ihrem Ordner; mehrere Ordner bekommen je ein Verzeichnis. Zweimal exportieren schreibt nichts doppelt.',
    besideNote:
      'Ohne --to werden fehlende Ergebnisse noch einmal neben die Dokumente geschrieben, wie es die Einstellungen des Ordners sagen, solange kein Intray läuft. Die Tabelle eines ganzen Ordners wird neu aufgebaut, wenn sie fehlt oder bearbeitet wurde.',
    collisions:
      'Vorhandene Dateien, die nicht von Intray sind oder einen anderen Inhalt haben, bleiben, wie sie sind: Es wird der nächste freie Name genommen.',
    exitDone: 'alles ist da',
    exitUndone: 'einiges ließ sich nicht exportieren',
  },
  key: {
    summary: 'speichert, prüft oder entfernt den API-Schlüssel des Dienstes im Schlüsselbund des Systems',
    set: 'liest einen Schlüssel von der Eingabe, prüft und speichert ihn',
    test: 'prüft den Schlüssel, den ein Lauf verwenden würde',
    clear: 'entfernt den Schlüssel einer Adresse',
    about:
      'Ein Schlüssel gehört zu einer Adresse und wird nie an eine andere gesendet. Er liegt im Schlüsselbund des Systems (macOS-Schlüsselbund, Windows-Anmeldeinformationsverwaltung, Secret Service unter Linux) und sonst nirgends. INTRAY_API_KEY hat Vorrang, und zwar für seine eigene Adresse: die in INTRAY_URL oder in der Konfigurationsdatei; ist keine von beiden angegeben, die von --url.',
  },
  extraction: {
    summary: 'zeigt, erstellt, ändert oder löscht eine Extraktion beim Dienst',
    show: 'zeigt den Namen und die Felder einer Extraktion',
    create: 'erstellt eine Extraktion aus ihrer Beschreibung und einem Beispiel',
    update: 'ändert eine Extraktion',
    delete: 'löscht eine Extraktion mit allem, was sie enthält, endgültig',
    yes: 'bestätigt das Löschen: Es lässt sich nicht rückgängig machen',
    details: 'eine JSON-Datei mit der Beschreibung',
    file: 'ein Dokument, das mitgesendet wird; wiederholbar',
    updateNote:
      'Geändert wird nur, was in der Datei steht. Dateien, die mitgehen, gelten als gesendet: Kein Lauf sendet sie noch einmal.',
    samplesNote:
      'Die Beispiele einer neuen Extraktion werden sofort verarbeitet, und ihre Seiten zählen; kein Lauf sendet sie noch einmal.',
  },
  classification: {
    summary: 'erstellt eine Klassifikation, legt die Kategorie einer Datei fest oder klassifiziert sie noch einmal',
    create: 'erstellt eine Klassifikation aus ihrer Beschreibung',
  },
  demo: {
    summary: 'zeigt die ganze Arbeit an Beispieldokumenten, mit der eingebauten Sandbox',
    folder: 'arbeitet in diesem Verzeichnis, das leer oder neu sein muss (Standard: demo oder der nächste freie Name)',
    about:
      'Kopiert die Beispieldokumente in einen neuen Ordner, startet die Sandbox in diesem Prozess, verarbeitet sie wie „intray run“ und gibt aus, was aus jedem wurde. Nichts verlässt diesen Computer; der Ordner bleibt.',
  },
  sandbox: {
    summary: 'startet den eingebauten Ersatz des Dienstes auf diesem Computer',
    port: 'der Port; 0 nimmt einen freien (Standard: 0)',
    pages: 'Seiten pro Monat ihres Kontos (Standard: 100, das kostenlose Kontingent des Dienstes)',
    fault: 'lässt sie sich fehlerhaft verhalten; „--fault help“ zählt die Fehler auf; wiederholbar',
    webhook:
      'ihre Ereignisse an diese Adresse senden, https oder http auf diesem Computer; {variable} kann das Geheimnis der Signaturen enthalten',
    about:
      'Sie antwortet wie der Dienst, findet Werte in PDF- und DOCX-Dateien nach einfachen Regeln, legt Bilder zur Prüfung vor und vergisst alles, wenn sie endet. Sie gibt ihre Adresse, einen Schlüssel und die IDs einer Extraktion und einer Klassifikation aus, die sofort benutzbar sind.',
  },
  route: {
    summary: 'zeigt, erstellt und ändert Extraktionen und Klassifikationen beim Dienst',
  },
  config: {
    summary: 'prüft Konfigurationsdatei oder Regeln eines Ordners; gibt ihr Schema, Vervollständigungen und Manpage aus',
    check: 'nennt, was in einer Konfigurationsdatei nicht stimmt oder welche Dokumente eines Ordners seine Prüfregeln verletzen',
    rules: 'bei einem Ordner: stattdessen die Regeln dieser Datei ausprobieren, eine JSON-Liste',
    again: 'bei einem Ordner: die Engine alle Dokumente erneut prüfen lassen',
    aboutFile:
      'Eine Konfigurationsdatei wird gelesen wie von watch; nichts wird gestartet. Sie ist JSON; Kommentare und abschließende Kommas sind erlaubt.',
    aboutFolder:
      'Bei einem überwachten Ordner werden die vorhandenen Ergebnisse samt Korrekturen nach den Regeln in seinen Einstellungen geprüft, und nichts wird geändert. Eine geänderte Regel gilt für Ergebnisse, die danach kommen; mit `--again` prüft die Engine auch die vorhandenen und kennzeichnet, was jetzt eine Regel verletzt. Bestätigte Dokumente bleiben bestätigt.',
    exitDone: 'watch würde die Datei annehmen; kein Dokument verletzt eine Regel',
    exitSome: 'einige Dokumente verletzen eine Regel',
    exitRefused: 'watch würde sie ablehnen; die Gründe stehen dabei',
    schema: 'gibt das JSON-Schema der Konfigurationsdatei aus',
    aboutSchema:
      'Ein Editor, der es kennt, ergänzt die Einträge der Konfigurationsdatei und markiert Fehler. Nennen Sie es in der Datei: "$schema": "./intray.schema.json".',
    completion: 'gibt die Vervollständigung von Befehlen, Optionen und Werten für eine Shell aus',
    manual: 'gibt die Manpage aus',
    aboutManual: 'In der Sprache des Terminals und in der Form, die man liest.',
  },
  review: {
    summary:
      'zeigt die Dokumente, deren Werte auf Sie warten, und was in ihnen gefunden wurde; bestätigt, berichtigt oder blendet sie aus',
    confirm: 'bestätigt, was in diesen Dateien gefunden wurde, mit den Korrekturen von --set',
    set: 'berichtigt diesen Wert der Datei; mehrfach möglich',
    take: 'wo der Dienst einen Wert geändert hat, der hier berichtigt wurde: welcher der beiden gilt',
    dismiss: 'Sie haben diese Dateien gesehen und wollen nichts mehr davon hören; bestätigt wird nichts',
    undo: 'nimmt die letzte Bestätigung dieser Dateien mit ihren Korrekturen zurück, oder dass sie ausgeblendet sind',
    about:
      'Ohne Pfad werden die Dokumente aller Ordner aufgeführt, deren Ergebnis jemand prüfen muss; mit dem Pfad eines Ordners die darin; mit dem einer Datei, was in ihr gefunden wurde: jeder Wert, der zu prüfen ist, mit Zeichen und Grund. Geändert wird nichts.',
    acts: 'JSON und Zeilen folgen, und eine Datei, die auf ihre Prüfung wartet, wird abgelegt. Ein laufendes Intray erledigt es binnen Sekunden, sonst der nächste Lauf von run oder watch. Eine andere Kategorie setzt intray answer FILE --category.',
    exitDone: 'alles ist getan oder aufgeführt',
    exitSome: 'bei einigen Dateien gibt es nichts zu bestätigen, auszublenden oder zurückzunehmen',
  },
  answer: {
    apply:
      'nennt die Dokumente, die vor einer Änderung der Einstellungen des Ordners einen anderen Weg gingen, und die Seiten, die es kostet, sie dorthin zu senden; mit einer Zahl stimmen Sie höchstens so vielen zu',
    applyAbout:
      'Ein anderes Ziel eines Ordners, oder einer Kategorie, gilt für das, was noch nicht gesendet ist. Sagt, wie viele Dokumente vorher einen anderen Weg gingen und wie viele Seiten es etwa kostet, sie dorthin zu senden; ohne eine Zahl geschieht nichts. Kopien, und was schon einmal dorthin gesendet wurde, kosten nichts; Budgets gelten. Ein laufendes Intray tut es in Sekunden; sonst der nächste Lauf über den Ordner.',
    summary: 'zeigt, was auf Ihre Antwort wartet, und beantwortet es: Fragen, Kategorien, Ergebnisse, mehr Seiten',
    send: 'sendet, wonach bei einem Ordner gefragt ist, oder übernimmt den Ordner von einem anderen Intray',
    leave: 'lässt es liegen oder überlässt den Ordner dem anderen Intray',
    sendAgain: 'sendet diese Dateien noch einmal, die gescheitert sind, abgelehnt wurden oder auf Ihre Entscheidung warten',
    category: 'setzt diese Kategorie, nach Namen oder ID des Dienstes; sie wird auch beim Dienst gesetzt',
    classifyAgain: 'lässt die Datei vom Dienst noch einmal klassifizieren',
    assign: 'ordnet der Datei dieses Ergebnis zu, mit der ID aus der Liste',
    batch:
      'der Stapel, mit der ID des Dienstes, mit den Werten einer Datei, die der Dienst selbst extrahiert; --assign nennt ihre Datei darin',
    addPages: 'gibt so viele Seiten für heute dazu, dem Budget aller Ordner oder des genannten',
    month: 'gibt sie stattdessen für diesen Monat dazu',
    retryHooks: 'meldet erneut, was kein Hook angenommen hat, oder die genannten IDs, auch aufgegebene',
    yes: 'stimmt den Seiten zu, die durch eine andere Kategorie an eine andere Extraktion gehen',
    about:
      'Ohne Pfad werden die Fragen zu allen Ordnern, die Ergebnisse ohne Dokument und die Budgets aufgeführt; mit dem Pfad eines Ordners die Dokumente, um die es bei seiner Frage geht; mit dem einer Datei ihre Kategorie und die Ergebnisse, die sie haben kann. Ein laufendes Intray erledigt die Antwort binnen Sekunden, sonst der nächste Lauf von run oder watch.',
    questions:
      'Wenn viele Dokumente eines Ordners wie welche von früher aussehen oder in einer Stunde weit mehr neue als üblich kommen, hält Intray sie zurück und fragt einmal; ebenso, wenn ein anderes Intray den Ordner überwacht, ob er zu übernehmen ist.',
    categories:
      'Ein Dokument, dessen Kategorie sich ändert, geht dorthin weiter, wohin die Einstellungen seines Ordners diese Kategorie schicken; JSON und Zeilen werden ersetzt. Was an die Extraktion ging, die es verlässt, bleibt erhalten und wird nie noch einmal dorthin gesendet. Gingen dadurch Seiten an eine andere Extraktion, wird das zuerst gesagt, und ohne --yes geschieht nichts; sind es inzwischen mehr geworden, geschieht ebenfalls nichts, und `status --why` sagt es.',
    results:
      'Gibt der Dienst Dateien unter eigenen Namen zurück, können nur Sie sagen, wem ein Ergebnis gehört. Was der Dienst selbst von einer Klassifikation an eine Extraktion weitergibt, wird nicht noch einmal gesendet: --batch sagt, wo die Werte sind, wenn es kein Webhook getan hat.',
    again:
      'Hat der Dienst ein Dokument, das noch einmal gesendet wird, vielleicht schon (unresolved), wird sein Ergebnis als mögliches Duplikat gekennzeichnet. Ein Budget legt fest, wie viele Seiten an einem Tag oder in einem Monat gesendet werden dürfen; was nicht hineinpasst, wartet, bis er vorbei ist oder Seiten dazukommen.',
    exitDone: 'alles ist getan oder aufgeführt',
    exitSome: '--send-again: Einige müssen nicht noch einmal gesendet werden oder lassen es nicht zu',
  },
};
