/** What became of telling a hook; and the hooks in commands, status and window. */
export const hooks = {
  gone: 'There is no hook {name} for its folder.',
  notStarted: '{program} could not be started: {message}',
  exitCode: '{program} ended with exit code {code, number}.',
  ended: '{program} was ended by {signal}.',
  tookTooLong: '{program} was not done within {timeoutMs} and was ended, with all that it had started.',
  noSecret: 'The event to {host} cannot be signed: its secret is missing, or is not Base64.',
  secretUnread: 'The secret of the webhook cannot be read: {message}',
  answered: '{host} answered with status {status}.',
  redirected: '{host} answered with a redirect (status {status}), which is not followed. Set the final address.',
  notAnAddress: '{url} is not an address.',
  noAnswer: '{host} did not answer within {timeoutMs}.',
  notReached: '{host} cannot be reached: {message}',
  /** An event in a list. `path`: the document's, or the folder's. */
  counts:
    'Events for hooks: {pending, number} to be told, of which {failing, number} were refused so far; {givenUp, number} given up. `intray hooks` lists them.',
  waiting: '{id} {name} {path}: to be told.',
  refused: '{id} {name} {path}: refused {count, plural, one {once} other {# times}}, told again at {at}. {message}',
  givenUp: '{id} {name} {path}: given up after {count, plural, one {# try} other {# tries}}. {message}',
  taken: '{id} {name} {path}: taken at {at}.',
  none: 'No event waits for a hook, and none was given up.',
  retried:
    '{count, plural, =0 {There was no event to tell again.} one {# event is told again, as soon as Intray runs.} other {# events are told again, as soon as Intray runs.}}',
  unknownEvent: 'No event {id} waits or was given up. `intray hooks` lists those that do.',
  onlyRetry: 'Events are named with `--retry` only.',
} as const;
