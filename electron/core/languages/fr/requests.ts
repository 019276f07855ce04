import type { requests as english } from '../en/requests.ts';
import type { Like } from '../like.ts';

export const requests: Like<typeof english> = {
  unknown: 'Intray ne connaît pas cette demande.',
  fault: 'Intray n’a pas pu répondre à cause d’une erreur du programme. Les détails se trouvent dans le journal.',
  windowOnly: 'Seule la fenêtre d’Intray peut adresser des demandes.',
  wrongAddress: 'Intray ne répond pas à cette adresse. Ouvrez le lien affiché par « intray watch --window » exactement tel quel.',
  wrongPage:
    'Seule la fenêtre d’Intray peut adresser des demandes, et celle-ci venait d’une autre page. Ouvrez directement l’adresse.',
  notSignedIn: 'Ce navigateur n’est pas connecté.',
  linkUsed: 'Ce lien a déjà été utilisé ou date de plus de dix minutes.',
  notFound: 'Il n’y a rien ici.',
  wrongMethod: 'Cette opération n’est pas possible ici.',
  unreadable: 'La demande est illisible.',
  notJson: 'Une demande doit être au format JSON.',
  tooLarge: 'La demande est trop volumineuse.',
  foreignFiles:
    '{directory} appartient à un autre utilisateur ou n’est pas un répertoire : Intray n’y conserve donc pas les connexions. Supprimez-le, ou choisissez un autre répertoire de données.',
  codeNeeded: 'Saisissez le code que « intray watch --window » vient d’afficher, ou un code de « intray watch --code ».',
  codeWrong:
    'Ce code est faux, a déjà été utilisé ou date de plus de dix minutes. Après cinq codes faux, un nouveau est affiché.',
  openIntray: 'Ouvrir Intray',
};
