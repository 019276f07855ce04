/** What `intray run` and `intray watch` say while they work and when they have ended. */
export const runReport = {
  balance:
    '{found} found = {delivered} delivered + {duplicate} duplicate + {rejected} rejected + {failed} failed + {gone} gone + {moving} pending',
  sentence: '{line}.',
  reason: '{message}',
  gate: {
    offline: 'Offline: {message} Trying again in {waitMs}; nothing is lost.',
    key: 'Key problem: {message} Everything is waiting for a valid key (intray key set --url {url}).',
    keyRetried:
      'Key problem: {message} Everything is waiting for a valid key (intray key set --url {url}). This one is tried again in {waitMs}.',
    pages: 'Out of pages: {message} Results of what was sent are still collected; uploads are tried again in {waitMs}.',
    revoked: 'Key revoked: {message} Results of what was sent are still collected; uploads are tried again in {waitMs}.',
    unclear:
      'The service refuses uploads: {message} Results of what was sent are still collected; uploads are tried again in {waitMs}.',
    rate: 'The service asks for a pause: {message} Continuing in {waitMs}.',
    open: 'The service answers again; continuing.',
  },
  folder: {
    unreachable: '{path} cannot be reached: {message}',
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
  ending: {
    done: 'Done:',
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
    more: '… and {count} more: intray status --json lists them.',
    one: '{path}: {reason}',
    several: '{count} documents: {reason}',
    morePaths: 'and {count} more',
    noValues: 'No value was found.',
    emptyFields: 'No value for {fields}.',
    emptyFieldsMore: 'No value for {fields} and {count} more.',
    reviewAsked: 'The service asks for a review.',
  },
} as const;
