import type { HostWords } from './host-words.ts';

/** What the disk refuses, and where a folder is not what it was (electron/engine/disk, delivery, scan). */
export const disk: HostWords = {
  '"{path}" is not there.': '„{path}“ ist nicht da.',
  'Intray may not read "{path}": check the permissions of the file and of its folder.':
    'Intray darf „{path}“ nicht lesen: Prüfen Sie die Rechte der Datei und ihres Ordners.',
  'Intray may not write "{path}": check the permissions of the file and of its folder.':
    'Intray darf „{path}“ nicht schreiben: Prüfen Sie die Rechte der Datei und ihres Ordners.',
  '"{path}" is in use by another program: close it there.':
    '„{path}“ ist in einem anderen Programm geöffnet: Schließen Sie die Datei dort.',
  'The disk is full, or your quota is used up: make room for "{path}".':
    'Das Laufwerk ist voll, oder Ihr Kontingent ist aufgebraucht: Schaffen Sie Platz für „{path}“.',
  'The disk can only be read: make it writable for "{path}".':
    'Das Laufwerk lässt sich nur lesen: Machen Sie es für „{path}“ beschreibbar.',
  'A file stands where a folder belongs: move it out of the way of "{path}".':
    'Wo ein Ordner hingehört, liegt eine Datei: Räumen Sie „{path}“ den Weg frei.',
  'The name of "{path}" is too long for this disk: give it a shorter one.':
    'Der Name von „{path}“ ist für dieses Laufwerk zu lang: Geben Sie einen kürzeren.',
  'The disk could not read "{path}": {error, words}.': 'Das Laufwerk konnte „{path}“ nicht lesen: {error, words}.',
  'The disk could not write "{path}": {error, words}.': 'Das Laufwerk konnte „{path}“ nicht schreiben: {error, words}.',
  '"{path}" is shorter than it was.': '„{path}“ ist kürzer als zuvor.',
  'A file stands where a folder belongs: move "{path}" out of the way.':
    'Wo ein Ordner hingehört, liegt eine Datei: Räumen Sie „{path}“ aus dem Weg.',
  '"{path}" changed while it was being moved.': '„{path}“ hat sich beim Verschieben geändert.',
  'The folder "{path}" cannot be reached: connect its drive or share.':
    'Der Ordner „{path}“ ist nicht erreichbar: Verbinden Sie sein Laufwerk oder seine Freigabe.',
  '"{to}" is the watched folder itself: name a subfolder to file away to.':
    '„{to}“ ist der beobachtete Ordner selbst: Nennen Sie einen Unterordner zum Wegräumen.',
  '"{to}" leads out of the watched folder: name a subfolder to file away to.':
    '„{to}“ führt aus dem beobachteten Ordner hinaus: Nennen Sie einen Unterordner zum Wegräumen.',
  '"{to}" is on another drive than the watched folder: name a place on the same one.':
    '„{to}“ liegt auf einem anderen Laufwerk als der beobachtete Ordner: Nennen Sie einen Ort auf demselben.',
  '"{old}" is left as it is, and "{next}" goes on. {why, words}.':
    '„{old}“ bleibt, wie es ist, und es geht in „{next}“ weiter. {why, words}.',
  'It has been edited since Intray wrote it': 'Die Datei wurde bearbeitet, seit Intray sie geschrieben hat',
  'The extraction has a field now that is named as a column of it was':
    'Die Extraktion hat jetzt ein Feld, das wie eine Spalte darin heißt',
  'There is no result to write yet.': 'Es gibt noch kein Ergebnis zu schreiben.',
  'The folder {path} is not there. Connect its drive or share, or create it.':
    'Der Ordner {path} ist nicht da. Verbinden Sie sein Laufwerk oder seine Freigabe, oder legen Sie ihn an.',
  '{path} is not a folder.': '{path} ist kein Ordner.',
  'The folder {path} is empty and is not the one that was watched: its drive or share is not connected.':
    'Der Ordner {path} ist leer und nicht der, der beobachtet wurde: Sein Laufwerk oder seine Freigabe ist nicht verbunden.',
  '{name} has become shorter since it was looked at.': '{name} ist kürzer geworden, seit Intray nachgesehen hat.',
  '{name} has grown since it was looked at.': '{name} ist größer geworden, seit Intray nachgesehen hat.',
  '{name} is no longer there.': '{name} ist nicht mehr da.',
  '{name} cannot be read ({code}).': '{name} ist nicht lesbar ({code}).',
};
