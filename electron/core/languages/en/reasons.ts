/** Why a person should look at a result (`electron/core/review/local-review.ts`). In English they are also written into JSON and CSV. */
export const reasons = {
  asked: 'The service asks for a review.',
  sentTwice: 'It was sent twice because the answer to the first upload was lost; the service may count it twice.',
  noCategory: 'The service put it into no category.',
  noValues: 'The service found no values.',
  unlisted: 'The settings of its folder do not say where documents of the category “{category}” go on.',
  unsure: 'The category “{category}” is not sure: its confidence is {confidence, number}, below {below, number}.',
  conflict: 'The service now gives “{theirs}” for “{field}”; here it was corrected to “{mine}”.',
  conflictNone: 'The service now gives no value for “{field}”; here it was corrected to “{mine}”.',
  missing: 'No value for “{field}” came back.',
  empty: 'The value of “{field}” is empty.',
  /** What to compare a value with. */
  sum: '{net} and {tax} add up to {sum}, not to {total}.',
  correctedBefore: 'In an earlier document of this sender, “{from}” was corrected to “{to}”.',
  usualValue: 'The {count, number} earlier documents of this sender have “{value}”.',
} as const;
