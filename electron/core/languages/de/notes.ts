import type { notes as english } from '../en/notes.ts';
import type { Like } from '../like.ts';

export const notes: Like<typeof english> = {
  by: 'Von {by}.',
  byWithChanges: 'Von {by}. {changes}',
  byWithMessage: 'Von {by}: {message}',
  byHand: 'Von Hand.',
  assigned: 'Von Hand: Der Dienst nennt es „{name}“.',
  asDecided: 'Wie entschieden.',
  renamed: 'von {path}',
  sameContentWritten: 'Die Datei wurde mit demselben Inhalt noch einmal geschrieben.',
  resultTakenUp: 'Eine Kopie braucht sein Ergebnis; es steht wieder im Journal.',
  resultTaken: 'Der Inhalt ist der von {path}; nichts wurde gesendet.',
  claimed: 'Ein JSON daneben sagt, dass der Dienst es schon hat; nichts wird gesendet.',
  claimedReviewed:
    'Ein JSON daneben sagt, dass der Dienst es schon hat; nichts wird gesendet. Dieses JSON enthält Korrekturen, die hier nicht bestätigt sind.',
  goesOn: 'Die Kategorie ist „{category}“, darum geht es zur Extraktion {extraction} weiter.',
  awaits: 'Seine Kategorie ist „{category}“: Der Dienst extrahiert es selbst mit {extraction}. Es wird nichts gesendet.',
  linkedFound: 'Der Dienst hat seine Werte als „{name}“, extrahiert mit {extraction}.',
  passedOn:
    'Der Dienst extrahiert seinen Inhalt schon mit {extraction}, nach einer früheren Einordnung. Ohne Ihr Wort wird nichts gesendet.',
  named: 'Von Hand: Die Werte sind im Stapel {batch}.',
  namedUnknown: 'Der Dienst kennt in dieser Extraktion keinen Stapel {batch}.',
  goesOnByDefault: 'Es hat keine Kategorie, darum geht es zur Extraktion {extraction} weiter.',
  leaves: 'Es verlässt die Extraktion {extraction}.',
  leavesBatch: 'Es verlässt die Extraktion {extraction}; was im Batch {batch} dorthin gesendet wurde, bleibt erhalten.',
  changedWhileSent: 'Die Datei hat sich beim Senden geändert; nichts wurde gesendet.',
  applied:
    'Von Hand: Wie sein Ordner es jetzt vorsieht, geht es zur {kind, select, extraction {Extraktion} other {Klassifikation}} {name}.',
  rerouted:
    'Das Ziel des Ordners ist jetzt die {kind, select, extraction {Extraktion} other {Klassifikation}} {id} bei {origin}.',
  sameVerdict: 'Die neue Klassifikation ergab dasselbe, oder es fand keine statt.',
  written: '{paths}',
  writtenWithNote: '{paths}. {message}',
  nothingToWrite: 'Für den Ordner wird weder JSON noch CSV geschrieben.',
  contentGone: 'Das Ergebnis kam, aber der Inhalt der Datei ist nicht mehr da; das Ergebnis bleibt im Verlauf.',
  writtenForLater: 'Ein späteres Dokument derselben Datei hat dieses Ergebnis.',
  movedAlready: 'Die Datei war schon verschoben oder entfernt.',
  checkedAgain:
    'Die eigenen Prüfregeln des Ordners wurden erneut angewendet: {count, plural, =0 {keine schlägt an} one {# schlägt an} other {# schlagen an}}.',
};
