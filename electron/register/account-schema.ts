/**
 * The tables of the accounts that machines share. A reservation's row stays for ever, so that it is not made twice; it has a lease
 * until it is sent. `pages_used` is the sum of what counts, so that a budget reads one row for each day.
 */
export const accountTables = `
  CREATE TABLE intray.account (
    origin text PRIMARY KEY,
    state text NOT NULL
  );
  CREATE TABLE intray.reservation (
    origin text NOT NULL,
    machine text NOT NULL,
    id text NOT NULL,
    day text COLLATE "C" NOT NULL,
    counts boolean NOT NULL,
    lease bigint,
    PRIMARY KEY (origin, machine, id)
  );
  CREATE INDEX reservation_open ON intray.reservation (origin, lease) WHERE counts AND lease IS NOT NULL;
  CREATE INDEX reservation_day ON intray.reservation (origin, machine, day) WHERE counts;
  CREATE TABLE intray.reserved_pages (
    origin text NOT NULL,
    machine text NOT NULL,
    id text NOT NULL,
    scope text NOT NULL,
    pages bigint NOT NULL,
    PRIMARY KEY (origin, machine, id, scope),
    FOREIGN KEY (origin, machine, id) REFERENCES intray.reservation
  );
  CREATE TABLE intray.pages_used (
    origin text NOT NULL,
    scope text NOT NULL,
    day text COLLATE "C" NOT NULL,
    pages bigint NOT NULL,
    PRIMARY KEY (origin, scope, day)
  );
  `;

/** What the program works with. */
export const accountTableNames = ['account', 'reservation', 'reserved_pages', 'pages_used'].map((name) => `intray.${name}`);
