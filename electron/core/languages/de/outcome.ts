import type { outcome as english } from '../en/outcome.ts';
import type { Like } from '../like.ts';

export const outcome: Like<typeof english> = {
  interrupted:
    'Intray wurde beendet, nachdem alles hochgeladen und bevor die Antwort da war: Der Dienst hat das Dokument vielleicht.',
  notNow: 'Gerade darf kein Hochladen beginnen.',
  fitsNone:
    'Der Dienst hat in Stapel {batch} Ergebnisse unter Namen, die zu keinem seiner Dokumente passen ({count, number}). Intray bewahrt sie auf: Ordnen Sie diesem Dokument das seine mit „Ergebnis zuordnen …“ oder mit `intray answer` zu. Noch einmal gesendet, würden seine Seiten ein zweites Mal bezahlt. Von nun an gehen Dokumente dieser Route einzeln hinaus.',
  contradictory:
    'Die Antworten des Dienstes zu Stapel {batch} widersprechen sich: Nach den IDs gehört ein anderes Ergebnis zu diesem Dokument als nach den Namen. Intray bewahrt die Ergebnisse auf: Ordnen Sie diesem Dokument das seine mit „Ergebnis zuordnen …“ oder mit `intray answer` zu. Noch einmal gesendet, würden seine Seiten ein zweites Mal bezahlt.',
  notInAnswer:
    'Der Dienst nennt im Stapel {batch} keine Datei, die diese sein könnte. Intray fragt eine Woche lang weiter. Das Dokument erneut zu senden kann seine Seiten ein zweites Mal kosten.',
  noResult:
    'Der Dienst meldet das Dokument als fertig, gibt im Stapel {batch} aber kein Ergebnis dazu. Intray fragt eine Woche lang weiter. Das Dokument erneut zu senden kann seine Seiten ein zweites Mal kosten.',
  entryUnreadable:
    'Seit zehn Minuten enthält die Antwort des Dienstes zu Stapel {batch} einen unlesbaren Eintrag, der zu diesem Dokument gehören kann ({problem}). Intray fragt eine Woche lang weiter. Das Dokument erneut zu senden kann seine Seiten ein zweites Mal kosten.',
  unreadableForLong:
    'Der Dienst hat seit zehn Minuten keine lesbare Antwort zu diesem Dokument gegeben: {message} Intray fragt weiter.',
  tooMuch:
    'Der Dienst ist mit dem Dokument fertig, aber seine Antwort enthält mehr, als Intray annimmt: {problem}. Das Ergebnis finden Sie beim Dienst. Wenn Sie das Dokument erneut senden, kosten seine Seiten womöglich ein zweites Mal.',
  batchUnknown:
    'Seit zehn Minuten kennt der Dienst den Stapel {batch} nicht („{problem}“). Intray fragt eine Woche lang weiter. Das Dokument erneut zu senden kann seine Seiten ein zweites Mal kosten.',
  extractionUnknown:
    'Der Dienst kennt die Extraktion {id} nicht („{problem}“). Intray sucht sie von selbst wieder. Wenn es sie nicht mehr gibt, wählen Sie für den Ordner ein anderes Ziel.',
  stalled: 'Seit zehn Minuten geht nichts voran: Alles Übrige wartet auf den Dienst.',
  routeRefuses:
    'Der Dienst nimmt kein Dokument für die {kind, select, extraction {Extraktion} other {Klassifikation}} {id} an („{problem}“). Prüfen Sie die ID.',
  extractionUnreadableForLong:
    'Der Dienst hat seit zehn Minuten keine lesbare Antwort zur Extraktion {id} gegeben: {message} Intray fragt weiter.',
  ledgerLost:
    'Das Journal ging verloren, und ein älteres wurde wiederhergestellt: Nichts belegt, ob diese Datei gesendet wurde. Entscheiden Sie einmal für alle solchen Dateien: senden oder auslassen.',
  ledgerWaits: '{message} Bis dahin wartet alles und geht dann von selbst weiter.',
  fault:
    'Intray ist auf einen Fehler gestoßen, mit dem es nicht rechnet: {message} Es versucht dies von selbst noch einmal, und alles andere läuft weiter. Wenn der Fehler bleibt, melden Sie ihn; Einzelheiten stehen im Protokoll.',
  leftOut: 'Die Datei wurde wie entschieden ausgelassen.',
  dismissed:
    'Es wurde ausgeblendet und wird deshalb nicht gesendet. Blenden Sie es wieder ein, wenn es doch gesendet werden soll.',
  heldLeftAlone:
    'Die Datei blieb bisher liegen und wurde neu geschrieben oder hat eine andere Zeit: Sie ist vielleicht noch dieselbe. Sie wird mit den anderen ihres Ordners gesendet oder ausgelassen, sobald Sie geantwortet haben.',
  heldMany:
    'Die Datei kam mit weit mehr neuen Dokumenten als üblich. Sie wird mit den anderen gesendet oder ausgelassen, sobald Sie geantwortet haben.',
  heldPages:
    'Es hat {count, plural, one {# Seite} other {# Seiten}}, weit mehr als üblich. Es wird gesendet oder ausgelassen, sobald Sie geantwortet haben.',
  otherIntray:
    'Ein anderes Intray (Computer {host}, Daten in {path}) hat diesen Ordner innerhalb des letzten Tages überwacht: Beide würden jedes Dokument bezahlen. Nichts daraus wird aufgenommen, bis Sie entscheiden. Senden (send): Dieses Intray übernimmt den Ordner; das ist richtig, wenn Intray auf diesen Computer umgezogen ist oder das andere beendet wurde. Nicht senden (leave): Der Ordner bleibt dem anderen überlassen.',
  twinIntray:
    'Ein anderes Intray mit demselben Computernamen ({host}) und Datenpfad ({path}) überwacht diesen Ordner: ein zweiter Container oder eine Kopie dieses Computers. Beide würden jedes Dokument bezahlen. Nichts daraus wird aufgenommen, bis Sie entscheiden. Senden (send): Dieses Intray übernimmt den Ordner. Nicht senden (leave): Der Ordner bleibt dem anderen überlassen.',
  leftToOther:
    'Wie entschieden bleibt der Ordner einem anderen Intray (Computer {host}, Daten in {path}) überlassen. Hat dieses ihn einen Tag lang nicht überwacht, wird er übernommen.',
  leftAlone:
    '{count, plural, one {# Dokument in {path} sieht aus wie eines} other {# Dokumente in {path} sehen aus wie welche}} von früher{counted, select, yes {, etwa {pages, plural, one {# Seite} other {# Seiten}}} other {}}: bisher liegen gelassen, mit anderer Zeit oder anderem Inhalt. Nichts davon wird gesendet, bis Sie geantwortet haben.',
  changedSince:
    '{count, plural, one {Ein Dokument in {path} hat sich geändert, nachdem es gesendet war (Abstand: {afterMs})} other {# Dokumente in {path} haben sich geändert, nachdem sie gesendet waren (kürzester Abstand: {afterMs})}}{counted, select, yes {; neu zu zahlen: etwa {pages, plural, one {# Seite} other {# Seiten}}} other {}}. Nichts davon wird gesendet, bis Sie geantwortet haben.',
  manyPages:
    '{count, plural, one {Ein Dokument in {path} hat etwa {pages, number} Seiten} other {# Dokumente in {path} haben zusammen etwa {pages, number} Seiten}}: weit mehr als üblich. Nichts davon wird gesendet, bis Sie geantwortet haben.',
  manyNew:
    '{count, plural, one {# neues Dokument ist} other {# neue Dokumente sind}} in {path} angekommen{counted, select, yes {, etwa {pages, plural, one {# Seite} other {# Seiten}}} other {}}: weit mehr in einer Stunde, als dort üblich ist. Nichts davon wird gesendet, bis Sie geantwortet haben.',
  budget: {
    used: '{scope, select, folder {{name}: } other {}}Das {period, select, day {Tagesbudget} other {Monatsbudget}} von {pages, plural, one {# Seite} other {# Seiten}} ist verbraucht. {count, plural, one {# Dokument} other {# Dokumente}} ({unknown, plural, =0 {etwa} other {mindestens}} {waiting, plural, one {# Seite} other {# Seiten}}) {count, plural, one {wartet} other {warten}} bis zum {untilDay}.',
    left: '{scope, select, folder {{name}: } other {}}Vom {period, select, day {Tagesbudget} other {Monatsbudget}} von {pages, plural, one {# Seite} other {# Seiten}} {left, plural, one {ist noch # Seite} other {sind noch # Seiten}} übrig. {count, plural, one {# Dokument} other {# Dokumente}} ({unknown, plural, =0 {etwa} other {mindestens}} {waiting, plural, one {# Seite} other {# Seiten}}) {count, plural, one {wartet} other {warten}} bis zum {untilDay}.',
    runUsed:
      '{scope, select, folder {{name}: } other {}}Vom Budget dieses Laufs von {pages, plural, one {# Seite} other {# Seiten}} {left, plural, =0 {ist nichts} one {ist noch # Seite} other {sind noch # Seiten}} übrig. {count, plural, one {# Dokument} other {# Dokumente}} ({unknown, plural, =0 {etwa} other {mindestens}} {waiting, plural, one {# Seite} other {# Seiten}}) {count, plural, one {wartet} other {warten}} auf einen weiteren Lauf.',
    service:
      'Der Dienst hat keine Seiten mehr: {message}{count, plural, =0 {} one { # Dokument} other { # Dokumente}}{count, plural, =0 {} other { ({unknown, plural, =0 {etwa} other {mindestens}} {waiting, plural, one {# Seite} other {# Seiten}})}}{count, plural, =0 {} one { wartet.} other { warten.}} Nächster Versuch: {at}.',
    near: '{scope, select, folder {{name}: } other {}}{period, select, run {Vom Budget dieses Laufs} day {Vom Tagesbudget} other {Vom Monatsbudget}} von {pages, plural, one {# Seite} other {# Seiten}} sind mindestens 80 % verbraucht.',
    tooLarge:
      'Es zählt als {count, plural, one {# Seite} other {# Seiten}}, und das Budget von {limit, plural, one {# Seite} other {# Seiten}} für {period, select, run {einen Lauf} day {einen Tag} other {einen Monat}} erlaubt das nie. Wenn Sie es trotzdem senden, zählen seine Seiten in den Budgets nicht.',
  },
};
