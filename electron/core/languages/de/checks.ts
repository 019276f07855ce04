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
};
