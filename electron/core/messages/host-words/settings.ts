import type { HostWords } from './host-words.ts';

/** What is wrong with a setting or with the file of settings, and why the keychain gives no key. */
export const settings: HostWords = {
  '{file} could not be written, so nothing has changed: {error, words}':
    '{file} ließ sich nicht schreiben, darum hat sich nichts geändert: {error, words}',
  'The settings could not be read, and the last good ones are in force: {error, words}':
    'Die Einstellungen ließen sich nicht lesen; die letzten brauchbaren gelten: {error, words}',
  '{file} cannot be used: {problem, words}': '{file} ist nicht benutzbar: {problem, words}',
  'it is not readable': 'die Datei ist nicht lesbar',
  'Intray begins anew': 'Intray beginnt neu',
  'The last good settings are in force': 'Es gelten die letzten brauchbaren Einstellungen',
  'It was put aside as {name}. {instead, known}.': 'Die Datei liegt jetzt unter dem Namen {name}. {instead, known}.',
  '{instead, known}, and the file could not be put aside: {error, words}':
    '{instead, known}, und die Datei ließ sich nicht beiseitelegen: {error, words}',
  'What was edited in {file} is not in force: {problem, words} The settings from before are.':
    'Was in {file} geändert wurde, gilt nicht: {problem, words} Es gelten die Einstellungen von vorher.',
  'It was put aside as {name} when the settings were changed in the window.':
    'Die Datei liegt unter dem Namen {name}, seit die Einstellungen im Fenster geändert wurden.',
  'The address of the service in the settings cannot be used: {problem, words}':
    'Die Adresse des Dienstes in den Einstellungen ist nicht benutzbar: {problem, words}',

  'There is no key to forget: no service was chosen that has one.':
    'Es gibt keinen Schlüssel zu vergessen: Kein Dienst ist gewählt, der einen hat.',
  'The key was given as INTRAY_API_KEY for this run: it goes when Intray is started without it.':
    'Der Schlüssel ist für diesen Lauf als INTRAY_API_KEY angegeben: Er ist fort, wenn Intray ohne ihn startet.',
};
