/** Why a document is held, put back or given up before and during its upload (`electron/core/intake`, `electron/core/upload`). `problem` and `message` are the service’s own words or entries of `service`. */
export const sending = {
  changed:
    'It changed after it was sent. Sending the new content pays for its pages again. It is sent or left with the others of its folder that changed, once you have answered; or send it by itself.',
  claimUnknown: 'A JSON beside it says that it was sent before, but the service does not know of it. Decide whether to send it.',
  claimOfAnother:
    'A JSON beside it says that it was sent before, but names the service’s file of another document. Decide whether to send it.',
  filedOtherwise: '“{path}” is not there as it was filed, so it cannot be sent on. Put it back there.',
  sameFailed: 'The same content failed: {message}',
  paidBefore:
    'The same content was paid for on {paidAt}, as {path}, and its result is no longer in the ledger. Put the JSON of that document back where it was, or beside this one, and check now: Intray takes the result from it. Or send it again: its pages are then paid for a second time.',
  passedOn:
    'The service extracts the same content itself, for another file that it has classified, and has not named the batch that has the values. Intray takes them from there once the service names it (a webhook), or you do. Or send it anyway: its pages are then paid for a second time.',
  routeUnknown:
    'The service does not know this route (“{problem}”). Intray tries it again by itself, at growing intervals of up to half an hour. If it is gone for good, choose another route for the folder.',
  routeRefusesAll:
    'The service refuses every document of this route (“{problem}”). Check the route. Intray tries it again by itself, at growing intervals of up to half an hour.',
  routeFails:
    'Uploads for this route are failing (“{problem}”). Intray tries again by itself, at growing intervals of up to half an hour; nothing is lost.',
  failedOften: '{attempts, plural, one {The upload failed: {message}} other {The upload failed # times: {message}}}',
  tooLarge: 'It is too large for the service, which accepts files up to 25 MB: {message}',
} as const;
