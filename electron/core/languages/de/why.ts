import type { why as english } from '../en/why.ts';
import type { Like } from '../like.ts';

export const why: Like<typeof english> = {
  notRunning: 'Intray läuft in diesem Datenverzeichnis nicht: Nach dem Start geht es hier weiter.',
  otherFolder: 'Das laufende Intray überwacht diesen Ordner nicht: Es holt nur ab und liefert aus, was schon gesendet wurde.',
  disk: {
    gone: 'Seine Datei ist zurzeit nicht da.',
    goneDelivered: 'Seine Datei ist nicht mehr da; das Ergebnis wurde ausgeliefert, als es sie noch gab.',
    changed: 'Die Datei hat sich geändert, seit Intray sie zuletzt gesehen hat.',
    otherContent: 'Die Datei hat inzwischen einen anderen Inhalt.',
  },
  moved: {
    now: 'Die Datei, die hier war, wurde verschoben oder umbenannt und ist jetzt {path}.',
    last: 'Die Datei, die hier war, wurde verschoben oder umbenannt und war zuletzt {path}.',
  },
  output: {
    table:
      '{count, plural, one {Das ist eine Tabelle, die Intray schreibt: das Ergebnis von # Dokument dieses Ordners.} other {Das ist eine Tabelle, die Intray schreibt: die Ergebnisse von # Dokumenten dieses Ordners.}} Sie wird nie gesendet.',
    tableLeft:
      '{count, plural, one {Das ist eine Tabelle, die Intray geschrieben hat: das Ergebnis von # Dokument dieses Ordners.} other {Das ist eine Tabelle, die Intray geschrieben hat: die Ergebnisse von # Dokumenten dieses Ordners.}} Jemand hat sie bearbeitet oder verschoben; deshalb rührt Intray sie nicht mehr an und hat eine neue begonnen.',
    written: 'Das ist eine Ausgabe von Intray: das Ergebnis von {path}. Sie wird nie gesendet.',
    planned: 'Das wird eine Ausgabe von Intray: das Ergebnis von {path}. Sie wird nie gesendet.',
  },
  skipped: {
    existing:
      'Die Datei war schon da, bevor der Ordner überwacht wurde, und solche Dateien werden übergangen. Damit sie gesendet wird, kopieren Sie sie unter einem neuen Namen. Damit alle gesendet werden, geben Sie dem Ordner in der Konfigurationsdatei "existing": "send" oder starten Sie einmal: intray run {path}',
    left: 'Jemand hat entschieden, sie zu übergehen: Nach einem beschädigten Journal war nicht belegt, ob sie gesendet wurde. Damit sie doch gesendet wird, kopieren Sie sie unter einem neuen Namen.',
  },
  ignored: {
    link: 'Das ist eine Verknüpfung. Verknüpfungen wird nicht gefolgt: Legen Sie die Datei selbst hierher.',
    belowLink: 'Die Datei wird nicht genommen: „{path}“ ist eine Verknüpfung, und Verknüpfungen wird nicht gefolgt.',
    noFile: 'Das wird nicht genommen: Es ist keine Datei (sondern ein Gerät, eine Pipe oder ein Socket).',
    inDirectory: 'Die Datei liegt in „{path}“, das nicht überwacht wird. {message}',
  },
  notThere: 'Es gibt keine solche Datei, und Intray hat dort nie eine gesehen.',
  meant: 'Meinten Sie {name}?',
  unseen: {
    yet: 'Intray hat die Datei noch nicht gesehen.',
    unreadable: 'Sie lässt sich nicht lesen: {message}',
    folderUnknown: 'An ihrem Ordner hat bisher kein Intray gearbeitet.',
  },
  directory: {
    belowLink: 'Es wird nicht überwacht: „{path}“ ist eine Verknüpfung, und Verknüpfungen wird nicht gefolgt.',
    part: 'Es gehört zu {path}.',
    firstFiles: '{line} unter den ersten seiner Dateien.',
    nothingKnown: 'Keine Datei darin ist bekannt.',
    skipped:
      '{count, plural, one {# Datei war schon vorher da und wurde übergangen.} other {# Dateien waren schon vorher da und wurden übergangen.}}',
  },
  outside: {
    nothing: 'An diesem Pfad ist nichts.',
    noFolders: 'Bisher wurde kein Ordner überwacht.',
    folders:
      'Der Pfad liegt in keinem Ordner, den Intray überwacht oder überwacht hat. Diese sind: {folders}{more, plural, =0 {} other { und # weitere}}.',
  },
  earlier: {
    heading: 'Früher hier:',
    line: 'gefunden {at}: {state}. {reason}',
    lineElsewhere: 'gefunden {at}, jetzt {path}: {state}. {reason}',
  },
};
