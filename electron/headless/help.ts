/** What `--help` says below the flags. */

/** Where `intray serve` shows the window, unless another program has it: an address that can be kept as a bookmark. */
export const usualPort = 8467;

export const exitCodes = `
Exit codes:
  0  every document found is delivered (watch: it was asked to stop)
  1  some failed, were rejected or need a person, or the service could not be reached
  2  it could not begin: bad input, no key, an unknown extraction, another Intray at work here
`;

const unverifiedHelp = `
If the ledger was damaged or lost, the newest of its backups is taken up, and every file of which nothing proves
whether it was sent since is held. Look what is at the service and beside the files; then start once with
  --unverified send             to send them all (each is marked as a possible duplicate), or
  --unverified leave            to leave them out, as files that were there before
`;

export const generalHelp = `
Begin here:
  intray demo                          the whole job on sample documents, with nothing to set up
  intray serve --open                  the window, in a browser
  intray key set --url https://…       keep your API key in the system's keychain
  intray run ~/scans --extraction ID --url https://…

Every command explains itself: intray run --help
What is for people goes to standard error; with --json, standard output carries one JSON object a line.
`;

export const runHelp = `
What is in FOLDER and its subfolders is sent, each content once; running it again sends only what is new.

Where the results go:
  invoice.pdf.json            beside invoice.pdf: status, values, the model that found them
  intray-<name>.csv           in FOLDER: one row for each document; <name> is the extraction's

The API key comes from INTRAY_API_KEY, else from the keychain (intray key set). It is never an argument.
${unverifiedHelp}
Examples:
  intray run ~/scans --extraction ID --url https://api.example.com
  intray run ~/scans --extraction ID --include '**/*.pdf' --ignore 'drafts/**' --move-to Done
  intray run ~/mail --classification ID --json | jq 'select(.event == "summary")'
`;

export const watchHelp = `
The config file:
  { "url": "https://api.example.com",
    "folders": [
      { "path": "/scans/invoices", "route": { "kind": "extraction", "id": "…" } },
      { "path": "/scans/mail", "route": { "kind": "classification", "id": "…" },
        "existing": "send", "fileAway": { "kind": "move", "to": "Processed" } } ] }

Each folder may also say: settleSeconds, include, ignore, recursive, existing ("skip" or "send" what is there
already), changed, outputs, unresolved, batchSize, delimiter. README.md explains them all. Paths may begin with ~;
relative ones begin at the config file.

SIGINT (Ctrl-C) or SIGTERM: it begins nothing new, finishes what it is writing, and leaves. Starting it again goes on.
${unverifiedHelp}`;

export const serveHelp = `
The whole window, for a machine without a screen and wherever the desktop program is not: it begins with setting up.
It prints a link with a token in it. The link lets one browser in, once; when it was used, the next one is printed.
A browser that was let in stays so until this command ends.

From another machine, come through a tunnel, so that nothing is open to the network:
  ssh -L ${usualPort}:127.0.0.1:${usualPort} SERVER      then open the link that serve printed there

SIGINT (Ctrl-C) or SIGTERM: it begins nothing new, finishes what it is writing, and leaves. Starting it again goes on.

Exit codes:
  0  it was asked to stop
  2  it could not begin: another Intray at work here, a port that is taken, a data directory that cannot be used
`;

export const statusHelp = `
Prints whether Intray is running, what stands in its way, the books (found is the sum of the rest), each folder,
what needs a person and why, and what was delivered last. It only reads.

--why takes any path: a document, one of its results, a file that is ignored or was never seen, a directory.

Example:
  intray status --why ~/scans/invoice.pdf
`;

export const sendAgainHelp = `
A running Intray takes it up within seconds; else the next run or watch of the folder does. What the service may have
already (unresolved) is marked as a possible duplicate.

Example:
  intray send-again ~/scans/invoice.pdf
`;

export const exportHelp = `
PATH is a document, a folder, or a part of one; without any, everything that has a result.

With --to the ledger is only read, also beside a running Intray. Files lie in DIRECTORY as the documents lie in their
folder; several folders get a directory each. Exporting twice writes nothing twice.

Without --to, what is missing is delivered again beside the documents, as the folder's settings say, while no Intray is
running. The table of a whole FOLDER is begun anew if it is gone or was edited.

What is there and is not Intray's, or says something else, stays: the next free name is taken.

Exit codes:
  0  all of it is there
  1  some of what was asked for could not be exported
  2  it could not run

Examples:
  intray export --to ~/results
  intray export ~/scans --to ~/results --only csv
  intray export ~/scans/invoice.pdf
`;

export const extractionHelp = `
FILE of --details is JSON in the service's words:
  { "name": "Invoices", "description": "…", "language": "en", "options": { "hasTable": false },
    "fields": [ { "key": "total", "description": "The amount to pay", "example": "199.00" } ] }
Of an update only the members that are given are changed.

The samples of a new extraction are worked on at once, and their pages count.

Examples:
  intray extraction show ID --url https://api.example.com
  intray extraction create --details invoices.json --file sample.pdf
`;

export const classificationHelp = `
FILE of --details is JSON in the service's words:
  { "name": "Mail", "description": "…",
    "categories": [ { "name": "Invoice", "description": "…", "keywords": ["total"], "linked_extraction_id": "…" } ] }

CLASSIFICATION, FILE and CATEGORY are the service's ids: those of a document stand in its JSON ("route", "file_id",
"category").
`;

export const doctorHelp = `
Looks at the folders (there, readable, writable, apart from each other, how they are watched, how fast), the service
(reachable, key, extractions, clock), the ledger and its backups, disk space, the keychain. It costs no page, and writes
nothing but probe files that it removes.

Exit codes:
  0  no problem; there may be warnings
  1  there is a problem
  2  it could not run
`;

export const keyHelp = `
A key belongs to one address and is never sent to another. It is kept in the system's keychain (macOS Keychain,
Windows Credential Manager, the Secret Service on Linux) and nowhere else; INTRAY_API_KEY wins over it.

Examples:
  intray key set --url https://api.example.com
  pass show intray | intray key set --url https://api.example.com
`;

export const demoHelp = `
Copies the sample documents into a new folder, starts the sandbox inside this process, works through them as
"intray run" would, and prints a table of what became of each. Nothing leaves this machine; the folder stays.
`;

export const sandboxHelp = `
It answers as the service does, finds values in PDF and DOCX files by plain rules, flags images for
review, and forgets everything when it ends. It prints its address, a key, and the ids of an extraction and a
classification that are ready to use.

Example:
  intray sandbox --port 8787
  INTRAY_API_KEY=… intray run ~/scans --url http://127.0.0.1:8787 --extraction ID
`;
