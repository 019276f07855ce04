/** Why a request of a window, or of anything else that asks, gets no answer. */
export const requests = {
  unknown: 'Intray does not know this request.',
  fault: 'Intray could not answer because of a fault in the program. The log has the details.',
  windowOnly: 'Only the Intray window may ask.',
  wrongAddress: 'Intray does not answer at this address. Open the link that “intray watch --window” printed, exactly as it is.',
  wrongPage: 'Only the Intray window may ask, and this request came from another page. Open the address directly.',
  notSignedIn: 'This browser is not signed in.',
  linkUsed: 'This link was used before, or is older than ten minutes.',
  notFound: 'There is nothing here.',
  wrongMethod: 'This cannot be done here.',
  unreadable: 'The request cannot be read.',
  notJson: 'A request must be JSON.',
  tooLarge: 'The request is too large.',
  foreignFiles:
    '{directory} belongs to another user, or is not a directory, so Intray does not keep sign-ins in it. Remove it, or choose another data directory.',
  codeNeeded: 'Enter the code that “intray watch --window” has just printed, or one from “intray watch --code”.',
  codeWrong: 'This code is wrong, was used before, or is older than ten minutes. After five wrong ones a new one is printed.',
  openIntray: 'Open Intray',
} as const;
