/** The ledger as a whole, and the data directory that it lies in (`electron/ledger`). */
export const ledger = {
  held: 'Intray is already running with the data directory {path}.',
  heldBy: 'Intray is already running with the data directory {path}: process {pid} on {host}, since {startedAt}.',
  directoryUnusable: 'The data directory {path} cannot be used: {problem}. Choose another with --data-dir.',
  damaged: 'The ledger {path} is damaged: {problem}.',
  damagedInUse: 'The ledger {path} was found damaged while it was in use.',
  missing: 'The ledger {path} is missing.',
  otherVersion:
    'The ledger {path} was written by another version of Intray: its format is {found}, and this version knows {known}. Use that version, or choose another data directory with --data-dir.',
  unavailable: 'The ledger {path} cannot be used: {problem}.',
  damagedRow: 'The row {key} of the table {table} in the ledger is damaged: {problem}.',
  restored:
    '{message} The backup of {backupAt} was restored. Nothing proves whether files that it does not know as done have been sent since: they are held until you decide, once, to send them or to leave them out.',
  takenUp:
    '{message} What is left of it was taken up. Nothing proves whether files that it does not know as done have been sent since: they are held until you decide, once, to send them or to leave them out.',
  olderThanMarker:
    'The marker in {path} is ahead of the ledger: an older copy of the data directory, or of the whole computer, was put back. Nothing proves whether files that the ledger does not know as done have been sent since: they are held until you decide, once, to send them or to leave them out.',
  markedByAnother:
    '{path} was watched from this data directory before: by a ledger that is no longer there, or by another Intray with the same computer name and data path. Nothing proves whether files in it were sent before: they are held until you decide, once, to send them or to leave them out.',
  begunEmpty:
    '{message} There is no sound backup, so an empty ledger was started. Nothing proves whether files were sent before: they are held until you decide, once, to send them or to leave them out.',
  problem: {
    behind: 'it is behind what was last noted of it: its log was lost or damaged, or an older copy was put in its place',
    mayNotWrite: 'this user may not write there',
    readOnly: 'it is on a read-only disk',
    locked: 'another program has locked it',
    diskFull: 'its disk is full',
    fileInPlace: 'a file is in its place',
    directoryInPlace: 'a directory is in its place',
    empty: 'it is empty',
    notIntrays: 'it is a database, but not a ledger of Intray',
    noneYet: 'there is none yet',
  },
} as const;
