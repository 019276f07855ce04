/** What `intray status --why PATH` says. */
export const why = {
  notRunning: 'Intray is not running on this data directory: this continues when it is started.',
  otherFolder: 'The running Intray does not watch this folder: it only collects and delivers what was already sent.',
  disk: {
    gone: 'Its file is not there now.',
    goneDelivered: 'Its file is no longer there; its result was delivered while it was.',
    changed: 'The file has changed since Intray last looked at it.',
    otherContent: 'The file has had different content since.',
  },
  moved: {
    now: 'The file that was here was moved or renamed, and is now {path}.',
    last: 'The file that was here was moved or renamed, and was last {path}.',
  },
  output: {
    table:
      '{count, plural, one {This is a table that Intray writes: the result of # document in this folder.} other {This is a table that Intray writes: the results of # documents in this folder.}} It is never sent.',
    tableLeft:
      '{count, plural, one {This is a table that Intray wrote: the result of # document in this folder.} other {This is a table that Intray wrote: the results of # documents in this folder.}} Someone edited or moved it, so Intray leaves it alone and has started another.',
    written: 'This is an output of Intray: the result of {path}. It is never sent.',
    planned: 'This will be an output of Intray: the result of {path}. It is never sent.',
  },
  skipped: {
    existing:
      'It was there before the folder was first watched, and such files are skipped. To have it sent, copy it to a new name. To have all of them sent, give the folder "existing": "send" in the config file, or run it once: intray run {path}',
    left: 'A person chose to skip it: after a damaged ledger, nothing proved whether it had been sent. To have it sent after all, copy it to a new name.',
  },
  ignored: {
    link: 'It is a link. Links are not followed: put the file itself here.',
    belowLink: 'It is not taken: “{path}” is a link, and links are not followed.',
    noFile: 'It is not taken: it is not a file (a device, a pipe or a socket).',
    inDirectory: 'It lies in “{path}”, which is not watched. {message}',
  },
  notThere: 'There is no such file, and Intray has never seen one there.',
  meant: 'Did you mean {name}?',
  unseen: {
    yet: 'Intray has not seen it yet.',
    unreadable: 'It cannot be read: {message}',
    folderUnknown: 'No Intray has worked on its folder so far.',
  },
  directory: {
    belowLink: 'It is not watched: “{path}” is a link, and links are not followed.',
    part: 'It is part of {path}.',
    firstFiles: '{line} among the first of its files.',
    nothingKnown: 'No file in it is known.',
    skipped:
      '{count, plural, one {# file was there before, and was skipped.} other {# files were there before, and were skipped.}}',
  },
  outside: {
    nothing: 'There is nothing at this path.',
    noFolders: 'No folder has been watched yet.',
    folders:
      'It is in no folder that Intray watches or has watched. Those are: {folders}{more, plural, =0 {} other { and # more}}.',
  },
  earlier: {
    heading: 'Here before:',
    line: 'found {at}: {state}. {reason}',
    lineElsewhere: 'found {at}, now {path}: {state}. {reason}',
  },
} as const;
