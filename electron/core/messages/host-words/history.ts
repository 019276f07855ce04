import type { HostWords } from './host-words.ts';

/** Notes beside the events of a document's history. */
export const history: HostWords = {
  'from {path}': 'von {path}',
  'The file was written again with the same content.': 'Die Datei wurde mit demselben Inhalt noch einmal geschrieben.',
  'The first copy was not sent.': 'Die erste Kopie wurde nicht gesendet.',
  'Its content is that of {path}; nothing was sent.': 'Der Inhalt ist der von {path}; nichts wurde gesendet.',
  'By {by}.': 'Von {by}.',
  'By {by}. {from} → {to}': 'Von {by}. {from} → {to}',
  'Its folder is not watched now, so a copy of it goes first.':
    'Der Ordner wird gerade nicht beobachtet, darum geht eine Kopie zuerst.',
  'By hand.': 'Von Hand.',
  'As decided.': 'Wie entschieden.',
  'The folder writes neither JSON nor CSV.': 'Für den Ordner wird weder JSON noch CSV geschrieben.',
  'Its result came, but its content is no longer there; the result is kept in the history.':
    'Das Ergebnis ist da, der Inhalt der Datei aber nicht mehr; das Ergebnis bleibt im Verlauf.',
  'The file had been moved or removed already.': 'Die Datei war schon verschoben oder entfernt.',
  'The new run came to the same, or none was made.': 'Das neue Einordnen kam zum selben Ergebnis, oder es fand keines statt.',
  'It changed while it was being sent; nothing was sent.': 'Die Datei hat sich beim Senden geändert; nichts wurde gesendet.',
  'Intray stopped before it was sent.': 'Intray wurde vor dem Senden beendet.',
  'Its folder now goes to the {kind, words} {id} at {origin}.':
    'Das Ziel des Ordners ist jetzt die {kind, words} {id} bei {origin}.',
  'It was sent as the sample of a new extraction.': 'Das Dokument wurde als Muster einer neuen Extraktion gesendet.',
};
