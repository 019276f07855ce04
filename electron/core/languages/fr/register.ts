import type { register as english } from '../en/register.ts';
import type { Like } from '../like.ts';

export const register: Like<typeof english> = {
  noAddress: 'Aucun registre à interroger. Donnez son adresse avec --register ou {variable}.',
  notAnAddress: 'Ce n’est pas l’adresse d’un registre. Elle ressemble à postgres://HÔTE/BASE.',
  tlsMode: 'L’adresse du registre demande « sslmode={mode} ». Intray connaît verify-full et, sur le même ordinateur, disable.',
  tlsNeeded:
    'Le registre sur {host} doit être joint de façon chiffrée. Retirez « sslmode=disable » et installez un certificat sur le serveur.',
  certificate: 'Le fichier des certificats de confiance ne peut pas être lu : {message}',
  passwordFile: '{variable} : le fichier contenant le mot de passe ne peut pas être lu : {message}',
  unreachable: 'Le registre à {place} est injoignable : {message}',
  readOnly:
    'Le registre à {place} ne peut pas être modifié : c’est un serveur de secours, ou il est en lecture seule. Donnez l’adresse du serveur principal.',
  full: 'Le disque du registre à {place} est plein : {message}',
  denied: 'Le registre à {place} refuse l’accès : {message}',
  untrusted:
    'Le registre {place} présente un certificat auquel on ne se fie pas ici ({message}). Si votre propre autorité l’a signé, terminez l’adresse par « ?sslrootcert=FICHIER » ; son nom doit être celui de l’adresse.',
  noTls:
    'Le registre {place} ne propose pas de chiffrement. Installez un certificat sur le serveur (« ssl = on » dans postgresql.conf).',
  noPassword:
    'Le registre à {place} demande un mot de passe, et aucun n’est donné. Enregistrez-le avec « intray register join --password », ou donnez-le dans INTRAY_REGISTER_PASSWORD.',
  notCreated: 'Il n’y a pas encore de registre à {place}. Créez-le avec « intray register create ».',
  noRole:
    'La base de données à {place} n’a pas de rôle « {role} ». Son propriétaire le crée avec CREATE ROLE … LOGIN, ou --role en nomme un autre ; rien n’a été modifié.',
  older: 'Le registre à {place} vient d’une version plus ancienne d’Intray. Mettez-le à jour avec « intray register create ».',
  newer: 'Le registre à {place} vient d’une version plus récente d’Intray. Mettez Intray à jour.',
  failed: 'Le registre à {place} a échoué : {message}',
  leaseEnded:
    'Le registre à {place} n’a pas été interrogé à temps : d’autres ont pu reprendre ce que cette exécution avait réservé.',
  lostClaim: 'Un autre ordinateur travaille maintenant sur ce document, dit le registre à {place}.',
  stillMember:
    'Rien n’est envoyé seul depuis ce répertoire de données : il est membre du registre à {place}, qui peut savoir ce que d’autres ont envoyé. Donnez l’adresse du registre, ou quittez-le d’abord avec « intray register leave ».',
  progress: '{done, number} requêtes sur {of, number} sont dans le registre',
  passwordPrompt: 'Mot de passe du registre (il ne s’affiche pas) : ',
  joined:
    'Cet ordinateur est membre du registre à {place} ; ce qu’il a envoyé compte comme envoyé pour tous. Il travaille avec le registre dès que son adresse est donnée : "register": "{address}" dans le fichier de configuration ou dans les Paramètres, --register ou INTRAY_REGISTER_URL.',
  left: 'Cet ordinateur a quitté le registre ; ce que ses documents sont devenus ailleurs est maintenant chez lui. Retirez l’adresse du registre et les corbeilles de ses dossiers de ses paramètres : il travaille seul désormais.',
  leftToOthers:
    'Reste à écrire dans un dossier avec lequel d’autres ordinateurs continuent : {count, plural, one {le résultat de # document} other {les résultats de # documents}}. S’en charge : {machines}.',
  notMember: 'Rien à quitter : {path} n’est membre d’aucun registre.',
  otherRegister: 'C’est un autre registre que celui dont cet ordinateur est membre. Donnez l’adresse de celui-là.',
  passwordKept: 'Le mot de passe pour {place} est dans le trousseau.',
  passwordNotKept:
    'Le mot de passe n’est conservé nulle part : {message} Donnez-le dans {variable}, ou dans le fichier que désigne {variable}_FILE.',
  created: 'Le registre à {place} est prêt.',
  status: 'Le registre à {place} est utilisable : PostgreSQL {server}, {count, plural, one {# contenu} other {# contenus}}.',
  clock:
    'Son horloge {direction, select, ahead {avance} other {retarde}} de {milliseconds, number} ms sur celle d’ici ; rien n’en dépend.',
};
