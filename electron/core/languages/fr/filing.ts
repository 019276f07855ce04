import type { filing as english } from '../en/filing.ts';
import type { Like } from '../like.ts';

export const filing: Like<typeof english> = {
  template: {
    notClosed:
      '{open} au caractère {position} n’est jamais fermé ; ajoutez {close}, ou écrivez {twice} pour le caractère lui-même',
    closesNothing: '{brace} au caractère {position} ne ferme rien ; écrivez {twice} pour le caractère lui-même',
    noName: 'au caractère {position}, il manque la clé d’un champ, comme dans {example}',
    quote: '{quote} au caractère {position} n’est jamais fermé ; ajoutez-en un second',
    format:
      '« {format} » au caractère {position} n’est pas un format ; utilisez upper, lower ou une date faite de yyyy, MM et dd',
    unexpected:
      '« {character} » au caractère {position} n’est pas attendu ici ; une valeur se termine par {close}, les choix sont séparés par |',
    character:
      '« {character} » au caractère {position} n’est pas permis dans les noms de fichiers de tous les systèmes ; retirez-le',
    noValue: 'il ne nomme aucune valeur, et tous les fichiers auraient le même nom ; ajoutez-en une, comme {example}',
    noFile: 'il se termine par un répertoire ; ajoutez le nom du fichier, comme dans {example}',
    absolute: 'il commence par une barre oblique ; retirez-la, car il part du sous-dossier',
    emptyDirectory: 'il a deux barres obliques de suite ; retirez-en une',
    dots: '« {name} » n’est pas un nom de répertoire ; retirez-le',
    tooLong: 'il dépasse {maximum, number} caractères ; raccourcissez-le',
  },
  form: {
    picks: 'Ajouter',
    below: 'Ajouter un sous-dossier',
    own: { category: 'Catégorie', file_name: 'Nom du fichier', found_date: 'Date de découverte' },
    template: 'Nom de fichier et dossier',
    templateHint:
      'Par exemple {example}, avec les clés des champs de l’extraction, category, file_name et found_date. Vide : ils gardent leur nom.',
  },
  batches: {
    title: 'Rangements',
    filed:
      '{documents, plural, one {# document rangé} other {# documents rangés}}{undone, plural, =0 {} one {, dont # annulé} other {, dont # annulés}}',
    more: 'Pour les précédents : intray filing list.',
    undo: 'Remettre en place…',
    again: '{count, plural, one {Ranger # de nouveau} other {Ranger # de nouveau}}',
    undoTitle: 'Annuler les rangements : {at}',
    goBack:
      '{count, plural, =0 {Rien de ce lot ne peut plus être annulé.} one {# document retourne à sa place avec son JSON. Il y reste jusqu’à ce que vous le fassiez ranger de nouveau.} other {# documents retournent à leur place avec leur JSON. Ils y restent jusqu’à ce que vous les fassiez ranger de nouveau.}}',
    goBackList: 'Ce qui retourne à sa place',
    stay: '{count, plural, one {# document reste où il est :} other {# documents restent où ils sont :}}',
    stayList: 'Ce qui reste',
    others: '{count, plural, one {et # autre} other {et # autres}}',
    undoAction: '{count, plural, one {Remettre # document en place} other {Remettre # documents en place}}',
    undoing:
      '{count, plural, =0 {Rien de ce lot n’a pu être annulé.} one {# document retourne à sa place.} other {# documents retournent à leur place.}}',
    filedAgain:
      '{count, plural, =0 {Aucun n’est encore annulé.} one {# document est rangé de nouveau.} other {# documents sont rangés de nouveau.}}',
    gone: 'Ce lot de rangements n’existe plus.',
  },
  taken: '« {path} » est maintenant le nom d’un autre fichier ; libérez-le et le document y retournera.',
  undone: 'Son rangement a été annulé ; il n’est rangé de nouveau que si vous le dites (Activité ou intray filing again).',
  stays: 'Il n’a pas été rangé : {message}',
  missing: '{fields} {count, plural, one {n’a} other {n’ont}} aucune valeur qui puisse nommer un fichier.',
  ambiguous: '« {value} » dans « {field} » peut signifier {candidates}.',
  noDate: '« {value} » dans « {field} » n’a pas été lu comme une date.',
  parts: '« {field} » a plusieurs parties ; un fichier ne peut être nommé que par une seule valeur.',
  noName: 'Ses valeurs ne laissent rien qui puisse nommer un fichier.',
  noField: '« {field} » au caractère {position} : ce champ n’existe pas. Il y a {names}.',
};
