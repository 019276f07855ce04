import type { unfit as english } from '../en/unfit.ts';
import type { Like } from '../like.ts';

export const unfit: Like<typeof english> = {
  empty: 'Die Datei ist leer. Scannen Sie das Dokument neu, oder entfernen Sie sie.',
  tooLarge:
    'Die Datei hat {size}; der Dienst nimmt Dateien bis 25 MB an. Scannen Sie mit geringerer Auflösung, oder teilen Sie die Datei.',
  wrongContent: 'Die Datei heißt .{extension}, ihr Inhalt ist aber {type}.',
  otherContent: 'Die Datei heißt .{extension}, ihr Inhalt ist aber {type} (sondern {content}).',
  type: {
    pdf: 'kein PDF',
    png: 'kein PNG-Bild',
    jpeg: 'kein JPEG-Bild',
    docx: 'kein Word-Dokument (DOCX)',
  },
};
