import type { HostWords } from './host-words.ts';

/** What stands in the way of watching a folder, of a new route, of a new directory (electron/workspace). */
export const folders: HostWords = {
  'Give the whole path, from the root of the disk.': 'Geben Sie den ganzen Pfad an, von der Wurzel des Laufwerks.',
  'Give the whole path of the file, from the root of the disk.':
    'Geben Sie den ganzen Pfad der Datei an, von der Wurzel des Laufwerks.',
  '"{name}" cannot be the name of a folder.': '„{name}“ kann kein Name eines Ordners sein.',
  'There is something called "{name}" already.': 'Etwas mit dem Namen „{name}“ gibt es schon.',
  'This user may not make a folder in {path}.': 'Dieser Benutzer darf in {path} keinen Ordner anlegen.',
  'The folder could not be made: {error, words}': 'Der Ordner konnte nicht angelegt werden: {error, words}',
  '{path} is watched already.': '{path} wird schon beobachtet.',
  '{path} lies inside {other}, which is watched already.': '{path} liegt in {other}, und dieser Ordner wird schon beobachtet.',
  '{other}, which is watched already, lies inside {path}.': '{other} wird schon beobachtet und liegt in {path}.',
  'Intray keeps its own data in {path}: choose a folder beside it.':
    'Intray hat seine eigenen Daten in {path}: Wählen Sie einen Ordner daneben.',
  '{path} is a file; Intray works through folders. Give the folder it lies in.':
    '{path} ist eine Datei; Intray arbeitet mit Ordnern. Geben Sie den Ordner an, in dem sie liegt.',
  'There is no folder at {path}. Check the path, and that the drive or share is connected.':
    'Unter {path} gibt es keinen Ordner. Prüfen Sie den Pfad, und ob Laufwerk oder Freigabe verbunden sind.',
  'There is no folder at {path}: a part of that path is a file.':
    'Unter {path} gibt es keinen Ordner: Ein Teil des Pfades ist eine Datei.',
  'The folder {path} may not be read by this user.': 'Dieser Benutzer darf den Ordner {path} nicht lesen.',
  'The folder {path} cannot be read: {error, words}': 'Der Ordner {path} ist nicht lesbar: {error, words}',
  'unknown reason.': 'unbekannter Grund.',
  'It lies on a network: the system does not tell of changes there, so Intray looks through it every few seconds.':
    'Der Ordner liegt im Netz: Das System meldet dort keine Änderungen, darum sieht Intray ihn alle paar Sekunden durch.',
  'Intray may not write there, and sends nothing before it can write the results beside the documents.{why, words}':
    'Intray darf dort nicht schreiben und sendet nichts, solange es die Ergebnisse nicht neben die Dokumente schreiben kann.{why, words}',
  'Its route belongs to {origin}, and Intray now works with {chosen}. Choose a route there to go on; what was sent stays as it is.':
    'Das Ziel gehört zu {origin}, und Intray arbeitet jetzt mit {chosen}. Wählen Sie ein Ziel dort, damit es weitergeht; was gesendet ist, bleibt, wie es ist.',
  'This folder is not watched any more.': 'Dieser Ordner wird nicht mehr beobachtet.',
  'The sample documents could not be copied to {path}: {why, words}':
    'Die Beispieldokumente ließen sich nicht nach {path} kopieren: {why, words}',

  'There is a field of this name already.': 'Ein Feld dieses Namens gibt es schon.',
  'There is a category of this name already.': 'Eine Kategorie dieses Namens gibt es schon.',
  'There is a category of this id already.': 'Eine Kategorie mit dieser Kennung gibt es schon.',
  'The file changed while it was sent, so nothing was made. Try again.':
    'Die Datei hat sich beim Senden geändert, darum wurde nichts angelegt. Versuchen Sie es noch einmal.',
  'There is no file at {path}.': 'Unter {path} gibt es keine Datei.',
  '{path} is not a file.': '{path} ist keine Datei.',
  'The file is empty.': 'Die Datei ist leer.',
  'The file is larger than the 25 MB that the service takes.': 'Die Datei ist größer als die 25 MB, die der Dienst annimmt.',
  'The file is still being written. Try again in a moment.':
    'Die Datei wird noch geschrieben. Versuchen Sie es gleich noch einmal.',
  'The file cannot be read: {error, words}': 'Die Datei ist nicht lesbar: {error, words}',
};
