/** What a host answers its window, and what it says about the engine, the settings and the service behind it. */
export const workspace = {
  starting: 'Intray is still starting. Try again in a moment.',
  noService: 'No service has been chosen yet: connect to yours, or try Intray without an account.',
  badAddress: 'The service’s address in the settings cannot be used: {message}',
  sandboxFailed: 'The sandbox could not be started: {message}',
  samplesNotCopied: 'The sample documents could not be copied to {path}: {message}',
  unknownTimeZone: '“{name}” is not the name of a time zone.',
  noChooser: 'The system’s file dialog is not available here.',
  noSessions: 'Nobody signs in to this window.',
  noOpening: 'Files cannot be opened from here.',
  notOpened: '{path} could not be opened: {message}',
  shownInstead:
    '{path} is shown in its folder instead: Intray opens only PDF, Word and image files and its own results, since others may be programs.',
  damagedKept: 'The damaged file is kept as {path}.',
  engine: {
    stopped: 'Processing has stopped.',
    restarted: 'Intray stopped unexpectedly and was started again at {at}. Nothing is lost.',
  },
  document: {
    unknown: 'There is no such document.',
    folderUnknown: 'The folder of this document is not known.',
    missing: 'There is no file at {path} now.',
    changed: 'The file at {path} has been changed or replaced since Intray read it.',
    notAFile: '{path} is not a file.',
    outside: '{path} leads out of its folder.',
    unreadable: 'The file at {path} cannot be read.',
    noPreview: 'There is no preview of this kind of file.',
    tooLarge: 'The file is too large to be shown.',
    textUnreadable: 'The text of this document cannot be read. The file may be damaged.',
    textNotNow: 'This document cannot be read now, because the system starts no more processes. Try again in a moment.',
    textStopped:
      'Reading this document took too much time or memory, and Intray stopped it. The file is as it was: open it in another program if you trust it.',
    notWritten: 'No {kind, select, json {JSON file} other {CSV file}} has been written for this document.',
    empty: 'The file is empty, so there is nothing to show.',
    sentWithChange:
      'It was sent with a change of its extraction, and the service does not say in which batch: Intray cannot ask for its result. Sending it again pays for its pages again.',
  },
  folder: {
    notKept: 'Nothing is known any more of how this folder was set. Add it again.',
    wholePath: 'Enter the full path, starting at the root of the disk.',
    badName: '“{name}” cannot be the name of a folder.',
    nameTaken: 'Something called “{name}” already exists.',
    mayNotCreate: 'This user may not create a folder in {path}.',
    notCreated: 'The folder could not be created: {message}',
    watchedAlready: '{path} is already watched.',
    insideWatched: '{path} is inside {other}, which is already watched.',
    containsWatched: '{other}, which is already watched, is inside {path}.',
    ownData: 'Intray keeps its own data in {path}. Choose another folder.',
    outside:
      '{path} cannot be looked at from a browser: it is neither in the home folder nor in a watched folder, or it is below a name that begins with a dot. To allow a directory, start “intray watch --window” with --root.',
    isFile: '{path} is a file, and Intray watches folders. Choose the folder it is in.',
    missing: 'There is no folder at {path}. Check the path, and whether the drive or share is connected.',
    partIsFile: 'There is no folder at {path}: part of that path is a file.',
    everything: '{path} is everything on this computer. Choose a folder.',
    forbidden: 'This user may not read the folder {path}.',
    unreadable: 'The folder {path} cannot be read: {message}',
    onNetwork: 'This folder is on a network. The system does not report changes there, so Intray scans it every few seconds.',
    notWritable:
      'Intray may not write to this folder. It sends nothing until it can write the results next to the documents. {message}',
    otherService:
      'Its route belongs to {owner}, and Intray now works with {origin}. Choose a route there to continue; what was sent stays as it is.',
    notWatched: 'This folder is no longer watched.',
  },
  definition: {
    otherName: 'This is not its name. Type “{name}” to delete it.',
    changedElsewhere:
      'It has been changed elsewhere since you opened it. Nothing was changed now: close this, open it again, and make your changes anew.',
    isUsed: 'It is still used by {paths}. Choose another route there first.',
  },
  route: {
    unknownExtraction: 'The service at {origin} has no extraction “{id}”. Check the id.',
    idRefused: 'The service at {origin} refused the id: {message}',
    fieldTwice: 'There is already a field of this name.',
    categoryTwice: 'There is already a category of this name.',
    categoryIdTwice: 'There is already a category with this id.',
  },
  adding: {
    isThere: 'It is in this folder already.',
    failed: 'It could not be copied to {path}: {message}',
    busy: 'Other files are being added just now. Try again in a moment.',
    interrupted: 'The transfer was interrupted. Add the file again.',
  },
  sample: {
    missing: 'There is no file at {path}.',
    empty: 'The file is empty.',
    tooLarge: 'The file is larger than the {maxSize} that the service accepts.',
    beingWritten: 'The file is still being written. Try again in a moment.',
    unreadable: 'The file cannot be read: {message}',
    changed: 'The file changed while it was being sent, so nothing was created. Try again.',
  },
  /** Why the service did not do what a person asked for. `message` is its own. */
  call: {
    key: 'The service does not accept the key: {message}',
    offline: 'The service cannot be reached: {message} Try again when there is a connection.',
    timeout: 'The service did not answer in time. Try again.',
    rate: 'The service asks for a pause: {message} Try again later.',
    unresolved: 'The service’s answer was lost: {message} It may have done it; check there before you try again.',
    refused: '{message}',
  },
  connection: {
    keyElsewhere: 'The key in {variable} goes to the address in {address} alone. Set that to {origin}, or paste a key.',
    noKeyYet: 'There is no key for {origin} yet. Paste one.',
    notTheService: '{origin} does not answer like the service: {message}',
    nothingToForget: 'There is no key to remove: no service that has one is in use.',
    keyFromEnvironment: 'The key was given as INTRAY_API_KEY for this run. Start Intray without it to remove the key.',
  },
  settingsFile: {
    ruled: 'The config file {file} says this: change it there.',
    notWritten: '{file} could not be written, so nothing has changed: {message}',
    unreadable: 'The settings could not be read, so the last good ones are used: {message}',
    putAside:
      '{file} cannot be used: {message} It was put aside as {aside}. {instead, select, defaults {Intray starts with the default settings.} other {The last good settings are used.}}',
    notPutAside:
      '{file} cannot be used: {message} {instead, select, defaults {Intray starts with the default settings.} other {The last good settings are used.}} The file could not be put aside: {why}',
    editRefused: 'The changes made to {file} are not in use: {problems}. The settings from before still are.',
    editPutAside:
      'The changes made to {file} were not in use: {problems}. They were put aside as {aside} when the settings were changed in the window.',
  },
} as const;
