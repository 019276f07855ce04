/** What the disk refuses, and what is wrong with a folder on it (`electron/engine/disk`, `electron/engine/watch`). */
export const disk = {
  missing: '“{path}” is not there.',
  mayNotRead: 'Intray may not read “{path}”: check the permissions of the file and of its folder.',
  mayNotWrite: 'Intray may not write “{path}”: check the permissions of the file and of its folder.',
  locked: '“{path}” is in use by another program: close it there.',
  full: 'The disk is full, or your quota is used up: make room for “{path}”.',
  readOnly: 'The disk is read-only: make it writable for “{path}”.',
  parentIsFile: 'A file has the name of a folder in “{path}”: move or rename that file.',
  isFile: '“{path}” is a file where a folder is needed: move or rename that file.',
  nameTooLong: 'The name of “{path}” is too long for this disk: shorten it.',
  readFailed: 'The disk could not read “{path}”: {error}.',
  writeFailed: 'The disk could not write “{path}”: {error}.',
  link: '“{path}” is a link: Intray follows none in a watched folder. Put the folder itself there, or choose another.',
  noProcess:
    '“{path}” cannot be read now: the system starts no more processes ({reason}). Intray goes on elsewhere and tries again.',
  unanswered: '“{path}” cannot be reached: {volume} does not answer. Intray goes on elsewhere and tries again.',
  notAFile: '“{path}” is not a file.',
  changed: '“{path}” changed since Intray looked at it. Intray will look again.',
  changedOnTheWay: 'The way to “{path}” changed while Intray was at work there. Intray will try again.',
  copyDiffers: 'A copy at “{path}” reads otherwise than what was written; the file stays where it is. Look at that disk.',
  changedWhileMoved: '“{path}” changed while it was being moved.',
  folder: {
    missing: 'The folder {path} is not there. Connect its drive or share, or create it.',
    isFile: '{path} is not a folder.',
    empty: 'The folder {path} is empty and is not the one that was watched: its drive or share is not connected.',
    replaced:
      'Another drive or share was connected at {path} while Intray was looking at it. Intray will look again in a moment.',
    unreachable: 'The folder {path} cannot be reached: connect its drive or share.',
  },
} as const;
