import type { common as english } from '../en/common.ts';
import type { Like } from '../like.ts';

export const common: Like<typeof english> = {
  appName: 'Intray',
  cancel: 'Abbrechen',
  close: 'Schließen',
  undo: 'Rückgängig',
  retry: 'Erneut versuchen',
  copied: 'Kopiert.',
  notCopied: 'Kopieren nicht möglich.',
  starting: 'Intray startet …',
  loading: 'Wird geladen …',
  optional: 'optional',
  foreign: '{text}',
  both: '{one} {other}',
  notifications: 'Mitteilungen',
  problemTitle: 'Etwas ist schiefgegangen',
  noAnswer: 'Intray antwortet nicht.',
  noAnswerDetail:
    'Vielleicht wurde das Programm beendet. Sie sehen den letzten bekannten Stand; das Fenster versucht, sich wieder zu verbinden.',
  signIn: {
    title: 'Mit einem Link anmelden',
    again: 'Holen Sie sich einen neuen Link, wie hier beschrieben.',
    run: 'Geben Sie auf dem Computer, auf dem Intray läuft, <command>intray watch --link</command> in ein Terminal ein.',
    open: 'Öffnen Sie den ausgegebenen Link in diesem Browser, oder fügen Sie ihn unten ein.',
    link: 'Der ausgegebene Link',
    noLink: 'Mit diesem Link kann man sich nicht anmelden. Er endet auf „#link=“ und einen Code.',
    action: 'Anmelden',
    once: 'Ein Link meldet einen Browser an, ein Mal, innerhalb von zehn Minuten.',
  },
  brokenTitle: 'Dieser Teil des Fensters funktioniert nicht mehr.',
  brokenDetail:
    'Ihre Dokumente sind nicht betroffen. Versuchen Sie es erneut; wenn das nicht hilft, geben Sie die Angaben unten weiter, wenn Sie um Hilfe bitten.',
  screens: {
    queue: 'Dokumente',
    review: 'Prüfen',
    folders: 'Ordner',
    insights: 'Auswertung',
    settings: 'Einstellungen',
  },
  units: {
    bytes: '{value} B',
    kilobytes: '{value} KB',
    megabytes: '{value} MB',
    gigabytes: '{value} GB',
    milliseconds: '{value} ms',
    seconds: '{value} s',
    minutes: '{value} min',
    hours: '{value} h',
    days: '{value, plural, one {# Tag} other {# Tage}}',
  },
  time: {
    now: 'jetzt',
    inFuture: 'in {duration}',
    yesterday: 'Gestern, {time}',
  },
};
