import type { filing as english } from '../en/filing.ts';
import type { Like } from '../like.ts';

export const filing: Like<typeof english> = {
  template: {
    notClosed:
      '{open} an Stelle {position} wird nie geschlossen; ergänzen Sie {close}, oder schreiben Sie {twice} für das Zeichen selbst',
    closesNothing: '{brace} an Stelle {position} schließt nichts; schreiben Sie {twice} für das Zeichen selbst',
    noName: 'an Stelle {position} fehlt der Schlüssel eines Felds, wie in {example}',
    quote: '{quote} an Stelle {position} wird nie geschlossen; ergänzen Sie ein zweites',
    format: '„{format}“ an Stelle {position} ist kein Format; möglich sind upper, lower oder ein Datum aus yyyy, MM und dd',
    unexpected: '„{character}“ an Stelle {position} wird dort nicht erwartet; ein Wert endet mit {close}, Alternativen trennt |',
    character: '„{character}“ an Stelle {position} ist nicht auf jedem System in Dateinamen erlaubt; lassen Sie es weg',
    noValue: 'sie nennt keinen Wert, sodass alle Dateien gleich hießen; ergänzen Sie einen wie {example}',
    noFile: 'sie endet mit einem Verzeichnis; ergänzen Sie den Namen der Datei, wie in {example}',
    absolute: 'sie beginnt mit einem Schrägstrich; lassen Sie ihn weg, denn sie gilt ab dem Unterordner',
    emptyDirectory: 'sie hat zwei Schrägstriche hintereinander; lassen Sie einen weg',
    dots: '„{name}“ ist kein Name eines Verzeichnisses; lassen Sie das weg',
    tooLong: 'sie ist länger als {maximum, number} Zeichen; kürzen Sie sie',
  },
  form: {
    picks: 'Anfügen',
    below: 'Unterordner hinzufügen',
    own: { category: 'Kategorie', file_name: 'Dateiname', found_date: 'Gefunden am' },
    template: 'Dateiname und Ordner',
    templateHint:
      'Etwa {example}, mit den Schlüsseln der Felder der Extraktion, category, file_name und found_date. Leer: Sie behalten ihre Namen.',
  },
  batches: {
    title: 'Ablagen',
    filed:
      '{documents, plural, one {# Dokument abgelegt} other {# Dokumente abgelegt}}{undone, plural, =0 {} other {, davon # zurückgenommen}}',
    more: 'Frühere zeigt intray filing list.',
    undo: 'Zurücknehmen …',
    again: '{count, plural, other {# wieder ablegen}}',
    undoTitle: 'Ablagen zurücknehmen: {at}',
    goBack:
      '{count, plural, =0 {Davon lässt sich nichts mehr zurücknehmen.} one {# Dokument kommt mit seinem JSON dorthin zurück, wo es war. Es bleibt dort, bis Sie es wieder ablegen lassen.} other {# Dokumente kommen mit ihrem JSON dorthin zurück, wo sie waren. Sie bleiben dort, bis Sie sie wieder ablegen lassen.}}',
    goBackList: 'Was zurückkommt',
    stay: '{count, plural, one {# Dokument bleibt, wo es ist:} other {# Dokumente bleiben, wo sie sind:}}',
    stayList: 'Was bleibt',
    others: '{count, plural, one {und # weiteres} other {und # weitere}}',
    undoAction: '{count, plural, one {# Dokument zurücknehmen} other {# Dokumente zurücknehmen}}',
    undoing:
      '{count, plural, =0 {Davon ließ sich nichts zurücknehmen.} one {# Dokument kommt dorthin zurück, wo es war.} other {# Dokumente kommen dorthin zurück, wo sie waren.}}',
    filedAgain:
      '{count, plural, =0 {Keines davon ist noch zurückgenommen.} one {# Dokument wird wieder abgelegt.} other {# Dokumente werden wieder abgelegt.}}',
    gone: 'Diesen Stapel von Ablagen gibt es nicht mehr.',
  },
  taken: '„{path}“ ist inzwischen der Name einer anderen Datei; geben Sie ihn frei, dann kommt das Dokument dorthin zurück.',
  undone:
    'Die Ablage wurde zurückgenommen; das Dokument wird erst wieder abgelegt, wenn Sie es sagen (Meldungen oder intray filing again).',
  stays: 'Sie wurde nicht abgelegt: {message}',
  missing: '{fields} {count, plural, one {hat} other {haben}} keinen Wert, nach dem eine Datei heißen könnte.',
  ambiguous: '„{value}“ in „{field}“ kann {candidates} bedeuten.',
  noDate: '„{value}“ in „{field}“ wurde nicht als Datum gelesen.',
  parts: '„{field}“ hat mehrere Teile; eine Datei kann nur nach einem einzelnen Wert heißen.',
  noName: 'Von den Werten bleibt nichts, wonach eine Datei heißen könnte.',
  noField: '„{field}“ an Stelle {position}: Ein solches Feld gibt es nicht. Es gibt {names}.',
};
