/** Filing documents by their values (`electron/core/filing/`). */
export const filing = {
  /** What is wrong with a template; part of a sentence. `position`: which character it is, from 1. */
  template: {
    notClosed: 'the {open} at character {position} is never closed; add {close}, or write {twice} for the character itself',
    closesNothing: 'the {brace} at character {position} closes nothing; write {twice} for the character itself',
    noName: 'at character {position} the key of a field is missing, as in {example}',
    quote: 'the {quote} at character {position} is never closed; add another one',
    format: '“{format}” at character {position} is not a format; use upper, lower, or a date made of yyyy, MM and dd',
    unexpected:
      '“{character}” at character {position} is not expected there; a value ends with {close}, choices are separated by |',
    character: '“{character}” at character {position} cannot be in file names on every system; leave it out',
    noValue: 'it names no value, so all files would get the same name; add one such as {example}',
    noFile: 'it ends with a directory; add the name of the file, as in {example}',
    absolute: 'it begins with a slash; leave that out, because it goes on from the subfolder',
    emptyDirectory: 'it has two slashes in a row; leave one out',
    dots: '“{name}” is not the name of a directory; leave it out',
    tooLong: 'it is longer than {maximum, number} characters; shorten it',
  },
  form: {
    picks: 'Add',
    below: 'Add a subfolder',
    own: { category: 'Category', file_name: 'File name', found_date: 'Date found' },
    template: 'File name and folder',
    templateHint:
      'Such as {example}, with the keys of the extraction’s fields, category, file_name and found_date. Empty: they keep their names.',
  },
  batches: {
    title: 'Filings',
    filed: '{documents, plural, one {# document filed} other {# documents filed}}{undone, plural, =0 {} other {, # taken back}}',
    more: 'For earlier ones, run intray filing list.',
    undo: 'Take back…',
    again: '{count, plural, one {File # again} other {File # again}}',
    undoTitle: 'Take back filings of {at}',
    goBack:
      '{count, plural, =0 {Nothing of this can be taken back any more.} one {# document goes back to where it was, with its JSON. It stays there until you have it filed again.} other {# documents go back to where they were, with their JSON. They stay there until you have them filed again.}}',
    goBackList: 'What goes back',
    stay: '{count, plural, one {# document stays where it is:} other {# documents stay where they are:}}',
    stayList: 'What stays',
    others: '{count, plural, one {and # more} other {and # more}}',
    undoAction: '{count, plural, one {Take back # document} other {Take back # documents}}',
    undoing:
      '{count, plural, =0 {Nothing of this could be taken back.} one {# document goes back to where it was.} other {# documents go back to where they were.}}',
    filedAgain:
      '{count, plural, =0 {None of these is still taken back.} one {# document is filed again.} other {# documents are filed again.}}',
    gone: 'There is no such batch of filings any more.',
  },
  /** Why a document stays where it is. */
  taken: '“{path}” is the name of another file now; free it, and the document goes back there.',
  undone: 'Its filing was taken back; it is not filed again until you say so (Activity, or intray filing again).',
  stays: 'It was not filed: {message}',
  missing: '{fields} {count, plural, one {has} other {have}} no value that a file could be named by.',
  ambiguous: '“{value}” in “{field}” may mean {candidates}.',
  noDate: '“{value}” in “{field}” was not read as a date.',
  parts: '“{field}” has several parts; a file can only be named by a single value.',
  noName: 'Its values leave nothing that a file could be named by.',
  noField: '“{field}” at character {position}: there is no such field. There are {names}.',
} as const;
