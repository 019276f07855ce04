/** What became of a document on its way to the service and back (`electron/engine`). `problem` and `message` are the service’s own words or entries of `service`. */
export const outcome = {
  interrupted: 'Intray stopped after the upload was complete and before the answer came: the service may have the document.',
  notNow: 'No upload may begin now.',
  fitsNone:
    'The service has results in batch {batch} under names that fit none of its documents ({count, number}). Intray keeps them: assign this document its own with “Assign result…”, or with `intray answer`. Sending the document again would cost its pages a second time. From now on documents of this route go out one by one.',
  contradictory:
    'The service’s answers about batch {batch} contradict each other: their ids and their names say different things about which result is this document’s. Intray keeps the results: assign this document its own with “Assign result…”, or with `intray answer`. Sending the document again would cost its pages a second time.',
  notInAnswer:
    'The service names no file of batch {batch} that could be this one. Intray keeps asking for a week. Sending the document again may cost its pages a second time.',
  noResult:
    'The service says that it has finished with the document, but gives no result of it in batch {batch}. Intray keeps asking for a week. Sending the document again may cost its pages a second time.',
  entryUnreadable:
    'For ten minutes the service’s answer about batch {batch} has had an entry that cannot be read and may be this document’s ({problem}). Intray keeps asking for a week. Sending the document again may cost its pages a second time.',
  unreadableForLong: 'For ten minutes the service has given no readable answer about it: {message} Intray keeps asking.',
  tooMuch:
    'The service has finished with the document, but its result holds more than Intray accepts: {problem}. You can find the result at the service. Sending the document again may cost its pages a second time.',
  batchUnknown:
    'For ten minutes the service has not known batch {batch} (“{problem}”). Intray keeps asking for a week. Sending the document again may cost its pages a second time.',
  extractionUnknown:
    'The service does not know the extraction {id} (“{problem}”). Intray looks for it again by itself. If it is gone for good, choose another route for the folder.',
  stalled: 'For ten minutes nothing has moved: all that is left waits for the service.',
  routeRefuses:
    'The service takes no document for the {kind, select, extraction {extraction} other {classification}} {id} (“{problem}”). Check the id.',
  extractionUnreadableForLong:
    'For ten minutes the service has given no readable answer about the extraction {id}: {message} Intray keeps asking.',
  ledgerLost:
    'The ledger was lost and an older one restored: nothing proves whether this file was sent. Decide once for all such files: send them, or leave them out.',
  ledgerWaits: '{message} Everything waits until it can be, and goes on by itself.',
  fault:
    'Intray met an error that it does not expect: {message} It tries this again by itself, and everything else goes on. If it stays, report it; the log has the details.',
  leftOut: 'It was left out, as decided.',
  dismissed: 'It was dismissed, so it is not sent. Restore it if it should be.',
  heldLeftAlone:
    'It was left alone until now and has been written again or given another time: it may be the same as before. It is sent or left with the others of its folder, once you have answered.',
  heldMany: 'It came with far more new documents than usual. It is sent or left with the others, once you have answered.',
  heldPages:
    'It has {count, plural, one {# page} other {# pages}}, far more than is usual. It is sent or left once you have answered.',
  otherIntray:
    'Another Intray (computer {host}, data in {path}) has watched this folder within the last day: both would pay for every document. Nothing of it is taken in until you decide. Send: this Intray takes the folder over, which is right if Intray has moved to this computer, or the other one has ended. Leave: the folder is left to the other one.',
  twinIntray:
    'Another Intray with the same computer name ({host}) and data path ({path}) watches this folder: a second container, or a copy of this computer. Both would pay for every document. Nothing of it is taken in until you decide. Send: this Intray takes the folder over. Leave: the folder is left to the other one.',
  leftToOther:
    'As decided, the folder is left to another Intray (computer {host}, data in {path}). If that has not watched it for a day, it is taken over.',
  leftAlone:
    '{count, plural, one {# document in {path} looks like one} other {# documents in {path} look like ones}} from before{counted, select, yes {, about {pages, plural, one {# page} other {# pages}}} other {}}: left alone until now, with another time or content. Nothing of it is sent until you have answered.',
  changedSince:
    '{count, plural, one {A document in {path} changed {afterMs} after it was sent} other {# documents in {path} changed after they were sent, the quickest after {afterMs}}}{counted, select, yes { (about {pages, plural, one {# page} other {# pages}} to pay for again)} other {}}. Nothing of it is sent until you have answered.',
  manyPages:
    '{count, plural, one {A document in {path} has about {pages, number} pages} other {# documents in {path} have about {pages, number} pages together}}: far more than is usual. Nothing of it is sent until you have answered.',
  manyNew:
    '{count, plural, one {# new document has} other {# new documents have}} come to {path}{counted, select, yes {, about {pages, plural, one {# page} other {# pages}}} other {}}: far more within an hour than is usual there. Nothing of it is sent until you have answered.',
  budget: {
    used: '{scope, select, folder {{name}: {period, select, day {today’s} other {this month’s}}} other {{period, select, day {Today’s} other {This month’s}}}} {pages, plural, one {page is} other {# pages are}} used. {count, plural, one {# document} other {# documents}} ({unknown, plural, =0 {about} other {at least}} {waiting, plural, one {# page} other {# pages}}) {count, plural, one {waits} other {wait}} until {untilDay}.',
    left: '{scope, select, folder {{name}: {left, number}} other {{left, number}}} of {period, select, day {today’s} other {this month’s}} {pages, plural, one {# page} other {# pages}} {left, plural, one {is} other {are}} left. {count, plural, one {# document} other {# documents}} ({unknown, plural, =0 {about} other {at least}} {waiting, plural, one {# page} other {# pages}}) {count, plural, one {waits} other {wait}} until {untilDay}.',
    runUsed:
      '{scope, select, folder {{name}: {left, plural, =0 {none} other {#}}} other {{left, plural, =0 {None} other {#}}}} of this run’s {pages, plural, one {# page is} other {# pages {left, plural, one {is} other {are}}}} left. {count, plural, one {# document} other {# documents}} ({unknown, plural, =0 {about} other {at least}} {waiting, plural, one {# page} other {# pages}}) {count, plural, one {waits} other {wait}} for another run.',
    service:
      'The service has no pages left: {message}{count, plural, =0 {} one { # document} other { # documents}}{count, plural, =0 {} other { ({unknown, plural, =0 {about} other {at least}} {waiting, plural, one {# page} other {# pages}})}}{count, plural, =0 {} one { waits.} other { wait.}} Intray tries again at {at}.',
    near: '{scope, select, folder {{name}: at} other {At}} least 80% of {period, select, run {this run’s} day {today’s} other {this month’s}} {pages, plural, one {# page is} other {# pages are}} used.',
    tooLarge:
      'It counts as {count, plural, one {# page} other {# pages}}, and the budget of {limit, plural, one {# page} other {# pages}} for {period, select, run {a run} day {a day} other {a month}} never allows that. If you send it anyway, its pages do not count in the budgets.',
  },
} as const;
