/** A view of another format is made again. */
export const viewVersion = 2;

/** What is derived from the ledger's facts to be searched and sorted. All of it can be made again. */
export const viewSchema = `
  -- Which ledger this is a view of, and up to which of its changes; 'readings': how values were read then.
  CREATE TABLE cursor (
    epoch TEXT NOT NULL,
    seq INTEGER NOT NULL,
    readings INTEGER NOT NULL
  ) STRICT;

  -- The text of a document, folded (search.ts): any part of it of three characters or more is found by its index.
  CREATE VIRTUAL TABLE search USING fts5 (text, columnsize = 0, tokenize = 'trigram case_sensitive 1');

  -- The values of documents by column of a list (core/values/columns.ts): 'rank' 0 has a type, 1 is text; 'sort' is a number, an
  -- ISO date, or folded text.
  CREATE TABLE value_names (
    id INTEGER PRIMARY KEY,
    folder_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    UNIQUE (folder_id, name)
  ) STRICT;
  CREATE TABLE field_values (
    document_id INTEGER NOT NULL,
    name INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    sort ANY NOT NULL,
    PRIMARY KEY (document_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX field_values_sorted ON field_values (name, rank, sort, document_id);

  -- Who sent a document, its day (ISO), and what it comes to, in ten-thousandths (main-values.ts). 'counted': in totals, not a copy.
  CREATE TABLE main_values (
    document_id INTEGER PRIMARY KEY,
    folder_id INTEGER NOT NULL,
    sender TEXT,
    sender_key TEXT,
    date TEXT,
    amount INTEGER,
    currency TEXT,
    counted INTEGER NOT NULL,
    reviewed INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX main_values_by_sender ON main_values (sender_key) WHERE sender_key IS NOT NULL;

  -- When a document was found, delivered first, and failed (insights.ts). 'asked': whether a person ever had to look at it.
  CREATE TABLE moments (
    document_id INTEGER PRIMARY KEY,
    folder_id INTEGER NOT NULL,
    found_at REAL NOT NULL,
    delivered_at REAL,
    failed_at REAL,
    duplicate INTEGER NOT NULL,
    asked INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX moments_found ON moments (found_at, folder_id);
  CREATE INDEX moments_delivered ON moments (delivered_at, folder_id, found_at, asked, duplicate) WHERE delivered_at IS NOT NULL;
  CREATE INDEX moments_failed ON moments (failed_at, folder_id) WHERE failed_at IS NOT NULL;
`;
