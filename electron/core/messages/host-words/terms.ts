import type { HostWords } from './host-words.ts';

/** Single words that the host puts into its sentences; in its sources they are names, not sentences. */
export const terms: HostWords = {
  extraction: 'Extraktion',
  classification: 'Klassifikation',
};

/** How the host puts its texts together: no sentences of their own, and only meant where what is in them is known. */
export const joints: HostWords = {
  '{name} {rule, known}': '{name} {rule, known}',
  'the file {rule, known}': 'die Datei {rule, known}',
  '{name}: {problem, known}': '{name}: {problem, known}',
  '{first, known}; {second, known}': '{first, known}; {second, known}',
};

/** What the library that checks a request (zod) says of one that is not as it should be: no source here has these. */
export const library: HostWords = {
  'Invalid input': 'Unzulässige Angabe',
  'Invalid input: expected {expected}, received {received}': 'Unzulässige Angabe: erwartet {expected}, erhalten {received}',
  'Invalid option: expected one of {values}': 'Unzulässige Wahl: erwartet eines von {values}',
  'Too small: expected {what} to have >={least, number} characters':
    'Zu kurz: erwartet {what} mit mindestens {least, number} Zeichen',
  'Too big: expected {what} to have <={most, number} characters': 'Zu lang: erwartet {what} mit höchstens {most, number} Zeichen',
  'Too small: expected {what} to have >={least, number} items':
    'Zu wenig: erwartet {what} mit mindestens {least, number} Einträgen',
  'Too big: expected {what} to have <={most, number} items': 'Zu viel: erwartet {what} mit höchstens {most, number} Einträgen',
  'Too small: expected {what} to be >={least, number}': 'Zu klein: erwartet {what} ab {least, number}',
  'Too small: expected {what} to be >{least, number}': 'Zu klein: erwartet {what} über {least, number}',
  'Too big: expected {what} to be <={most, number}': 'Zu groß: erwartet {what} bis {most, number}',
  'Unrecognized key: {key}': 'Unbekannte Angabe: {key}',
  'Unrecognized keys: {keys}': 'Unbekannte Angaben: {keys}',
};
