/** Words that more than one screen uses. */
export const common = {
  appName: 'Intray',
  cancel: 'Cancel',
  close: 'Close',
  undo: 'Undo',
  retry: 'Try again',
  copied: 'Copied.',
  notCopied: 'Could not copy.',
  loading: 'Loading…',
  starting: 'Intray is starting…',
  optional: 'optional',
  /** A text that came from elsewhere, as it is. */
  foreign: '{text}',
  /** Two sentences. */
  both: '{one} {other}',
  notifications: 'Notifications',
  problemTitle: 'Something went wrong',
  noAnswer: 'Intray is not responding.',
  noAnswerDetail: 'It may have quit. You see the last known state; the window keeps trying to reconnect.',
  signedOut: 'Sign in with a link',
  signInLink: 'The link that was printed',
  signInNoLink: 'This is no link to sign in with.',
  signIn: 'Sign in',
  signedOutDetail:
    'Run <command>intray watch --link</command> on the computer where Intray runs, and open the link that it prints. A link signs in one browser, once, within ten minutes.',
  brokenTitle: 'This part of the window stopped working.',
  brokenDetail:
    'Your documents are not affected. Try again; if that does not help, pass on the details below when you ask for help.',
  screens: {
    queue: 'Documents',
    review: 'Review',
    folders: 'Folders',
    insights: 'Insights',
    settings: 'Settings',
  },
  units: {
    bytes: '{value} B',
    kilobytes: '{value} KB',
    megabytes: '{value} MB',
    gigabytes: '{value} GB',
    milliseconds: '{value} ms',
    seconds: '{value} s',
    minutes: '{value} min',
    hours: '{value} h',
    days: '{value, plural, one {# day} other {# days}}',
  },
  time: {
    now: 'now',
    inFuture: 'in {duration}',
    yesterday: 'Yesterday, {time}',
  },
} as const;
