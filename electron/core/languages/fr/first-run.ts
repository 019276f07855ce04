import type { firstRun as english } from '../en/first-run.ts';
import type { Like } from '../like.ts';

export const firstRun: Like<typeof english> = {
  title: 'Bienvenue dans Intray',
  intro:
    'Intray surveille les dossiers dans lesquels vous numérisez, fait extraire ou classer chaque document et écrit les résultats à côté, en JSON et en CSV.',
  connectTitle: 'Se connecter à votre service',
  connectDetail: 'Vous avez un compte et une clé d’API.',
  tryTitle: 'Essayer sans compte',
  tryDetail:
    'Le bac à sable, une petite doublure du service, fonctionne sur cet ordinateur. Rien n’en sort et rien n’est facturé.',
  later: 'Vous pourrez changer ce choix à tout moment dans les paramètres.',
  keyWhat:
    'La clé d’API est le mot de passe avec lequel Intray s’adresse au service en votre nom. Quiconque la possède peut consommer vos pages.',
  keyWhere:
    'Intray la conserve dans le trousseau de ce système et ne l’envoie qu’à cette adresse. Elle n’apparaît dans aucun fichier de paramètres, aucun journal et aucun message.',
  keyNoKeychain: 'Il n’y a pas de trousseau ici : Intray garde la clé jusqu’à sa fermeture et ne l’écrit nulle part.',
  sandboxPoints: {
    here: 'Il fonctionne dans Intray, sur cet ordinateur. Aucun document ni aucune valeur ne va ailleurs.',
    reads:
      'Il lit le texte des fichiers PDF et DOCX et y cherche chaque champ. Il n’a pas de modèle et trouve donc moins que le vrai service.',
    unsure: 'Tout ce qu’il ne trouve pas, et chaque image, il vous le laisse à vérifier.',
    leave: 'Si vous vous connectez plus tard à votre service, vos dossiers restent. Chacun vous demandera alors sa destination.',
  },
  sandboxStart: 'Démarrer le bac à sable',
  sandboxStarting: 'Démarrage du bac à sable…',
};
