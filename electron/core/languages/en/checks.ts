/** What a folder's own checks say of a document (`electron/core/checks/`). In English they are also written into JSON and CSV. */
export const checks = {
  /** In a list of reasons to look at a document: named as ours, beside those of the service. */
  flagged: 'Check “{rule}”: {message}',
  breach: {
    required: '“{field}” has no value.',
    pattern: '“{value}” in “{field}” does not fit the pattern {pattern}.',
    oneOf: '“{value}” is not among the values that “{field}” may have.',
    range:
      '“{field}” is {value}, which is {kind, select, date {{side, select, from {before} other {after}}} other {{side, select, from {less than} other {more than}}}} {bound}.',
    sum: '{parts} add up to {sum}, but “{field}” is {value}.',
    iban: '“{value}” in “{field}” is not a valid IBAN.',
    vatId: '“{value}” in “{field}” is not a valid VAT id.',
    secondScan:
      'It may be a second scan of “{path}”{count, plural, one {} other { and # more documents}}: vendor, number and date agree.',
  },
  unchecked: {
    noField: 'It cannot be checked, because the extraction has no field “{field}”.',
    noValue: 'It cannot be checked, because “{field}” has no value.',
    unread:
      'It cannot be checked, because “{value}” in “{field}” was not read as {kind, select, date {a date} other {an amount}}.',
    ambiguous: 'It cannot be checked, because “{value}” in “{field}” may mean {candidates}.',
    currencies: 'It cannot be checked, because the amounts are in {currencies}.',
    tooLong: 'It cannot be checked, because the value of “{field}” is too long.',
    secondScan: 'Vendor and number are those of “{path}”, but the two dates cannot be compared.',
  },
} as const;
