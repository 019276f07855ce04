/** Why a result is not written or a file not filed away yet, and what a delivery did with a CSV (`electron/engine/deliver`). */
export const delivery = {
  noResult: 'There is no result to write yet.',
  notHere: 'Its file is not at {path}, and Intray does not look for it elsewhere while its folder is paused.',
  noColumn:
    'The table of “{name}” cannot have the {count, plural, one {column} other {columns}} {names}. It can have: {columns}. Correct the columns in the settings of the folder.',
  csv: {
    carried:
      '{count, plural, one {# row of “{path}” was} other {# rows of “{path}” were}} lost when it was saved elsewhere; “{next}” has {count, plural, one {it} other {them}}.',
    edited: '“{path}” was edited after Intray wrote it; it stays as it is, and “{next}” continues it.',
    manyColumns: '“{path}” has columns for {count, number} values at most. Further ones stand in the column {column}, as JSON.',
    columnTaken:
      'The extraction has a new field with the name of a column of “{path}”; that file stays as it is, and “{next}” continues it.',
  },
  sheet: {
    edited: '“{path}” was edited after Intray wrote it; it stays as it is, and “{next}” has all of its rows.',
  },
  fileAway: {
    sameFolder: '“{directory}” is the watched folder itself: name a subfolder to file away to.',
    outside: '“{directory}” leads out of the watched folder: name a subfolder to file away to.',
    otherDrive: '“{directory}” is on another drive than the watched folder: name a directory on the same one.',
  },
} as const;
