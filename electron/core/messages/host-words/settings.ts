import type { HostWords } from './host-words.ts';

/** What is wrong with a setting or with the file of settings, and why the keychain gives no key. */
export const settings: HostWords = {
  'must be true or false': 'muss true oder false sein',
  'must be a whole number': 'muss eine ganze Zahl sein',
  'must be at least {least, number}': 'muss mindestens {least, number} sein',
  'must be at least 1': 'muss mindestens 1 sein',
  'must be at most {most, number}': 'muss höchstens {most, number} sein',
  'must be at most 30': 'muss höchstens 30 sein',
  'must be {values, list}': 'muss {values, list} sein',
  'must be the address of a service, as text': 'muss die Adresse eines Dienstes sein, als Text',
  'must be the address of the service, such as "https://…"': 'muss die Adresse des Dienstes sein, etwa „https://…“',
  'must be an id, as text': 'muss eine Kennung sein, als Text',
  'must be a list of folders': 'muss eine Liste von Ordnern sein',
  'must name at least one folder': 'muss mindestens einen Ordner nennen',
  'must be "extraction" or "classification"': 'muss „extraction“ oder „classification“ sein',
  'must be the id of the extraction or classification, as text':
    'muss die Kennung der Extraktion oder Klassifikation sein, als Text',
  'must not be empty': 'darf nicht leer sein',
  'must be a glob such as "**/*.pdf", as text': 'muss ein Muster wie „**/*.pdf“ sein, als Text',
  'must be a list of globs such as ["**/*.pdf"]': 'muss eine Liste von Mustern sein wie ["**/*.pdf"]',
  'must name at least one glob': 'muss mindestens ein Muster nennen',
  'must be the name of a subfolder, such as "Processed"': 'muss der Name eines Unterordners sein, etwa „Processed“',
  'must be a subfolder of the watched folder, such as "Processed": not a path that begins elsewhere or leads out of it':
    'muss ein Unterordner des beobachteten Ordners sein, etwa „Processed“: kein Pfad, der anderswo beginnt oder aus ihm hinausführt',
  'must be the path of a folder, as text': 'muss der Pfad eines Ordners sein, als Text',
  'must not contain a NUL character': 'darf kein NUL-Zeichen enthalten',
  'must be a number of seconds': 'muss eine Zahl von Sekunden sein',
  'must be at least 0.1 seconds': 'muss mindestens 0,1 Sekunden sein',
  'must be at most 3600 seconds': 'darf höchstens 3600 Sekunden sein',
  'must be "skip" or "send"': 'muss „skip“ oder „send“ sein',
  'must be "send" or "ask"': 'muss „send“ oder „ask“ sein',
  'must be "folder" or "off"': 'muss „folder“ oder „off“ sein',
  'must be "leave" or "move"': 'muss „leave“ oder „move“ sein',
  'must be "hold" or "resend"': 'muss „hold“ oder „resend“ sein',
  'must be ",", ";" or a tab': 'muss „,“, „;“ oder ein Tabulator sein',
  'must be an object': 'muss ein Objekt sein',
  'must be an object with {members, list}': 'muss ein Objekt mit {members, list} sein',
  'must be an object with members such as {members, list}': 'muss ein Objekt mit Angaben wie {members, list} sein',
  '{name, words} is missing: it {rule, words}': '{name, words} fehlt: Die Angabe {rule, words}',
  '{name} is not a setting; {remedy, words}': '{name} ist keine Einstellung; {remedy, words}',
  'known here: {names}': 'hier bekannt: {names}',
  'did you mean "{name}"?': 'meinten Sie „{name}“?',
  'the file': 'die Datei',

  'it is not valid JSON: {why, words}': 'es ist kein gültiges JSON: {why, words}',
  'line {line, number}, column {column, number}: {why, words}': 'Zeile {line, number}, Spalte {column, number}: {why, words}',
  'line {line, number}: version {version, number} was written by a newer Intray; this one knows {known, number}':
    'Zeile {line, number}: Version {version, number} stammt von einem neueren Intray; dieses kennt {known, number}',
  'line {line, number}: {problem, words}': 'Zeile {line, number}: {problem, words}',
  'nothing may follow the value, yet there is {token}': 'nach dem Wert darf nichts mehr kommen, doch dort steht {token}',
  'JSON has no comments': 'JSON kennt keine Kommentare',
  'text stands in double quotes': 'Text steht in doppelten Anführungszeichen',
  'a backslash in text is written twice ("C:\\\\Scans"), or as a forward slash':
    'ein Backslash in einem Text wird doppelt geschrieben ("C:\\\\Scans") oder als Schrägstrich',
  'this text has no closing quote on its line': 'dieser Text hat auf seiner Zeile kein schließendes Anführungszeichen',
  '{word} is not a number as JSON writes them': '{word} ist keine Zahl, wie JSON sie schreibt',
  '{word} is not JSON: text stands in double quotes': '{word} ist kein JSON: Text steht in doppelten Anführungszeichen',
  'the file is empty': 'die Datei ist leer',
  'the file ends in the middle of it': 'die Datei endet mittendrin',
  'a value is missing before {token}': 'vor {token} fehlt ein Wert',
  'the file ends before "}"': 'die Datei endet vor "}"',
  'no comma may stand before "}"': 'vor "}" darf kein Komma stehen',
  'no comma may stand before "]"': 'vor "]" darf kein Komma stehen',
  'the name of a member, in double quotes, is missing before {token}':
    'vor {token} fehlt ein Name in doppelten Anführungszeichen',
  'a colon is missing after {token}': 'nach {token} fehlt ein Doppelpunkt',
  'the file ends before "{sign}"': 'die Datei endet vor "{sign}"',
  'a comma or "{sign}" is missing before {token}': 'vor {token} fehlt ein Komma oder "{sign}"',

  '{file} could not be written, so nothing has changed: {error, words}':
    '{file} ließ sich nicht schreiben, darum hat sich nichts geändert: {error, words}',
  'It was edited by hand just now; try again.': 'Die Datei wurde gerade eben von Hand geändert; versuchen Sie es noch einmal.',
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

  'is empty.': 'ist leer.',
  'is not an API key: a key is one word of plain letters, digits and signs.':
    'ist kein API-Schlüssel: Ein Schlüssel ist ein einziges Wort aus einfachen Buchstaben, Ziffern und Zeichen.',
  'This {problem, known}': 'Das {problem, known}',
  'There is no key to forget: no service was chosen that has one.':
    'Es gibt keinen Schlüssel zu vergessen: Kein Dienst ist gewählt, der einen hat.',
  'The key was given as INTRAY_API_KEY for this run: it goes when Intray is started without it.':
    'Der Schlüssel ist für diesen Lauf als INTRAY_API_KEY angegeben: Er ist fort, wenn Intray ohne ihn startet.',
  'Intray never writes a key to disk in the clear; set INTRAY_API_KEY for this run instead.':
    'Intray schreibt einen Schlüssel nie im Klartext auf das Laufwerk; setzen Sie stattdessen INTRAY_API_KEY für diesen Lauf.',
  'The keychain gave no answer within {seconds, number} seconds; it may be locked or asking for its password. {instead, words}':
    'Der Schlüsselbund hat innerhalb von {seconds, number} Sekunden nicht geantwortet; vielleicht ist er gesperrt oder fragt nach seinem Kennwort. {instead, words}',
  "The keychain's module is not there for this system ({detail, words}). {instead, words}":
    'Das Modul für den Schlüsselbund fehlt für dieses System ({detail, words}). {instead, words}',
  'The keyring is locked and was not opened. Unlock it, or: {instead, words}':
    'Der Schlüsselbund ist gesperrt und wurde nicht geöffnet. Entsperren Sie ihn, oder: {instead, words}',
  'A Secret Service answers, but it has no keyring to put the key into yet. {instead, words}':
    'Ein Secret Service antwortet, hat aber noch keinen Schlüsselbund für den Schlüssel. {instead, words}',
  'No keychain answers here (a Secret Service such as GNOME Keyring or KWallet is needed). {instead, words}':
    'Hier antwortet kein Schlüsselbund (nötig ist ein Secret Service wie GNOME Keyring oder KWallet). {instead, words}',
  'The keychain refused: {detail, words}. {instead, words}': 'Der Schlüsselbund hat abgelehnt: {detail, words}. {instead, words}',
  'the package keytar is not installed': 'das Paket keytar ist nicht installiert',
  "the keychain's helper ended without an answer ({code, words})":
    'das Hilfsprogramm für den Schlüsselbund endete ohne Antwort ({code, words})',
  'no code': 'ohne Code',
  'the keychain gave no readable answer': 'der Schlüsselbund gab keine lesbare Antwort',
};
