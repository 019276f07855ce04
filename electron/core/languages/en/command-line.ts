/** What the command-line program says about itself and about what was typed. */
export const commandLine = {
  seeHelp: '{problem}; --help explains it.',
  unknownOption: 'Unknown option {flag}',
  unknownCommand: 'Unknown command “{name}”',
  missingArgument: '{name} is missing',
  missingValue: '{flag} needs a value',
  missingOption: '{flag} is required',
  empty: '{name} is empty: perhaps a variable is not set.',
  excessArguments: 'Too many arguments: {names}',
  notUnderstood: 'The command line is not valid',
  failed: 'Intray failed: {message} Nothing is lost; the log is at {path}.',
  failedUnlogged: 'Intray failed: {message} INTRAY_DEBUG=1 shows where.',
  noDirectory: 'The current directory has been removed. Change to another one, or give absolute paths.',
  flags: {
    keepResults: '--keep-results takes a length of time such as “2 years” or “90 days”, not {text}.',
    whenWithoutTemplate: '--file-when has no effect without --file-as.',
    moveWithoutMoving: '{flag} has no effect with --file-away leave.',
    twoRoutes: 'A folder has one route: give --extraction ID or --classification ID, not both.',
    noRoute: 'Say where the documents go: --extraction ID or --classification ID.',
    emptyId: '{flag} must be followed by an id or a name; it is empty.',
    wholeNumber: '{flag} must be a whole number from {minimum, number} to {maximum, number}, not “{text}”.',
    day: '{flag} must be a day or a month, such as 2026-10-31 or 2026-10, not “{text}”.',
    delimiter: '--delimiter must be ",", ";" or tab.',
    withoutTo: '--only and the flags that shape a table require --to; beside the documents, the folder’s settings apply.',
    needsWindow: '{flag} needs --window.',
    needsConfig: '{flag} needs --config: without a config file, the window’s settings say this.',
    configOrWindow: 'Give --config FILE, --window, or both: one of them says which folders to watch.',
    webhooksNeedPort: '--webhooks needs --window or --health-port N: that is where the service’s events arrive.',
    oneOf: '{flag} must be one of {values}, not “{text}”.',
    checkAlone: '--check writes nothing: leave out the flags that say what to write.',
    noTable: '--only json writes no table: leave out the flags that shape one, or --only.',
    headingTwice: '--columns has the heading “{heading}” twice.',
    columns: '--columns needs names between commas, each with a heading behind “=” if you like, such as file,invoice_date=Date.',
    log: '--log must be lines or json.',
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
    folderHeld:
      '{message} Nothing is sent from {path} meanwhile; what was sent before is still delivered, and the other folders go on.',
    refused: '{message} {remedy}',
    later: '{message} Intray keeps trying.',
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
  namesKnown: 'The names in {path} that Intray did not know are known now. Its folders are taken up.',
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
  meant: '{problem}; did you mean {meant}?',
} as const;
