import type { ignored as english } from '../en/ignored.ts';
import type { Like } from '../like.ts';

export const ignored: Like<typeof english> = {
  name: 'Die Datei wird nicht übernommen: {why}.',
  ignoredByFolder: 'Die Datei wird nicht übernommen: Der Ordner ignoriert solche Dateien.',
  otherType:
    'Die Datei wird nicht übernommen: Das werden nur PDF, PNG, JPG und DOCX, solange der Ordner keine anderen Arten einschließt.',
  notIncluded: 'Die Datei wird nicht übernommen: Der Ordner schließt solche Dateien nicht ein.',
  directory: {
    subfolders: 'Seine Unterordner werden nicht überwacht.',
    deep: 'Er liegt mehr als {most} Ebenen tief.',
    filedAway: 'Dorthin werden Dokumente weggeräumt.',
    name: 'Der Ordner wird nicht überwacht: {why}.',
    ignored: 'Der überwachte Ordner ignoriert ihn.',
  },
  why: {
    hidden: 'der Name beginnt mit einem Punkt',
    officeLock: 'es ist eine Sperrdatei eines Office-Programms',
    unfinished: 'dem Namen nach wird daran noch geschrieben',
    system: 'sie gehört zum System',
    ownTable: 'es ist eine Tabelle, die Intray schreibt',
    trash: 'er enthält Gelöschtes',
    snapshot: 'er enthält frühere Stände der Dateien',
    storageSystem: 'er gehört zum Speichersystem',
  },
};
