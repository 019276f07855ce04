import type { ledger as english } from '../en/ledger.ts';
import type { Like } from '../like.ts';

export const ledger: Like<typeof english> = {
  held: 'Intray läuft bereits mit dem Datenverzeichnis {path}.',
  heldBy: 'Intray läuft bereits mit dem Datenverzeichnis {path}: Prozess {pid} auf {host}, seit {startedAt}.',
  directoryUnusable: 'Das Datenverzeichnis {path} kann nicht benutzt werden: {problem}. Wählen Sie mit --data-dir ein anderes.',
  damaged: 'Das Journal {path} ist beschädigt: {problem}.',
  damagedInUse: 'Das Journal {path} erwies sich im Betrieb als beschädigt.',
  missing: 'Das Journal {path} fehlt.',
  otherVersion:
    'Das Journal {path} wurde von einer anderen Version von Intray geschrieben: Sein Format ist {found}, diese Version kennt {known}. Benutzen Sie jene Version, oder wählen Sie mit --data-dir ein anderes Datenverzeichnis.',
  unavailable: 'Das Journal {path} kann nicht benutzt werden: {problem}.',
  damagedRow: 'Die Zeile {key} der Tabelle {table} im Journal ist beschädigt: {problem}.',
  restored:
    '{message} Die Sicherung von {backupAt} wurde wiederhergestellt. Ob Dateien, die sie nicht als erledigt kennt, seither gesendet wurden, ist nicht nachweisbar: Sie werden zurückgehalten, bis Sie einmal entscheiden, sie zu senden oder auszulassen.',
  takenUp:
    '{message} Was davon noch da ist, wurde übernommen. Ob Dateien, die es nicht als erledigt kennt, seither gesendet wurden, ist nicht nachweisbar: Sie werden zurückgehalten, bis Sie einmal entscheiden, sie zu senden oder auszulassen.',
  olderThanMarker:
    'Die Markierung in {path} ist weiter als das Journal: Eine ältere Kopie des Datenverzeichnisses oder des ganzen Computers wurde zurückgespielt. Ob Dateien, die es nicht als erledigt kennt, seither gesendet wurden, ist nicht nachweisbar: Sie werden zurückgehalten, bis Sie einmal entscheiden, sie zu senden oder auszulassen.',
  markedByAnother:
    '{path} wurde schon einmal von diesem Datenverzeichnis aus überwacht: mit einem Journal, das nicht mehr da ist, oder von einem anderen Intray mit demselben Computernamen und Datenpfad. Ob Dateien darin schon gesendet wurden, ist nicht nachweisbar: Sie werden zurückgehalten, bis Sie einmal entscheiden, sie zu senden oder auszulassen.',
  begunEmpty:
    '{message} Es gibt keine unbeschädigte Sicherung; ein leeres Journal wurde begonnen. Ob Dateien vorher gesendet wurden, ist nicht nachweisbar: Sie werden zurückgehalten, bis Sie einmal entscheiden, sie zu senden oder auszulassen.',
  problem: {
    behind:
      'es bleibt hinter dem zurück, was zuletzt darüber vermerkt wurde: Sein Logbuch ging verloren oder ist beschädigt, oder eine ältere Kopie kam an seine Stelle',
    mayNotWrite: 'dieser Benutzer darf dort nicht schreiben',
    readOnly: 'es liegt auf einem schreibgeschützten Datenträger',
    locked: 'ein anderes Programm hat es gesperrt',
    diskFull: 'der Datenträger ist voll',
    fileInPlace: 'an seiner Stelle liegt eine Datei',
    directoryInPlace: 'an seiner Stelle liegt ein Verzeichnis',
    empty: 'es ist leer',
    notIntrays: 'es ist eine Datenbank, aber kein Journal von Intray',
    noneYet: 'es gibt noch keines',
  },
};
