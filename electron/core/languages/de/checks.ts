import type { checks as english } from '../en/checks.ts';
import type { Like } from '../like.ts';

export const checks: Like<typeof english> = {
  flagged: 'Prüfregel „{rule}“: {message}',
  breach: {
    required: '„{field}“ hat keinen Wert.',
    pattern: '„{value}“ in „{field}“ passt nicht zum Muster {pattern}.',
    oneOf: '„{value}“ gehört nicht zu den Werten, die „{field}“ haben darf.',
    range:
      '„{field}“ ist {value} und damit {kind, select, date {{side, select, from {vor} other {nach}} dem} other {{side, select, from {weniger} other {mehr}} als}} {bound}.',
    sum: '{parts} ergeben zusammen {sum}, „{field}“ ist aber {value}.',
    iban: '„{value}“ in „{field}“ ist keine gültige IBAN.',
    vatId: '„{value}“ in „{field}“ ist keine gültige USt-IdNr.',
    secondScan:
      'Es ist vielleicht ein zweiter Scan von „{path}“{count, plural, one {} other { und # weiteren Dokumenten}}: Aussteller, Nummer und Datum stimmen überein.',
  },
  unchecked: {
    noField: 'Das lässt sich nicht prüfen, denn die Extraktion hat kein Feld „{field}“.',
    noValue: 'Das lässt sich nicht prüfen, denn „{field}“ hat keinen Wert.',
    unread:
      'Das lässt sich nicht prüfen, denn „{value}“ in „{field}“ wurde nicht als {kind, select, date {Datum} other {Betrag}} gelesen.',
    ambiguous: 'Das lässt sich nicht prüfen, denn „{value}“ in „{field}“ kann {candidates} bedeuten.',
    currencies: 'Das lässt sich nicht prüfen, denn die Beträge sind in {currencies} angegeben.',
    tooLong: 'Das lässt sich nicht prüfen, denn der Wert von „{field}“ ist zu lang.',
    secondScan: 'Aussteller und Nummer sind die von „{path}“, die beiden Daten lassen sich aber nicht vergleichen.',
  },
  form: {
    title: 'Eigene Prüfregeln',
    about:
      'Ein Ergebnis, das eine davon verletzt, wartet auf Sie, was auch immer der Dienst dazu sagt. Zurückgehalten wird nichts.',
    number: 'Prüfregel {number, number}',
    add: 'Prüfregel hinzufügen',
    remove: 'Prüfregel {number, number} entfernen',
    kind: 'Prüfregel',
    kinds: {
      required: { name: 'Hat einen Wert', hint: 'Das Feld darf nicht leer sein.' },
      pattern: { name: 'Passt zu einem Muster', hint: 'Der ganze Wert muss passen.' },
      'one-of': { name: 'Ist einer von', hint: 'Der Wert muss einer von diesen sein; Groß- und Kleinschreibung ist egal.' },
      date: { name: 'Datum im Zeitraum', hint: 'Beide Tage gehören dazu.' },
      amount: { name: 'Betrag im Bereich', hint: 'Beide Beträge gehören dazu.' },
      sum: { name: 'Geht auf', hint: 'Die Teile müssen zusammen die Summe ergeben, auf den Cent genau.' },
      iban: { name: 'Ist eine IBAN', hint: 'Die Prüfziffern müssen stimmen.' },
      'vat-id': { name: 'Ist eine USt-IdNr.', hint: 'Die Prüfziffern müssen stimmen.' },
      'second-scan': {
        name: 'Ist kein zweiter Scan',
        hint: 'Kein anderes Dokument darf denselben Aussteller, dieselbe Nummer und ein nahes Datum haben.',
      },
    },
    field: 'Feld',
    pattern: 'Muster',
    patternHint: 'Ein regulärer Ausdruck, etwa [0-9]+ für Ziffern',
    values: 'Werte',
    valuesHint: 'Einer pro Zeile',
    from: 'Ab',
    to: 'Bis',
    dayHint: 'JJJJ-MM-TT, today für heute, oder today-90',
    least: 'Mindestens',
    most: 'Höchstens',
    parts: 'Teile',
    partsHint: 'Felder, eines pro Zeile',
    total: 'Summe',
    vendor: 'Feld des Ausstellers',
    invoiceNumber: 'Feld der Nummer',
    date: 'Feld des Datums',
    days: 'Höchstens so viele Tage auseinander',
    name: 'Name',
    nameHint: 'Unter diesem Namen wird gekennzeichnet',
    againTitle: 'Auch ältere Dokumente prüfen?',
    againAbout:
      'Die Prüfregeln gelten für Ergebnisse, die ab jetzt kommen. Ältere Dokumente behalten ihre Kennzeichnung, es sei denn, Sie lassen sie erneut prüfen. Bestätigte Dokumente bleiben bestätigt.',
    leaveOlder: 'Ältere lassen, wie sie sind',
    checkOlder: 'Erneut prüfen',
    checkingAgain: 'Die Dokumente des Ordners werden erneut geprüft.',
  },
};
