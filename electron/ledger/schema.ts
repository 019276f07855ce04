/** The number of the ledger's format (`user_version`). A ledger of another one is refused. */
export const schemaVersion = 1;

/**
 * The ledger's tables. Times are milliseconds since the epoch, REAL because a clock may give fractions. So is `ino`, which on some
 * systems is larger than JavaScript's whole numbers. What a table holds is described with its shape in `core/`.
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
  CREATE TABLE routes (
    id INTEGER PRIMARY KEY,
    origin TEXT NOT NULL,
    kind TEXT NOT NULL,
    service_id TEXT NOT NULL,
    name TEXT,
    fields TEXT,
    seen_at REAL,
    passed INTEGER NOT NULL DEFAULT 0,
    paused_message TEXT,
    paused_at REAL,
    paused_until REAL,
    paused_tries INTEGER NOT NULL DEFAULT 1,
    keeps_names INTEGER,
    name_trial INTEGER,
    linked INTEGER NOT NULL DEFAULT 0,
    alone INTEGER NOT NULL DEFAULT 0,
    descriptions TEXT,
    UNIQUE (origin, kind, service_id)
  ) STRICT;
  CREATE TABLE batches (
    id INTEGER PRIMARY KEY,
    route INTEGER NOT NULL REFERENCES routes (id),
    state TEXT NOT NULL,
    service_batch_id TEXT,
    made_at REAL NOT NULL,
    accepted_at REAL,
    polls INTEGER NOT NULL,
    last_poll_at REAL,
    next_poll_at REAL,
    missing_since REAL,
    message TEXT,
    reopened_at REAL,
    claimed INTEGER,
    files INTEGER,
    linked TEXT) STRICT;
  CREATE INDEX batches_by_state ON batches (state, next_poll_at);
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    folder_id INTEGER NOT NULL REFERENCES folders (id),
    path TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ms REAL NOT NULL,
    ino REAL NOT NULL,
    hash TEXT,
    content_type TEXT,
    step INTEGER NOT NULL,
    state TEXT NOT NULL,
    state_json TEXT NOT NULL,
    wait TEXT,
    behind INTEGER REFERENCES documents (id),
    delivery TEXT NOT NULL,
    delivery_json TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    possible_duplicate INTEGER NOT NULL,
    replaces INTEGER REFERENCES documents (id),
    found_at REAL NOT NULL,
    changed_at REAL NOT NULL,
    due_at REAL,
    dismissed INTEGER NOT NULL DEFAULT 0,
    asked INTEGER NOT NULL DEFAULT 0,
    delivered_at REAL,
    failed_at REAL,
    standing TEXT NOT NULL DEFAULT 'on-the-way',
    pages INTEGER,
    by_hand INTEGER NOT NULL DEFAULT 0,
    dropped_at REAL,
    undone TEXT,
    awaits TEXT) STRICT;
  CREATE INDEX documents_by_path ON documents (folder_id, path);
  CREATE INDEX documents_by_state ON documents (state, changed_at);
  CREATE INDEX documents_due ON documents (state, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX documents_due_in_folder ON documents (folder_id, state, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX documents_to_deliver ON documents (folder_id, due_at) WHERE delivery IN ('pending', 'written') AND due_at IS NOT NULL;
  CREATE INDEX documents_behind ON documents (behind) WHERE behind IS NOT NULL;
  CREATE INDEX documents_replacing ON documents (replaces) WHERE replaces IS NOT NULL;
  CREATE TABLE steps (
    document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    route INTEGER NOT NULL REFERENCES routes (id),
    batch_id INTEGER REFERENCES batches (id),
    file_id TEXT,
    sent_as TEXT,
    result TEXT,
    review TEXT,
    findings TEXT,
    sample INTEGER REFERENCES samples (id),
    packed BLOB,
    PRIMARY KEY (document_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX steps_by_batch ON steps (batch_id) WHERE batch_id IS NOT NULL;
  CREATE TABLE requests (
    id INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES documents (id),
    kind TEXT NOT NULL,
    file_id TEXT,
    path TEXT,
    by TEXT,
    batch TEXT,
    category_id TEXT,
    agreed_pages INTEGER) STRICT;
  CREATE TABLE history (
    document_id INTEGER NOT NULL REFERENCES documents (id),
    position INTEGER NOT NULL,
    at REAL NOT NULL,
    event TEXT NOT NULL,
    note TEXT,
    sample INTEGER REFERENCES samples (id),
    packed BLOB,
    PRIMARY KEY (document_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE search USING fts5 (text, columnsize = 0, tokenize = 'trigram case_sensitive 1');
  CREATE TABLE search_pending (
    document_id INTEGER PRIMARY KEY,
    text TEXT NOT NULL
  ) STRICT;
  CREATE TABLE files (
    folder_id INTEGER NOT NULL REFERENCES folders (id),
    directory TEXT NOT NULL,
    name TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ms REAL NOT NULL,
    ino REAL NOT NULL,
    document_id INTEGER REFERENCES documents (id),
    skipped TEXT,
    PRIMARY KEY (folder_id, directory, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX files_by_ino ON files (folder_id, ino) WHERE ino <> 0;
  CREATE INDEX files_by_document ON files (document_id) WHERE document_id IS NOT NULL;
  CREATE TABLE csv_files (
    id INTEGER PRIMARY KEY,
    folder_id INTEGER NOT NULL REFERENCES folders (id),
    route_kind TEXT NOT NULL,
    route_id TEXT NOT NULL,
    path TEXT NOT NULL,
    columns TEXT NOT NULL,
    delimiter TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ms REAL NOT NULL,
    ino REAL NOT NULL,
    state TEXT NOT NULL,
    row_count INTEGER NOT NULL DEFAULT 0,
    shown TEXT,
    cell_names TEXT NOT NULL DEFAULT '[]') STRICT;
  CREATE INDEX csv_files_by_route ON csv_files (folder_id, route_kind, route_id);
  CREATE TABLE csv_rows (
    csv_id INTEGER NOT NULL REFERENCES csv_files (id),
    position INTEGER NOT NULL,
    document_id INTEGER NOT NULL REFERENCES documents (id),
    cells TEXT NOT NULL,
    sample INTEGER REFERENCES samples (id),
    packed BLOB,
    PRIMARY KEY (csv_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX csv_rows_by_document ON csv_rows (document_id, csv_id);
  CREATE TRIGGER csv_rows_added AFTER INSERT ON csv_rows BEGIN
    UPDATE csv_files SET row_count = row_count + 1 WHERE id = NEW.csv_id;
  END;
  CREATE TRIGGER csv_rows_removed AFTER DELETE ON csv_rows BEGIN
    UPDATE csv_files SET row_count = row_count - 1 WHERE id = OLD.csv_id;
  END;
  CREATE INDEX documents_delivered ON documents (delivered_at, folder_id, found_at, asked, state) WHERE delivered_at IS NOT NULL;
  CREATE INDEX documents_failed ON documents (failed_at, folder_id) WHERE failed_at IS NOT NULL;
  CREATE TABLE categories (
    route INTEGER NOT NULL REFERENCES routes (id),
    category_id TEXT NOT NULL,
    name TEXT NOT NULL,
    source TEXT NOT NULL,
    linked TEXT,
    PRIMARY KEY (route, category_id)
  ) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE search_parts USING fts5 (parts, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
  CREATE TABLE search_parts_from (document_id INTEGER NOT NULL) STRICT;
  CREATE INDEX batches_claimed ON batches (service_batch_id) WHERE claimed = 1;
  CREATE INDEX documents_by_hash ON documents
    (hash, ((state = 'duplicate' OR coalesce(wait, '') = 'behind') AND possible_duplicate = 0)) WHERE hash IS NOT NULL;
  CREATE TABLE unmatched (
    batch_id INTEGER NOT NULL REFERENCES batches (id),
    file_id TEXT NOT NULL,
    file_name TEXT NOT NULL,
    result TEXT NOT NULL,
    PRIMARY KEY (batch_id, file_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX documents_by_standing ON documents (standing, changed_at);
  CREATE INDEX documents_by_folder ON documents (folder_id, standing, changed_at);
  CREATE TABLE counts (
    folder_id INTEGER NOT NULL,
    state TEXT NOT NULL,
    delivery TEXT NOT NULL,
    wait TEXT NOT NULL,
    standing TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (folder_id, state, delivery, wait, standing)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER documents_added AFTER INSERT ON documents BEGIN
    INSERT INTO counts VALUES (NEW.folder_id, NEW.state, NEW.delivery, coalesce(NEW.wait, ''), NEW.standing, 1)
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER documents_removed AFTER DELETE ON documents BEGIN
    UPDATE counts SET count = count - 1
      WHERE folder_id = OLD.folder_id AND state = OLD.state AND delivery = OLD.delivery AND wait = coalesce(OLD.wait, '')
        AND standing = OLD.standing;
  END;
  CREATE TRIGGER documents_moved AFTER UPDATE OF folder_id, state, delivery, wait, standing ON documents BEGIN
    UPDATE counts SET count = count - 1
      WHERE folder_id = OLD.folder_id AND state = OLD.state AND delivery = OLD.delivery AND wait = coalesce(OLD.wait, '')
        AND standing = OLD.standing;
    INSERT INTO counts VALUES (NEW.folder_id, NEW.state, NEW.delivery, coalesce(NEW.wait, ''), NEW.standing, 1)
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE INDEX files_left_alone ON files (folder_id) WHERE skipped = 'existing';
  CREATE TABLE value_names (
    id INTEGER PRIMARY KEY,
    folder_id INTEGER NOT NULL REFERENCES folders (id),
    name TEXT NOT NULL,
    UNIQUE (folder_id, name)
  ) STRICT;
  CREATE TABLE field_values (
    document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    name INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    sort ANY NOT NULL,
    PRIMARY KEY (document_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX field_values_sorted ON field_values (name, rank, sort, document_id);
  CREATE TABLE totals (
    document_id INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    found_at REAL NOT NULL,
    name INTEGER NOT NULL,
    currency TEXT NOT NULL,
    scale INTEGER NOT NULL,
    units INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE values_from (document_id INTEGER NOT NULL) STRICT;
  CREATE INDEX documents_ready ON documents (folder_id, id, due_at, pages) WHERE wait = 'ready';
  CREATE TABLE charges (
    batch_id INTEGER NOT NULL REFERENCES batches (id),
    document_id INTEGER NOT NULL,
    folder_id INTEGER NOT NULL REFERENCES folders (id),
    day TEXT NOT NULL,
    pages INTEGER NOT NULL,
    guessed INTEGER NOT NULL,
    approved INTEGER NOT NULL,
    PRIMARY KEY (batch_id, document_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX charges_by_day ON charges (day, folder_id);
  CREATE TABLE spent (
    day TEXT NOT NULL,
    folder_id INTEGER NOT NULL,
    pages INTEGER NOT NULL,
    PRIMARY KEY (day, folder_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER charges_added AFTER INSERT ON charges WHEN NEW.approved = 0 BEGIN
    INSERT INTO spent VALUES (NEW.day, NEW.folder_id, NEW.pages) ON CONFLICT DO UPDATE SET pages = pages + NEW.pages;
  END;
  CREATE TRIGGER charges_removed AFTER DELETE ON charges WHEN OLD.approved = 0 BEGIN
    UPDATE spent SET pages = pages - OLD.pages WHERE day = OLD.day AND folder_id = OLD.folder_id;
  END;
  CREATE INDEX totals_found ON totals (found_at);
  CREATE TABLE sums (
    quarter INTEGER NOT NULL,
    name INTEGER NOT NULL,
    currency TEXT NOT NULL,
    scale INTEGER NOT NULL,
    high INTEGER NOT NULL,
    low INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (quarter, name, currency, scale)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER totals_added AFTER INSERT ON totals BEGIN
    INSERT INTO sums VALUES (CAST(NEW.found_at / 900000 AS INTEGER), NEW.name, NEW.currency, NEW.scale,
        NEW.units / 1000000000, NEW.units % 1000000000, 1)
      ON CONFLICT DO UPDATE SET high = high + excluded.high, low = low + excluded.low, count = count + 1;
  END;
  CREATE TRIGGER totals_removed AFTER DELETE ON totals BEGIN
    UPDATE sums SET high = high - OLD.units / 1000000000, low = low - OLD.units % 1000000000, count = count - 1
      WHERE quarter = CAST(OLD.found_at / 900000 AS INTEGER) AND name = OLD.name AND currency = OLD.currency AND scale = OLD.scale;
  END;
  CREATE INDEX documents_found ON documents (found_at, folder_id, by_hand);
  CREATE TABLE arrivals (
    folder_id INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (folder_id, hour)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER arrivals_added AFTER INSERT ON documents WHEN NEW.by_hand = 0 BEGIN
    INSERT INTO arrivals VALUES (NEW.folder_id, CAST(NEW.found_at / 3600000 AS INTEGER), 1)
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER arrivals_removed AFTER DELETE ON documents WHEN OLD.by_hand = 0 BEGIN
    UPDATE arrivals SET count = count - 1
      WHERE folder_id = OLD.folder_id AND hour = CAST(OLD.found_at / 3600000 AS INTEGER);
  END;
  CREATE TRIGGER arrivals_wanted AFTER UPDATE OF by_hand ON documents WHEN OLD.by_hand = 0 AND NEW.by_hand = 1 BEGIN
    UPDATE arrivals SET count = count - 1
      WHERE folder_id = OLD.folder_id AND hour = CAST(OLD.found_at / 3600000 AS INTEGER);
  END;
  CREATE TABLE wanted (
    folder_id INTEGER NOT NULL REFERENCES folders (id),
    directory TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (folder_id, directory, name)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE invoice_keys (
    document_id INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    route INTEGER NOT NULL,
    key TEXT NOT NULL,
    dates TEXT NOT NULL
  ) STRICT;
  CREATE INDEX invoice_keys_by_key ON invoice_keys (route, key, document_id);
  CREATE TABLE filings (
    id INTEGER PRIMARY KEY,
    folder_id INTEGER NOT NULL REFERENCES folders (id),
    document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    from_path TEXT NOT NULL,
    to_path TEXT NOT NULL,
    at REAL NOT NULL,
    undone_at REAL) STRICT;
  CREATE INDEX filings_by_document ON filings (document_id);
  CREATE INDEX filings_by_path ON filings (folder_id, from_path);
  CREATE INDEX charges_guessed ON charges (batch_id, document_id) WHERE guessed = 1;
  CREATE TRIGGER charges_counted AFTER UPDATE OF pages ON charges WHEN OLD.approved = 0 BEGIN
    UPDATE spent SET pages = pages + NEW.pages - OLD.pages WHERE day = OLD.day AND folder_id = OLD.folder_id;
  END;
  CREATE TABLE hook_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    folder_id INTEGER NOT NULL REFERENCES folders (id),
    document_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
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
  CREATE TABLE hook_subjects (
    folder_id INTEGER NOT NULL REFERENCES folders (id),
    document_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    said TEXT,
    PRIMARY KEY (folder_id, document_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX documents_ready_later ON documents (folder_id, id) WHERE wait = 'ready' AND step > 1;
  CREATE INDEX documents_awaiting ON documents (json_extract(awaits, '$.extraction'), id) WHERE awaits IS NOT NULL;
  CREATE INDEX batches_linked ON batches (route, id) WHERE linked = 'waiting';
  CREATE INDEX batches_by_service_id ON batches (service_batch_id) WHERE service_batch_id IS NOT NULL;
  CREATE TABLE sheets (
    id INTEGER PRIMARY KEY,
    folder_id INTEGER NOT NULL REFERENCES folders (id),
    origin TEXT NOT NULL,
    route_kind TEXT NOT NULL,
    route_id TEXT NOT NULL,
    columns TEXT NOT NULL,
    path TEXT,
    written TEXT,
    intended TEXT,
    revision INTEGER NOT NULL,
    saved INTEGER NOT NULL,
    problem TEXT
  ) STRICT;
  CREATE UNIQUE INDEX sheets_by_route ON sheets (folder_id, route_kind, route_id);
  CREATE TABLE sheet_rows (
    sheet_id INTEGER NOT NULL REFERENCES sheets (id),
    position INTEGER NOT NULL,
    document_id INTEGER NOT NULL REFERENCES documents (id),
    body TEXT NOT NULL,
    PRIMARY KEY (sheet_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX sheet_rows_by_document ON sheet_rows (document_id, sheet_id);
  CREATE TABLE sheet_folders (
    folder_id INTEGER PRIMARY KEY REFERENCES folders (id),
    wanted TEXT NOT NULL
  ) STRICT;
  CREATE TABLE sheet_due (
    document_id INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    folder_id INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX sheet_due_by_folder ON sheet_due (folder_id, document_id);
  CREATE TRIGGER documents_due_in_sheets AFTER UPDATE OF delivery_json, path ON documents
    WHEN NEW.delivery IN ('written', 'done') AND EXISTS (SELECT 1 FROM sheet_folders f WHERE f.folder_id = NEW.folder_id) BEGIN
    INSERT INTO sheet_due VALUES (NEW.id, NEW.folder_id) ON CONFLICT DO NOTHING;
  END;
  CREATE TRIGGER documents_added_due_in_sheets AFTER INSERT ON documents
    WHEN NEW.delivery IN ('written', 'done') AND EXISTS (SELECT 1 FROM sheet_folders f WHERE f.folder_id = NEW.folder_id) BEGIN
    INSERT INTO sheet_due VALUES (NEW.id, NEW.folder_id) ON CONFLICT DO NOTHING;
  END;
  CREATE TABLE left_steps (
    document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    route INTEGER NOT NULL REFERENCES routes (id),
    state TEXT NOT NULL,
    batch_id INTEGER REFERENCES batches (id),
    file_id TEXT,
    sent_as TEXT,
    result TEXT,
    review TEXT,
    findings TEXT,
    PRIMARY KEY (document_id, route)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX left_steps_by_batch ON left_steps (batch_id) WHERE batch_id IS NOT NULL;
  CREATE TABLE samples (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL
  ) STRICT;
  CREATE TABLE places (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE outputs (
    document_id INTEGER NOT NULL REFERENCES documents (id),
    kind TEXT NOT NULL,
    place INTEGER NOT NULL REFERENCES places (id),
    name TEXT NOT NULL,
    hash BLOB,
    state TEXT NOT NULL,
    unsynced TEXT,
    PRIMARY KEY (document_id, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX outputs_by_place ON outputs (place, name);
  CREATE INDEX outputs_unsynced ON outputs (unsynced) WHERE unsynced IS NOT NULL;
  CREATE TABLE untold_results (
    document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    route INTEGER NOT NULL REFERENCES routes (id),
    why TEXT NOT NULL,
    PRIMARY KEY (document_id, route)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE service_files (
    origin TEXT NOT NULL,
    file TEXT NOT NULL,
    batch TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (origin, file, batch)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO search_parts_from VALUES (1);
  INSERT INTO values_from VALUES (1);
  INSERT INTO search_parts (search_parts, rank) VALUES ('deletemerge', 0), ('automerge', 16);
`;
