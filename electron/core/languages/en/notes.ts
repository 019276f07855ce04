/** Notes beside the events in a document’s history. `changes` are the changed fields with their values; `paths` what was written. */
export const notes = {
  by: 'By {by}.',
  byWithChanges: 'By {by}. {changes}',
  byWithMessage: 'By {by}: {message}',
  byHand: 'By hand.',
  assigned: 'By hand: it is what the service calls “{name}”.',
  asDecided: 'As decided.',
  renamed: 'from {path}',
  sameContentWritten: 'The file was written again with the same content.',
  resultTakenUp: 'A copy needs its result, which the ledger has taken up again.',
  resultTaken: 'Its content is that of {path}; nothing was sent.',
  claimed: 'A JSON beside it says that the service has it already; nothing is sent.',
  claimedReviewed:
    'A JSON beside it says that the service has it already; nothing is sent. That JSON holds corrections, which are not confirmed here.',
  goesOn: 'Its category is “{category}”, so it goes on to the extraction {extraction}.',
  awaits: 'Its category is “{category}”: the service itself extracts it with {extraction}. Nothing is sent.',
  linkedFound: 'The service has its values as “{name}”, extracted with {extraction}.',
  passedOn:
    'The service extracts its content with {extraction} already, for an earlier verdict. Nothing is sent unless you say so.',
  named: 'By hand: its values are in batch {batch}.',
  namedUnknown: 'The service does not know batch {batch} of that extraction.',
  goesOnByDefault: 'It has no category, so it goes on to the extraction {extraction}.',
  leaves: 'It leaves the extraction {extraction}.',
  leavesBatch: 'It leaves the extraction {extraction}; what was sent there in the batch {batch} is kept.',
  changedWhileSent: 'It changed while it was being sent; nothing was sent.',
  applied:
    'By hand: as its folder now says, it goes to the {kind, select, extraction {extraction} other {classification}} {name}.',
  rerouted: 'Its folder now goes to the {kind, select, extraction {extraction} other {classification}} {id} at {origin}.',
  sameVerdict: 'The new run gave the same result, or none was made.',
  written: '{paths}',
  writtenWithNote: '{paths}. {message}',
  nothingToWrite: 'The folder writes neither JSON nor CSV.',
  contentGone: 'Its result came, but its content is no longer there; the result is kept in the history.',
  writtenForLater: 'A later document of the same file has this result.',
  movedAlready: 'The file had been moved or removed already.',
  checkedAgain:
    'The folder’s own checks were run again: {count, plural, =0 {they hold} one {# flags something} other {# flag something}}.',
} as const;
