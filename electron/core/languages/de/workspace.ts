import type { workspace as english } from '../en/workspace.ts';
import type { Like } from '../like.ts';

export const workspace: Like<typeof english> = {
  starting: 'Intray startet noch. Versuchen Sie es gleich noch einmal.',
  noService: 'Es ist noch kein Dienst gewählt: Verbinden Sie Intray mit Ihrem, oder probieren Sie es ohne Konto aus.',
  badAddress: 'Die Adresse des Dienstes in den Einstellungen ist nicht brauchbar: {message}',
  sandboxFailed: 'Die Sandbox konnte nicht gestartet werden: {message}',
  samplesNotCopied: 'Die Beispieldokumente ließen sich nicht nach {path} kopieren: {message}',
  unknownTimeZone: '„{name}“ ist kein Name einer Zeitzone.',
  noChooser: 'Der Dateidialog des Systems steht hier nicht zur Verfügung.',
  noSessions: 'An diesem Fenster meldet sich niemand an.',
  noOpening: 'Von hier aus lassen sich keine Dateien öffnen.',
  notOpened: '{path} konnte nicht geöffnet werden: {message}',
  shownInstead:
    '{path} wird stattdessen im Ordner gezeigt: Intray öffnet nur PDF-, Word- und Bilddateien und seine eigenen Ergebnisse, denn andere können Programme sein.',
  damagedKept: 'Die beschädigte Datei liegt jetzt unter {path}.',
  engine: {
    stopped: 'Die Verarbeitung ist stehen geblieben.',
    restarted: 'Intray ist unerwartet stehen geblieben und wurde neu gestartet ({at}). Nichts ist verloren.',
  },
  document: {
    unknown: 'Dieses Dokument gibt es nicht.',
    folderUnknown: 'Der Ordner dieses Dokuments ist nicht bekannt.',
    missing: 'Unter {path} liegt gerade keine Datei.',
    changed: 'Die Datei unter {path} wurde geändert oder ersetzt, seit Intray sie gelesen hat.',
    notAFile: '{path} ist keine Datei.',
    outside: '{path} führt aus dem Ordner hinaus.',
    unreadable: 'Die Datei unter {path} ist nicht lesbar.',
    noPreview: 'Für diese Art von Datei gibt es keine Vorschau.',
    tooLarge: 'Die Datei ist zu groß, um gezeigt zu werden.',
    textUnreadable: 'Der Text dieses Dokuments ist nicht lesbar. Vielleicht ist die Datei beschädigt.',
    textNotNow:
      'Dieses Dokument lässt sich gerade nicht lesen, weil das System keine weiteren Prozesse startet. Versuchen Sie es gleich noch einmal.',
    textStopped:
      'Dieses Dokument zu lesen, brauchte zu viel Zeit oder Speicher; Intray hat es abgebrochen. Die Datei ist unverändert: Öffnen Sie sie in einem anderen Programm, wenn Sie ihr vertrauen.',
    notWritten: 'Für dieses Dokument wurde keine {kind, select, json {JSON-Datei} other {CSV-Datei}} geschrieben.',
    empty: 'Die Datei ist leer; es gibt nichts anzuzeigen.',
    sentWithChange:
      'Es wurde mit einer Änderung seiner Extraktion gesendet, und der Dienst sagt nicht, in welchem Stapel: Intray kann nicht nach dem Ergebnis fragen. Es erneut zu senden kostet seine Seiten noch einmal.',
  },
  folder: {
    notKept: 'Die Einstellungen dieses Ordners sind nicht mehr bekannt. Fügen Sie ihn neu hinzu.',
    wholePath: 'Geben Sie den ganzen Pfad an, von der Wurzel des Laufwerks an.',
    badName: '„{name}“ kann kein Name eines Ordners sein.',
    nameTaken: 'Etwas mit dem Namen „{name}“ gibt es schon.',
    mayNotCreate: 'Dieser Benutzer darf in {path} keinen Ordner anlegen.',
    notCreated: 'Der Ordner konnte nicht angelegt werden: {message}',
    watchedAlready: '{path} wird schon überwacht.',
    insideWatched: '{path} liegt in {other}, und dieser Ordner wird schon überwacht.',
    containsWatched: '{other} wird schon überwacht und liegt in {path}.',
    ownData: 'Intray hat seine eigenen Daten in {path}. Wählen Sie einen anderen Ordner.',
    outside:
      '{path} ist von einem Browser aus nicht zugänglich: Es liegt weder im Benutzerordner noch in einem überwachten Ordner, oder unter einem Namen, der mit einem Punkt beginnt. Um ein Verzeichnis freizugeben, starten Sie „intray watch --window“ mit --root.',
    isFile: '{path} ist eine Datei, und Intray überwacht Ordner. Wählen Sie den Ordner, in dem sie liegt.',
    missing: 'Unter {path} gibt es keinen Ordner. Prüfen Sie den Pfad, und ob Laufwerk oder Freigabe verbunden sind.',
    partIsFile: 'Unter {path} gibt es keinen Ordner: Ein Teil des Pfades ist eine Datei.',
    everything: '{path} ist alles auf diesem Computer. Wählen Sie einen Ordner.',
    forbidden: 'Dieser Benutzer darf den Ordner {path} nicht lesen.',
    unreadable: 'Der Ordner {path} ist nicht lesbar: {message}',
    onNetwork:
      'Dieser Ordner liegt im Netz. Das System meldet dort keine Änderungen, darum sieht Intray ihn alle paar Sekunden durch.',
    notWritable:
      'Intray darf in diesen Ordner nicht schreiben. Es sendet nichts, solange es die Ergebnisse nicht neben die Dokumente schreiben kann. {message}',
    otherService:
      'Sein Ziel gehört zu {owner}, und Intray arbeitet jetzt mit {origin}. Wählen Sie ein Ziel dort, damit es weitergeht; was gesendet ist, bleibt, wie es ist.',
    notWatched: 'Dieser Ordner wird nicht mehr überwacht.',
  },
  definition: {
    otherName: 'So heißt sie nicht. Geben Sie „{name}“ ein, um sie zu löschen.',
    changedElsewhere:
      'Sie wurde anderswo geändert, seit Sie sie geöffnet haben. Jetzt wurde nichts geändert: Schließen Sie dies, öffnen Sie sie noch einmal und nehmen Sie Ihre Änderungen neu vor.',
    isUsed: 'Sie wird noch von {paths} verwendet. Wählen Sie dort zuerst ein anderes Ziel.',
  },
  route: {
    unknownExtraction: 'Der Dienst unter {origin} hat keine Extraktion „{id}“. Prüfen Sie die ID.',
    idRefused: 'Der Dienst unter {origin} hat die ID abgelehnt: {message}',
    fieldTwice: 'Ein Feld dieses Namens gibt es schon.',
    categoryTwice: 'Eine Kategorie dieses Namens gibt es schon.',
    categoryIdTwice: 'Eine Kategorie mit dieser ID gibt es schon.',
  },
  adding: {
    isThere: 'Sie liegt schon in diesem Ordner.',
    failed: 'Sie ließ sich nicht nach {path} kopieren: {message}',
    busy: 'Gerade werden andere Dateien hinzugefügt. Versuchen Sie es gleich noch einmal.',
    interrupted: 'Die Übertragung wurde unterbrochen. Fügen Sie die Datei noch einmal hinzu.',
  },
  sample: {
    missing: 'Unter {path} gibt es keine Datei.',
    empty: 'Die Datei ist leer.',
    tooLarge: 'Die Datei ist größer als die {maxSize}, die der Dienst annimmt.',
    beingWritten: 'Die Datei wird noch geschrieben. Versuchen Sie es gleich noch einmal.',
    unreadable: 'Die Datei ist nicht lesbar: {message}',
    changed: 'Die Datei hat sich beim Senden geändert, darum wurde nichts angelegt. Versuchen Sie es noch einmal.',
  },
  call: {
    key: 'Der Dienst nimmt den Schlüssel nicht an: {message}',
    offline: 'Der Dienst ist nicht erreichbar: {message} Versuchen Sie es wieder, sobald eine Verbindung besteht.',
    timeout: 'Der Dienst hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal.',
    rate: 'Der Dienst bittet um eine Pause: {message} Versuchen Sie es später noch einmal.',
    unresolved:
      'Die Antwort des Dienstes ging verloren: {message} Vielleicht hat er es getan; sehen Sie dort nach, bevor Sie es noch einmal versuchen.',
    refused: '{message}',
  },
  connection: {
    keyElsewhere:
      'Der Schlüssel in {variable} geht nur an die Adresse in {address}. Setzen Sie diese auf {origin}, oder fügen Sie einen Schlüssel ein.',
    noKeyYet: 'Für {origin} gibt es noch keinen Schlüssel. Fügen Sie einen ein.',
    notTheService: '{origin} antwortet nicht wie der Dienst: {message}',
    nothingToForget: 'Es gibt keinen Schlüssel zu entfernen: Kein Dienst, der einen hat, ist in Gebrauch.',
    keyFromEnvironment:
      'Der Schlüssel wurde für diesen Lauf als INTRAY_API_KEY angegeben. Starten Sie Intray ohne ihn, um ihn zu entfernen.',
  },
  settingsFile: {
    ruled: 'Das sagt die Konfigurationsdatei {file}: Ändern Sie es dort.',
    notWritten: '{file} konnte nicht geschrieben werden, darum hat sich nichts geändert: {message}',
    unreadable: 'Die Einstellungen waren nicht lesbar, darum gelten die letzten brauchbaren: {message}',
    putAside:
      '{file} ist nicht brauchbar: {message} Die Datei wurde als {aside} beiseitegelegt. {instead, select, defaults {Intray beginnt mit den Voreinstellungen.} other {Es gelten die letzten brauchbaren Einstellungen.}}',
    notPutAside:
      '{file} ist nicht brauchbar: {message} {instead, select, defaults {Intray beginnt mit den Voreinstellungen.} other {Es gelten die letzten brauchbaren Einstellungen.}} Die Datei ließ sich nicht beiseitelegen: {why}',
    editRefused: 'Was in {file} geändert wurde, gilt nicht: {problems}. Es gelten weiter die Einstellungen von vorher.',
    editPutAside:
      'Was in {file} geändert wurde, galt nicht: {problems}. Es wurde als {aside} beiseitegelegt, als die Einstellungen im Fenster geändert wurden.',
  },
};
