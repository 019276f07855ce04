import type { reviewing as english } from '../en/reviewing.ts';
import type { Like } from '../like.ts';

export const reviewing: Like<typeof english> = {
  stopping: 'Intray wird beendet.',
  unknownDocument: 'Dieses Dokument gibt es nicht.',
  noResult: '{path} hat gerade kein Ergebnis zu prüfen.',
  needsNobody: '{path} wartet nicht auf Sie.',
  awaitsNoValues: '{path} wartet auf keine Werte, die der Dienst selbst extrahiert.',
  needsNoResult: '{path} wartet auf kein Ergebnis, das ihm zugeordnet werden könnte.',
  notUnmatched: 'Für {path} gibt es kein solches Ergebnis: Sein Stapel hat keines, oder ein anderes Dokument hat es.',
  noValues: 'Eine Klassifikation hat keine Werte zu berichtigen: Wählen Sie stattdessen eine andere Kategorie.',
  unknownField: 'Die Extraktion hat kein Feld „{field}“.',
  noCategory: '{path} hat gerade keine Kategorie zu ändern.',
  willExtract:
    'Die Extraktion {extractions} extrahiert dann {pages, plural, =0 {seine Seiten} one {seine Seite} other {seine # Seiten}}; der Dienst berechnet das.',
  mayExtract:
    'Ergibt der neue Lauf eine andere Kategorie, {pages, plural, =0 {können seine Seiten} one {kann seine Seite} other {können seine # Seiten}} bei {extractions} extrahiert werden; der Dienst berechnet das.',
  categoryNotChanged: 'Die Kategorie wurde nicht geändert: {message}',
  cannotRedo: '{path} kann gerade nicht neu klassifiziert werden.',
  redoInDoubt:
    'Es kam keine Antwort: {message} Ob die neue Klassifikation begonnen hat, ist nicht bekannt; Intray fragt den Dienst weiter.',
  redoRefused: 'Der Dienst hat keine neue Klassifikation begonnen: {message}',
  alreadyAsking: 'Intray fragt den Dienst schon zu diesem Dokument.',
  notClassified: '{path} wurde nicht an eine Klassifikation gesendet.',
  otherService: '{path} liegt bei einem anderen Dienst ({origin}) als dem, der jetzt benutzt wird.',
  noFileId: 'Die ID von {path} beim Dienst ist nicht bekannt, darum kann Intray nicht danach fragen.',
  gateShut: 'Der Dienst kann gerade nicht gefragt werden: {message}',
  tooManyRequests: 'Intray sendet schon so viele Anfragen, wie der Dienst erlaubt; versuchen Sie es gleich noch einmal.',
  conflictOpen: 'Der Dienst hat andere Werte bestätigt als hier bestätigt wurden: Wählen Sie zuerst, welche gelten.',
  nothingToUndo: 'Es gibt keine Bestätigung, die sich zurücknehmen lässt.',
  categoryStays: 'Die Kategorie ist auch beim Dienst gesetzt und bleibt, bis Sie eine andere wählen.',
  noConflict: 'Der Dienst und die Berichtigungen hier unterscheiden sich nicht.',
};
