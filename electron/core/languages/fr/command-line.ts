import type { commandLine as english } from '../en/command-line.ts';
import type { Like } from '../like.ts';

export const commandLine: Like<typeof english> = {
  seeHelp: '{problem} ; --help l’explique.',
  unknownOption: 'Option inconnue {flag}',
  unknownCommand: 'Commande inconnue « {name} »',
  missingArgument: '{name} manque',
  missingValue: '{flag} demande une valeur',
  missingOption: '{flag} est obligatoire',
  empty: '{name} est vide : une variable n’est peut-être pas définie.',
  excessArguments: 'Trop d’arguments : {names}',
  notUnderstood: 'La ligne de commande n’est pas valide',
  failed: 'Intray a échoué : {message} Rien n’est perdu ; le journal se trouve dans {path}.',
  failedUnlogged: 'Intray a échoué : {message} INTRAY_DEBUG=1 montre où.',
  noDirectory: 'Le répertoire courant a été supprimé. Passez dans un autre ou donnez des chemins absolus.',
  flags: {
    keepResults: '--keep-results attend une durée comme « 2 years » ou « 90 days », pas {text}.',
    whenWithoutTemplate: '--file-when n’a pas d’effet sans --file-as.',
    moveWithoutMoving: '{flag} n’a pas d’effet avec --file-away leave.',
    twoRoutes: 'Un dossier a une seule destination : donnez --extraction ID ou --classification ID, pas les deux.',
    noRoute: 'Indiquez où vont les documents : --extraction ID ou --classification ID.',
    emptyId: '{flag} doit être suivi d’un identifiant ; il est vide.',
    wholeNumber: '{flag} doit être un nombre entier de {minimum, number} à {maximum, number}, et non « {text} ».',
    day: '{flag} doit être suivi d’un jour ou d’un mois, par exemple 2026-10-31 ou 2026-10, et non « {text} ».',
    dayOrder: 'Le premier jour, {from}, vient après le dernier, {to}.',
    delimiter: '--delimiter doit être ",", ";" ou tab.',
    withoutTo: '--only et les options du tableau demandent --to ; à côté des documents, les paramètres du dossier s’appliquent.',
    needsWindow: '{flag} demande --window.',
    needsConfig: '{flag} demande --config : sans fichier de configuration, ce sont les paramètres de la fenêtre qui le disent.',
    configOrWindow: 'Indiquez --config FICHIER, --window ou les deux : l’un d’eux dit quels dossiers surveiller.',
    webhooksNeedPort: '--webhooks demande --window ou --health-port N : c’est là qu’arrivent les événements du service.',
    oneOf: '{flag} doit être l’un de {values}, et non « {text} ».',
    checkAlone: '--check n’écrit rien : retirez les options qui disent quoi écrire.',
    noTable: '--only json n’écrit aucun tableau : retirez les options du tableau, ou --only.',
    headingTwice: '--columns a deux fois le titre « {heading} ».',
    columns:
      '--columns demande des noms entre virgules, chacun suivi au besoin d’un titre après « = », par exemple file,invoice_date=Date.',
    log: '--log doit être lines ou json.',
  },
  address: {
    missing:
      'Où est le service ? Donnez son adresse avec --url https://… ou dans la variable INTRAY_URL. Pour essayer Intray sans service : intray demo.',
    bad: '{source} : {message}',
    configMember: '"url" dans le fichier de configuration',
  },
  key: {
    missing:
      'Il n’y a pas de clé d’API pour {origin}. Enregistrez-en une avec « intray key set --url {origin} », ou définissez INTRAY_API_KEY pour cette exécution.',
    unreadable: 'Il n’y a pas de clé d’API pour {origin} : {message}',
    refused:
      '{origin} a refusé la clé d’API : {message} Enregistrez-en une valide avec « intray key set --url {origin} », ou définissez INTRAY_API_KEY.',
    outOfPages:
      'La clé est valide, mais le compte n’a plus de pages (« {message} »). Les envois attendent qu’il y en ait de nouveau.',
  },
  preflight: {
    folderLater: '{message} Intray commence par les autres dossiers et surveillera celui-ci dès qu’il sera là.',
    folderHeld:
      '{message} D’ici là, rien n’est envoyé depuis {path} ; ce qui est déjà parti est encore livré, et les autres dossiers continuent.',
    refused: '{message} {remedy}',
    later: '{message} Intray continue d’essayer.',
  },
  engine: {
    none: 'Intray ne tourne pas sur ce répertoire de données.',
    running: 'Intray tourne.',
    runningAs: 'Intray tourne : processus {process} sur {machine}.',
    runningSince: 'Intray tourne : processus {process} sur {machine}, depuis {at}.',
  },
  configChanged:
    '{path} a été modifié. Intray continue avec les réglages de son démarrage : arrêtez-le et relancez-le pour utiliser les nouveaux.',
  configReloaded: '{path} a été modifié. Ses dossiers sont repris.',
  namesKnown: 'Les noms qu’Intray ne connaissait pas dans {path} sont maintenant connus. Ses dossiers sont repris.',
  configBroken:
    'Le fichier de configuration a été modifié et ne peut pas être utilisé tel quel : {message} Intray continue avec les réglages de son démarrage.',
  configAsBefore: '{path} est de nouveau tel qu’au démarrage d’Intray.',
  ledgerGone:
    'Le registre dans {path} a disparu, mais il existe une sauvegarde du {backupAt} : le prochain démarrage la restaure et demande avant d’envoyer ce qu’elle ne connaît pas.',
  noLedger: 'Rien n’a encore été surveillé : il n’y a pas de registre dans {path}.',
  finishing: 'L’écriture en cours se termine. Appuyez encore sur Ctrl-C pour quitter aussitôt.',
  ledgerLost: '{message} Démarrez avec --unverified send ou --unverified leave pour décider.',
  damagedFile: 'Le fichier endommagé est conservé dans {path}.',
  logFile: 'Le journal se trouve dans {path}.',
  meant: '{problem} ; vouliez-vous dire {meant} ?',
};
