import type { keychain as english } from '../en/keychain.ts';
import type { Like } from '../like.ts';

export const keychain: Like<typeof english> = {
  emptyKey: 'La clé est vide.',
  notAKey: 'Ce n’est pas une clé API : une clé est un seul mot fait de lettres simples, de chiffres et de signes.',
  webhookSecret:
    '{variable} ne contient pas de secret de webhooks : {message} Copiez-le depuis le tableau de bord du service ; il commence par whsec_.',
  keyFile: '{variable} : le fichier contenant la clé ne peut pas être lu : {message}',
  variable: '{variable} est inutilisable : {message}',
  belongsElsewhere:
    '{variable} appartient à {owner} et n’est pas envoyée à {origin}. Enregistrez une clé pour cette adresse avec « intray key set --url {origin} ».',
  timeOut: 'Le trousseau n’a pas répondu en {limitMs} ; il est peut-être verrouillé ou attend son mot de passe. {remedy}',
  noModule: 'Le module du trousseau manque sur ce système ({detail}). {remedy}',
  locked: 'Le trousseau est verrouillé et n’a pas été ouvert. Déverrouillez-le et réessayez. {remedy}',
  noKeyring: 'Un Secret Service répond, mais il n’a pas encore de trousseau pour la clé. {remedy}',
  noSecretService: 'Aucun trousseau ne répond ici ; il en faut un, comme GNOME Keyring ou KWallet. {remedy}',
  refused: 'Le trousseau a refusé : {message} {remedy}',
  noAnswer: 'Le programme auxiliaire du trousseau s’est terminé sans réponse ({detail}). {remedy}',
  remedy: 'Intray n’écrit jamais une clé non chiffrée sur le disque ; définissez plutôt INTRAY_API_KEY pour cette exécution.',
};
