import type { HostWords } from './host-words.ts';

/** What is wrong with the ledger or the data directory (electron/ledger), and what stopped the engine for it. */
export const ledger: HostWords = {
  'The ledger {path} is damaged: {detail, words}.': 'Das Verzeichnis der Dokumente {path} ist beschädigt: {detail, words}.',
  'The ledger {path} was written by a later version of Intray (its format is {found, number}, this version knows {known, number}). Use that version, or another data directory.':
    'Das Verzeichnis der Dokumente {path} wurde von einer neueren Version von Intray geschrieben (Format {found, number}, diese Version kennt {known, number}). Nehmen Sie jene Version oder ein anderes Datenverzeichnis.',
  'The ledger {path} cannot be used: {detail, words}.':
    'Das Verzeichnis der Dokumente {path} ist nicht benutzbar: {detail, words}.',
  "The ledger's row {key} in {table} is damaged: {detail, words}.":
    'Der Eintrag {key} in {table} im Verzeichnis der Dokumente ist beschädigt: {detail, words}.',
  'is not JSON': 'kein JSON',
  'state_json, delivery_json: not the state that is counted': 'state_json, delivery_json: nicht der gezählte Zustand',
  'there is none yet': 'es gibt noch keines',
  'an earlier version of Intray wrote it; start this version once, and it is brought up to date':
    'eine ältere Version von Intray hat es geschrieben; starten Sie diese Version einmal, dann wird es auf den neuen Stand gebracht',
  'a directory is in its place': 'an seiner Stelle steht ein Ordner',
  'it is a database, but not a ledger of Intray': 'es ist eine Datenbank, aber kein Verzeichnis von Intray',
  'The ledger {path} was found damaged while it was in use.':
    'Das Verzeichnis der Dokumente {path} erwies sich im Betrieb als beschädigt.',
  'The ledger {path} is missing.': 'Das Verzeichnis der Dokumente {path} fehlt.',
  'The ledger {path} is damaged: it is empty.': 'Das Verzeichnis der Dokumente {path} ist beschädigt: Es ist leer.',
  'There is no sound backup: an empty ledger was begun.':
    'Es gibt keine brauchbare Sicherung: Ein leeres Verzeichnis wurde begonnen.',
  'The backup of {at} was taken up.': 'Die Sicherung von {at} wurde übernommen.',
  'Nothing proves whether files that it does not know as settled were sent since: they are held until a person decides once, to send them or to leave them out.':
    'Nichts belegt, ob Dateien, die darin nicht als erledigt stehen, seither gesendet wurden: Sie bleiben liegen, bis Sie einmal entscheiden, ob sie gesendet werden oder nicht.',
  'The damaged file is kept as {file}.': 'Die beschädigte Datei liegt jetzt unter {file}.',
  'The data directory {directory} cannot be used: {reason, words}. Choose another with --data-dir.':
    'Das Datenverzeichnis {directory} ist nicht benutzbar: {reason, words}. Wählen Sie mit --data-dir ein anderes.',
  'this user may not write there': 'dieser Benutzer darf dort nicht schreiben',
  'it is on a read-only disk': 'es liegt auf einem Laufwerk, das sich nur lesen lässt',
  'its disk is full': 'sein Laufwerk ist voll',
  'a file is in its place': 'an seiner Stelle liegt eine Datei',
  'Intray is already running here ({directory}).': 'Intray läuft hier schon ({directory}).',
  'Intray is already running here ({directory}): process {pid, number} on {host} since {since}.':
    'Intray läuft hier schon ({directory}): Prozess {pid, number} auf {host} seit {since}.',
  'The ledger has no batch {id, number}.': 'Das Verzeichnis der Dokumente hat keinen Stapel {id, number}.',
  'The ledger has no CSV {id, number}.': 'Das Verzeichnis der Dokumente hat keine CSV-Datei {id, number}.',
  'The ledger has no document {id, number}.': 'Das Verzeichnis der Dokumente hat kein Dokument {id, number}.',
  'A transaction of the ledger must not be asynchronous.':
    'Eine Transaktion des Verzeichnisses der Dokumente darf nicht asynchron sein.',
  "Batch {id, number} is open without the service's batchId.":
    'Der Stapel {id, number} ist offen, aber ohne batchId des Dienstes.',
};
