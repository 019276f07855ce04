import type { runReport as english } from '../en/run-report.ts';
import type { Like } from '../like.ts';

export const runReport: Like<typeof english> = {
  balance:
    '{found} trouvés = {delivered} livrés + {duplicate} doublons + {rejected} refusés + {failed} échoués + {gone} disparus + {moving} en cours',
  watching: 'Surveillance de {count, plural, one {# dossier} other {# dossiers}} pour {url}.',
  sentence: '{line}.',
  reason: '{message}',
  gate: {
    offline: 'Hors ligne : {message} Nouvel essai dans {waitMs} ; rien n’est perdu.',
    key: 'Problème de clé : {message} Tout attend une clé valide (intray key set --url {url}).',
    keyRetried:
      'Problème de clé : {message} Tout attend une clé valide (intray key set --url {url}). L’actuelle sera réessayée dans {waitMs}.',
    pages:
      'Le service n’a plus de pages (« {message} »). Les résultats de ce qui a été envoyé sont encore recueillis ; les envois seront réessayés dans {waitMs}.',
    revoked:
      'Clé révoquée : {message} Les envois attendent une clé valide (intray key set --url {url}) ; les résultats de ce qui a été envoyé sont encore recueillis. L’actuelle sera réessayée dans {waitMs}.',
    unclear:
      'Le service refuse les envois : {message} Si la clé est en cause, enregistrez-en une valide (intray key set --url {url}). Les résultats de ce qui a été envoyé sont encore recueillis ; les envois seront réessayés dans {waitMs}.',
    rate: 'Le service demande une pause : {message} Reprise dans {waitMs}.',
    open: 'Le service répond de nouveau ; le travail reprend.',
  },
  ledger: {
    back: 'Tout peut de nouveau être enregistré. Intray continue.',
  },
  folder: {
    question: '{message} Pour répondre : {command}',
    unreachable: '{path} est inaccessible : {message}',
    unread:
      'Illisible : {paths}{more, plural, =0 {} one { et # autre} other { et # autres}}. Ce qui s’y trouve n’est pas pris en compte. Vérifiez les droits et le disque.',
    paused: '{path} est en pause : {message}',
    resting: '{path} est en pause ; rien de nouveau n’est pris. Ce qui a été envoyé est encore livré.',
    back: '{path} est de retour ; le travail reprend.',
  },
  progress: {
    found: '{count, plural, one {# trouvé} other {# trouvés}}',
    delivered: '{count, plural, one {# livré} other {# livrés}}',
    atService: '{count} chez le service',
    uploading: '{count} en cours d’envoi',
    waiting: '{count} en attente',
    gone: '{count, plural, one {# disparu} other {# disparus}}',
    needYou: '{count, plural, one {# a besoin de vous} other {# ont besoin de vous}}',
    moreFolders: '{count, plural, one {et # autre dossier} other {et # autres dossiers}}',
    sending: '{count, plural, one {envoi de # fichier} other {envoi de # fichiers}} : {sentSize} sur {totalSize}',
    routeUnnamed: '{kind, select, extraction {extraction {id}} other {classification {id}}}',
  },
  plan: {
    looking: 'Lecture des fichiers : {done} sur {of}…',
    counting: 'Comptage des pages : {done} fichiers sur {of}…',
    send: '{count, plural, =0 {Rien ne serait envoyé} one {# document serait envoyé} other {# documents seraient envoyés}}{pages, plural, =0 {} one {, {unknown, plural, =0 {environ} other {au moins}} # page} other {, {unknown, plural, =0 {environ} other {au moins}} # pages}}{later, plural, =0 {} one {, dont # seulement si une catégorie mène à une extraction} other {, dont # seulement si une catégorie mène à une extraction}}{unknown, plural, =0 {} one {, sans compter # document dont seul le service connaît les pages} other {, sans compter # documents dont seul le service connaît les pages}}.',
    known:
      '{count, plural, one {# autre a un contenu déjà connu : il ne coûte rien} other {# autres ont un contenu déjà connu : ils ne coûtent rien}}.',
    rejected: '{count, plural, one {# ne peut pas être envoyé :} other {# ne peuvent pas être envoyés :}}',
    held: '{count, plural, one {# attendrait votre décision :} other {# attendraient votre décision :}}',
    unsettled: '{count, plural, one {# est encore en cours d’écriture :} other {# sont encore en cours d’écriture :}}',
    more: '{count, plural, one {et # autre : --json le nomme} other {et # autres : --json les nomme}}.',
    nothingSent: 'Le nombre de pages est une estimation. Rien n’a été envoyé ni écrit.',
  },
  ending: {
    done: 'Terminé :',
    doneInPart: 'Terminé, sauf ce qui est inaccessible :',
    stopped: 'Arrêté :',
    stoppedEarly: 'Arrêté avant la fin ; un nouvel appel reprend d’ici :',
    broken: '{message} Un nouvel appel reprend d’ici :',
  },
  results: 'Résultats : {places}.',
  besideDocuments: 'un fichier .json à côté de chaque document',
  attention: {
    state: { held: 'Retenu', blocked: 'Bloqué' },
    none: 'Rien n’a besoin de vous.',
    needYou: '{count, plural, one {# document a besoin de vous :} other {# documents ont besoin de vous :}}',
    undelivered:
      '{count, plural, one {# résultat ne peut pas encore être écrit :} other {# résultats ne peuvent pas encore être écrits :}}',
    waiting:
      '{count, plural, one {# document attend le service :} many {# documents attendent le service :} other {# documents attendent le service :}}',
    more: '… et {count} de plus : intray status --json les énumère.',
    one: '{path} : {reason}',
    several: '{count} documents : {reason}',
    morePaths: 'et {count} de plus',
    noValues: 'Aucune valeur n’a été trouvée.',
    emptyFields: 'Pas de valeur pour {fields}{more, plural, =0 {} other { et # de plus}}.',
    reviewAsked: 'Le service demande une vérification.',
  },
};
