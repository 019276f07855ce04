import type { unfit as english } from '../en/unfit.ts';
import type { Like } from '../like.ts';

export const unfit: Like<typeof english> = {
  empty: 'Le fichier est vide. Numérisez-le à nouveau ou supprimez-le.',
  tooLarge:
    'Il contient {bytes, number} octets ; le service accepte les fichiers jusqu’à {maximum, number} octets (25 Mo). Numérisez-le avec une résolution plus faible, ou divisez-le.',
  password: 'Il ne s’ouvre qu’avec un mot de passe, que le service n’a pas. Enregistrez-le sans mot de passe.',
  noPages: 'C’est un PDF sans page. Créez-le de nouveau.',
  noDirectory: 'La liste de ses parties est illisible, si bien que peu de programmes peuvent l’ouvrir.',
  wrongContent: 'Il porte l’extension .{extension}, mais son contenu n’est pas {type}.',
  otherContent: 'Il porte l’extension .{extension}, mais son contenu n’est pas {type} (c’est {content}).',
  odd: '{message} Enregistrez-le de nouveau ou renommez-le ; ou envoyez-le tel quel, ou laissez ce dossier toujours envoyer de tels fichiers.',
  incomplete: {
    jpeg: 'Les données de l’image s’arrêtent sans marque de fin.',
    png: 'Les données de l’image s’arrêtent avant la dernière partie.',
    docx: 'La liste de ses parties manque, ou renvoie au-delà de la fin du fichier.',
    pdf: 'Sa marque de fin manque.',
    pdfUnreadable: 'Aucune page n’y est trouvée.',
    held: 'Il est incomplet : {message} Copiez-le de nouveau ; ou envoyez-le tel quel, ou laissez ce dossier toujours envoyer de tels fichiers.',
    hole: 'Il contient une longue suite de zéros, comme un fichier en cours de copie. Intray attend au plus tard jusqu’à {at}.',
    beingWritten: 'Un autre programme l’a ouvert en écriture. Intray attend jusqu’à {at} au plus tard.',
  },
  type: {
    pdf: 'un PDF',
    png: 'une image PNG',
    jpeg: 'une image JPEG',
    docx: 'un document Word (DOCX)',
  },
};
