import type { disk as english } from '../en/disk.ts';
import type { Like } from '../like.ts';

export const disk: Like<typeof english> = {
  missing: '„{path}“ ist nicht da.',
  mayNotRead: 'Intray darf „{path}“ nicht lesen: Prüfen Sie die Rechte der Datei und ihres Ordners.',
  mayNotWrite: 'Intray darf „{path}“ nicht schreiben: Prüfen Sie die Rechte der Datei und ihres Ordners.',
  locked: '„{path}“ ist in einem anderen Programm geöffnet: Schließen Sie die Datei dort.',
  full: 'Das Laufwerk ist voll oder Ihr Kontingent ist aufgebraucht: Schaffen Sie Platz für „{path}“.',
  readOnly: 'Das Laufwerk ist schreibgeschützt: Heben Sie den Schreibschutz für „{path}“ auf.',
  parentIsFile: 'Eine Datei heißt wie ein Ordner in „{path}“: Verschieben Sie diese Datei oder benennen Sie sie um.',
  isFile: '„{path}“ ist eine Datei, wo ein Ordner gebraucht wird: Verschieben Sie die Datei oder benennen Sie sie um.',
  nameTooLong: 'Der Name von „{path}“ ist für dieses Laufwerk zu lang: Kürzen Sie ihn.',
  readFailed: 'Das Laufwerk konnte „{path}“ nicht lesen: {error}.',
  writeFailed: 'Das Laufwerk konnte „{path}“ nicht schreiben: {error}.',
  link: '„{path}“ ist eine Verknüpfung: In einem überwachten Ordner folgt Intray keiner. Legen Sie dort den Ordner selbst an oder wählen Sie einen anderen.',
  noProcess:
    '„{path}“ lässt sich gerade nicht lesen: Das System startet keine weiteren Prozesse ({reason}). Intray arbeitet woanders weiter und versucht es wieder.',
  unanswered: '„{path}“ ist nicht erreichbar: {volume} antwortet nicht. Intray arbeitet woanders weiter und versucht es wieder.',
  notAFile: '„{path}“ ist keine Datei.',
  changed: '„{path}“ hat sich geändert, seit Intray nachgesehen hat. Intray sieht noch einmal nach.',
  changedOnTheWay: 'Der Weg zu „{path}“ hat sich geändert, während Intray dort gearbeitet hat. Intray versucht es noch einmal.',
  copyDiffers:
    'Eine Kopie unter „{path}“ liest sich anders, als sie geschrieben wurde; die Datei bleibt, wo sie ist. Prüfen Sie diese Platte.',
  changedWhileMoved: '„{path}“ hat sich beim Verschieben geändert.',
  folder: {
    missing: 'Der Ordner {path} ist nicht da. Verbinden Sie sein Laufwerk oder seine Freigabe, oder legen Sie ihn an.',
    isFile: '{path} ist kein Ordner.',
    empty:
      'Der Ordner {path} ist leer und nicht der, der überwacht wurde: Sein Laufwerk oder seine Freigabe ist nicht verbunden.',
    replaced:
      'Während Intray {path} durchsah, wurde dort ein anderes Laufwerk oder eine andere Freigabe verbunden. Intray sieht gleich noch einmal nach.',
    unreachable: 'Der Ordner {path} ist nicht erreichbar: Verbinden Sie sein Laufwerk oder seine Freigabe.',
  },
};
