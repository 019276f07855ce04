/** What a watched folder does not pick up (`electron/core/watch/left-out.ts`). */
export const leftOut = {
  noEnding:
    '{count, plural, one {# file without an ending is} other {# files without an ending are}} left out: only PDF, PNG, JPG and DOCX are picked up.',
  type: '{count, plural, one {# {ending} file is} other {# {ending} files are}} left out: only PDF, PNG, JPG and DOCX are picked up.',
  notIncluded: '{count, plural, one {# file is} other {# files are}} left out: the folder does not include them.',
  ignored: '{count, plural, one {# file is} other {# files are}} left out: the folder ignores them.',
  filedAway:
    '{count, plural, one {# file lies} other {# files lie}} where documents are filed away, and {count, plural, one {is} other {are}} not sent. Put new documents into the folder itself.',
  deep: '{count, plural, one {# subfolder lies} other {# subfolders lie}} more than 100 levels deep and {count, plural, one {is} other {are}} left out. Move the files further up.',
  link: '{count, plural, one {# link is} other {# links are}} not followed. Put the files themselves into the folder.',
  special: '{count, plural, one {# entry is} other {# entries are}} left out: a pipe, a socket or a device is not a file.',
  directory: '{count, plural, one {# subfolder} other {# subfolders}} cannot be read. Check the permissions and the disk.',
  entry:
    'The disk does not say what {count, plural, one {# entry is} other {# entries are}}. Check the disk, and the permissions.',
  name: '{count, plural, one {# name is} other {# names are}} not valid UTF-8. Rename the files.',
} as const;
