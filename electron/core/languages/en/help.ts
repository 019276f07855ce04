/** The help of the command-line program. What a person types (commands, flags, file names) is not here: it is the same in every language. */
export const help = {
  program: 'Sends the documents in a folder to an extraction or a classification and writes the results beside them.',
  usage: 'Usage:',
  options: 'Options:',
  commands: 'Commands:',
  optionsTerm: '[options]',
  commandTerm: '[command]',
  showHelp: 'show the help of the program or a command',
  showCommandHelp: 'show the help of a command',
  required: '{description} (required)',
  showVersion: 'show the version',
  start: {
    heading: 'Start here:',
    demo: 'the whole job on sample documents, with nothing to set up',
    window: 'the window, in a browser',
    key: 'keeps your API key in the system’s keychain',
    eachCommand: 'Every command explains itself: intray run --help',
    streams: 'What is for people goes to standard error. With --json, standard output carries one JSON object per line.',
  },
  headings: {
    examples: 'Examples:',
    example: 'Example:',
    exitCodes: 'Exit codes:',
    results: 'Where the results go:',
    config: 'The config file:',
    tunnel: 'From another computer, use a tunnel, so that nothing is open to the network:',
    details: 'The JSON file of --details, in the service’s own words:',
  },
  terms: {
    duration: 'length',
    folder: 'FOLDER',
    file: 'FILE',
    path: 'PATH',
    category: 'CATEGORY',
    command: 'command',
    address: 'address',
    directory: 'directory',
    result: 'RESULT',
    batch: 'BATCH',
    fileValue: 'file',
    template: 'template',
    glob: 'glob',
    number: 'number',
    day: 'day',
    character: 'character',
    columns: 'COLUMN[=HEADING],…',
    name: 'name',
    pathValue: 'path',
    fault: 'fault',
    fieldValue: 'FIELD=VALUE',
  },
  common: {
    url: 'the service’s address; otherwise INTRAY_URL',
    urlOrConfig: 'the service’s address; otherwise INTRAY_URL, otherwise the config file’s',
    dataDirectory: 'where Intray keeps its ledger and log',
    json: 'print one JSON object on standard output',
    jsonLines: 'print one JSON object per line on standard output',
    requestsPerSecond: 'how many requests a second may begin, at most (default: {value})',
    unverified: 'after a damaged ledger: what to do with files that may or may not have been sent',
    unverifiedNote:
      'If the ledger was damaged or lost, Intray restores its newest backup and holds every file that may have been sent since. Check what the service has and which results are on disk. Then start once with one of these:',
    unverifiedSend: 'send them all; each result is marked as a possible duplicate',
    unverifiedLeave: 'skip them, as files that were there before',
    stopping:
      'SIGINT (Ctrl-C) or SIGTERM: Intray starts nothing new, finishes what it is writing, and exits. The next start continues from there.',
    exitDone: 'every document found is delivered (watch: it was asked to stop)',
    exitUndone:
      'some documents failed, were rejected or need you, or the service, a folder or a part of one could not be reached',
    exitRefused: 'it could not start: bad input, no key, an unknown extraction, or another Intray using the same data directory',
    exitNotRun: 'it could not run',
  },
  run: {
    summary: 'send what is in a folder, wait for the results, write them beside the documents',
    dryRun: 'say what would be sent, with its pages, and end; nothing is sent or written',
    extraction: 'the extraction to send the documents to',
    classification: 'or the classification',
    extractionName: 'the extraction by its name, where Intray knows it: made or shown here, or used before',
    classificationName: 'or the classification by its name, where Intray knows it',
    about: 'Sends everything in FOLDER and its subfolders, each content once. Running it again sends only what is new.',
    resultJson: 'beside invoice.pdf: status, values, the model that found them',
    resultCsv: 'in FOLDER: one row for each document; “name” is the extraction’s',
    key: 'The API key comes from INTRAY_API_KEY, otherwise from the keychain (intray key set). It is never an argument. INTRAY_API_KEY goes to the address in INTRAY_URL or in the config file and to no other; where neither is set, to that of --url.',
  },
  watch: {
    webhooks:
      'take the service’s webhooks too, at {path} on the health port or on the window’s: results are polled as soon as they are there; {variable} holds the secret of their signatures',
    healthPort: 'answer /healthz, /healthz/ready and /metrics (Prometheus) on this port',
    healthHost: 'the address to do so on (default: 127.0.0.1)',
    log: 'write the log to standard error too, as lines or as JSON',
    reload: 'When the config file changes, or at SIGHUP without a terminal, its folders are taken up; what is under way goes on.',
    summary: 'keep running, and send each document that appears in the folders of a config file or of the window',
    config: 'the JSON file that lists the folders; without it, --window uses its own settings',
    members: 'Each folder may also have: {names}. resources/docs/config.md explains them all.',
    paths: 'Paths may begin with ~; relative ones start at the config file.',
  },
  window: {
    window: 'show the window in a browser too, on this port (default: {port}, or a free one; 0: a free one)',
    open: 'open the browser too; the link reaches it in a file that only you can read',
    host: 'listen on this address instead of 127.0.0.1, so that other computers, or a proxy, can reach it',
    publicUrl: 'where a proxy shows the window, for the link and the checks of requests',
    insecure: 'do not encrypt, although other computers can reach it',
    root: 'let the window look into this directory too, besides the home folder and the watched folders',
    linkFlag: 'print a new link to the window of the one that runs',
    codeFlag: 'print a code instead, which confirms one change of the service’s address or key',
    about:
      '--window shows the whole window, for computers without a screen or without the desktop program. The first time, it starts with the setup.',
    link: '--window prints a link that signs in one browser, once, within ten minutes; “intray watch --link” prints another. A browser stays signed in until it is signed out in the settings, or is not used for 90 days.',
    tunnel: 'then open the link that Intray printed there',
  },
  status: {
    summary: 'show the current state, also while Intray is running',
    why: 'explain why this file is not done, or how it ended, and show its history',
    exitCode: 'tell by the exit code whether Intray runs and whether something needs a person',
    exitDone: 'Intray is running, and nothing needs a person (without --exit-code: it could be told)',
    exitNeeds: '--exit-code: something needs a person, or blocks all requests',
    exitNotRunning: '--exit-code: Intray is not running',
    keepResults:
      'say of how many documents the results would be dropped from the ledger now, if they were kept for so long (“2 years”, “90 days”); nothing is changed',
    leftOut: 'list what each folder does not pick up, by name',
    about:
      'Shows whether Intray is running, what is blocking it, the totals (found is the sum of the rest), each folder, which documents need you and why, and what was delivered last. It only reads.',
    whyNote: '--why takes any path: a document, one of its results, a file that is ignored or was never seen, a directory.',
    hooks: 'list the events that no hook has taken and why, or all of the last 30 days',
  },
  filing: {
    fileAs: 'try this template instead of the one in the folder’s settings',
    fileWhen: 'when documents would be filed (default: as in the folder’s settings)',
    exitAll: 'all would be filed, or wait for a review',
    exitSome: 'some would stay where they are',
    summary: 'show where a template would file documents, file what is there, list what was filed, take it back',
    preview: 'show where a template would file the documents of a folder',
    aboutPreview:
      'Tries the folder’s template, or that of `--file-as`, on the results that are there, with people’s corrections. Nothing is moved, and the template is not kept. A document stays where it is while a value is missing or doubtful, and says so.',
    apply: 'file the delivered documents of a folder as its settings say now',
    aboutApply:
      'Files what is there already: documents that were delivered before the folder filed anything, or by another template. What a person has taken back stays, and so does what waits for a review, or lacks a value that it would be named by: `filing preview` says which. A running Intray does this within seconds; otherwise the next run or watch does. `filing undo` takes it back.',
    list: 'list the batches of filings, the last one first',
    undo: 'take filings back: files go to where they were before',
    again: 'file documents again that were taken back',
    aboutUndo:
      'What was filed in a run or a burst is a batch: the last one is meant, or the one that ID names. Each source goes back with its JSON, byte for byte, under the name that it had, and its row in the table says so. It is neither filed, sent nor taken for a new file again until you say so with `filing again`. A running Intray does this within seconds; otherwise the next run or watch does. What was changed, moved or taken since stays where it is, and is named. Pages that were sent, and what hooks have done, cannot be taken back.',
    exitUndone: 'all of it is taken back, or filed again',
    exitPartly: 'some of it cannot be',
  },
  costs: {
    summary: 'show the pages that were sent, saved and held back, and the forecast for the month',
    about:
      'Pages by day, folder, route and outcome. Where no budget asked for them to be counted, the pages of a PDF are an estimate, and the command says of how many documents. The forecast is what was sent this month, and for each day that remains the mean of the same weekday in the four weeks before; it takes two weeks to begin with.',
    from: 'from this day or month on (default: the first of this month)',
    to: 'up to this day or month (default: today)',
  },
  send: {
    summary: 'copy files into a watched folder, from where they are sent like any other',
    to: 'the watched folder to copy the files to',
    about:
      'Each file gets the name that is free in the folder; nothing is overwritten, and the original stays where it is. A running Intray picks the copies up within seconds; otherwise the next run or watch of the folder does.',
  },
  doctor: {
    summary: 'check folders, service, ledger and computer, and say how to fix each problem',
    config: 'check what this config file of watch says; otherwise the folders that are known',
    about:
      'Checks the folders (whether they exist, can be read and written, overlap, how they are watched, how fast they are), the service (connection, key, extractions, clock), the ledger and its backups, the disk space and the keychain. It costs no pages and writes nothing but probe files, which it removes.',
    exitDone: 'no problem; there may be warnings',
    exitUndone: 'there is a problem',
  },
  export: {
    summary: 'write results once more from the ledger: into a directory, or beside the documents',
    to: 'write into this directory; without it, beside the documents',
    only: 'with --to: only one kind of output (default: both)',
    delimiter: 'with --to: between the table’s columns: "," or ";" or tab (default: by locale)',
    format:
      'with --to: tables in this format, and no JSON files; xlsx: a workbook with true numbers and dates; jsonl: a line of JSON for each document',
    columns: 'with --to: these columns of a CSV or workbook, in this order, each with a heading of your choice',
    values:
      'with --to: values as they were printed, or as they were read (default: as the folder says; in a workbook as they were read)',
    check: 'compare the tables beside the documents with the ledger; writes nothing',
    about: 'PATH is a document, a folder or a subfolder. Without it, everything that has a result is exported.',
    toNote:
      'With --to the ledger is only read, so Intray may be running. Files are laid out in the directory as the documents are in their folder; several folders get a directory each. Exporting twice writes nothing twice.',
    besideNote:
      'Without --to, missing results are delivered again beside the documents, as the folder’s settings say, while no Intray is running. The table of a whole folder is rebuilt if it is missing or was edited.',
    collisions:
      'Existing files that Intray did not write, or that have other content, are left alone: the next free name is taken.',
    exitDone: 'all of it is there',
    exitUndone: 'some of what was asked for could not be exported',
  },
  key: {
    summary: 'save, test or remove the service’s API key in the system’s keychain',
    set: 'read a key from a prompt or a pipe, test it, then save it',
    test: 'test the key that a run would use',
    clear: 'remove the key of one address',
    about:
      'A key belongs to one address and is never sent to another. It is kept in the system’s keychain (macOS Keychain, Windows Credential Manager, Secret Service on Linux) and nowhere else. INTRAY_API_KEY takes precedence over it, at its own address: the one in INTRAY_URL or in the config file; where neither is set, the one of --url.',
  },
  extraction: {
    summary: 'show, create, change or delete an extraction at the service',
    show: 'show the name and the fields of an extraction',
    create: 'create an extraction from its details and a sample',
    update: 'change an extraction',
    delete: 'delete an extraction and everything in it, for good',
    yes: 'confirm deletion: it cannot be undone',
    details: 'a JSON file that describes it',
    file: 'a document to send with it; repeatable',
    updateNote:
      'An update changes only the members that the file contains. Files that go with it count as sent: no run sends them again.',
    samplesNote: 'The samples of a new extraction are processed at once, and their pages count; no run sends them again.',
  },
  classification: {
    summary: 'create a classification, set the category of a file, or classify it again',
    create: 'create a classification from its details',
  },
  demo: {
    summary: 'show the whole job on sample documents, using the built-in sandbox',
    folder: 'work in this directory, which must be empty or new (default: demo, or the next free name)',
    about:
      'Copies the sample documents into a new folder, starts the sandbox inside this process, processes them as “intray run” would, and prints a table of the outcome of each. Nothing leaves this computer; the folder stays.',
  },
  sandbox: {
    summary: 'run the built-in stand-in of the service on this computer',
    port: 'the port to listen on; 0 takes a free one (default: 0)',
    pages: 'its account’s pages per month (default: 100, the service’s free tier)',
    fault: 'make it misbehave; “--fault help” lists the ways; repeatable',
    webhook:
      'send its events to this address, https or http on this computer; {variable} may hold the secret of their signatures',
    about:
      'It answers as the service does, finds values in PDF and DOCX files by simple rules, flags images for review, and forgets everything when it ends. It prints its address, a key, and the ids of an extraction and a classification that are ready to use.',
  },
  route: {
    summary: 'look at, make and change extractions and classifications at the service',
  },
  config: {
    summary: 'check a config file or a folder’s rules; print the file’s schema, shell completions, the manual page',
    check: 'name what is wrong in a config file, or which documents of a folder break its own checks',
    rules: 'of a folder: try the rules of this file instead, a JSON list of them',
    again: 'of a folder: have the engine check all its documents again',
    aboutFile:
      'A config file is read as watch would, and nothing is started. It is JSON, with comments and trailing commas where you like.',
    aboutFolder:
      'Of a watched folder, the results that are there are checked by the rules in its settings, with people’s corrections, and nothing is changed. A rule that was changed holds for results that come from then on; `--again` has the engine check those that are there too, and flag what breaks a rule now. Confirmed documents stay confirmed.',
    exitDone: 'watch would take the file; no document breaks a rule',
    exitSome: 'some documents break a rule',
    exitRefused: 'watch would not take it, and says why',
    schema: 'print the JSON Schema of the config file',
    aboutSchema:
      'An editor that knows it completes the members of the config file and marks mistakes. Name it in the file: "$schema": "./intray.schema.json".',
    completion: 'print completions of commands, flags and values for a shell',
    manual: 'print the manual page',
    aboutManual: 'It is in the language of the terminal, in the form that man reads.',
  },
  review: {
    summary: 'list the documents whose values need you, show what was found in them, confirm, correct or dismiss them',
    confirm: 'confirm what was found in these files, with the corrections of --set',
    set: 'correct this value of the file; may be given several times',
    take: 'where the service has changed a value that was corrected here: which of the two counts',
    dismiss: 'you have seen these files, and want to hear no more of them; nothing is confirmed',
    undo: 'take back the last confirmation of these files with its corrections, or that they were dismissed',
    about:
      'Without a path, lists the documents whose result needs a person, in all folders; with the path of a folder, those in it; with that of a file, what was found in it, each value that needs you with a mark and the reason. Nothing is changed.',
    acts: 'JSON and rows follow, and a file that waits for its review is filed. A running Intray does it within seconds; otherwise the next run or watch does. Another category is set by intray answer FILE --category.',
    exitDone: 'all is done, or listed',
    exitSome: 'of some files there is nothing to confirm, dismiss or take back',
  },
  answer: {
    apply:
      'say how many documents went another way before the folder’s settings changed, and how many pages it costs to send them there; with a number, agree to at most so many',
    applyAbout:
      'A change of a folder’s route, or of what becomes of a category, holds for what has not been sent. Says how many documents went another way before, and about how many pages it would cost to send them there; nothing is done without a number. Copies, and what was sent there before, cost nothing; budgets hold. A running Intray does it within seconds; otherwise the next run or watch of the folder does.',
    summary: 'list what waits for your answer, and answer it: questions, categories, results, more pages',
    send: 'send what a folder’s question is about, or take the folder over from another Intray',
    leave: 'leave it alone, or leave the folder to the other Intray',
    sendAgain: 'send these files again that failed, were refused, or are waiting for your decision',
    category: 'set this category, by its name or the service’s ID; it is set at the service too',
    classifyAgain: 'have the service classify the file again',
    assign: 'assign this result to the file, by the ID that the list shows',
    batch:
      'the batch, by the service’s ID, that has the values of a file which the service extracts by itself; --assign names its file there',
    addPages: 'add so many pages for today, to the budget of all folders or of the one that is named',
    month: 'add them for this month instead',
    retryHooks: 'tell the events again that no hook has taken, or those whose ids are named, also those that were given up',
    yes: 'agree to the pages that another category would send to another extraction',
    about:
      'Without a path, lists the questions of all folders, the results that fit no document, and the budgets; with the path of a folder, the documents that its question is about; with that of a file, its category and the results that it may have. A running Intray does what is answered within seconds; otherwise the next run or watch does.',
    questions:
      'Where many documents of a folder look like ones from before, or far more new ones than usual come within an hour, Intray holds them and asks once; and where another Intray watches the folder, whether to take it over.',
    categories:
      'A document whose category changes goes on where its folder’s settings send that category, and its JSON and rows are replaced; what was sent to the extraction that it leaves is kept, and never sent there again. What would send pages to another extraction says so first and does nothing without --yes; if they have become more by the time it is done, nothing is done, and `status --why` says so.',
    results:
      'Where the service returns files under names of its own, nobody but you can tell whose a result is. What the service passes on from a classification to an extraction by itself is not sent again: --batch says where its values are, if no webhook has.',
    again:
      'If the service may already have a document that is sent again (unresolved), its result is marked as a possible duplicate. A budget sets how many pages may be sent in a day or month; what does not fit waits until that is over, or until pages are added.',
    exitDone: 'all of it is done, or listed',
    exitSome: '--send-again: some need not be sent again, or cannot be',
  },
} as const;
