import type { health as english } from '../en/health.ts';
import type { Like } from '../like.ts';

export const health: Like<typeof english> = {
  program: {
    seen: 'Intray {version} avec Node {node}.',
  },
  data: {
    fine: '{path} est accessible en écriture et privé.',
    missing: '{path} n’existe pas encore ; la première exécution le crée.',
    shared: 'D’autres utilisateurs de cet ordinateur peuvent lire {path}, qui contient les valeurs de tous les documents.',
    makePrivate: 'Rendez-le privé : chmod 700 {path}',
    partIsFile: 'Le répertoire de données {path} est inutilisable : une partie de ce chemin est un fichier.',
    isFile: 'Le répertoire de données {path} est inutilisable : {part} est un fichier.',
    hidden: 'Le répertoire de données {path} est inutilisable : cet utilisateur n’a pas le droit de consulter {part}.',
    readOnly: 'Le répertoire de données {path} est inutilisable : cet utilisateur n’a pas le droit d’écrire dans {part}.',
    allow: 'Donnez à cet utilisateur le droit d’y écrire ou choisissez un autre répertoire avec --data-dir.',
  },
  disk: {
    dataDirectory: 'le répertoire de données',
    free: '{names} : {size} libres.',
    unknown: '{names} : le système n’indique pas l’espace libre.',
    full: 'Libérez de l’espace : ce qui ne peut pas être écrit attend et sera réessayé.',
    low: 'Libérez de l’espace avant que le disque ne soit plein.',
  },
  folder: {
    fine: '{path} existe et peut être lu et écrit.',
    fineLinked: '{path} (un lien vers {real}) existe et peut être lu et écrit.',
    missing: '{path} n’existe pas.',
    nameRemedy: 'D’ici là, rien n’est envoyé depuis {path}.',
    missingRemedy: 'Connectez le disque ou le partage, corrigez le chemin ou créez le dossier.',
    isFile: '{path} est un fichier.',
    isFileRemedy: 'Indiquez le dossier qui le contient.',
    unreadable: '{path} est illisible : {message}',
    unread:
      'Illisible ou inaccessible : {paths}{more, plural, =0 {} one { et # autre} other { et # autres}}. Ce qui s’y trouve n’est pas pris en compte.',
    unreadableRemedy: 'Donnez à cet utilisateur le droit de le lire.',
    readOnly: '{path} peut être lu mais pas écrit : {message}',
    shared:
      '{path} peut être lu et écrit. D’autres utilisateurs de cet ordinateur peuvent aussi y écrire : ils peuvent faire envoyer des documents à vos frais.',
    sharedRemedy: 'Si vous ne le voulez pas, retirez le droit d’écriture au groupe et aux autres : chmod go-w.',
    readOnlyResults:
      'Rendez-le accessible en écriture : les résultats sont écrits à côté des documents, et rien n’est envoyé avant que ce soit possible.',
    apart: 'Les {count, number} dossiers ne se chevauchent pas.',
    overlapRemedy: 'Modifiez le fichier de configuration pour que chaque document n’appartienne qu’à un seul dossier.',
  },
  watch: {
    events: '{directories} dans {path}, {latency} par accès ; le système signale les changements.',
    network:
      '{directories} dans {path}, {latency} par accès ; sur un réseau, le système ne signale aucun changement : Intray l’examine toutes les quelques secondes.',
    slow: '{directories} dans {path}, {latency} par accès, ce qui est lent.',
    slowNetwork:
      '{directories} dans {path}, {latency} par accès, ce qui est lent ; Intray l’examine toutes les quelques secondes.',
    slowRemedy:
      'L’examen prendra du temps. Surveillez moins de sous-dossiers ou exécutez Intray sur l’ordinateur qui contient les fichiers.',
    refused:
      '{directories} dans {path}, {latency} par accès ; le système refuse de le surveiller ({reason}) : Intray l’examine toutes les quelques secondes.',
    refusedRemedy:
      'Augmentez fs.inotify.max_user_watches et fs.inotify.max_user_instances, ou fermez les programmes qui surveillent beaucoup de fichiers.',
    directories: '{count, plural, one {# répertoire} other {# répertoires}}',
    manyDirectories: 'plus de {count, plural, one {# répertoire} other {# répertoires}}',
    latency: '{ms, number} ms',
    latencyTiny: 'moins de 1 ms',
    limits:
      '{count, plural, one {# répertoire} other {# répertoires}} à surveiller ; cet utilisateur peut en surveiller {watches, number}, dans {instances, number} programmes.',
    overLimit:
      '{count, plural, one {# répertoire} other {# répertoires}} à surveiller, mais cet utilisateur ne peut en surveiller que {watches, number}. Intray examine les autres toutes les quelques secondes.',
    nearLimit:
      '{count, plural, one {# répertoire} other {# répertoires}} à surveiller ; cet utilisateur peut en surveiller {watches, number}, et d’autres programmes en ont besoin aussi. S’ils viennent à manquer, Intray examine les dossiers toutes les quelques secondes.',
    limitRemedy: 'Augmentez la limite : sudo sysctl fs.inotify.max_user_watches={wanted}',
  },
  keychain: {
    fine: 'Les clés sont conservées dans {store}, qui répond.',
    unusable: 'Les clés seraient conservées dans {store}, qui est inutilisable. {message}',
    remedy: 'Pour conserver une clé durablement, rendez le trousseau disponible et déverrouillez-le.',
    stores: {
      darwin: 'le trousseau de macOS',
      win32: 'le Gestionnaire d’identification de Windows',
      linux: 'le Secret Service (trousseau GNOME, KWallet ou équivalent)',
      other: 'le trousseau du système',
    },
  },
  ledger: {
    none: 'Il n’y a pas encore de registre à l’emplacement {path} ; la première exécution le crée.',
    lost: 'Le registre {path} est introuvable, alors qu’il en existe des sauvegardes.',
    lostRemedy:
      'Remettez-le en place s’il a été déplacé. Sinon, le prochain démarrage restaure la sauvegarde la plus récente et retient ce qu’il ne peut pas prouver.',
    damagedRemedy:
      'Démarrez Intray : il met de côté le fichier endommagé, restaure la sauvegarde la plus récente ({backups}) et retient, dans l’attente de votre décision, ce qu’il ne peut pas prouver.',
    otherVersionRemedy: 'Utilisez la version d’Intray qui l’a écrit, ou un autre répertoire de données.',
    unusableRemedy: 'Vérifiez les droits du fichier et de son répertoire.',
    sound: 'Le registre {path} est intact : {count, plural, one {# document} other {# documents}}, {size}.',
    unverifiedRemedy:
      'Décidez une fois pour toutes : « run » ou « watch » avec --unverified send (chaque document est marqué comme doublon possible) ou --unverified leave.',
    nothingToLose: 'Il n’a pas encore de sauvegarde, et rien à perdre.',
    noBackup: 'Il n’a pas de sauvegarde.',
    noBackupRemedy: 'Laissez Intray fonctionner : il fait une sauvegarde toutes les heures et lorsqu’il se termine.',
    hasBackups: 'Il a {backups}.',
    hasOldBackups: 'Il a {backups} ; Intray n’a pas fonctionné depuis.',
    backups: '{count, plural, one {# sauvegarde} other {# sauvegardes}}, dont la plus récente date du {at}',
    backupsNone: 'aucune sauvegarde',
  },
  clock: {
    impossible: 'L’horloge de cet ordinateur indique {time}, ce qui est impossible.',
    remedy: 'Réglez l’horloge de cet ordinateur ou faites-la régler par le réseau (NTP).',
    farRemedy:
      'Réglez l’horloge de cet ordinateur ou faites-la régler par le réseau (NTP). Des certificats peuvent être refusés, et les heures des résultats sont fausses.',
    setBack: 'Le registre contient une entrée du {time}, qui est encore à venir : l’horloge a été retardée.',
    setBackRemedy: 'Si l’horloge est juste à présent, il n’y a rien à faire : Intray n’attend pas ce moment. Sinon, réglez-la.',
    agrees: 'L’horloge de cet ordinateur concorde avec celle du service ({time}).',
    behind: 'L’horloge de cet ordinateur retarde de {differenceMs} sur celle du service.',
    ahead: 'L’horloge de cet ordinateur avance de {differenceMs} sur celle du service.',
  },
  service: {
    sandbox: 'Le bac à sable intégré est le service, sur cet ordinateur.',
    keyRemedy: 'Saisissez la clé.',
    keys: { environment: 'la clé fournie par INTRAY_API_KEY', keychain: 'la clé du trousseau' },
    fine: '{origin} répond ({latencyMs}) et accepte {key}.',
    empty: '{origin} accepte {key}, mais le compte n’a plus de pages : {message}',
    emptyRemedy:
      'Attendez que des pages soient de nouveau disponibles ou procurez-vous-en. Les envois attendent ; les résultats continuent d’arriver.',
    refused: '{origin} refuse {key} : {message}',
    refusedRemedy: 'Enregistrez une clé valable : intray key set --url {origin}',
    refusedEnvironmentRemedy: 'Indiquez une clé valable dans INTRAY_API_KEY.',
    unreachable: '{origin} : {message}',
    unreachableRemedy: 'Vérifiez l’adresse, le réseau et le proxy (HTTPS_PROXY). D’ici là, tout attend et rien n’est perdu.',
    timeout: '{origin} n’a pas répondu en {limitMs}.',
    timeoutRemedy: 'Vérifiez le réseau, puis réessayez.',
    pause: '{origin} demande une pause : {message}',
    pauseRemedy: 'Rien à faire : Intray ralentit de lui-même.',
    forbidden: '{origin} refuse : {message}',
    forbiddenRemedy: 'Consultez le compte dans le tableau de bord du service.',
    unclear: '{origin} répond, mais ne dit rien de la clé : {message}',
    unclearRemedy: 'Vérifiez qu’il s’agit bien de l’adresse du service, puis réessayez plus tard.',
  },
  route: {
    fine: 'L’extraction « {name} » ({id}) existe, avec {count, plural, one {# champ} other {# champs}}.',
    unknown: 'Le service n’a pas d’extraction « {id} » : {message}',
    unknownRemedy: 'Corrigez l’identifiant ; d’ici là, les documents du dossier attendent.',
    unasked: 'Impossible d’interroger le service sur l’extraction « {id} » : {message}',
    unaskedRemedy: 'Réessayez plus tard.',
    usedBefore: 'La classification « {id} » a déjà accepté des documents.',
    unverified: 'Seul le premier envoi dira si la classification « {id} » existe : le service n’a pas d’appel pour le demander.',
    unverifiedRemedy:
      'Comparez l’identifiant avec celui du tableau de bord du service. Un identifiant erroné est signalé au premier envoi et ne coûte rien.',
  },
};
