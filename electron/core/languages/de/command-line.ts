import type { commandLine as english } from '../en/command-line.ts';
import type { Like } from '../like.ts';

export const commandLine: Like<typeof english> = {
  seeHelp: '{problem}; --help erklärt es.',
  unknownOption: 'Unbekannte Option {flag}',
  unknownCommand: 'Unbekannter Befehl „{name}“',
  missingArgument: '{name} fehlt',
  missingValue: '{flag} braucht einen Wert',
  missingOption: '{flag} ist erforderlich',
  empty: '{name} ist leer: vielleicht ist eine Variable nicht gesetzt.',
  excessArguments: 'Zu viele Argumente: {names}',
  notUnderstood: 'Die Befehlszeile ist ungültig',
  failed: 'Intray ist gescheitert: {message} Nichts ist verloren; das Protokoll liegt unter {path}.',
  failedUnlogged: 'Intray ist gescheitert: {message} INTRAY_DEBUG=1 zeigt, wo.',
  noDirectory: 'Das aktuelle Verzeichnis wurde entfernt. Wechseln Sie in ein anderes, oder geben Sie absolute Pfade an.',
  flags: {
    keepResults: '--keep-results verlangt eine Dauer wie „2 years“ oder „90 days“, nicht {text}.',
    whenWithoutTemplate: '--file-when hat ohne --file-as keine Wirkung.',
    moveWithoutMoving: '{flag} hat mit --file-away leave keine Wirkung.',
    twoRoutes: 'Ein Ordner hat ein einziges Ziel: Geben Sie --extraction ID oder --classification ID an, nicht beides.',
    noRoute: 'Geben Sie an, wohin die Dokumente gehen: --extraction ID oder --classification ID.',
    emptyId: 'Auf {flag} muss eine ID oder ein Name folgen; dort steht nichts.',
    wholeNumber: '{flag} muss eine ganze Zahl von {minimum, number} bis {maximum, number} sein, nicht „{text}“.',
    day: '{flag} muss ein Tag oder ein Monat sein, etwa 2026-10-31 oder 2026-10, nicht „{text}“.',
    dayOrder: 'Der erste Tag, {from}, liegt nach dem letzten, {to}.',
    delimiter: '--delimiter muss ",", ";" oder tab sein.',
    withoutTo:
      '--only und die Optionen für die Tabelle brauchen --to; neben den Dokumenten gelten die Einstellungen des Ordners.',
    needsWindow: '{flag} braucht --window.',
    needsConfig: '{flag} braucht --config: Ohne Konfigurationsdatei sagen das die Einstellungen des Fensters.',
    configOrWindow: 'Geben Sie --config DATEI, --window oder beides an: Eines davon sagt, welche Ordner überwacht werden.',
    webhooksNeedPort: '--webhooks braucht --window oder --health-port N: Dort kommen die Ereignisse des Dienstes an.',
    oneOf: '{flag} muss eines von {values} sein, nicht „{text}“.',
    checkAlone: '--check schreibt nichts: Lassen Sie die Optionen weg, die sagen, was geschrieben wird.',
    noTable: '--only json schreibt keine Tabelle: Lassen Sie die Optionen für die Tabelle weg oder --only.',
    headingTwice: '--columns hat die Überschrift „{heading}“ zweimal.',
    columns:
      '--columns braucht Namen zwischen Kommas, auf Wunsch mit einer Überschrift hinter „=“, etwa file,invoice_date=Datum.',
    log: '--log muss lines oder json sein.',
  },
  address: {
    missing:
      'Wo ist der Dienst? Geben Sie seine Adresse mit --url https://… oder in der Variablen INTRAY_URL an. Um Intray ohne Dienst auszuprobieren: intray demo.',
    bad: '{source}: {message}',
    configMember: '"url" in der Konfigurationsdatei',
  },
  key: {
    missing:
      'Es gibt keinen API-Schlüssel für {origin}. Speichern Sie einen mit „intray key set --url {origin}“ oder setzen Sie INTRAY_API_KEY für diesen Lauf.',
    unreadable: 'Es gibt keinen API-Schlüssel für {origin}: {message}',
    refused:
      '{origin} hat den API-Schlüssel abgelehnt: {message} Speichern Sie einen gültigen mit „intray key set --url {origin}“ oder setzen Sie INTRAY_API_KEY.',
    outOfPages:
      'Der Schlüssel ist gültig, aber das Konto hat keine Seiten mehr („{message}“). Uploads warten, bis es wieder Seiten gibt.',
  },
  preflight: {
    folderLater: '{message} Intray beginnt mit den anderen Ordnern und überwacht diesen, sobald er da ist.',
    folderHeld:
      '{message} Bis dahin wird aus {path} nichts gesendet; was schon gesendet ist, wird noch geliefert, und die anderen Ordner laufen weiter.',
    refused: '{message} {remedy}',
    later: '{message} Intray versucht es weiter.',
  },
  engine: {
    none: 'Intray läuft in diesem Datenverzeichnis nicht.',
    running: 'Intray läuft.',
    runningAs: 'Intray läuft: Prozess {process} auf {machine}.',
    runningSince: 'Intray läuft: Prozess {process} auf {machine}, seit {at}.',
  },
  configChanged:
    '{path} wurde geändert. Intray arbeitet mit den Einstellungen weiter, mit denen es begonnen hat: Beenden Sie es und starten Sie es neu, damit die neuen gelten.',
  configReloaded: '{path} wurde bearbeitet. Die Ordner werden übernommen.',
  namesKnown: 'Die Namen in {path}, die Intray nicht kannte, sind jetzt bekannt. Die Ordner werden übernommen.',
  configBroken:
    'Die Konfigurationsdatei wurde geändert und ist so nicht brauchbar: {message} Intray arbeitet mit den Einstellungen weiter, mit denen es begonnen hat.',
  configAsBefore: '{path} ist wieder so wie beim Start von Intray.',
  ledgerGone:
    'Das Journal in {path} fehlt, aber es gibt eine Sicherung von {backupAt}: Der nächste Start stellt sie wieder her und fragt, bevor etwas gesendet wird, das die Sicherung nicht kennt.',
  noLedger: 'Bisher wurde nichts überwacht: In {path} gibt es kein Journal.',
  finishing: 'Was gerade geschrieben wird, wird noch fertig. Noch einmal Strg+C beendet sofort.',
  ledgerLost: '{message} Entscheiden Sie, indem Sie mit --unverified send oder --unverified leave starten.',
  damagedFile: 'Die beschädigte Datei liegt unter {path}.',
  logFile: 'Das Protokoll liegt unter {path}.',
  meant: '{problem}; meinten Sie {meant}?',
};
