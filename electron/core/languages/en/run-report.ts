/** What `intray run` and `intray watch` say while they work and when they have ended. */
export const runReport = {
  balance:
    '{found} found = {delivered} delivered + {duplicate} duplicate + {rejected} rejected + {failed} failed + {gone} gone + {moving} pending',
  watching: 'Watching {count, plural, one {# folder} other {# folders}} for {url}.',
  sentence: '{line}.',
  reason: '{message}',
  gate: {
    offline: 'Offline: {message} Trying again in {waitMs}; nothing is lost.',
    key: 'Key problem: {message} Everything is waiting for a valid key (intray key set --url {url}).',
    keyRetried:
      'Key problem: {message} Everything is waiting for a valid key (intray key set --url {url}). This one is tried again in {waitMs}.',
    pages:
      'The service has no pages left (“{message}”). Results of what was sent are still collected; uploads are tried again in {waitMs}.',
    revoked:
      'Key revoked: {message} Uploads wait for a valid key (intray key set --url {url}); results of what was sent are still collected. This key is tried again in {waitMs}.',
    unclear:
      'The service refuses uploads: {message} If the key is why, save a valid one (intray key set --url {url}). Results of what was sent are still collected; uploads are tried again in {waitMs}.',
    rate: 'The service asks for a pause: {message} Continuing in {waitMs}.',
    open: 'The service answers again; continuing.',
  },
  ledger: {
    back: 'Everything can be recorded again. Intray goes on.',
  },
  folder: {
    question: '{message} To answer: {command}',
    unreachable: '{path} cannot be reached: {message}',
    unread:
      '{paths}{more, plural, =0 {} other { and # more}} cannot be read. Nothing in there is picked up. Check the permissions and the disk.',
    paused: '{path} is paused: {message}',
    resting: '{path} is paused; nothing new is picked up. What was sent is still delivered.',
    back: '{path} is back; continuing.',
  },
  progress: {
    found: '{count} found',
    delivered: '{count} delivered',
    atService: '{count} at the service',
    uploading: '{count} uploading',
    waiting: '{count} waiting',
    gone: '{count} gone',
    needYou: '{count, plural, one {# needs you} other {# need you}}',
    moreFolders: '{count, plural, one {and # more folder} other {and # more folders}}',
    sending: '{count, plural, one {sending # file} other {sending # files}}: {sentSize} of {totalSize}',
    routeUnnamed: '{kind, select, extraction {extraction {id}} other {classification {id}}}',
  },
  plan: {
    looking: 'Looking at files: {done} of {of} …',
    counting: 'Counting pages: {done} of {of} files …',
    send: '{count, plural, =0 {Nothing would be sent} one {# document would be sent} other {# documents would be sent}}{pages, plural, =0 {} one {, {unknown, plural, =0 {about} other {at least}} # page} other {, {unknown, plural, =0 {about} other {at least}} # pages}}{later, plural, =0 {} one {, # of it only if a category leads on to an extraction} other {, # of them only if a category leads on to an extraction}}{unknown, plural, =0 {} one {, not counting # document whose pages only the service can tell} other {, not counting # documents whose pages only the service can tell}}.',
    known:
      '{count, plural, one {# more has a content that is known: it costs nothing} other {# more have a content that is known: they cost nothing}}.',
    rejected: '{count, plural, one {# cannot be sent:} other {# cannot be sent:}}',
    held: '{count, plural, one {# would wait for your decision:} other {# would wait for your decision:}}',
    unsettled: '{count, plural, one {# is still being written:} other {# are still being written:}}',
    more: '{count, plural, one {and # more: --json lists it} other {and # more: --json lists them}}.',
    nothingSent: 'Pages are an estimate. Nothing was sent, and nothing was written.',
  },
  ending: {
    done: 'Done:',
    doneInPart: 'Done, except for what cannot be reached:',
    stopped: 'Stopped:',
    stoppedEarly: 'Stopped before the end; running it again continues from here:',
    broken: '{message} Running it again continues from here:',
  },
  results: 'Results: {places}.',
  besideDocuments: 'a .json file beside each document',
  attention: {
    state: { held: 'Held', blocked: 'Blocked' },
    none: 'Nothing needs you.',
    needYou: '{count, plural, one {# document needs you:} other {# documents need you:}}',
    undelivered: '{count, plural, one {# result cannot be written yet:} other {# results cannot be written yet:}}',
    waiting: '{count, plural, one {# document waits for the service:} other {# documents wait for the service:}}',
    more: '… and {count} more: intray status --json lists them.',
    one: '{path}: {reason}',
    several: '{count} documents: {reason}',
    morePaths: 'and {count} more',
    noValues: 'No value was found.',
    emptyFields: 'No value for {fields}{more, plural, =0 {} other { and # more}}.',
    reviewAsked: 'The service asks for a review.',
  },
} as const;
