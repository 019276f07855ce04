import type { service as english } from '../en/service.ts';
import type { Like } from '../like.ts';

export const service: Like<typeof english> = {
  failure: {
    unreachable: 'Le service est injoignable : {problem}.',
    inDoubt: 'Tout a été envoyé, mais {problem} ; le service l’a peut-être reçu.',
    noReason: 'Le service a répondu à {call} avec le statut {status}, sans donner de raison.',
    withStatus: '{status} : {message}',
    unreadable: 'La réponse à {call} est illisible : {problem}.',
    cancelled: '{call} a été annulé.',
  },
  problem: {
    redirect: 'une redirection ({status}) est arrivée à la place de sa réponse',
    webPage: 'une page web ({status}) est arrivée à la place de sa réponse',
    gateway: 'une passerelle a répondu avec le statut {status}',
    gatewayPage: 'la page web d’une passerelle ({status}) est arrivée à la place de sa réponse',
    tooEarly: 'la réponse de statut {status} est arrivée avant la fin de l’envoi des fichiers',
    unreadableTooEarly: 'une réponse illisible est arrivée avant la fin de l’envoi des fichiers ({problem})',
    unreadable: 'la réponse à {call} est illisible ({problem})',
    cancelled: 'l’appel a été annulé',
    proxySignIn: 'le proxy demande une authentification (407)',
    proxyRefused: 'le proxy n’a pas ouvert de connexion vers le service',
    noConnection: 'aucune connexion en {limitMs} ({error})',
    noAnswer: 'aucune réponse n’est arrivée en {limitMs}',
    answerEndless: 'la réponse n’était pas complète après {limitMs}',
    answerStopped: 'la réponse s’est interrompue pendant {limitMs}',
    sendingStopped: 'il n’a plus accepté de données pendant {limitMs}',
    closed: 'la connexion a été fermée ({error})',
    refused: 'la connexion a été refusée ({error})',
    unknownHost: 'le nom d’hôte est introuvable ({error})',
    unreachableHost: 'le réseau n’atteint pas l’hôte ({error})',
    closedHere: 'Intray a fermé la connexion',
    cutShort: 'la réponse a été coupée',
    notSecure:
      'la connexion sécurisée a échoué ({error}) ; vérifiez l’adresse, le certificat du service et l’horloge de cet ordinateur',
    notHttp: 'la réponse n’est pas du HTTP ({error})',
    failed: 'la connexion a échoué',
    failedWith: 'la connexion a échoué ({error})',
  },
  answer: {
    empty: 'elle est vide',
    notJson: 'ce n’est pas du JSON',
    notAnObject: 'ce n’est pas un objet JSON',
    tooLong: 'elle dépasse la longueur qu’Intray sait lire',
    incomplete: '{problems}',
    missing: '{member} manque',
    wrongType: '{member} est illisible',
    wrongShape: 'son contenu est illisible',
    tooDeep: 'elle compte plus de {limit, number} niveaux imbriqués',
    tooManyValues: 'elle contient plus de {limit, number} valeurs',
    valueTooLong: 'elle contient une valeur de plus de {limit, number} caractères',
    fileTooLong: 'ses valeurs totalisent plus de {limit, number} caractères',
  },
  key: {
    unreadable: 'La clé API n’a pas pu être lue là où elle est conservée.',
    missing: 'Il n’y a pas encore de clé API.',
    impossible: 'La clé API contient des caractères qu’aucune clé ne peut contenir.',
  },
  upload: {
    notRecorded: 'L’envoi a été annulé, car il n’a pas pu être enregistré comme envoyé.',
    stopped: 'L’envoi a été annulé avant d’être complet.',
    fileShorter: '{fileName} a raccourci depuis qu’Intray l’a lu.',
    fileSwapped: '{fileName} a un autre contenu que celui qu’Intray avait pris, bien que sa taille et sa date soient les mêmes.',
  },
  proxyAddress:
    'Le proxy indiqué dans HTTP_PROXY ou HTTPS_PROXY n’est pas une adresse : indiquez-en une, par exemple http://proxy.example.com:3128.',
  address: {
    missing: 'Le service n’a pas encore d’adresse : indiquez-en une, par exemple https://api.example.com.',
    malformed: '« {address} » n’est pas une adresse : indiquez-en une, par exemple https://api.example.com.',
    notWeb: '« {address} » n’est pas une adresse web : indiquez-en une, par exemple https://api.example.com.',
    noScheme: 'Le début de « {address} » manque : écrivez {remedy}.',
    credentials:
      '« {address} » contient un nom d’utilisateur ou un mot de passe : retirez-les ; la clé API s’indique séparément.',
    query: '« {address} » contient une requête ou une ancre : retirez tout à partir de « ? » ou « # ».',
    notEncrypted:
      '« {address} » n’est pas chiffrée : utilisez {remedy}. Le http simple n’est accepté que pour cet ordinateur (localhost, 127.0.0.1, [::1]).',
  },
};
