import type { unfit as english } from '../en/unfit.ts';
import type { Like } from '../like.ts';

export const unfit: Like<typeof english> = {
  empty: 'Die Datei ist leer. Scannen Sie das Dokument neu, oder entfernen Sie sie.',
  tooLarge:
    'Sie hat {bytes, number} Bytes; der Dienst nimmt Dateien bis {maximum, number} Bytes (25 MB) an. Scannen Sie sie mit geringerer Auflösung, oder teilen Sie sie.',
  password: 'Sie lässt sich nur mit einem Passwort öffnen, das der Dienst nicht hat. Speichern Sie sie ohne Passwort.',
  noPages: 'Sie ist ein PDF ohne Seiten. Erstellen Sie sie neu.',
  noDirectory: 'Das Verzeichnis ihrer Teile ist nicht lesbar, deshalb können nur wenige Programme sie öffnen.',
  wrongContent: 'Die Datei heißt .{extension}, ihr Inhalt ist aber {type}.',
  otherContent: 'Die Datei heißt .{extension}, ihr Inhalt ist aber {type} (sondern {content}).',
  odd: '{message} Speichern Sie sie neu, oder benennen Sie sie um; oder senden Sie sie so, wie sie ist, oder lassen Sie diesen Ordner solche Dateien immer senden.',
  incomplete: {
    jpeg: 'Ihre Bilddaten enden ohne Endmarke.',
    png: 'Ihre Bilddaten enden vor dem letzten Teil.',
    docx: 'Das Verzeichnis ihrer Teile fehlt, oder es zeigt hinter das Ende der Datei.',
    pdf: 'Ihre Endmarke fehlt.',
    pdfUnreadable: 'In ihr ist keine Seite zu finden.',
    held: 'Sie ist unvollständig: {message} Kopieren Sie sie noch einmal; oder senden Sie sie so, wie sie ist, oder lassen Sie diesen Ordner solche Dateien immer senden.',
    hole: 'Sie enthält eine lange Folge von Nullen, wie eine Datei, die noch kopiert wird. Intray wartet höchstens bis {at}.',
    beingWritten: 'Ein anderes Programm hat die Datei zum Schreiben geöffnet. Intray wartet höchstens bis {at}.',
  },
  type: {
    pdf: 'kein PDF',
    png: 'kein PNG-Bild',
    jpeg: 'kein JPEG-Bild',
    docx: 'kein Word-Dokument (DOCX)',
  },
};
