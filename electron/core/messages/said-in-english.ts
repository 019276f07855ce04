import type { Said, SaidKey, Sayings } from './said.ts';

type Words = { readonly [Key in SaidKey]: (values: Sayings[Key], time: (at: number) => string) => string };

const words: Words = {
  settling: ({ at, seconds }, time) =>
    `It last changed at ${time(at)}; it is taken once it is whole and has not changed for ${seconds} s.`,
  folderUnreachable: ({ message }) => `Its folder cannot be reached: ${ended(message)}`,
  folderPaused: ({ message }) => `Its folder is paused: ${ended(message)}`,
  folderResting: () => 'Its folder is at rest: nothing of it is taken in until somebody lets it go on.',
  ready: () => 'It is ready and goes out with the next request.',
  retryAt: ({ at }, time) => `It is tried again at ${time(at)}.`,
  retryBecause: ({ at, message }, time) => `It is tried again at ${time(at)}: ${ended(message)}`,
  behind: ({ path }) => `The same content is on its way as ${other(path)}; its result will be this one's too, at no cost.`,
  held: ({ message }) => `It waits for your word. ${ended(message)}`,
  blocked: ({ message }) => `Nothing is sent before its file can be read and its result be written. ${ended(message)}`,
  uploading: () => 'It is being uploaded. Nothing counts as sent before the request is complete.',
  awaitingAnswer: () => 'All of it is uploaded; the answer of the service is awaited.',
  unresolved: ({ message }) =>
    `${ended(message)} Look for it at the service; send it again only if it is not there, since its pages may be paid for.`,
  atService: ({ status }) => `The service has it and says "${status}".`,
  atServiceSince: ({ status, at }, time) => `The service has it since ${time(at)} and says "${status}".`,
  slow: () => 'That is unusually long; it is not sent again for being slow.',
  redoing: ({ at }, time) => `A new classification run was asked for at ${time(at)}; its verdict is awaited.`,
  askedAgainAt: ({ at }, time) => `It is asked again at ${time(at)}.`,
  lastAskFailed: ({ message }) => `The last question failed: ${ended(message)}`,
  processed: () => 'The service has processed it.',
  confirmed: () => 'The service has confirmed it.',
  reviewAsked: () => 'The service asks for a review.',
  confirmedHere: ({ by, at }, time) => `${by} confirmed it here at ${time(at)}.`,
  conflict: () => 'The service has confirmed other values than a person did here; both are kept until somebody chooses.',
  duplicate: ({ path }) => `Its content is that of ${other(path)}: it took that result, and nothing was sent or paid for.`,
  writesNothing: () => 'Its folder writes no files.',
  written: ({ paths }) => `Written to ${paths.split('\n').join(' and ')}.`,
  toBeMoved: () => 'Its result is written; its file is still to be moved.',
  notMoved: ({ message }) => `Its result is written; its file is still to be moved. ${ended(message)}`,
  toBeWritten: () => 'Its result is about to be written.',
  notWritten: ({ message }) => `Its result could not be written yet: ${ended(message)} It is tried again, and nothing is lost.`,
  failedAtService: ({ message }) => `The service failed on it: ${ended(message)} It can be sent again by hand.`,
  givenUp: ({ message }) => `Intray gave up on it: ${ended(message)} It can be sent again by hand.`,
  refusedByService: ({ message }) => `The service refused it: ${ended(message)}`,
  notSent: ({ message }) => `It was not sent: ${ended(message)}`,
  gone: () => 'Its file is no longer where it was; if it comes back, here or under another name, it goes on.',
  goneWithResult: () => 'Its file went before its result came; the result is kept, and is written if the file comes back.',
  reachable: () => 'The service can be reached.',
  offline: ({ message, at }, time) =>
    `There is no connection to the service: ${ended(message)} It is tried again at ${time(at)}.`,
  keyRefused: ({ message }) => `The service does not accept the key: ${ended(message)} Everything waits for a good key.`,
  uploadsRefused: ({ message, at }, time) =>
    `The service takes no uploads: ${ended(message)} They are tried again at ${time(at)}.`,
  pauseAsked: ({ message, at }, time) => `The service asked for a pause until ${time(at)}: ${ended(message)}`,
};

/**
 * All that is said, in English, as one text.
 * @param time a moment (ms since the epoch) in the reader's own way of writing it
 */
export function sayInEnglish(said: readonly Said[], time: (at: number) => string): string {
  return said.map((one) => inWords(one, time)).join(' ');
}

function inWords<Key extends SaidKey>(
  said: { readonly key: Key; readonly values: Sayings[Key] },
  time: (at: number) => string,
): string {
  return words[said.key](said.values, time);
}

function other(path: string): string {
  return path === '' ? 'another document' : path;
}

function ended(text: string): string {
  const bare = text.trim();
  return /[.?!…]$/.test(bare) ? bare : `${bare}.`;
}
