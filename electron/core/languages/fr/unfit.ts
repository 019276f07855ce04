import type { unfit as english } from '../en/unfit.ts';
import type { Like } from '../like.ts';

export const unfit: Like<typeof english> = {
  empty: 'Le fichier est vide. Numérisez-le à nouveau ou supprimez-le.',
  tooLarge:
    'Il fait {size} ; le service accepte les fichiers jusqu’à 25 Mo. Numérisez-le à une résolution plus basse, ou divisez-le.',
  wrongContent: 'Il porte l’extension .{extension}, mais son contenu n’est pas {type}.',
  otherContent: 'Il porte l’extension .{extension}, mais son contenu n’est pas {type} (c’est {content}).',
  type: {
    pdf: 'un PDF',
    png: 'une image PNG',
    jpeg: 'une image JPEG',
    docx: 'un document Word (DOCX)',
  },
};
