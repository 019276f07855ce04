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
    template: 'Nach ihren Werten benennen',
    templateHint:
      'Etwa {example}, mit den Schlüsseln der Felder der Extraktion, category, file_name und found_date. Leer: Sie behalten ihre Namen.',
    try: 'Vorschau',
    tryHint: 'Zeigt, wohin die vorhandenen Dokumente kämen. Nichts wird verschoben.',
    changedSince: 'Die Vorlage hat sich seitdem geändert.',
    list: 'Wohin Dokumente kämen',
    waits: 'Auf die Prüfung warten',
    waitsHint: 'Ein Dokument, das jemand ansehen muss, wird danach abgelegt. Eine spätere Korrektur legt es neu ab.',
  },
  taken: '„{path}“ ist inzwischen der Name einer anderen Datei; geben Sie ihn frei, dann kommt das Dokument dorthin zurück.',
  undone: 'Die Ablage wurde zurückgenommen; das Dokument wird erst wieder abgelegt, wenn Sie es sagen (intray undo --again).',
  stays: 'Sie wurde nicht abgelegt: {message}',
  missing: '{fields} {count, plural, one {hat} other {haben}} keinen Wert, nach dem eine Datei heißen könnte.',
  ambiguous: '„{value}“ in „{field}“ kann {candidates} bedeuten.',
  noDate: '„{value}“ in „{field}“ wurde nicht als Datum gelesen.',
  parts: '„{field}“ hat mehrere Teile; eine Datei kann nur nach einem einzelnen Wert heißen.',
  noName: 'Von den Werten bleibt nichts, wonach eine Datei heißen könnte.',
  noField: '„{field}“ an Stelle {position}: Ein solches Feld gibt es nicht. Es gibt {names}.',
};
