/** What the command-line program says about itself and about what was typed. */
export const commandLine = {
  seeHelp: '{problem}; --help explains it.',
  unknownOption: 'Unknown option {flag}',
  unknownOptionMeant: 'Unknown option {flag}; did you mean {meant}?',
  unknownCommand: 'Unknown command “{name}”',
  unknownCommandMeant: 'Unknown command “{name}”; did you mean {meant}?',
  missingArgument: '{name} is missing',
  missingValue: '{flag} needs a value',
  missingOption: '{flag} is required',
  excessArguments: 'Too many arguments: {names}',
  notUnderstood: 'The command line is not valid',
  failed: 'Intray failed: {message} Nothing is lost; the log is at {path}.',
  failedUnlogged: 'Intray failed: {message} INTRAY_DEBUG=1 shows where.',
  flags: {
    unverified: '--unverified must be send or leave.',
    unverifiedTwice: '--unverified and its old name --unproven were both given; use --unverified.',
    moveWithoutMoving: '--move-to has no effect with --file-away leave.',
    twoRoutes: 'A folder has one route: give --extraction ID or --classification ID, not both.',
    noRoute: 'Say where the documents go: --extraction ID or --classification ID.',
    emptyId: '{flag} must be followed by an id; it is empty.',
    rate: '{flag} must be a whole number from {minimum, number} to {maximum, number}, not “{text}”.',
    wholeNumber: '{flag} must be a number from 0 to {maximum}, not “{text}”.',
    onlyJsonOrCsv: '--only must be json or csv.',
    delimiter: '--delimiter must be ",", ";" or tab.',
    withoutTo: '--only and --delimiter require --to; beside the documents, the folder’s settings apply.',
    shell: 'There are completions for bash, zsh and fish, not for “{text}”.',
    log: '--log must be lines or json.',
    details: 'Describe it with --details FILE; --help shows such a file.',
  },
  address: {
    missing:
      'Where is the service? Give its address with --url https://… or in the variable INTRAY_URL. To try Intray without a service: intray demo.',
    bad: '{source}: {message}',
    configMember: '"url" in the config file',
  },
  key: {
    missing:
      'There is no API key for {origin}. Save one with “intray key set --url {origin}”, or set INTRAY_API_KEY for this run.',
    unreadable: 'There is no API key for {origin}: {message}',
    refused:
      '{origin} refused the API key: {message} Save a valid one with “intray key set --url {origin}”, or set INTRAY_API_KEY.',
    outOfPages: 'The key is valid, but the account is out of pages: {message} Uploads wait until there are pages again.',
  },
  preflight: {
    folderLater: '{message} Intray starts with the other folders and watches this one once it is there.',
    unknownExtraction: 'The service at {origin} does not know the extraction “{id}”: {message} Check the id.',
    refusedExtraction: 'The service at {origin} refused the extraction “{id}”: {message}',
    refusedTrial: 'The service at {origin} refused the key test: {message}',
    refusesNow: 'The service is refusing requests for now: {message} Intray keeps trying.',
    unreachable: '{origin} cannot be reached right now: {message} Intray keeps trying.',
    noAnswer: 'The service at {origin} has not answered within {timeoutMs}. Intray keeps trying.',
    unusable: 'The service at {origin} gave no usable answer: {message} Intray keeps trying.',
  },
  engine: {
    none: 'Intray is not running on this data directory.',
    running: 'Intray is running.',
    runningAs: 'Intray is running: process {process} on {machine}.',
    runningSince: 'Intray is running: process {process} on {machine}, since {at}.',
  },
  configChanged:
    '{path} has been edited. Intray goes on with the settings that it began with: end it and start it again to use the new ones.',
  configReloaded: '{path} has been edited. Its folders are taken up.',
  configBroken:
    'The config file has been edited and cannot be used as it is: {message} Intray goes on with the settings that it began with.',
  configAsBefore: '{path} is again as it was when Intray began.',
  ledgerGone:
    'The ledger in {path} is gone, but there is a backup of {backupAt}: the next start restores it, and asks before anything is sent that the backup does not know.',
  noLedger: 'Nothing has been watched yet: there is no ledger in {path}.',
  finishing: 'Finishing what is being written. Press Ctrl-C again to quit at once.',
  ledgerLost: '{message} Start with --unverified send or --unverified leave to decide.',
  damagedFile: 'The damaged file is kept as {path}.',
  logFile: 'The log is at {path}.',
} as const;
