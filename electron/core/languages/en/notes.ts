/** Notes beside the events in a document’s history. `changes` are the changed fields with their values; `paths` what was written. */
export const notes = {
  by: 'By {by}.',
  byWithChanges: 'By {by}. {changes}',
  byHand: 'By hand.',
  assigned: 'By hand: it is what the service calls “{name}”.',
  asDecided: 'As decided.',
  renamed: 'from {path}',
  sameContentWritten: 'The file was written again with the same content.',
  firstNotSent: 'The first copy was not sent.',
  resultTakenUp: 'A copy needs its result, which the ledger has taken up again.',
  resultTaken: 'Its content is that of {path}; nothing was sent.',
  claimed: 'A JSON beside it says that the service has it already; nothing is sent.',
  claimedReviewed:
    'A JSON beside it says that the service has it already; nothing is sent. That JSON holds corrections, which are not confirmed here.',
  copyGoesFirst: 'Its folder is not watched now, so a copy of it goes first.',
  stoppedBeforeSent: 'Intray stopped before it was sent.',
  changedWhileSent: 'It changed while it was being sent; nothing was sent.',
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
