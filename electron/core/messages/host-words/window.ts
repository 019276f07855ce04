import type { HostWords } from './host-words.ts';

/** What a host answers its window with when it cannot do as asked, and what it says of the engine behind it. */
export const windowWords: HostWords = {
  'There is no such request.': 'Diese Anfrage gibt es nicht.',
  'Intray could not answer because of a fault in the program.': 'Intray konnte wegen eines Fehlers im Programm nicht antworten.',
  'Unexpected value: {value}': 'Unerwarteter Wert: {value}',
  'Intray is still starting.': 'Intray startet noch.',
  'Intray is still starting; try again in a moment.': 'Intray startet noch; versuchen Sie es gleich noch einmal.',
  'Intray is ending.': 'Intray wird beendet.',
  'Intray is stopping.': 'Intray hält an.',
  'No service was chosen yet: connect to yours, or try Intray without an account.':
    'Es ist noch kein Dienst gewählt: Verbinden Sie Intray mit Ihrem, oder probieren Sie es ohne Konto aus.',
  'The sandbox could not be started: {error, words}': 'Die Sandbox konnte nicht gestartet werden: {error, words}',
  'The engine was started before.': 'Die Verarbeitung wurde schon gestartet.',
  'The engine has ended.': 'Die Verarbeitung ist stehen geblieben.',
  'The engine has ended; nothing more is answered.': 'Die Verarbeitung ist stehen geblieben; nichts wird mehr beantwortet.',
  'The engine ended unexpectedly{reason} and is started again in {seconds, number} s. Nothing is lost.':
    'Die Verarbeitung ist unerwartet stehen geblieben{reason} und startet in {seconds, number} s neu. Nichts geht verloren.',
  'The engine ended unexpectedly{reason} at {when} and was started again.':
    'Die Verarbeitung ist unerwartet stehen geblieben{reason}, um {when}, und wurde neu gestartet.',

  'The folder of this document is not known.': 'Der Ordner dieses Dokuments ist nicht bekannt.',
  'There is no file at {path} now.': 'Unter {path} liegt gerade keine Datei.',
  'The file at {path} is no longer the one that Intray knows: it was changed or replaced.':
    'Die Datei unter {path} ist nicht mehr die, die Intray kennt: Sie wurde geändert oder ersetzt.',
  '{path} leads out of its folder.': '{path} führt aus dem Ordner hinaus.',
  'The file at {path} cannot be read.': 'Die Datei unter {path} ist nicht lesbar.',
  'There is no preview of this kind of file.': 'Für diese Art von Datei gibt es keine Vorschau.',
  'The file is too large to be shown.': 'Die Datei ist zu groß, um gezeigt zu werden.',
  'The text of this document cannot be read: the file may be damaged.':
    'Der Text dieses Dokuments ist nicht lesbar: Vielleicht ist die Datei beschädigt.',
  'No {kind} was written for this document.': 'Für dieses Dokument wurde kein {kind} geschrieben.',
  'The file is not there any more, or may not be read.': 'Die Datei ist nicht mehr da, oder sie darf nicht gelesen werden.',
  'There is nothing in this file to show.': 'In dieser Datei ist nichts zu zeigen.',

  'Files cannot be opened from here.': 'Von hier aus lassen sich keine Dateien öffnen.',
  'There is no chooser of the system here.': 'Hier gibt es keinen Auswahldialog des Systems.',
  'There is no file manager of the system here.': 'Hier gibt es keinen Dateimanager des Systems.',
  '{app} could not open {path}: {problem}': '{app} konnte {path} nicht öffnen: {problem}',
  '"{name}" is not the name of a time zone.': '„{name}“ ist kein Name einer Zeitzone.',

  'Only the Intray window may ask.': 'Nur das Fenster von Intray darf fragen.',
  'Intray does not answer under this address. Open the link that "intray serve" printed, as it stands.':
    'Unter dieser Adresse antwortet Intray nicht. Öffnen Sie den Link, den „intray serve“ ausgegeben hat, genau so.',
  'Only the Intray window may ask, and this came from another page. Open the address by itself.':
    'Nur das Fenster von Intray darf fragen, und das kam von einer anderen Seite. Öffnen Sie die Adresse für sich.',
  'This browser is not let in. Open the link that "intray serve" printed last: each link lets in one browser, once.':
    'Dieser Browser wird nicht eingelassen. Öffnen Sie den Link, den „intray serve“ zuletzt ausgegeben hat: Jeder Link lässt einen Browser einmal ein.',
  'This link was used before, or is not from this run. Open the link that "intray serve" printed last.':
    'Dieser Link wurde schon benutzt oder stammt nicht aus diesem Lauf. Öffnen Sie den, den „intray serve“ zuletzt ausgegeben hat.',
  'There is nothing here.': 'Hier ist nichts.',
  'This is not what can be done here.': 'Das geht hier nicht.',
  'The request cannot be read.': 'Die Anfrage ist nicht lesbar.',
  'A request is JSON.': 'Eine Anfrage ist JSON.',
  'The request is too large.': 'Die Anfrage ist zu groß.',
};
