import type { keychain as english } from '../en/keychain.ts';
import type { Like } from '../like.ts';

export const keychain: Like<typeof english> = {
  emptyKey: 'Der Schlüssel ist leer.',
  notAKey: 'Das ist kein API-Schlüssel: Ein Schlüssel ist ein einziges Wort aus einfachen Buchstaben, Ziffern und Zeichen.',
  webhookSecret:
    '{variable} enthält kein Geheimnis für Webhooks: {message} Kopieren Sie es aus der Verwaltung des Dienstes; es beginnt mit whsec_.',
  keyFile: '{variable}: Die Datei mit dem Schlüssel lässt sich nicht lesen: {message}',
  variable: '{variable} ist nicht benutzbar: {message}',
  belongsElsewhere:
    '{variable} gehört zu {owner} und wird nicht an {origin} gesendet. Speichern Sie einen Schlüssel für diese Adresse mit „intray key set --url {origin}“.',
  timeOut:
    'Der Schlüsselbund hat innerhalb von {limitMs} nicht geantwortet; vielleicht ist er gesperrt oder wartet auf sein Kennwort. {remedy}',
  noModule: 'Auf diesem System fehlt das Modul für den Schlüsselbund ({detail}). {remedy}',
  locked:
    'Der Schlüsselbund ist gesperrt und wurde nicht geöffnet. Entsperren Sie ihn und versuchen Sie es noch einmal. {remedy}',
  noKeyring: 'Ein Secret Service antwortet, hat aber noch keinen Schlüsselbund für den Schlüssel. {remedy}',
  noSecretService: 'Hier antwortet kein Schlüsselbund; nötig ist einer wie GNOME Keyring oder KWallet. {remedy}',
  refused: 'Der Schlüsselbund hat abgelehnt: {message} {remedy}',
  noAnswer: 'Das Hilfsprogramm für den Schlüsselbund endete ohne Antwort ({detail}). {remedy}',
  remedy:
    'Intray schreibt einen Schlüssel nie unverschlüsselt auf das Laufwerk; setzen Sie stattdessen INTRAY_API_KEY für diesen Lauf.',
};
