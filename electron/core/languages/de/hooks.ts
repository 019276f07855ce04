import type { hooks as english } from '../en/hooks.ts';
import type { Like } from '../like.ts';

export const hooks: Like<typeof english> = {
  title: 'Hooks – Meldungen nach außen',
  hint: 'Programme und Server, die erfahren, was aus Dokumenten wird. Festgelegt werden sie in <file>settings.json</file> im Datenverzeichnis und nirgends sonst.',
  noneSet: 'Kein Hook ist festgelegt.',
  when: {
    onDelivered: 'wenn ein Dokument ausgeliefert ist',
    onAttention: 'wenn etwas einen Menschen braucht',
    onFailed: 'wenn ein Dokument fehlschlägt',
    onChanged: 'wenn sich Ausgeliefertes ändert',
  },
  program: 'Programm {target},',
  webhook: 'Webhook an {target},',
  allFolders: 'für alle Ordner',
  untaken:
    '{pending, plural, =0 {Kein Ereignis wartet} one {# Ereignis wartet} other {# Ereignisse warten}} auf einen Hook; {givenUp, plural, =0 {keines wurde aufgegeben.} one {# wurde aufgegeben.} other {# wurden aufgegeben.}}',
  isWaiting: 'Es wird gleich gemeldet.',
  wasRefused: '{count, plural, one {Einmal} other {#-mal}} abgelehnt; wird erneut gemeldet: {next}.',
  wasGivenUp: 'Nach {count, plural, one {# Versuch} other {# Versuchen}} aufgegeben.',
  tryAgain: 'Erneut versuchen',
  allAgain: 'Alle erneut versuchen',
  gone: 'Für seinen Ordner gibt es keinen Hook {name}.',
  notStarted: '{program} ließ sich nicht starten: {message}',
  exitCode: '{program} endete mit Exit-Code {code, number}.',
  ended: '{program} wurde durch {signal} beendet.',
  tookTooLong: '{program} war nach {timeoutMs} nicht fertig und wurde beendet, mit allem, was es gestartet hatte.',
  noSecret: 'Das Ereignis an {host} lässt sich nicht signieren: Das Geheimnis fehlt oder ist kein Base64.',
  secretUnread: 'Das Geheimnis des Webhooks lässt sich nicht lesen: {message}',
  answered: '{host} antwortete mit Status {status}.',
  redirected:
    '{host} antwortete mit einer Weiterleitung (Status {status}), der nicht gefolgt wird. Tragen Sie die endgültige Adresse ein.',
  notAnAddress: '{url} ist keine Adresse.',
  noAnswer: '{host} antwortete nicht innerhalb von {timeoutMs}.',
  notReached: '{host} ist nicht erreichbar: {message}',
  counts:
    'Ereignisse für Hooks: {pending, number} zu melden, davon {failing, number} bisher abgelehnt; {givenUp, number} aufgegeben. `intray status --hooks open` zeigt sie.',
  waiting: '{id} {name} {path}: wird gemeldet.',
  refused: '{id} {name} {path}: {count, plural, one {einmal} other {#-mal}} abgelehnt, wird um {at} erneut gemeldet. {message}',
  givenUp: '{id} {name} {path}: nach {count, plural, one {# Versuch} other {# Versuchen}} aufgegeben. {message}',
  taken: '{id} {name} {path}: angenommen um {at}.',
  none: 'Kein Ereignis wartet auf einen Hook, und keines wurde aufgegeben.',
  retried:
    '{count, plural, =0 {Es gab kein Ereignis, das erneut zu melden wäre.} one {# Ereignis wird erneut gemeldet, sobald Intray läuft.} other {# Ereignisse werden erneut gemeldet, sobald Intray läuft.}}',
  unknownEvent: 'Kein Ereignis {id} wartet oder wurde aufgegeben. `intray status --hooks open` zeigt, welche es gibt.',
};
