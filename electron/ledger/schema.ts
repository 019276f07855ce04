/**
 * The ledger's format, as numbered migrations: number n leads from format n - 1 to format n (`user_version`).
 * A migration that was released is never changed; the next change is a new one at the end.
 *
 * Times are milliseconds since the epoch, REAL because a clock may give fractions. So is `ino`, which on some systems
 * is larger than JavaScript's whole numbers. What a table holds is described with its shape in `core/`.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE folders (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    baseline_at REAL
  ) STRICT;

  -- A route of one service origin, and what is known of it.
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
    message TEXT
  ) STRICT;
  CREATE INDEX batches_by_state ON batches (state, next_poll_at);

  -- Ids are never used again: the JSON of other states names them.
  -- 'state', 'wait', 'behind' and 'delivery' repeat what state_json and delivery_json say, for the indices.
  -- 'attention': whether it needs a person.
  -- 'step' is the position of the step (below) that the state is about.
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
    attention INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    possible_duplicate INTEGER NOT NULL,
    replaces INTEGER REFERENCES documents (id),
    found_at REAL NOT NULL,
    changed_at REAL NOT NULL,
    due_at REAL
  ) STRICT;
  CREATE INDEX documents_by_path ON documents (folder_id, path);
  CREATE INDEX documents_by_hash ON documents (hash) WHERE hash IS NOT NULL;
  CREATE INDEX documents_by_state ON documents (state, changed_at);
  CREATE INDEX documents_by_folder ON documents (folder_id, state, changed_at);
  CREATE INDEX documents_by_attention ON documents (changed_at, id) WHERE attention = 1;
  CREATE INDEX documents_due ON documents (state, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX documents_due_in_folder ON documents (folder_id, state, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX documents_ready ON documents (folder_id, id, due_at) WHERE wait = 'ready';
  CREATE INDEX documents_to_deliver ON documents (folder_id, due_at) WHERE delivery IN ('pending', 'written') AND due_at IS NOT NULL;
  CREATE INDEX documents_behind ON documents (behind) WHERE behind IS NOT NULL;
  CREATE INDEX documents_replacing ON documents (replaces) WHERE replaces IS NOT NULL;

  -- What a document passes: one route, or a classification and then an extraction. Each step has its own route,
  -- batch, file id and result; an earlier one is kept when the next begins.
  CREATE TABLE steps (
    document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    route INTEGER NOT NULL REFERENCES routes (id),
    batch_id INTEGER REFERENCES batches (id),
    file_id TEXT,
    sent_as TEXT,
    result TEXT,
    PRIMARY KEY (document_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX steps_by_batch ON steps (batch_id) WHERE batch_id IS NOT NULL;

  -- How many documents are in each state, so that no view counts them one by one. wait is '' where there is none.
  CREATE TABLE counts (
    folder_id INTEGER NOT NULL,
    state TEXT NOT NULL,
    delivery TEXT NOT NULL,
    wait TEXT NOT NULL,
    attention INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (folder_id, state, delivery, wait, attention)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER documents_added AFTER INSERT ON documents BEGIN
    INSERT INTO counts VALUES (NEW.folder_id, NEW.state, NEW.delivery, coalesce(NEW.wait, ''), NEW.attention, 1)
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER documents_removed AFTER DELETE ON documents BEGIN
    UPDATE counts SET count = count - 1
      WHERE folder_id = OLD.folder_id AND state = OLD.state AND delivery = OLD.delivery AND wait = coalesce(OLD.wait, '')
        AND attention = OLD.attention;
  END;
  CREATE TRIGGER documents_moved AFTER UPDATE OF folder_id, state, delivery, wait, attention ON documents BEGIN
    UPDATE counts SET count = count - 1
      WHERE folder_id = OLD.folder_id AND state = OLD.state AND delivery = OLD.delivery AND wait = coalesce(OLD.wait, '')
        AND attention = OLD.attention;
    INSERT INTO counts VALUES (NEW.folder_id, NEW.state, NEW.delivery, coalesce(NEW.wait, ''), NEW.attention, 1)
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;

  -- What a person asked for from outside the engine, until the engine has done it.
  CREATE TABLE requests (
    id INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES documents (id),
    kind TEXT NOT NULL
  ) STRICT;

  CREATE TABLE history (
    document_id INTEGER NOT NULL REFERENCES documents (id),
    position INTEGER NOT NULL,
    at REAL NOT NULL,
    event TEXT NOT NULL,
    note TEXT,
    PRIMARY KEY (document_id, position)
  ) STRICT, WITHOUT ROWID;

  -- The text of a document, folded (search.ts): any part of it of three characters or more is found by its index.
  -- What was written last waits in search_pending, because the index takes many at once much faster.
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

  CREATE TABLE outputs (
    document_id INTEGER NOT NULL REFERENCES documents (id),
    kind TEXT NOT NULL,
    path TEXT NOT NULL,
    hash TEXT,
    state TEXT NOT NULL,
    PRIMARY KEY (document_id, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX outputs_by_path ON outputs (path);

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
    row_count INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX csv_files_by_route ON csv_files (folder_id, route_kind, route_id);

  CREATE TABLE csv_rows (
    csv_id INTEGER NOT NULL REFERENCES csv_files (id),
    position INTEGER NOT NULL,
    document_id INTEGER NOT NULL REFERENCES documents (id),
    cells TEXT NOT NULL,
    PRIMARY KEY (csv_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX csv_rows_by_document ON csv_rows (document_id, csv_id);
  CREATE TRIGGER csv_rows_added AFTER INSERT ON csv_rows BEGIN
    UPDATE csv_files SET row_count = row_count + 1 WHERE id = NEW.csv_id;
  END;
  CREATE TRIGGER csv_rows_removed AFTER DELETE ON csv_rows BEGIN
    UPDATE csv_files SET row_count = row_count - 1 WHERE id = OLD.csv_id;
  END;
  `,
  `
  -- 'dismissed': a person has seen it, and it counts as attention no longer. 'asked': whether a person ever had to look at
  -- it, or corrected it; never taken back. 'delivered_at': when its result was on disk for the first time; 'failed_at':
  -- since when it has failed.
  ALTER TABLE documents ADD COLUMN dismissed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE documents ADD COLUMN asked INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE documents ADD COLUMN delivered_at REAL;
  ALTER TABLE documents ADD COLUMN failed_at REAL;
  UPDATE documents SET asked = 1 WHERE attention = 1 OR possible_duplicate = 1 OR state IN ('needs_review', 'confirmed');
  UPDATE documents SET failed_at = changed_at WHERE state = 'failed';
  UPDATE documents SET delivered_at =
      coalesce((SELECT min(at) FROM history h WHERE h.document_id = documents.id AND h.event = 'delivered'),
        json_extract(delivery_json, '$.at'))
    WHERE delivery IN ('written', 'done');
  CREATE INDEX documents_found ON documents (found_at, folder_id);
  CREATE INDEX documents_delivered ON documents (delivered_at, folder_id, found_at, asked, state) WHERE delivered_at IS NOT NULL;
  CREATE INDEX documents_failed ON documents (failed_at, folder_id) WHERE failed_at IS NOT NULL;

  -- What people made of a step's result.
  ALTER TABLE steps ADD COLUMN review TEXT;

  ALTER TABLE batches ADD COLUMN reopened_at REAL;

  -- The categories of a classification, as far as they are known: the service has no call to list them. 'source': how.
  CREATE TABLE categories (
    route INTEGER NOT NULL REFERENCES routes (id),
    category_id TEXT NOT NULL,
    name TEXT NOT NULL,
    source TEXT NOT NULL,
    PRIMARY KEY (route, category_id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Which parts of one or two characters a document's text has (search.ts). Texts of documents before
  -- 'search_parts_from', which were there before this table was, are not in it yet: they are brought in a few at a time.
  CREATE VIRTUAL TABLE search_parts USING fts5 (parts, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
  CREATE TABLE search_parts_from (document_id INTEGER NOT NULL) STRICT;
  INSERT INTO search_parts_from SELECT coalesce(max(id), 0) + 1 FROM search_content;
  `,
  `
  -- A document that is held for want of proof is "unverified"; it was "unproven".
  UPDATE documents SET state_json = replace(state_json, '"why":"unproven"', '"why":"unverified"')
    WHERE state_json LIKE '%"why":"unproven"%';
  UPDATE meta SET key = 'unverified' WHERE key = 'unproven';
  `,
  `
  -- A batch that only a JSON beside a document speaks of, until the service has answered for it.
  ALTER TABLE batches ADD COLUMN claimed INTEGER;
  CREATE INDEX batches_claimed ON batches (service_batch_id) WHERE claimed = 1;
  `,
  `
  -- A pause ends by itself: when it is tried again, and how often that has failed.
  ALTER TABLE routes ADD COLUMN paused_until REAL;
  ALTER TABLE routes ADD COLUMN paused_tries INTEGER NOT NULL DEFAULT 1;
  `,
  `
  -- Thousands of files may have one content: those that only wait for the first one's result, or took it, stand apart.
  DROP INDEX documents_by_hash;
  CREATE INDEX documents_by_hash ON documents
    (hash, ((state = 'duplicate' OR coalesce(wait, '') = 'behind') AND possible_duplicate = 0)) WHERE hash IS NOT NULL;
  `,
  `
  -- How many documents a batch was sent with: some may have gone to another one since.
  ALTER TABLE batches ADD COLUMN files INTEGER;
  `,
  `
  -- How names of files fare on a route: whether those that are not plain are returned unchanged, the batch that is to show
  -- it, and whether the service passes files on from here.
  ALTER TABLE routes ADD COLUMN keeps_names INTEGER;
  ALTER TABLE routes ADD COLUMN name_trial INTEGER;
  ALTER TABLE routes ADD COLUMN linked INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- What was dismissed is listed, to be restored.
  CREATE INDEX documents_by_dismissed ON documents (changed_at, id, folder_id, state) WHERE dismissed = 1;
  `,
  `
  -- Results of a batch that belong to no document of it, as far as names tell, until a person has assigned them. 'alone': for
  -- that reason documents go one by one on a route.
  CREATE TABLE unmatched (
    batch_id INTEGER NOT NULL REFERENCES batches (id),
    file_id TEXT NOT NULL,
    file_name TEXT NOT NULL,
    result TEXT NOT NULL,
    PRIMARY KEY (batch_id, file_id)
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE routes ADD COLUMN alone INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE requests ADD COLUMN file_id TEXT;
  `,
  `
  -- What people see of a document (standing.ts), in place of whether it needs a person: lists and numbers follow it.
  DROP TRIGGER documents_added;
  DROP TRIGGER documents_removed;
  DROP TRIGGER documents_moved;
  DROP TABLE counts;
  ALTER TABLE documents ADD COLUMN standing TEXT NOT NULL DEFAULT 'on-the-way';
  UPDATE documents SET standing = CASE
    WHEN state = 'gone' THEN 'gone'
    WHEN attention = 1 THEN CASE WHEN state IN ('failed', 'rejected') THEN 'failed' ELSE 'needs-you' END
    WHEN state = 'confirmed' OR state IN ('processed', 'needs_review') AND EXISTS (SELECT 1 FROM steps s
      WHERE s.document_id = documents.id AND s.position = documents.step
        AND json_array_length(s.review, '$.confirmations') > 0 AND json_type(s.review, '$.conflict') IS NULL) THEN 'confirmed'
    WHEN dismissed = 1 THEN 'dismissed'
    WHEN delivery = 'done' AND state IN ('processed', 'needs_review', 'duplicate') THEN 'done'
    ELSE 'on-the-way' END;
  DROP INDEX documents_by_attention;
  DROP INDEX documents_by_dismissed;
  DROP INDEX documents_by_folder;
  ALTER TABLE documents DROP COLUMN attention;
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
  INSERT INTO counts SELECT folder_id, state, delivery, coalesce(wait, ''), standing, count(*) FROM documents GROUP BY 1, 2, 3, 4, 5;
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
  `,
  `
  -- What was there before a folder was watched is counted, to be sent if a person wants it.
  CREATE INDEX files_left_alone ON files (folder_id) WHERE skipped = 'existing';
  `,
  `
  -- What an extraction says of its fields: their values are read with it.
  ALTER TABLE routes ADD COLUMN descriptions TEXT;
  `,
  `
  -- The values of documents by column of a list (core/values/columns.ts): 'rank' 0 has a type, 1 is text; 'sort' is a number, an
  -- ISO date, or folded text.
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

  -- The amount that stands for a document: 'units' / 10^scale. currency is '' where none is printed.
  CREATE TABLE totals (
    document_id INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    found_at REAL NOT NULL,
    name INTEGER NOT NULL,
    currency TEXT NOT NULL,
    scale INTEGER NOT NULL,
    units INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX totals_by_time ON totals (found_at, name, currency, scale, units);

  -- The values of documents before this one are still to be read, a few at a time.
  CREATE TABLE values_from (document_id INTEGER NOT NULL) STRICT;
  INSERT INTO values_from SELECT coalesce(max(id), 0) + 1 FROM documents;
  `,
  `
  -- How many pages a document has, where that can be counted; and what it was taken to cost (charges.ts).
  ALTER TABLE documents ADD COLUMN pages INTEGER;
  DROP INDEX documents_ready;
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

  -- The sums of charges that count in budgets.
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
  `,
  `
  -- The sums of totals by quarter of an hour (since the epoch), where a day begins in every time zone: what a month comes to is
  -- read from as many rows, however many documents it has. The units of the whole are high * 10^9 + low.
  DROP INDEX totals_by_time;
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
  INSERT INTO sums
    SELECT CAST(found_at / 900000 AS INTEGER), name, currency, scale, sum(units / 1000000000), sum(units % 1000000000), count(*)
      FROM totals GROUP BY 1, 2, 3, 4;
  CREATE TRIGGER totals_added AFTER INSERT ON totals BEGIN
    INSERT INTO sums VALUES (CAST(NEW.found_at / 900000 AS INTEGER), NEW.name, NEW.currency, NEW.scale,
        NEW.units / 1000000000, NEW.units % 1000000000, 1)
      ON CONFLICT DO UPDATE SET high = high + excluded.high, low = low + excluded.low, count = count + 1;
  END;
  CREATE TRIGGER totals_removed AFTER DELETE ON totals BEGIN
    UPDATE sums SET high = high - OLD.units / 1000000000, low = low - OLD.units % 1000000000, count = count - 1
      WHERE quarter = CAST(OLD.found_at / 900000 AS INTEGER) AND name = OLD.name AND currency = OLD.currency AND scale = OLD.scale;
  END;
  `,
  `
  -- How many documents a folder found in each hour (since the epoch), but for those that a person had sent: 'by_hand'. And the
  -- files that a person wants sent which have not been found yet.
  ALTER TABLE documents ADD COLUMN by_hand INTEGER NOT NULL DEFAULT 0;
  DROP INDEX documents_found;
  CREATE INDEX documents_found ON documents (found_at, folder_id, by_hand);
  CREATE TABLE arrivals (
    folder_id INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (folder_id, hour)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO arrivals SELECT folder_id, CAST(found_at / 3600000 AS INTEGER), count(*) FROM documents GROUP BY 1, 2;
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
  `,
  `
  -- An output that was created without waiting for the disk: the boot of the machine in which that was.
  ALTER TABLE outputs ADD COLUMN unsynced TEXT;
  CREATE INDEX outputs_unsynced ON outputs (unsynced) WHERE unsynced IS NOT NULL;
  `,
  `
  -- What a folder's own checks said of a step's result. And what two scans of one invoice have in common (core/checks/second-scan.ts),
  -- of documents whose folder looks for them; 'dates' are ISO dates between spaces.
  ALTER TABLE steps ADD COLUMN findings TEXT;
  CREATE TABLE invoice_keys (
    document_id INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    route INTEGER NOT NULL,
    key TEXT NOT NULL,
    dates TEXT NOT NULL
  ) STRICT;
  CREATE INDEX invoice_keys_by_key ON invoice_keys (route, key, document_id);
  `,
  `
  -- When a document's result and history were dropped (retention.ts).
  ALTER TABLE documents ADD COLUMN dropped_at REAL;
  `,
  `
  -- Sources that were filed away, and where they were before; paths are relative to the folder.
  CREATE TABLE filings (
    id INTEGER PRIMARY KEY,
    folder_id INTEGER NOT NULL REFERENCES folders (id),
    document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    from_path TEXT NOT NULL,
    to_path TEXT NOT NULL,
    at REAL NOT NULL
  ) STRICT;
  CREATE INDEX filings_by_document ON filings (document_id);
  CREATE INDEX filings_by_path ON filings (folder_id, from_path);
  `,
  `
  -- Pages are counted after sending too, where nothing asked for them before (engine/loop/sent-pages.ts).
  CREATE INDEX charges_guessed ON charges (batch_id, document_id) WHERE guessed = 1;
  CREATE TRIGGER charges_counted AFTER UPDATE OF pages ON charges WHEN OLD.approved = 0 BEGIN
    UPDATE spent SET pages = pages + NEW.pages - OLD.pages WHERE day = OLD.day AND folder_id = OLD.folder_id;
  END;
  `,
  `
  -- Events for hooks (hook-events.ts), written with what they tell. And of each document of which something was told, or of a
  -- folder itself (document_id 0): how often, and a digest of what was last said of its outputs.
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
  `,
  `
  -- Filings that a person has taken back (core/document/document.ts), and what another process asks of them.
  ALTER TABLE documents ADD COLUMN undone TEXT;
  ALTER TABLE filings ADD COLUMN undone_at REAL;
  ALTER TABLE requests ADD COLUMN path TEXT;
  ALTER TABLE requests ADD COLUMN by TEXT;
  `,
  `
  -- The extraction that the service itself passes a category's files on to, where Intray made the classification.
  ALTER TABLE categories ADD COLUMN linked TEXT;
  `,
  `
  -- What waits to be sent in a later step, by folder: few, and asked for often.
  CREATE INDEX documents_ready_later ON documents (folder_id, id) WHERE wait = 'ready' AND step > 1;
  `,
  `
  -- What a classified document waits for that the service itself passes on into a linked extraction (core/document/awaits.ts), and
  -- the batches of such extractions that the service, or a person, has named.
  ALTER TABLE documents ADD COLUMN awaits TEXT;
  CREATE INDEX documents_awaiting ON documents (json_extract(awaits, '$.extraction'), id) WHERE awaits IS NOT NULL;
  ALTER TABLE batches ADD COLUMN linked TEXT;
  CREATE INDEX batches_linked ON batches (route, id) WHERE linked = 'waiting';
  CREATE INDEX batches_by_service_id ON batches (service_batch_id) WHERE service_batch_id IS NOT NULL;
  ALTER TABLE requests ADD COLUMN batch TEXT;
  `,
  `
  -- Which columns of a table are written, in which order and under which headings; NULL: all, under their own names.
  ALTER TABLE csv_files ADD COLUMN shown TEXT;
  `,
  `
  -- Tables that are written whole (sheets.ts), with their rows. 'sheet_folders': the folders that have some, and what they look
  -- like. 'sheet_due': documents that were delivered there, or delivered anew, and whose rows do not say so yet.
  CREATE TABLE sheets (
    id INTEGER PRIMARY KEY,
    folder_id INTEGER NOT NULL REFERENCES folders (id),
    origin TEXT NOT NULL,
    route_kind TEXT NOT NULL,
    route_id TEXT NOT NULL,
    format TEXT NOT NULL,
    columns TEXT NOT NULL,
    path TEXT,
    written TEXT,
    intended TEXT,
    revision INTEGER NOT NULL,
    saved INTEGER NOT NULL,
    problem TEXT
  ) STRICT;
  CREATE UNIQUE INDEX sheets_by_route ON sheets (folder_id, route_kind, route_id, format);
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
  `,
  `
  -- Steps that documents have left because their category changed: what was sent there is paid for. One for each route.
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
  `,
  `
  -- What the cells of a CSV's rows are called, in their order: rows do not repeat it.
  ALTER TABLE csv_files ADD COLUMN cell_names TEXT NOT NULL DEFAULT '[]';
  `,
  `
  -- What people have asked for from outside that the service has to do: another category, another run.
  ALTER TABLE requests ADD COLUMN category_id TEXT;
  ALTER TABLE requests ADD COLUMN agreed_pages INTEGER;
  `,
  `
  -- Texts that resemble each other: of each, a row holds what it differs in from a sample.
  CREATE TABLE samples (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL
  ) STRICT;
  ALTER TABLE csv_rows ADD COLUMN sample INTEGER REFERENCES samples (id);
  ALTER TABLE csv_rows ADD COLUMN packed BLOB;
  ALTER TABLE history ADD COLUMN sample INTEGER REFERENCES samples (id);
  ALTER TABLE history ADD COLUMN packed BLOB;
  -- Directories of outputs, and whole paths of CSVs: every document's outputs repeated them, once more in an index.
  CREATE TABLE places (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TEMP VIEW placed AS SELECT *, iif(kind = 'csv', path, rtrim(path, replace(replace(path, '/', ''), '\\', ''))) AS place
    FROM outputs;
  INSERT INTO places (path) SELECT DISTINCT place FROM placed;
  CREATE TABLE placed_outputs (
    document_id INTEGER NOT NULL REFERENCES documents (id),
    kind TEXT NOT NULL,
    place INTEGER NOT NULL REFERENCES places (id),
    name TEXT NOT NULL,
    hash BLOB,
    state TEXT NOT NULL,
    unsynced TEXT,
    PRIMARY KEY (document_id, kind)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO placed_outputs
    SELECT o.document_id, o.kind, p.id, substr(o.path, length(o.place) + 1), unhex(o.hash), o.state, o.unsynced
    FROM placed o JOIN places p ON p.path = o.place;
  DROP VIEW placed;
  DROP TABLE outputs;
  ALTER TABLE placed_outputs RENAME TO outputs;
  CREATE INDEX outputs_by_place ON outputs (place, name);
  CREATE INDEX outputs_unsynced ON outputs (unsynced) WHERE unsynced IS NOT NULL;
  `,
  `
  -- Categories of documents whose verdict has changed, before and after, and of those that went on without what the service had
  -- passed on: it may have files of them that are not known to be theirs.
  CREATE TABLE noted_categories (
    document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    route INTEGER NOT NULL REFERENCES routes (id),
    category_id TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (document_id, route, category_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER steps_change_category AFTER UPDATE OF result ON steps
    WHEN json_extract(OLD.result, '$.kind') = 'classification' AND NEW.result IS NOT NULL
      AND (json_extract(OLD.result, '$.categoryId') IS NOT json_extract(NEW.result, '$.categoryId')
        OR json_extract(OLD.result, '$.categoryName') IS NOT json_extract(NEW.result, '$.categoryName')) BEGIN
    INSERT INTO noted_categories
      SELECT NEW.document_id, NEW.route, coalesce(json_extract(value, '$.categoryId'), ''), coalesce(json_extract(value, '$.categoryName'), '')
      FROM (SELECT OLD.result AS value UNION ALL SELECT NEW.result)
      WHERE coalesce(json_extract(value, '$.categoryId'), json_extract(value, '$.categoryName')) IS NOT NULL
      ON CONFLICT DO NOTHING;
  END;
  `,
  `
  -- Results of extractions: of each, a row holds what it differs in from a sample, and 'result' is '{}' (step-results.ts).
  ALTER TABLE steps ADD COLUMN sample INTEGER REFERENCES samples (id);
  ALTER TABLE steps ADD COLUMN packed BLOB;
  `,
  `
  -- Results that have changed since the other machines were told of them (untold-results.ts).
  CREATE TABLE untold_results (
    document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    route INTEGER NOT NULL REFERENCES routes (id),
    why TEXT NOT NULL,
    PRIMARY KEY (document_id, route)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Nearly every document comes to this index twice, with its path and then with its values. To merge parts of it for what is replaced
  -- took up to half a second at once; it goes when they are merged anyway, which is done for more of them together.
  INSERT INTO search_parts (search_parts, rank) VALUES ('deletemerge', 0), ('automerge', 16);
  `,
  `
  -- Files of the service, and whose they are: one file of one batch serves one content (service-files.ts).
  CREATE TABLE service_files (
    origin TEXT NOT NULL,
    file TEXT NOT NULL,
    batch TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (origin, file, batch)
  ) STRICT, WITHOUT ROWID;
  INSERT OR IGNORE INTO service_files
    SELECT r.origin, s.file_id, b.service_batch_id, d.hash
      FROM (SELECT document_id, batch_id, file_id FROM steps UNION ALL SELECT document_id, batch_id, file_id FROM left_steps) s
        JOIN documents d ON d.id = s.document_id JOIN batches b ON b.id = s.batch_id JOIN routes r ON r.id = b.route
      WHERE s.file_id IS NOT NULL AND b.service_batch_id IS NOT NULL AND d.hash IS NOT NULL
      ORDER BY d.id;
  `,
];
