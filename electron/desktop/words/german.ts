import { inGerman } from '../../core/messages/host-words/in-german.ts';
import type { Words } from './words.ts';

export const german: Words = {
  ofHost: (text) =>
    inGerman(text)
      .map((part) => part.text)
      .join(''),
  line: {
    starting: 'Startet …',
    'first-run': 'Noch nicht verbunden',
    watching: 'Überwacht',
    paused: 'Angehalten',
    offline: 'Offline',
    key: 'Problem mit dem Schlüssel',
    pages: 'Keine Seiten mehr',
    rate: 'Überwacht, langsam: der Dienst bat um eine Pause',
    stopped: 'Gestoppt',
  },
  tooltip: {
    idle: 'Intray: nichts zu tun',
    working: 'Intray: arbeitet',
    attention: 'Intray: Dokumente brauchen Sie',
    paused: 'Intray: angehalten',
    stopped: 'Intray: kann nicht weiter',
  },
  tray: {
    pause: 'Anhalten',
    resume: 'Fortsetzen',
    lookNow: 'Jetzt nachsehen',
    review: (count) => `Prüfen (${count})`,
    lastResults: 'Letzte Ergebnisse',
    noResults: 'Noch keine Ergebnisse',
    folders: 'Ordner',
    noFolders: 'Noch kein Ordner',
    open: 'Intray öffnen',
    quit: 'Beenden',
  },
  menu: {
    file: '&Datei',
    addFolder: 'Ordner hinzufügen…',
    settings: 'Einstellungen…',
    edit: '&Bearbeiten',
    view: '&Ansicht',
    queue: 'Warteschlange',
    reviewScreen: 'Prüfen',
    foldersScreen: 'Ordner',
    insights: 'Auswertung',
    help: '&Hilfe',
    keys: 'Tastenkürzel',
    dataFolder: 'Datenordner zeigen',
  },
  notifications: {
    attention: (count) => (count === 1 ? 'Ein Dokument braucht Sie' : `${count} Dokumente brauchen Sie`),
    attentionBody: 'Unter „Prüfen“ sehen Sie, worum es geht.',
    finished: (count) => (count === 1 ? 'Ein Ergebnis wurde geschrieben' : `${count} Ergebnisse wurden geschrieben`),
    finishedBody: 'Sie liegen neben ihren Dokumenten.',
    offline: 'Intray hat seit einer Weile keine Verbindung',
    key: 'Der Dienst nimmt den Schlüssel nicht an',
    pages: 'Das Konto hat keine Seiten mehr',
    stopped: 'Intray wurde gestoppt',
    again: 'Nichts geht verloren; alles wartet.',
  },
  dialogs: {
    broken: 'Das Fenster ist mehrmals nacheinander ausgefallen',
    brokenDetail:
      'Die Ordner werden weiter überwacht, und nichts geht verloren. Starten Sie Intray neu, um das Fenster zu sehen.',
    startAgain: 'Neu starten',
    quit: 'Beenden',
  },
};
