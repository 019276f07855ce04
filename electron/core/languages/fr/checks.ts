import type { checks as english } from '../en/checks.ts';
import type { Like } from '../like.ts';

export const checks: Like<typeof english> = {
  flagged: 'Contrôle « {rule} » : {message}',
  breach: {
    required: '« {field} » n’a pas de valeur.',
    pattern: '« {value} » dans « {field} » ne correspond pas au motif {pattern}.',
    oneOf: '« {value} » ne fait pas partie des valeurs admises pour « {field} ».',
    range:
      '« {field} » vaut {value}, ce qui est {kind, select, date {{side, select, from {avant le} other {après le}}} other {{side, select, from {moins de} other {plus de}}}} {bound}.',
    sum: '{parts} font {sum}, alors que « {field} » vaut {value}.',
    iban: '« {value} » dans « {field} » n’est pas un IBAN valide.',
    vatId: '« {value} » dans « {field} » n’est pas un numéro de TVA valide.',
    secondScan:
      'C’est peut-être une deuxième numérisation de « {path} »{count, plural, one {} other { et de # autres documents}} : émetteur, numéro et date concordent.',
  },
  unchecked: {
    noField: 'Le contrôle est impossible, car l’extraction n’a pas de champ « {field} ».',
    noValue: 'Le contrôle est impossible, car « {field} » n’a pas de valeur.',
    unread:
      'Le contrôle est impossible, car « {value} » dans « {field} » n’a pas été lu comme {kind, select, date {une date} other {un montant}}.',
    ambiguous: 'Le contrôle est impossible, car « {value} » dans « {field} » peut signifier {candidates}.',
    currencies: 'Le contrôle est impossible, car les montants sont en {currencies}.',
    tooLong: 'Le contrôle est impossible, car la valeur de « {field} » est trop longue.',
    secondScan: 'L’émetteur et le numéro sont ceux de « {path} », mais les deux dates ne peuvent pas être comparées.',
  },
};
