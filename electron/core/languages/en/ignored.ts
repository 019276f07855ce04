/** Why a file or a directory of a watched folder is not picked up (`electron/engine/watch/filter.ts`). `why` is part of a sentence. */
export const ignored = {
  name: 'It is not picked up: {why}.',
  ignoredByFolder: 'It is not picked up: it matches what this folder ignores.',
  otherType: 'It is not picked up: only PDF, PNG, JPG and DOCX are, unless the folder includes other types.',
  notIncluded: 'It is not picked up: it matches nothing that this folder includes.',
  directory: {
    subfolders: 'Its subfolders are not watched.',
    deep: 'It lies more than {most} levels deep.',
    filedAway: 'Documents are filed away there.',
    name: 'It is not watched: {why}.',
    ignored: 'It matches what the folder ignores.',
  },
  why: {
    hidden: 'its name begins with a dot',
    officeLock: 'it is a lock file of an office program',
    unfinished: 'its name says that it is still being written',
    system: 'it belongs to the system',
    ownTable: 'it is a table that Intray writes',
    trash: 'it holds what was deleted',
    snapshot: 'it holds earlier copies of the files',
    storageSystem: 'it belongs to the storage system',
  },
} as const;
