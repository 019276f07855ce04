import type { answers as english } from '../en/answers.ts';
import type { Like } from '../like.ts';

export const answers: Like<typeof english> = {
  config: {
    good: '{path} est correct : {count, plural, one {# dossier} other {# dossiers}}.',
  },
  key: {
    prompt: 'Clé d’API pour {url} (masquée) : ',
    unusable: '{message} Rien n’a été modifié.',
    refused:
      '{url} a refusé {from, select, typed {cette clé} environment {la clé de INTRAY_API_KEY} other {la clé du trousseau}} : {message}{from, select, typed { Elle n’a pas été enregistrée ; la clé enregistrée auparavant est inchangée.} other {}}',
    untried:
      '{from, select, typed {La clé} environment {La clé de INTRAY_API_KEY} other {La clé du trousseau}} n’a pas pu être testée : {message}{from, select, typed { Elle n’a pas été enregistrée ; la clé enregistrée auparavant est inchangée.} other {}} Réessayez plus tard.',
    good: 'La clé est valide.',
    outOfPages: 'La clé est valide, mais le compte n’a plus de pages (« {message} »).',
    saved: '{outcome} Elle est enregistrée dans le trousseau pour {url}.',
    setHere: 'Remarque : INTRAY_API_KEY est définie ici et a priorité sur le trousseau.',
    stillUsed: 'Remarque : INTRAY_API_KEY est définie ici et reste utilisée.',
    cleared: 'La clé pour {url} est supprimée.',
    noneToClear: 'Il n’y avait pas de clé pour {url}.',
    tested: '{outcome} ({url}, {from, select, environment {clé de INTRAY_API_KEY} other {clé du trousseau}})',
  },
  assign: {
    several: 'Plusieurs résultats commencent par {id} : donnez davantage de l’ID.',
    batch: 'Le lot {batch} de « {route} » a des résultats qui ne correspondent à aucun document :',
    result: '  {id}  {name} : {values}',
    documents: 'Documents de ce lot sans résultat : {paths}',
    how: 'Pour en attribuer un : {command}',
    given: '{path} reçoit le résultat.',
    asked: 'Le service est interrogé sur les valeurs de {path}.',
  },
  apply: {
    pages: '--apply attend un nombre de pages, ou rien.',
    question:
      'Appliquer les réglages du dossier à {documents, plural, one {# document} other {# documents}} (environ {pages, plural, one {# page} other {# pages}}) ?',
    how: 'Rien n’a été fait. Pour les envoyer : {command}',
    none: 'Chaque document de {path} est allé où ses réglages l’indiquent.',
    more: '{documents, plural, one {# document} other {# documents}} de {path} seraient envoyés, avec environ {pages, plural, one {# page} other {# pages}} : plus que ce que vous acceptez. Rien n’a été fait.',
    soon: '{count, plural, one {Il est envoyé en quelques secondes, selon les budgets.} other {Ils sont envoyés en quelques secondes, selon les budgets.}}',
    nextRun:
      '{count, plural, one {Il est envoyé à la prochaine exécution d’Intray.} other {Ils sont envoyés à la prochaine exécution d’Intray.}}',
  },
  category: {
    is: '{path} est dans la catégorie « {category} ».',
    none: '{path} n’est dans aucune catégorie.',
    known: 'Catégories connues :',
    each: '  {id}  {name}',
    noneKnown: 'Aucune catégorie n’est encore connue : Intray les apprend des résultats.',
    how: 'Pour en fixer une autre : {command}',
    unknown: 'Il n’y a pas de catégorie « {category} ».',
    several: 'Plusieurs catégories s’appellent « {category} » : donnez l’ID de l’une d’elles.',
    agree: 'Rien n’a été fait. Avec --yes, vous acceptez ces pages.',
    set: '{path} reçoit la catégorie « {category} ».',
    redone: 'Le service est prié de classer {path} encore une fois.',
  },
  review: {
    none: 'Aucun document n’attend de vérification.',
    look: 'Ce qui a été trouvé dans l’un d’eux : {command}',
    how: 'Pour le confirmer : {command}, avec --set CHAMP=VALEUR pour chaque valeur fausse.',
    needsYou: 'Il a besoin de vous.',
    needsNobody: 'Il n’a pas besoin de vous.',
    confirmedBy: 'Confirmé par {by}, {at}.',
    fields: 'Ses champs : {fields}.',
    oneOnly: 'Indiquez une seule option parmi --confirm, --take, --dismiss et --undo.',
    setConfirms: '--set corrige ce que vous confirmez : ajoutez --confirm.',
    notAValue: '--set attend CHAMP=VALEUR, pas « {text} ».',
    nameFiles: 'Nommez les fichiers.',
    confirm: '{count, plural, one {# document est confirmé.} other {# documents sont confirmés.}}',
    undo: '{count, plural, one {# document redevient comme avant.} other {# documents redeviennent comme avant.}}',
    resolve:
      '{count, plural, one {# document prend les valeurs que vous avez choisies.} other {# documents prennent les valeurs que vous avez choisies.}}',
    dismiss: '{count, plural, one {# document est ignoré.} other {# documents sont ignorés.}}',
  },
  budget: {
    stands:
      '{scope, select, folder {Dossier {path}} other {Tous les dossiers}}, {period, select, run {cette exécution} day {aujourd’hui} other {ce mois}} : {used, number} sur {pages, plural, one {# page} other {# pages}}.',
    none: 'Il n’y a pas {period, select, day {de budget pour un jour} other {de budget pour un mois}}{scope, select, folder { et le dossier {path}} other {}}.',
  },
  check: {
    breach: '{path} : contrôle « {rule} » : {message}',
    unchecked: '{path} : le contrôle « {rule} » ne peut pas conclure : {message}',
    sum: '{flagged, number} sur {more, select, yes {{checked, plural, one {le # document le plus récent} other {les # documents les plus récents}}} other {{checked, plural, one {# document} other {# documents}}}} seraient signalés.',
    noFolder: '{path} n’est pas un dossier qu’Intray a surveillé.',
    noRules: 'Le dossier {path} n’a pas de contrôles propres. Essayez-en avec --rules.',
    againOrRules: '--again contrôle selon les règles des réglages du dossier ; n’indiquez pas --rules.',
  },
  filing: {
    to: '{path} → {to}',
    stays: '{path} reste à sa place : {message}',
    noTemplate: 'Le dossier {path} ne range selon aucun modèle. Essayez-en un avec --file-as.',
    sum: '{filed, number} {tried, plural, one {document sur #} other {documents sur #}} seraient rangés{waiting, plural, =0 {} one {, # autre attend une vérification} other {, # autres attendent une vérification}}.',
    sumOfNewest:
      '{filed, number} des {tried, plural, one {# document le plus récent} other {# documents les plus récents}} seraient rangés{waiting, plural, =0 {} one {, # autre attend une vérification} other {, # autres attendent une vérification}}.',
    asked: '{count, plural, one {# document est rangé.} other {# documents sont rangés.}}',
    nothing: 'Aucun document terminé de {path} n’a sa place ailleurs.',
    leaves: 'Le dossier {path} ne range rien : indiquez d’abord où dans ses réglages.',
  },
  undo: {
    one: 'Annulez un lot à la fois : donnez un seul ID.',
    unknown: 'Il n’y a pas de lot de rangements {id}. Voir intray filing list.',
    none: 'Rien n’a été rangé qui puisse être annulé.',
    noneUndone: 'Aucun rangement n’a été annulé.',
    elsewhere: 'Il a été déplacé depuis.',
    gone: 'Il n’est plus là.',
    changed: 'Il a été modifié depuis.',
    again: '{count, plural, one {# document est rangé de nouveau.} other {# documents sont rangés de nouveau.}}',
    beyond: 'Les pages envoyées et ce que des hooks ont fait ne peuvent pas être annulés.',
    batch:
      '{id} : {at}, {documents, plural, one {# document} other {# documents}}{undone, plural, =0 {} other {, dont # annulés}}',
    undo: '{count, plural, one {# document retourne à sa place.} other {# documents retournent à leur place.}}',
  },
  costs: {
    sent: 'Du {from} au {to} (fuseau horaire {timeZone}) : {pages, plural, one {# page envoyée} other {# pages envoyées}}, {documents, plural, one {# document} other {# documents}}{guessed, plural, =0 {} other {, dont # par estimation, faute d’en avoir compté les pages}}.',
    saved:
      'Économisé : {pages, plural, one {# page} other {# pages}}, par {documents, plural, one {# copie qui a repris un résultat} other {# copies qui ont repris un résultat}} sans frais.',
    held: 'Retenu en ce moment par les budgets : {pages, plural, one {environ # page} other {environ # pages}}, {documents, plural, one {# document} other {# documents}}.',
    forecast:
      'Ce mois : {spent, plural, one {# page} other {# pages}} jusqu’ici, environ {pages, plural, one {# page} other {# pages}} à la fin{budget, plural, =0 {} one { ; le budget est de # page} other { ; le budget est de # pages}}.',
    noForecast: 'Pas encore de prévision pour le mois : il faut deux semaines de données.',
    by: '{what, select, day {Par jour} folder {Par dossier} route {Par destination} other {Par issue}}',
    column: '{name, select, documents {Nombre de documents} other {Nombre de pages}}',
  },
  answer: {
    document: '{path}{pages, plural, =0 {} one { (# page)} other { (# pages)}}',
    none: 'Rien n’attend de réponse.',
    onePath: 'Avec {flag}, nommez exactement un fichier ou un dossier.',
    oneOnly: 'Donnez une réponse à la fois ; seuls --batch et --assign vont ensemble.',
    notOpen: 'Aucune question n’est ouverte sur {path}.',
  },
  send: {
    notWatched: 'Intray n’a jamais surveillé le dossier {path} : rien n’a été copié. « intray status » affiche les dossiers.',
    copied: '{name} → {path}',
  },
  sendAgain: {
    unknown: 'Intray ne le connaît pas.',
    hasResult: 'Il a déjà son résultat ; l’envoyer encore une fois coûterait ses pages deux fois.',
    gone: 'Son fichier n’est plus là.',
    underWay: 'Il est encore en cours de traitement ({state}).',
    maybePaid:
      '{count, plural, one {Le service en a peut-être déjà # et comptera ses pages deux fois} other {Le service en a peut-être déjà # et comptera leurs pages deux fois}} ; le résultat est marqué comme doublon possible.',
    accepted: '{count, plural, one {# document est renvoyé.} other {# documents sont renvoyés.}}',
  },
  export: {
    outside: '--to doit se trouver hors des dossiers surveillés, et {path} en est un.',
    engineWrites:
      '{holder} Il écrit lui-même à côté des documents : arrêtez-le d’abord, ou exportez dans un répertoire avec --to.',
    notInFolder: 'Il n’est dans aucun dossier qu’Intray a surveillé.',
    noneYet: 'Aucun document qu’il contient n’a encore de résultat.',
    noResult: 'Il n’a pas encore de résultat ; « intray status --why » en dit plus.',
    noneKnown: 'Intray n’y connaît aucun document avec un résultat.',
    noSettings: 'Ses paramètres ne sont plus connus ; exportez-le dans un répertoire avec --to.',
    notDelivered: 'Il n’est pas encore livré : « intray run » ou « intray watch » le fait.',
    sourceGone:
      'Il n’est plus là, ou son contenu est un autre, et un résultat n’est écrit qu’à côté de son document ; --to l’exporte ailleurs.',
    moreNot: '… et {count} autres de ce genre.',
    writtenBeside: 'Écrit à côté des documents : {files}.',
    writtenIn: 'Écrit dans {path} : {files}.',
    there: 'Déjà là et correct : {files}.',
    nothing: 'Aucun document n’a encore de résultat : il n’y a rien à exporter.',
    jsonFiles: '{count, plural, one {# fichier JSON} other {# fichiers JSON}}',
    noColumn: 'Aucun tableau n’a les colonnes {names}. Il y a : {columns}.',
    dropped:
      '{path} : les résultats de {count, plural, one {# autre document ne sont} other {# autres documents ne sont}} plus dans le registre (keepResults). Ce qui a été écrit à côté reste.',
    balanced:
      '{path} : {count, plural, =0 {aucun document n’est encore livré} one {# document livré, avec sa ligne} other {# documents livrés, chacun avec une seule ligne}}.',
    noRow:
      '{path} : {count, plural, one {{first} n’a pas de ligne} other {# documents n’ont pas de ligne, par exemple {first}}}.',
    rowsDiffer:
      '{path} : {missing, plural, =0 {aucune ligne ne manque} one {# ligne manque} other {# lignes manquent}}, {more, plural, =0 {et aucune n’est en trop} one {et # est en trop} other {et # sont en trop}}.',
    rebalance: 'Pour écrire ce qui manque dans {path}, arrêtez Intray, puis lancez « intray export » avec ce dossier.',
    tables: '{count, plural, one {# tableau} other {# tableaux}}',
  },
  window: {
    notBuilt: 'La fenêtre n’est pas construite : exécutez une fois « npm run build » dans le projet.',
    oneOnly:
      '{holder} Un seul à la fois peut travailler dans {path} ; arrêtez d’abord celui-là, ou choisissez un autre répertoire avec --data-dir.',
    notOpened: 'Le système n’a pas pu l’ouvrir.',
    portTaken: 'Un autre programme écoute déjà sur le port {port}. Choisissez-en un autre avec {flag}.',
    portForbidden: 'Cet utilisateur ne peut pas écouter sur le port {port}. Choisissez-en un au-dessus de 1023 avec {flag}.',
    noAddress: 'Cet ordinateur n’a pas d’adresse {address} sur laquelle écouter. Vérifiez {flag}, ou omettez l’option.',
    notServed: 'Intray ne peut pas écouter sur le port {port} : {message}',
    at: 'Intray affiche sa fenêtre à {url}',
    link: 'Ce lien connecte un navigateur, une fois, dans les dix minutes :',
    publicUrl: '--public-url doit être une adresse comme https://intray.example.com/, et non « {text} ».',
    publicInsecure:
      'Les connexions à {url} ne sont pas chiffrées : quiconque peut écouter peut entrer. Utilisez https, ou ajoutez --insecure.',
    code: 'Un navigateur veut changer l’adresse ou la clé du service. Si c’est vous, saisissez-y ce code dans les dix minutes ; sinon, déconnectez ce navigateur dans les paramètres :',
    signedIn:
      'Un navigateur s’est connecté. Si ce n’était pas vous, déconnectez-le : Paramètres, Navigateurs connectés. Pour un autre navigateur, exécutez « intray watch --link ».',
    exposed:
      'D’autres ordinateurs pourraient accéder à {address}, et la connexion n’est pas chiffrée : quiconque peut écouter peut entrer. Omettez --host et utilisez « ssh -L », ou laissez un proxy chiffrer et indiquez-le avec --public-url ; --insecure s’en passe.',
    noDesktop: 'Il n’y a pas de session de bureau ici pour ouvrir un navigateur : ouvrez le lien vous-même.',
    oneCode: 'Ce code confirme un changement de l’adresse ou de la clé du service, dans les dix minutes :',
    otherAccount:
      '{path} appartient à un autre compte, qui seul peut laisser entrer un navigateur. Demandez sous ce compte ou en tant que root : sudo intray watch --link --data-dir {path}',
    notRunning:
      '« intray watch --window » ne tourne pas sur {path} : lancez-le, ou indiquez son répertoire de données avec --data-dir.',
  },
  sandbox: {
    at: 'Le bac à sable écoute à {url}, pour cet ordinateur seulement. Il oublie tout quand il s’arrête (Ctrl-C).',
    key: 'clé',
    extraction: 'extraction',
    classification: 'classification',
    secret: 'secret des webhooks',
    tryIt: 'Essayez-le avec un de vos dossiers :',
  },
  doctor: {
    noFolder: 'Aucun dossier n’est encore connu ; --config FICHIER vérifie ceux d’un fichier de configuration.',
    giveAddress: 'Donnez l’adresse du service avec --url.',
    noKey: 'Il n’y a pas de clé d’API pour {url} ; rien n’a donc été demandé au service.',
    keyUnreadable: 'Il n’y a pas de clé d’API pour {url} ; rien n’a donc été demandé au service. {message}',
    saveKey: 'Enregistrez-en une : intray key set --url {url}',
    sum: '{problems, plural, =0 {Aucun problème} one {# problème} other {# problèmes}}{warnings, plural, =0 {} one {, # avertissement} other {, # avertissements}} ; {ok} sur {total, plural, one {# vérification} other {# vérifications}} sans problème.',
    area: {
      program: 'programme',
      engine: 'exécution',
      data: 'données',
      ledger: 'registre',
      folder: 'dossier',
      watch: 'surveillance',
      disk: 'disque',
      keychain: 'trousseau',
      service: 'service',
      route: 'destination',
      clock: 'horloge',
    },
    ok: 'ok',
    warning: 'attention',
    problem: 'problème',
  },
  definitions: {
    extraction: 'extraction',
    extractionId: 'extraction « {id} »',
    classification: 'classification',
    unknown: 'Le service à {origin} ne connaît pas : {what}. {message} Vérifiez l’identifiant.',
    refused: 'Le service à {origin} a refusé ceci pour {what} : {message}',
    withdrawn: 'Rien n’a été envoyé : {message}',
    sampleNeeded:
      'Une nouvelle extraction demande au moins un exemple : donnez-le avec --file. Ses pages comptent comme pour tout document.',
    confirm:
      'Ceci supprime l’extraction {id} auprès du service avec tous ses lots, fichiers et données extraites, et c’est irréversible. Ajoutez --yes pour confirmer. Les résultats sur cet ordinateur restent.',
    language: 'Langue : {language}',
    lastChanged: 'Dernière modification : {time}',
    fields: '{count, plural, one {# champ :} other {# champs :}}',
    created: '{name} est créée : {kind, select, extraction {extraction} other {classification}} {id}',
    samplesSent: '{count, plural, one {# exemple a été envoyé} other {# exemples ont été envoyés}} avec, dans le lot {batch}.',
    sendTo: 'Pour y envoyer des documents : {command}',
    updated:
      'Modifié dans l’extraction {id} : {members}.{count, plural, =0 {} one { # fichier a été envoyé avec.} other { # fichiers ont été envoyés avec.}}',
    deleted:
      'L’extraction {id} est supprimée auprès du service. Les dossiers qui lui envoient des documents se mettront en pause à leur prochain essai.',
    notRemembered: 'Le nom n’est pas retenu ici ; les fichiers de configuration ont donc besoin de l’identifiant : {message}',
    keepIds: 'Notez les identifiants de ses catégories : le service n’a pas d’appel qui les énumère.',
    noChanges: '{path} ne change rien.',
    unfit: '{path} n’est pas envoyé : {message}',
    sameName: 'Deux fichiers d’une même requête ne doivent pas porter le même nom : {name}.',
    example: '(par exemple {example})',
  },
  soon: 'Intray s’en occupe {soon, select, yes {en quelques secondes} other {à sa prochaine exécution}}.',
  about: '{path} : {message}',
};
