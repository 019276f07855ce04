import type pg from 'pg';
import { say } from '../core/messages/message.ts';
import { err, ok } from '../core/result.ts';
import { accountTableNames, accountTables } from './account-schema.ts';
import type { Connection } from './connection.ts';
import type { RegisterAnswer } from './register.ts';

/**
 * The tables, by numbered migrations: a change is a new entry at the end. A claim points to a lease, so that renewing the lease of
 * a machine is one row however many contents it holds. A claim's row stays for ever, and so its fencing numbers only grow.
 */
const migrations: readonly string[] = [
  `
  CREATE TABLE intray.lease (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    machine text NOT NULL,
    name text NOT NULL,
    doing text,
    seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    until timestamptz NOT NULL
  );
  CREATE INDEX lease_machine ON intray.lease (machine, id);
  CREATE SEQUENCE intray.fence;
  CREATE TABLE intray.claim (
    origin text NOT NULL,
    route text NOT NULL,
    sha256 bytea NOT NULL CHECK (length(sha256) = 32),
    state text NOT NULL CHECK (state IN ('free', 'claimed', 'sent', 'accepted', 'done')),
    fence bigint NOT NULL,
    sent_fence bigint,
    lease bigint NOT NULL REFERENCES intray.lease,
    service_batch text,
    service_file text,
    PRIMARY KEY (origin, route, sha256)
  );
  CREATE INDEX claim_moving ON intray.claim (lease, fence) WHERE state IN ('sent', 'accepted');
  `,
  // Outcomes are kept as text: the order of a result's members is the service's own. Whoever waits is told once a transaction.
  `
  ALTER TABLE intray.claim ADD COLUMN file_name text, ADD COLUMN outcome text;
  CREATE TABLE intray.register (id text NOT NULL);
  INSERT INTO intray.register VALUES (gen_random_uuid()::text);
  CREATE TABLE intray.inbox (
    name text PRIMARY KEY,
    since bigint NOT NULL,
    lease bigint NOT NULL REFERENCES intray.lease
  );
  CREATE TABLE intray.delivery (
    inbox text NOT NULL,
    path text NOT NULL,
    sha256 bytea NOT NULL CHECK (length(sha256) = 32),
    digest text NOT NULL,
    json text,
    json_hash text,
    csv text,
    PRIMARY KEY (inbox, path, sha256)
  );
  CREATE TABLE intray.inbox_table (
    inbox text NOT NULL,
    route text NOT NULL,
    path text NOT NULL,
    PRIMARY KEY (inbox, route)
  );
  CREATE FUNCTION intray.tell() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('intray', '');
    RETURN NULL;
  END $$;
  CREATE FUNCTION intray.tell_of_claims() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM changed WHERE state IN ('free', 'done')) THEN
      PERFORM pg_notify('intray', '');
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER claim_changed AFTER UPDATE ON intray.claim REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION intray.tell_of_claims();
  CREATE TRIGGER delivered AFTER INSERT OR UPDATE ON intray.delivery FOR EACH STATEMENT EXECUTE FUNCTION intray.tell();
  `,
  `
  ALTER TABLE intray.claim ADD COLUMN review text, ADD COLUMN revision bigint;
  CREATE INDEX claim_reviewed ON intray.claim (revision) WHERE revision IS NOT NULL;
  `,
  accountTables,
  // A lease that ended is removed once nothing points to it.
  'CREATE INDEX claim_lease ON intray.claim (lease)',
  // What was begun and not told of: few rows, which go once it is, or when the file has gone.
  `
  CREATE TABLE intray.intent (
    inbox text NOT NULL,
    path text NOT NULL,
    sha256 bytea NOT NULL CHECK (length(sha256) = 32),
    json text,
    json_hash text,
    json_previous text,
    PRIMARY KEY (inbox, path, sha256)
  )`,
  // Files of the service, and whose they are: one file of one batch serves one content, also after that was sent again.
  `
  CREATE TABLE intray.service_file (
    origin text NOT NULL,
    batch text NOT NULL,
    file text NOT NULL,
    sha256 bytea NOT NULL CHECK (length(sha256) = 32),
    PRIMARY KEY (origin, batch, file)
  )`,
];

export const schemaVersion = migrations.length;

/** What the program works with. */
export const tableNames: readonly string[] = [
  ...['lease', 'claim', 'service_file', 'inbox', 'delivery', 'intent', 'inbox_table'].map((name) => `intray.${name}`),
  ...accountTableNames,
];

/** Where the program may also remove rows: what it holds no promise by. */
export const removableNames: readonly string[] = ['intray.lease', 'intray.intent'];

/** Any number that nothing else locks in this database. */
const migrationLock = 0x1_47_2a_59;

/**
 * Makes the tables, or brings them up to date. One machine at a time; the others wait and then find it done.
 * @param role of the program; it gets the rights to work with the tables, and none to change them
 */
export async function createSchema(connection: Connection, role: string): Promise<RegisterAnswer<void>> {
  const known = await connection.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (!known.ok) return known;
  if (known.value.length === 0)
    return err({ kind: 'failed', message: say('register.noRole', { role, place: connection.place }) });
  const done = await connection.transaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    await client.query('CREATE SCHEMA IF NOT EXISTS intray');
    await client.query('CREATE TABLE IF NOT EXISTS intray.schema_version (version integer NOT NULL)');
    const { rows } = await client.query<{ version: number }>('SELECT version FROM intray.schema_version');
    const version = rows[0]?.version ?? 0;
    if (version > schemaVersion) return version;
    for (const migration of migrations.slice(version)) await client.query(migration);
    await client.query('DELETE FROM intray.schema_version');
    await client.query('INSERT INTO intray.schema_version VALUES ($1)', [schemaVersion]);
    await grant(client, role);
    return schemaVersion;
  });
  return done.ok ? checkVersion(done.value, connection.place) : done;
}

async function grant(client: pg.ClientBase, role: string): Promise<void> {
  const name = `"${role.replaceAll('"', '""')}"`;
  await client.query(`
    GRANT USAGE ON SCHEMA intray TO ${name};
    GRANT SELECT ON intray.schema_version, intray.register TO ${name};
    GRANT SELECT, INSERT, UPDATE ON ${tableNames.join(', ')} TO ${name};
    GRANT DELETE ON ${removableNames.join(', ')} TO ${name};
    GRANT USAGE ON SEQUENCE intray.fence TO ${name};
  `);
}

/** Whether the tables are those that this program works with. */
export async function checkSchema(connection: Connection): Promise<RegisterAnswer<void>> {
  const found = await connection.query<{ version: number }>('SELECT version FROM intray.schema_version');
  return found.ok ? checkVersion(found.value[0]?.version ?? 0, connection.place) : found;
}

function checkVersion(version: number, place: string): RegisterAnswer<void> {
  if (version > schemaVersion) return err({ kind: 'newer', message: say('register.newer', { place }) });
  if (version < schemaVersion) return err({ kind: 'older', message: say('register.older', { place }) });
  return ok(undefined);
}
