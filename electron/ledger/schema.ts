/** The number of the ledger's format (`user_version`). A ledger of another one is refused. */
export const schemaVersion = 1;

/**
 * The ledger's tables hold facts: what can be computed from them is the view's (`view/`). Times are milliseconds since the epoch, REAL
 * because a clock may give fractions. So is `ino`, which on some systems is larger than JavaScript's whole numbers. What a table
 * holds is described with its shape in `core/`.
 */
export const schema = `
  CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE folders (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    baseline_at REAL
  ) STRICT;

  -- A route of one service origin, and what is known of it: whether anything ever passed, its pause, how names of files fare there, and
  -- of a classification its categories. 'listed': a person has made it or looked it up (1), or taken it off the list again (0).
  -- 'described': what the window shows of it beyond what the engine needs, as the service last described it.
  CREATE TABLE routes (
    id INTEGER PRIMARY KEY,
    origin TEXT NOT NULL,
    kind TEXT NOT NULL,
    service_id TEXT NOT NULL,
    name TEXT,
    fields TEXT,
    descriptions TEXT,
    seen_at REAL,
    passed INTEGER NOT NULL DEFAULT 0,
    paused TEXT,
    linked INTEGER NOT NULL DEFAULT 0,
    alone INTEGER NOT NULL DEFAULT 0,
    categories TEXT,
    listed INTEGER,
    described TEXT,
    UNIQUE (origin, kind, service_id)
  ) STRICT;

  -- 'claimed': only a JSON beside a document speaks of it, until the service has answered for it. 'files': how many documents it was
  -- sent with. 'linked': the service made it itself. 'unmatched': its results that belong to no document of it, as far as names tell,
  -- until a person has assigned them.
  CREATE TABLE batches (
    id INTEGER PRIMARY KEY,
    route INTEGER NOT NULL REFERENCES routes (id),
    state TEXT NOT NULL,
    service_batch_id TEXT,
    claimed INTEGER,
    linked TEXT,
    files INTEGER,
    made_at REAL NOT NULL,
    accepted_at REAL,
    reopened_at REAL,
    polls INTEGER NOT NULL,
    last_poll_at REAL,
    next_poll_at REAL,
    missing_since REAL,
    message TEXT,
    unmatched TEXT
  ) STRICT;
  CREATE INDEX batches_unmatched ON batches (id) WHERE unmatched IS NOT NULL;
  CREATE INDEX batches_by_state ON batches (state, next_poll_at);
  CREATE INDEX batches_linked ON batches (id) WHERE linked = 'waiting';
  CREATE INDEX batches_by_service_id ON batches (service_batch_id) WHERE service_batch_id IS NOT NULL;

  -- What is sent, paid for, polled and reviewed, once: one content on one route.
  -- 'due_at': when it may be sent, or a person is asked for its batch. 'sent_from': the document whose file it was sent from last.
  -- 'service_batch': the service's origin and its id of the batch, once the file in it is known to be this job's: one file of one batch
  -- serves one job.
  CREATE TABLE jobs (
    id INTEGER PRIMARY KEY,
    route INTEGER NOT NULL REFERENCES routes (id),
    hash TEXT NOT NULL,
    state_json TEXT NOT NULL,
    state TEXT NOT NULL AS (state_json ->> 'kind') STORED,
    due_at REAL,
    tries INTEGER NOT NULL,
    sent_from INTEGER,
    batch_id INTEGER REFERENCES batches (id),
    service_batch TEXT,
    file_id TEXT,
    sent_as TEXT,
    result TEXT,
    review TEXT,
    dropped_at REAL,
    attempts INTEGER NOT NULL,
    possible_duplicate INTEGER NOT NULL,
    UNIQUE (route, hash)
  ) STRICT;
  CREATE INDEX jobs_by_hash ON jobs (hash);
  CREATE INDEX jobs_by_batch ON jobs (batch_id) WHERE batch_id IS NOT NULL;
  CREATE INDEX jobs_without_file ON jobs (batch_id) WHERE batch_id IS NOT NULL AND file_id IS NULL AND sent_as IS NOT NULL;
  CREATE INDEX jobs_perhaps_twice ON jobs (id) WHERE possible_duplicate = 1 OR tries > 1;
  CREATE INDEX jobs_by_state ON jobs (state, due_at);
  CREATE UNIQUE INDEX jobs_by_file ON jobs (file_id, service_batch) WHERE service_batch IS NOT NULL;

  -- What a job was taken to cost, each time that it was sent (charges.ts).
  CREATE TABLE charges (
    batch INTEGER NOT NULL,
    job INTEGER NOT NULL REFERENCES jobs (id),
    day TEXT NOT NULL,
    folder INTEGER NOT NULL,
    pages INTEGER NOT NULL,
    guessed INTEGER NOT NULL,
    approved INTEGER NOT NULL,
    PRIMARY KEY (batch, job)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX charges_by_day ON charges (day, folder, approved, pages, guessed);
  CREATE INDEX charges_by_job ON charges (job, batch);
  CREATE INDEX charges_guessed ON charges (day, job) WHERE guessed = 1;

  -- A file is one content that is or was at a path; with its job it is a document. Ids are never used again: the JSON of others names them.
  -- 'seq': that of its last change, so that whoever follows reads what is new; every change takes the next one.
  -- 'file': its own state (document.ts). 'state', 'wait' and 'standing' are the document's, for the indices. 'standing': what people see of it (standing.ts). 'dismissed': a person has seen it.
  -- 'job': its content on its route; 'verdict': the job that classified it, once that has led on to another one.
  -- 'asked': whether a person ever had to look at it, or corrected it; never taken back. 'delivered_at': when its result was on disk
  -- for the first time; 'failed_at': since when it has failed. 'by_hand': a person had it sent. 'findings': what the folder's own checks
  -- said of the result. 'invoice_key' and 'invoice_dates': what two scans of one invoice have in common (core/checks/check.ts),
  -- where the folder looks for them; dates are ISO dates between spaces. 'said': a digest of what hooks
  -- were last told of its outputs. 'json', 'moving' and 'filed': what was written for it, and where it was moved (document.ts). 'log': what has happened to it, a line of JSON each (document-row.ts).
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    seq INTEGER NOT NULL DEFAULT 0,
    folder_id INTEGER NOT NULL REFERENCES folders (id),
    path TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ms REAL NOT NULL,
    ino REAL NOT NULL,
    hash TEXT,
    content_type TEXT,
    pages INTEGER,
    file TEXT NOT NULL,
    route INTEGER NOT NULL REFERENCES routes (id),
    job INTEGER REFERENCES jobs (id),
    verdict INTEGER REFERENCES jobs (id),
    duplicate_of INTEGER,
    state TEXT NOT NULL,
    wait TEXT,
    delivery_json TEXT NOT NULL,
    delivery TEXT NOT NULL AS (delivery_json ->> 'kind') STORED,
    standing TEXT NOT NULL,
    replaces INTEGER REFERENCES documents (id),
    found_at REAL NOT NULL,
    changed_at REAL NOT NULL,
    due_at REAL,
    delivered_at REAL,
    failed_at REAL,
    dismissed INTEGER,
    doubtful INTEGER,
    asked INTEGER NOT NULL DEFAULT 0,
    by_hand INTEGER NOT NULL DEFAULT 0,
    undone TEXT,
    findings TEXT,
    invoice_key TEXT,
    invoice_dates TEXT,
    said TEXT,
    json TEXT,
    moving TEXT,
    filed TEXT,
    log TEXT NOT NULL
  ) STRICT;
  CREATE INDEX documents_by_seq ON documents (seq);
  CREATE INDEX documents_by_path ON documents (folder_id, path);
  CREATE INDEX documents_by_hash ON documents (hash, folder_id) WHERE hash IS NOT NULL;
  CREATE INDEX documents_by_job ON documents (job) WHERE job IS NOT NULL;
  CREATE INDEX documents_by_verdict ON documents (verdict) WHERE verdict IS NOT NULL;
  CREATE INDEX documents_by_state ON documents (state, changed_at);
  CREATE INDEX documents_by_standing ON documents (standing, changed_at);
  CREATE INDEX documents_by_folder ON documents (folder_id, standing, changed_at);
  -- In the order in which they are counted.
  CREATE INDEX documents_counted ON documents (folder_id, standing, state, delivery, wait);
  CREATE INDEX documents_found ON documents (folder_id, found_at) WHERE by_hand = 0;
  CREATE INDEX documents_to_take_in ON documents (folder_id, due_at) WHERE state = 'settling' OR wait = 'blocked';
  CREATE INDEX documents_ready ON documents (folder_id, id, route, pages, job) WHERE wait = 'ready';
  CREATE INDEX documents_gone_on ON documents (folder_id) WHERE wait = 'ready' AND verdict IS NOT NULL;
  CREATE INDEX documents_to_deliver ON documents (folder_id, due_at) WHERE delivery IN ('pending', 'written') AND due_at IS NOT NULL;
  CREATE INDEX documents_replacing ON documents (replaces) WHERE replaces IS NOT NULL;
  CREATE INDEX documents_by_json ON documents (json ->> 'path') WHERE json IS NOT NULL;
  CREATE INDEX documents_by_moving_json ON documents (json ->> 'from') WHERE json ->> 'from' IS NOT NULL;
  CREATE INDEX documents_filed ON documents (folder_id, filed) WHERE filed IS NOT NULL;
  CREATE INDEX documents_by_invoice ON documents (route, invoice_key, id) WHERE invoice_key IS NOT NULL;

  -- What a person asked for from outside the engine, until the engine has done it: of a document, or of a file that has not been found
  -- yet ('folder_id' and 'path').
  CREATE TABLE requests (
    id INTEGER PRIMARY KEY,
    document_id INTEGER REFERENCES documents (id),
    folder_id INTEGER REFERENCES folders (id),
    path TEXT,
    kind TEXT NOT NULL,
    act TEXT,
    by TEXT
  ) STRICT;
  CREATE INDEX requests_of_documents ON requests (document_id) WHERE document_id IS NOT NULL;
  CREATE UNIQUE INDEX requests_of_files ON requests (folder_id, path) WHERE folder_id IS NOT NULL;

  -- What the last scan saw. 'aside': 0, or counts files of this path that were left alone and are away, while another one has their place.
  CREATE TABLE files (
    folder_id INTEGER NOT NULL REFERENCES folders (id),
    directory TEXT NOT NULL,
    name TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ms REAL NOT NULL,
    ino REAL NOT NULL,
    document_id INTEGER REFERENCES documents (id),
    skipped TEXT,
    aside INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (folder_id, directory, name, aside)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX files_by_ino ON files (folder_id, ino) WHERE ino <> 0;
  CREATE INDEX files_by_document ON files (document_id) WHERE document_id IS NOT NULL;
  CREATE INDEX files_left_alone ON files (folder_id) WHERE skipped = 'existing';
  CREATE INDEX files_aside ON files (folder_id) WHERE aside > 0;

  -- What a folder has delivered on a route, in rows, and the files that show them (table.ts). 'changes': counts what changes rows that
  -- were there before. A row's cells stand in the order of its table's columns; 'csv': the number of the CSV that it is in.
  CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    folder_id INTEGER NOT NULL REFERENCES folders (id),
    origin TEXT NOT NULL,
    route_kind TEXT NOT NULL,
    route_id TEXT NOT NULL,
    columns TEXT NOT NULL,
    changes INTEGER NOT NULL,
    csv TEXT,
    left TEXT NOT NULL,
    book TEXT,
    problem TEXT
  ) STRICT;
  CREATE UNIQUE INDEX tables_by_route ON tables (folder_id, route_kind, route_id);
  CREATE TABLE rows (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    position INTEGER NOT NULL,
    document_id INTEGER NOT NULL REFERENCES documents (id),
    csv INTEGER NOT NULL,
    cells TEXT NOT NULL,
    PRIMARY KEY (table_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX rows_by_document ON rows (document_id, table_id);
  CREATE INDEX rows_by_csv ON rows (table_id, csv, position);

  -- Events for hooks (hook-events.ts), written with what they tell; 'document_id' is 0 where it is about the folder itself.
  CREATE TABLE hook_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    folder_id INTEGER NOT NULL REFERENCES folders (id),
    document_id INTEGER NOT NULL,
    at REAL NOT NULL,
    body TEXT,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    next_at REAL NOT NULL,
    tried_at REAL,
    message TEXT,
    output TEXT
  ) STRICT;
  CREATE INDEX hook_events_due ON hook_events (next_at, id) WHERE state = 'pending';
  CREATE INDEX hook_events_in_order ON hook_events (folder_id, document_id, id) WHERE state = 'pending';
  CREATE INDEX hook_events_given_up ON hook_events (id) WHERE state = 'given-up';
`;
