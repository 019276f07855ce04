import type { help as english } from '../en/help.ts';
import type { Like } from '../like.ts';

export const help: Like<typeof english> = {
  program: 'Envoie les documents d’un dossier à une extraction ou à une classification et écrit les résultats à côté.',
  usage: 'Utilisation :',
  options: 'Options :',
  commands: 'Commandes :',
  optionsTerm: '[options]',
  commandTerm: '[commande]',
  showHelp: 'affiche l’aide du programme ou d’une commande',
  showCommandHelp: 'affiche l’aide d’une commande',
  required: '{description} (obligatoire)',
  showVersion: 'affiche la version',
  start: {
    heading: 'Pour commencer :',
    demo: 'tout le travail sur des documents d’exemple, sans rien configurer',
    window: 'la fenêtre, dans un navigateur',
    key: 'enregistre votre clé d’API dans le trousseau du système',
    eachCommand: 'Chaque commande s’explique elle-même : intray run --help',
    streams:
      'Ce qui s’adresse aux personnes va sur la sortie d’erreur. Avec --json, la sortie standard contient un objet JSON par ligne.',
  },
  headings: {
    examples: 'Exemples :',
    example: 'Exemple :',
    exitCodes: 'Codes de sortie :',
    results: 'Où vont les résultats :',
    config: 'Le fichier de configuration :',
    tunnel: 'Depuis un autre ordinateur, passez par un tunnel, pour que rien ne soit ouvert au réseau :',
    details: 'Le fichier JSON de --details, avec les termes du service :',
  },
  terms: {
    duration: 'durée',
    folder: 'DOSSIER',
    file: 'FICHIER',
    path: 'CHEMIN',
    category: 'CATÉGORIE',
    command: 'commande',
    address: 'adresse',
    directory: 'répertoire',
    result: 'RÉSULTAT',
    batch: 'LOT',
    fileValue: 'fichier',
    template: 'modèle',
    glob: 'motif',
    number: 'nombre',
    day: 'jour',
    character: 'caractère',
    columns: 'COLONNE[=TITRE],…',
    name: 'nom',
    pathValue: 'chemin',
    fault: 'panne',
    fieldValue: 'CHAMP=VALEUR',
  },
  common: {
    url: 'l’adresse du service ; sinon INTRAY_URL',
    urlOrConfig: 'l’adresse du service ; sinon INTRAY_URL, sinon celle du fichier de configuration',
    dataDirectory: 'où Intray garde son registre et son journal',
    json: 'écrit un objet JSON sur la sortie standard',
    jsonLines: 'écrit un objet JSON par ligne sur la sortie standard',
    requestsPerSecond: 'nombre maximal de requêtes lancées par seconde (par défaut : {value})',
    unverified: 'après un registre endommagé : que faire des fichiers qui ont peut-être déjà été envoyés',
    unverifiedNote:
      'Si le registre a été endommagé ou perdu, Intray restaure sa sauvegarde la plus récente et retient chaque fichier qui a pu être envoyé depuis. Vérifiez ce que le service a reçu et quels résultats sont sur le disque. Démarrez ensuite une fois avec l’une de ces options :',
    unverifiedSend: 'les envoie tous ; chaque résultat est marqué comme doublon possible',
    unverifiedLeave: 'les ignore, comme des fichiers qui étaient déjà là',
    stopping:
      'SIGINT (Ctrl-C) ou SIGTERM : Intray ne commence rien de nouveau, termine ce qu’il écrit et s’arrête. Le démarrage suivant reprend de là.',
    exitDone: 'chaque document trouvé est livré (watch : un arrêt a été demandé)',
    exitUndone:
      'des documents ont échoué, ont été refusés ou ont besoin de vous, ou le service, un dossier ou une partie d’un dossier n’a pas pu être joint',
    exitRefused:
      'impossible de démarrer : données incorrectes, pas de clé, une extraction inconnue, ou un autre Intray sur le même répertoire de données',
    exitNotRun: 'exécution impossible',
  },
  run: {
    summary: 'envoie le contenu d’un dossier, attend les résultats et les écrit à côté des documents',
    dryRun: 'dire ce qui serait envoyé, avec le nombre de pages, et terminer ; rien n’est envoyé ni écrit',
    extraction: 'l’extraction à laquelle envoyer les documents',
    classification: 'ou la classification',
    extractionName: 'l’extraction par son nom, si Intray le connaît : créée ou affichée ici, ou déjà utilisée',
    classificationName: 'ou la classification par son nom, si Intray le connaît',
    about:
      'Envoie tout ce qui se trouve dans DOSSIER et ses sous-dossiers, chaque contenu une fois. Un nouvel appel n’envoie que ce qui est nouveau.',
    resultJson: 'à côté de invoice.pdf : état, valeurs, modèle qui les a trouvées',
    resultCsv: 'dans DOSSIER : une ligne par document ; « name » est le nom de l’extraction',
    key: 'La clé d’API vient de INTRAY_API_KEY, sinon du trousseau (intray key set). Elle n’est jamais un argument. INTRAY_API_KEY va à l’adresse de INTRAY_URL ou du fichier de configuration, et à aucune autre ; si aucune des deux n’est donnée, à celle de --url.',
  },
  watch: {
    webhooks:
      'recevoir aussi les webhooks du service, à {path} sur le port de --health-port ou de la fenêtre : les résultats sont demandés dès qu’ils sont là ; {variable} contient le secret de leurs signatures',
    healthPort: 'répondre à /healthz, /healthz/ready et /metrics (Prometheus) sur ce port',
    healthHost: 'l’adresse utilisée pour cela (par défaut : 127.0.0.1)',
    log: 'écrire aussi le journal sur la sortie d’erreur, en lignes ou en JSON',
    reload:
      'Quand le fichier de configuration change, ou à la réception de SIGHUP sans terminal, ses dossiers sont repris ; ce qui est en cours continue.',
    summary:
      'continue à tourner et envoie chaque document qui apparaît dans les dossiers d’un fichier de configuration ou de la fenêtre',
    config: 'le fichier JSON qui énumère les dossiers ; sans lui, --window utilise ses propres paramètres',
    members: 'Chaque dossier peut aussi avoir : {names}. resources/docs/config.md les explique tous.',
    paths: 'Les chemins peuvent commencer par ~ ; les chemins relatifs partent du fichier de configuration.',
  },
  window: {
    window:
      'affiche aussi la fenêtre dans un navigateur, sur ce port (par défaut : {port}, ou un port libre ; 0 : un port libre)',
    open: 'ouvre aussi le navigateur ; le lien lui parvient dans un fichier que vous seul pouvez lire',
    host: 'écoute sur cette adresse au lieu de 127.0.0.1, pour que d’autres ordinateurs, ou un proxy, puissent y accéder',
    publicUrl: 'où un proxy montre la fenêtre, pour le lien et le contrôle des requêtes',
    insecure: 'ne chiffre pas, bien que d’autres ordinateurs puissent y accéder',
    root: 'ouvre aussi ce répertoire à la fenêtre, en plus du dossier personnel et des dossiers surveillés',
    linkFlag: 'affiche un nouveau lien vers la fenêtre de celui qui tourne',
    codeFlag: 'affiche plutôt un code, qui confirme un changement de l’adresse ou de la clé du service',
    about:
      '--window affiche toute la fenêtre, pour les ordinateurs sans écran ou sans le programme de bureau. La première fois, elle commence par la configuration.',
    link: '--window affiche un lien qui connecte un navigateur, une fois, dans les dix minutes ; « intray watch --link » en affiche un autre. Un navigateur reste connecté jusqu’à ce qu’il soit déconnecté dans les paramètres, ou inutilisé pendant 90 jours.',
    tunnel: 'puis ouvrez le lien qu’Intray y a affiché',
  },
  status: {
    summary: 'affiche l’état actuel, même pendant qu’Intray tourne',
    why: 'explique pourquoi ce fichier n’est pas terminé, ou comment il s’est terminé, et affiche son historique',
    exitCode: 'dit par le code de sortie si Intray tourne et si quelque chose attend quelqu’un',
    exitDone: 'Intray tourne et rien n’attend personne (sans --exit-code : l’état a pu être lu)',
    exitNeeds: '--exit-code : quelque chose attend quelqu’un, ou bloque toutes les requêtes',
    exitNotRunning: '--exit-code : Intray ne tourne pas',
    keepResults:
      'indique de combien de documents les résultats seraient retirés du registre maintenant, s’ils étaient conservés aussi longtemps (« 2 years », « 90 days ») ; rien n’est modifié',
    leftOut: 'nomme ce que chaque dossier ne prend pas',
    about:
      'Affiche si Intray tourne, ce qui le bloque, les totaux (trouvés est la somme des autres), chaque dossier, les documents qui ont besoin de vous et pourquoi, et les dernières livraisons. La commande ne fait que lire.',
    whyNote: '--why accepte tout chemin : un document, l’un de ses résultats, un fichier ignoré ou jamais vu, un répertoire.',
    hooks: 'énumère les événements qu’aucun hook n’a acceptés et pourquoi, ou tous ceux des 30 derniers jours',
  },
  filing: {
    fileAs: 'essayer ce modèle au lieu de celui des réglages du dossier',
    fileWhen: 'quand les documents seraient rangés (par défaut : selon les réglages du dossier)',
    exitAll: 'tous seraient rangés ou attendent une vérification',
    exitSome: 'certains resteraient à leur place',
    summary: 'montre où un modèle rangerait les documents, range ce qui est là, énumère les rangements, les annule',
    preview: 'montre où un modèle rangerait les documents d’un dossier',
    aboutPreview:
      'Essaie le modèle du dossier, ou celui de `--file-as`, sur les résultats présents, avec les corrections faites. Rien n’est déplacé et le modèle n’est pas retenu. Un document reste à sa place tant qu’une valeur manque ou est douteuse, et c’est indiqué.',
    apply: 'range les documents terminés d’un dossier comme ses réglages le disent maintenant',
    aboutApply:
      'Range ce qui est déjà là : les documents terminés avant que le dossier ne range quoi que ce soit, ou rangés selon un autre modèle. Ce qui a été annulé reste à sa place, tout comme ce qui attend une vérification ou n’a pas de valeur pour son nom : `filing preview` le dit. Un Intray en marche le fait en quelques secondes, sinon la prochaine exécution. `filing undo` l’annule.',
    list: 'énumère les lots de rangements, le dernier en premier',
    undo: 'annule des rangements : les fichiers retournent où ils étaient',
    again: 'range de nouveau les documents annulés',
    aboutUndo:
      'Ce qui a été rangé pendant une exécution ou une rafale forme un lot : il s’agit du dernier, ou de celui que nomme ID. Chaque fichier retourne avec son JSON, octet pour octet, sous son ancien nom, et sa ligne du tableau le dit. Il n’est ni rangé, ni envoyé, ni pris pour nouveau tant que vous ne le dites pas avec `filing again`. Un Intray en marche le fait en quelques secondes, sinon la prochaine exécution. Ce qui a été modifié, déplacé ou remplacé depuis reste à sa place et est nommé. Les pages envoyées et ce que des hooks ont fait ne peuvent pas être annulés.',
    exitUndone: 'tout est annulé, ou rangé de nouveau',
    exitPartly: 'une partie ne peut pas l’être',
  },
  costs: {
    summary: 'montre les pages envoyées, économisées et retenues, et la prévision du mois',
    about:
      'Pages par jour, dossier, destination et issue. Là où aucun budget n’a demandé de les compter, les pages d’un PDF sont estimées, et la commande dit pour combien de documents. La prévision est ce qui a été envoyé ce mois-ci, plus, pour chaque jour restant, la moyenne du même jour de la semaine des quatre semaines précédentes ; il lui faut d’abord deux semaines.',
    from: 'à partir de ce jour ou de ce mois (par défaut : du premier de ce mois)',
    to: 'jusqu’à ce jour ou ce mois (par défaut : jusqu’à aujourd’hui)',
  },
  send: {
    summary: 'copie des fichiers dans un dossier surveillé, d’où ils sont envoyés comme les autres',
    to: 'le dossier surveillé où copier les fichiers',
    about:
      'Chaque fichier reçoit le nom qui est libre dans le dossier ; rien n’est écrasé, et l’original reste où il est. Un Intray qui tourne prend les copies en charge en quelques secondes ; sinon, le prochain run ou watch du dossier.',
  },
  doctor: {
    summary: 'vérifie les dossiers, le service, le registre et l’ordinateur, et dit comment résoudre chaque problème',
    config: 'vérifie ce qu’indique ce fichier de configuration de watch ; sinon les dossiers connus',
    about:
      'Vérifie les dossiers (s’ils existent, se lisent et s’écrivent, se chevauchent, comment ils sont surveillés, leur vitesse), le service (connexion, clé, extractions, horloge), le registre et ses sauvegardes, l’espace disque et le trousseau. Cela ne coûte aucune page et n’écrit que des fichiers d’essai, supprimés ensuite.',
    exitDone: 'aucun problème ; il peut y avoir des avertissements',
    exitUndone: 'il y a un problème',
  },
  export: {
    summary: 'écrit les résultats encore une fois depuis le registre : dans un répertoire, ou à côté des documents',
    to: 'écrit dans ce répertoire ; sans cette option, à côté des documents',
    only: 'avec --to : une seule sorte de sortie (par défaut : les deux)',
    delimiter: 'avec --to : entre les colonnes du tableau : "," ou ";" ou tab (par défaut : selon la région)',
    format:
      'avec --to : des tableaux dans ce format, et aucun fichier JSON ; xlsx : un classeur avec de vrais nombres et dates ; jsonl : une ligne de JSON par document',
    columns: 'avec --to : ces colonnes d’un CSV ou d’un classeur, dans cet ordre, chacune avec un titre de votre choix',
    values:
      'avec --to : les valeurs telles qu’imprimées ou telles que lues (par défaut : selon le dossier ; dans un classeur, telles que lues)',
    check: 'compare les tableaux à côté des documents avec le registre ; n’écrit rien',
    about: 'CHEMIN est un document, un dossier ou un sous-dossier. Sans lui, tout ce qui a un résultat est exporté.',
    toNote:
      'Avec --to, le registre est seulement lu ; Intray peut tourner en même temps. Les fichiers sont disposés dans le répertoire comme les documents dans leur dossier ; plusieurs dossiers reçoivent chacun un répertoire. Exporter deux fois n’écrit rien en double.',
    besideNote:
      'Sans --to, les résultats manquants sont livrés de nouveau à côté des documents, selon les paramètres du dossier, tant qu’aucun Intray ne tourne. Le tableau d’un dossier entier est reconstruit s’il manque ou a été modifié.',
    collisions:
      'Les fichiers existants qui ne viennent pas d’Intray, ou dont le contenu diffère, restent tels quels : le prochain nom libre est pris.',
    exitDone: 'tout y est',
    exitUndone: 'une partie n’a pas pu être exportée',
  },
  key: {
    summary: 'enregistre, teste ou supprime la clé d’API du service dans le trousseau du système',
    set: 'lit une clé saisie ou reçue par un tube, la teste puis l’enregistre',
    test: 'teste la clé qu’une exécution utiliserait',
    clear: 'supprime la clé d’une adresse',
    about:
      'Une clé appartient à une adresse et n’est jamais envoyée à une autre. Elle est gardée dans le trousseau du système (trousseau de macOS, Gestionnaire d’identification de Windows, Secret Service sous Linux) et nulle part ailleurs. INTRAY_API_KEY est prioritaire, pour sa propre adresse : celle de INTRAY_URL ou du fichier de configuration ; si aucune des deux n’est donnée, celle de --url.',
  },
  extraction: {
    summary: 'affiche, crée, modifie ou supprime une extraction auprès du service',
    show: 'affiche le nom et les champs d’une extraction',
    create: 'crée une extraction à partir de sa description et d’un exemple',
    update: 'modifie une extraction',
    delete: 'supprime définitivement une extraction et tout ce qu’elle contient',
    yes: 'confirme la suppression : elle est irréversible',
    details: 'un fichier JSON qui la décrit',
    file: 'un document à envoyer avec ; répétable',
    updateNote:
      'Une modification ne touche que les membres présents dans le fichier. Les fichiers joints comptent comme envoyés : aucune exécution ne les renvoie.',
    samplesNote:
      'Les exemples d’une nouvelle extraction sont traités aussitôt, et leurs pages comptent ; aucune exécution ne les renvoie.',
  },
  classification: {
    summary: 'crée une classification, fixe la catégorie d’un fichier, ou le classe encore une fois',
    create: 'crée une classification à partir de sa description',
  },
  demo: {
    summary: 'montre tout le travail sur des documents d’exemple, avec le bac à sable intégré',
    folder: 'travaille dans ce répertoire, qui doit être vide ou nouveau (par défaut : demo, ou le prochain nom libre)',
    about:
      'Copie les documents d’exemple dans un nouveau dossier, démarre le bac à sable dans ce processus, les traite comme le ferait « intray run » et affiche un tableau de ce que chacun est devenu. Rien ne quitte cet ordinateur ; le dossier reste.',
  },
  sandbox: {
    summary: 'démarre le remplaçant intégré du service sur cet ordinateur',
    port: 'le port d’écoute ; 0 en prend un libre (par défaut : 0)',
    pages: 'pages par mois de son compte (par défaut : 100, l’offre gratuite du service)',
    fault: 'le fait mal fonctionner ; « --fault help » énumère les pannes ; répétable',
    webhook:
      'envoyer ses événements à cette adresse, https ou http sur cet ordinateur ; {variable} peut contenir le secret de leurs signatures',
    about:
      'Il répond comme le service, trouve des valeurs dans les fichiers PDF et DOCX par des règles simples, soumet les images à vérification et oublie tout quand il s’arrête. Il affiche son adresse, une clé, et les identifiants d’une extraction et d’une classification prêtes à l’emploi.',
  },
  route: {
    summary: 'affiche, crée et modifie des extractions et des classifications auprès du service',
  },
  config: {
    summary: 'contrôle un fichier de configuration ou les règles d’un dossier ; affiche son schéma, la complétion, le manuel',
    check: 'dit ce qui ne va pas dans un fichier de configuration, ou quels documents d’un dossier enfreignent ses contrôles',
    rules: 'pour un dossier : essayer plutôt les règles de ce fichier, une liste JSON',
    again: 'pour un dossier : faire contrôler à nouveau tous ses documents par le moteur',
    aboutFile:
      'Un fichier de configuration est lu comme le ferait watch, et rien n’est démarré. C’est du JSON ; les commentaires et les virgules finales sont permis.',
    aboutFolder:
      'Pour un dossier surveillé, les résultats présents, corrections comprises, sont contrôlés selon les règles de ses réglages, sans rien modifier. Une règle modifiée vaut pour les résultats qui arrivent ensuite ; avec `--again`, le moteur contrôle aussi ceux qui sont là et signale ce qui ne respecte plus une règle. Les documents confirmés le restent.',
    exitDone: 'watch accepterait le fichier ; tous les documents respectent les règles',
    exitSome: 'certains documents ne respectent pas les règles',
    exitRefused: 'watch le refuserait, et la raison est donnée',
    schema: 'affiche le schéma JSON du fichier de configuration',
    aboutSchema:
      'Un éditeur qui le connaît complète les membres du fichier de configuration et signale les fautes. Indiquez-le dans le fichier : "$schema": "./intray.schema.json".',
    completion: 'affiche la complétion des commandes, des options et de leurs valeurs pour un shell',
    manual: 'affiche la page de manuel',
    aboutManual: 'Dans la langue du terminal, sous la forme que lit man.',
  },
  review: {
    summary:
      'énumère les documents dont les valeurs ont besoin de vous, montre ce qui y a été trouvé ; les confirme, les corrige ou les ignore',
    confirm: 'confirme ce qui a été trouvé dans ces fichiers, avec les corrections de --set',
    set: 'corrige cette valeur du fichier ; peut être répété',
    take: 'là où le service a changé une valeur corrigée ici : laquelle des deux compte',
    dismiss: 'vous avez vu ces fichiers et n’en voulez plus entendre parler ; rien n’est confirmé',
    undo: 'annule la dernière confirmation de ces fichiers avec ses corrections, ou le fait qu’ils sont ignorés',
    about:
      'Sans chemin, énumère les documents de tous les dossiers dont le résultat a besoin d’une personne ; avec le chemin d’un dossier, ceux qu’il contient ; avec celui d’un fichier, ce qui y a été trouvé, chaque valeur à vérifier avec une marque et la raison. Rien n’est changé.',
    acts: 'Le JSON et les lignes suivent, et un fichier qui attend sa vérification est classé. Un Intray qui tourne le fait en quelques secondes ; sinon, le prochain run ou watch. Une autre catégorie se fixe par intray answer FILE --category.',
    exitDone: 'tout est fait, ou énuméré',
    exitSome: 'pour certains fichiers, il n’y a rien à confirmer, à ignorer ou à annuler',
  },
  answer: {
    apply:
      'indique combien de documents ont pris un autre chemin avant le changement des réglages du dossier, et combien de pages coûterait leur envoi ; avec un nombre, accepte au plus ce nombre',
    applyAbout:
      'Une autre destination d’un dossier, ou d’une catégorie, vaut pour ce qui n’a pas été envoyé. Indique combien de documents ont pris avant un autre chemin, et combien de pages environ coûterait leur envoi ; rien n’est fait sans nombre. Les copies, et ce qui y a déjà été envoyé, ne coûtent rien ; les budgets s’appliquent. Un Intray en marche le fait en quelques secondes ; sinon, la prochaine exécution sur le dossier.',
    summary: 'montre ce qui attend votre réponse, et y répond : questions, catégories, résultats, pages en plus',
    send: 'envoie ce que vise la question d’un dossier, ou reprend le dossier d’un autre Intray',
    leave: 'le laisse de côté, ou laisse le dossier à l’autre Intray',
    sendAgain: 'renvoie ces fichiers qui ont échoué, ont été refusés ou attendent votre décision',
    category: 'fixe cette catégorie, par son nom ou l’ID du service ; elle est aussi fixée auprès du service',
    classifyAgain: 'fait classer le fichier encore une fois par le service',
    assign: 'attribue ce résultat au fichier, par l’ID que montre la liste',
    batch:
      'le lot, par l’ID du service, qui contient les valeurs d’un fichier que le service extrait lui-même ; --assign nomme son fichier dans ce lot',
    addPages: 'ajoute ce nombre de pages pour aujourd’hui, au budget de tous les dossiers ou de celui qui est nommé',
    month: 'les ajoute plutôt pour ce mois',
    retryHooks: 'annonce de nouveau les événements qu’aucun hook n’a acceptés, ou ceux dont l’ID est nommé, même abandonnés',
    yes: 'accepte les pages qu’une autre catégorie enverrait à une autre extraction',
    about:
      'Sans chemin, énumère les questions de tous les dossiers, les résultats sans document et les budgets ; avec celui d’un dossier, les documents que vise sa question ; avec celui d’un fichier, sa catégorie et les résultats qu’il peut avoir. Un Intray qui tourne exécute la réponse en quelques secondes ; sinon, le prochain run ou watch.',
    questions:
      'Quand beaucoup de documents d’un dossier ressemblent à des documents d’avant, ou qu’il en arrive en une heure bien plus que d’habitude, Intray les retient et pose une seule question ; de même, quand un autre Intray surveille le dossier, s’il faut le reprendre.',
    categories:
      'Un document dont la catégorie change va là où les réglages de son dossier envoient cette catégorie ; son JSON et ses lignes sont remplacés. Ce qui a été envoyé à l’extraction qu’il quitte est conservé et n’y est jamais renvoyé. Si des pages devaient partir vers une autre extraction, c’est dit d’abord, et rien ne se fait sans --yes ; si elles sont devenues plus nombreuses entre-temps, rien ne se fait non plus, et `status --why` le dit.',
    results:
      'Quand le service renvoie des fichiers sous des noms à lui, vous seul pouvez dire à qui est un résultat. Ce que le service transmet lui-même d’une classification à une extraction n’est pas renvoyé : --batch dit où sont ses valeurs, si aucun webhook ne l’a fait.',
    again:
      'Si le service a peut-être déjà un document renvoyé (unresolved), son résultat est marqué comme doublon possible. Un budget fixe combien de pages peuvent être envoyées par jour ou par mois ; ce qui dépasse attend la fin de celui-ci, ou que des pages soient ajoutées.',
    exitDone: 'tout est fait, ou énuméré',
    exitSome: '--send-again : certains n’ont pas à être renvoyés, ou ne peuvent pas l’être',
  },
};
