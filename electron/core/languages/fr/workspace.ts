import type { workspace as english } from '../en/workspace.ts';
import type { Like } from '../like.ts';

export const workspace: Like<typeof english> = {
  starting: 'Intray est en train de démarrer. Réessayez dans un instant.',
  noService: 'Aucun service n’est encore choisi : connectez-vous au vôtre ou essayez Intray sans compte.',
  badAddress: 'L’adresse du service indiquée dans les paramètres est inutilisable : {message}',
  sandboxFailed: 'Impossible de démarrer le bac à sable : {message}',
  samplesNotCopied: 'Impossible de copier les documents d’exemple dans {path} : {message}',
  unknownTimeZone: '« {name} » n’est pas le nom d’un fuseau horaire.',
  noChooser: 'Le sélecteur de fichiers du système n’est pas disponible ici.',
  noSessions: 'Personne ne se connecte à cette fenêtre.',
  noOpening: 'Impossible d’ouvrir des fichiers d’ici.',
  notOpened: 'Impossible d’ouvrir {path} : {message}',
  shownInstead:
    '{path} est plutôt affiché dans son dossier : Intray n’ouvre que les fichiers PDF, Word et images ainsi que ses propres résultats, car les autres peuvent être des programmes.',
  damagedKept: 'Le fichier endommagé est conservé sous {path}.',
  engine: {
    stopped: 'Le traitement s’est arrêté.',
    restarted: 'Intray s’est arrêté de façon inattendue et a été redémarré ({at}). Rien n’est perdu.',
  },
  document: {
    unknown: 'Ce document n’existe pas.',
    folderUnknown: 'Le dossier de ce document est inconnu.',
    missing: 'Il n’y a actuellement aucun fichier à l’emplacement {path}.',
    changed: 'Le fichier {path} a été modifié ou remplacé depuis qu’Intray l’a lu.',
    notAFile: '{path} n’est pas un fichier.',
    outside: '{path} mène hors de son dossier.',
    unreadable: 'Le fichier {path} est illisible.',
    noPreview: 'Il n’y a pas d’aperçu pour ce type de fichier.',
    tooLarge: 'Le fichier est trop volumineux pour être affiché.',
    textUnreadable: 'Le texte de ce document est illisible. Le fichier est peut-être endommagé.',
    textNotNow:
      'Ce document ne peut pas être lu pour le moment, car le système ne lance plus de processus. Réessayez dans un instant.',
    textStopped:
      'La lecture de ce document demandait trop de temps ou de mémoire ; Intray l’a interrompue. Le fichier est inchangé : ouvrez-le dans un autre programme si vous lui faites confiance.',
    notWritten: 'Aucun fichier {kind, select, json {JSON} other {CSV}} n’a été écrit pour ce document.',
    empty: 'Le fichier est vide : il n’y a rien à afficher.',
    sentWithChange:
      'Il a été envoyé avec une modification de son extraction, et le service ne dit pas dans quel lot : Intray ne peut pas demander son résultat. Le renvoyer coûte de nouveau ses pages.',
  },
  folder: {
    notKept: 'Les réglages de ce dossier ne sont plus connus. Ajoutez-le de nouveau.',
    wholePath: 'Saisissez le chemin complet, à partir de la racine du disque.',
    badName: '« {name} » ne peut pas être un nom de dossier.',
    nameTaken: '« {name} » existe déjà.',
    mayNotCreate: 'Cet utilisateur n’a pas le droit de créer un dossier dans {path}.',
    notCreated: 'Impossible de créer le dossier : {message}',
    watchedAlready: '{path} est déjà surveillé.',
    insideWatched: '{path} se trouve dans {other}, qui est déjà surveillé.',
    containsWatched: '{other}, qui est déjà surveillé, se trouve dans {path}.',
    ownData: 'Intray conserve ses propres données dans {path}. Choisissez un autre dossier.',
    outside:
      '{path} n’est pas accessible depuis un navigateur : ce n’est ni dans le dossier personnel ni dans un dossier surveillé, ou c’est sous un nom qui commence par un point. Pour autoriser un répertoire, lancez « intray watch --window » avec --root.',
    isFile: '{path} est un fichier, or Intray surveille des dossiers. Choisissez le dossier qui le contient.',
    missing: 'Il n’y a pas de dossier à l’emplacement {path}. Vérifiez le chemin, et si le disque ou le partage est connecté.',
    partIsFile: 'Il n’y a pas de dossier à l’emplacement {path} : une partie de ce chemin est un fichier.',
    everything: '{path} désigne tout l’ordinateur. Choisissez un dossier.',
    forbidden: 'Cet utilisateur n’a pas le droit de lire le dossier {path}.',
    unreadable: 'Le dossier {path} est illisible : {message}',
    onNetwork:
      'Ce dossier se trouve sur un réseau. Le système n’y signale pas les changements : Intray l’examine toutes les quelques secondes.',
    notWritable:
      'Intray n’a pas le droit d’écrire dans ce dossier. Il n’envoie rien tant qu’il ne peut pas écrire les résultats à côté des documents. {message}',
    otherService:
      'Sa destination appartient à {owner}, et Intray travaille maintenant avec {origin}. Choisissez-y une destination pour continuer ; ce qui a été envoyé reste tel quel.',
    notWatched: 'Ce dossier n’est plus surveillé.',
  },
  definition: {
    otherName: 'Ce n’est pas son nom. Saisissez « {name} » pour la supprimer.',
    changedElsewhere:
      'Elle a été modifiée ailleurs depuis que vous l’avez ouverte. Rien n’a été changé : fermez, ouvrez-la de nouveau et refaites vos modifications.',
    isUsed: 'Elle est encore utilisée par {paths}. Choisissez-y d’abord une autre destination.',
  },
  route: {
    unknownExtraction: 'Le service {origin} n’a pas d’extraction « {id} ». Vérifiez l’identifiant.',
    idRefused: 'Le service {origin} a refusé l’identifiant : {message}',
    fieldTwice: 'Un champ porte déjà ce nom.',
    categoryTwice: 'Une catégorie porte déjà ce nom.',
    categoryIdTwice: 'Une catégorie porte déjà cet identifiant.',
  },
  adding: {
    isThere: 'Il est déjà dans ce dossier.',
    failed: 'Il n’a pas pu être copié dans {path} : {message}',
    busy: 'D’autres fichiers sont en cours d’ajout. Réessayez dans un instant.',
    interrupted: 'Le transfert a été interrompu. Ajoutez le fichier à nouveau.',
  },
  sample: {
    missing: 'Il n’y a pas de fichier à l’emplacement {path}.',
    empty: 'Le fichier est vide.',
    tooLarge: 'Le fichier dépasse les {maxSize} que le service accepte.',
    beingWritten: 'Le fichier est encore en cours d’écriture. Réessayez dans un instant.',
    unreadable: 'Le fichier est illisible : {message}',
    changed: 'Le fichier a changé pendant l’envoi : rien n’a été créé. Réessayez.',
  },
  call: {
    key: 'Le service n’accepte pas la clé : {message}',
    offline: 'Le service est injoignable : {message} Réessayez quand la connexion sera rétablie.',
    timeout: 'Le service n’a pas répondu à temps. Réessayez.',
    rate: 'Le service demande une pause : {message} Réessayez plus tard.',
    unresolved:
      'La réponse du service s’est perdue : {message} L’opération a peut-être eu lieu ; vérifiez-le auprès du service avant de réessayer.',
    refused: '{message}',
  },
  connection: {
    keyElsewhere:
      'La clé de {variable} n’est envoyée qu’à l’adresse de {address}. Donnez-lui la valeur {origin}, ou collez une clé.',
    noKeyYet: 'Il n’y a pas encore de clé pour {origin}. Collez-en une.',
    notTheService: '{origin} ne répond pas comme le service : {message}',
    nothingToForget: 'Il n’y a pas de clé à supprimer : aucun service qui en possède une n’est utilisé.',
    keyFromEnvironment:
      'La clé a été fournie par INTRAY_API_KEY pour cette exécution. Démarrez Intray sans cette variable pour la supprimer.',
  },
  settingsFile: {
    ruled: 'C’est le fichier de configuration {file} qui le dit : modifiez-le là.',
    notWritten: 'Impossible d’écrire {file} ; rien n’a changé : {message}',
    unreadable: 'Les paramètres sont illisibles ; les derniers valables sont utilisés : {message}',
    putAside:
      '{file} est inutilisable : {message} Le fichier a été mis de côté sous le nom {aside}. {instead, select, defaults {Intray démarre avec les paramètres par défaut.} other {Les derniers paramètres valables sont utilisés.}}',
    notPutAside:
      '{file} est inutilisable : {message} {instead, select, defaults {Intray démarre avec les paramètres par défaut.} other {Les derniers paramètres valables sont utilisés.}} Impossible de mettre le fichier de côté : {why}',
    editRefused: 'Les modifications de {file} ne sont pas appliquées : {problems}. Les paramètres précédents restent en vigueur.',
    editPutAside:
      'Les modifications de {file} n’étaient pas appliquées : {problems}. Elles ont été mises de côté sous le nom {aside} lorsque les paramètres ont été modifiés dans la fenêtre.',
  },
};
