/** Why Intray did not do what a person asked for in a review (`electron/engine/review`). */
export const reviewing = {
  stopping: 'Intray is stopping.',
  unknownDocument: 'There is no such document.',
  noResult: '{path} has no result to review now.',
  noValues: 'A classification has no values to correct: choose another category instead.',
  unknownField: 'The extraction has no field “{field}”.',
  noCategory: '{path} has no category to change now.',
  categoryNotChanged: 'The category was not changed: {message}',
  cannotRedo: '{path} cannot be classified again now.',
  redoInDoubt: 'No answer came: {message} It is not known whether the new run has begun; Intray keeps asking the service.',
  redoRefused: 'The service did not begin a new run: {message}',
  alreadyAsking: 'Intray is already asking the service about this document.',
  notClassified: '{path} was not sent to a classification.',
  otherService: '{path} is at another service ({origin}) than the one in use now.',
  noFileId: 'The service’s id of {path} is not known, so Intray cannot ask about it.',
  gateShut: 'The service cannot be asked now: {message}',
  tooManyRequests: 'Intray already sends as many requests as the service allows; try again in a moment.',
} as const;
