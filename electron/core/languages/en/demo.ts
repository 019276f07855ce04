/** What `intray demo` says. */
export const demo = {
  sandboxAt: 'The sandbox, a stand-in for the service, listens at {url}.',
  workingIn: 'Working in {path}, for about ten seconds…',
  isFile: '{path} is a file, or a part of that path is; --folder takes a new or empty folder.',
  notEmpty: '{path} is not empty; the demo works in a new or empty folder.',
  endedEarly: 'It ended before its work was done.',
  extracted: 'extracted/, sent to the extraction “{name}”:',
  classified: 'classified/, sent to a classification:',
  column: {
    document: 'Document',
    state: 'State',
    found: 'Found',
    category: 'Category (confidence)',
    none: 'none',
  },
  took: '{count, plural, one {# document} other {# documents}} in {tookMs}, all with the sandbox: nothing left this computer.',
  resultsIn: 'The results are in {path}',
  jsonFiles: 'beside each document, a JSON file: {path}',
  tables: 'in each folder, a table for a spreadsheet, with a row for each document:',
  review:
    'Pictures wait for a review, because the sandbox reads only text, and so does what lacks a value. One PDF is damaged on purpose, and one file is larger than the {maximumSize} that the service takes.',
  next: 'With a folder of yours and your own service:',
  nextSandbox: 'Or with the sandbox, without an account: {command}',
} as const;
