import type { delivery as english } from '../en/delivery.ts';
import type { Like } from '../like.ts';

export const delivery: Like<typeof english> = {
  noResult: 'Es gibt noch kein Ergebnis, das geschrieben werden könnte.',
  notHere: 'Die Datei liegt nicht unter {path}, und Intray sucht sie nicht anderswo, solange ihr Ordner pausiert ist.',
  noColumn:
    'Die Tabelle von „{name}“ kann {count, plural, one {die Spalte} other {die Spalten}} {names} nicht haben. Möglich sind: {columns}. Korrigieren Sie die Spalten in den Einstellungen des Ordners.',
  csv: {
    carried:
      '{count, plural, one {# Zeile von „{path}“ ging} other {# Zeilen von „{path}“ gingen}} verloren, als die Datei anderswo gespeichert wurde; „{next}“ enthält sie.',
    edited:
      '„{path}“ wurde bearbeitet, nachdem Intray die Datei geschrieben hatte; sie bleibt, wie sie ist, und „{next}“ setzt sie fort.',
    manyColumns: '„{path}“ hat höchstens für {count, number} Werte Spalten. Weitere stehen als JSON in der Spalte {column}.',
    columnTaken:
      'Die Extraktion hat ein neues Feld, das wie eine Spalte von „{path}“ heißt; diese Datei bleibt, wie sie ist, und „{next}“ setzt sie fort.',
  },
  sheet: {
    edited:
      '„{path}“ wurde bearbeitet, nachdem Intray sie geschrieben hatte; sie bleibt, wie sie ist, und „{next}“ enthält alle ihre Zeilen.',
  },
  fileAway: {
    sameFolder: '„{directory}“ ist der überwachte Ordner selbst: Nennen Sie einen Unterordner zum Wegräumen.',
    outside: '„{directory}“ führt aus dem überwachten Ordner hinaus: Nennen Sie einen Unterordner zum Wegräumen.',
    otherDrive:
      '„{directory}“ liegt auf einem anderen Laufwerk als der überwachte Ordner: Nennen Sie ein Verzeichnis auf demselben.',
  },
};
