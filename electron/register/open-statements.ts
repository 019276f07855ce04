/**
 * What people have open for review. Each row hangs on the lease of its machine, and counts for as long as that lasts: nothing
 * renews it, and nobody has to remove it.
 */
export const openTable = `
  CREATE TABLE intray.open_document (
    lease bigint NOT NULL REFERENCES intray.lease ON DELETE CASCADE,
    origin text NOT NULL,
    route text NOT NULL,
    sha256 bytea NOT NULL CHECK (length(sha256) = 32),
    since timestamptz NOT NULL,
    PRIMARY KEY (lease, origin, route, sha256)
  );
  CREATE FUNCTION intray.tell_of_any() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM changed) THEN
      PERFORM pg_notify('intray', '');
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER opened AFTER INSERT ON intray.open_document REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION intray.tell_of_any();
  CREATE TRIGGER closed AFTER DELETE ON intray.open_document REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION intray.tell_of_any();
  `;

const keys = 'unnest($2::text[], $3::text[], $4::bytea[], $5::bigint[]) AS key (origin, route, sha256, open_ms)';

/** $1: the lease; $2 to $5: all that is open under it, and for how many milliseconds. Returns nothing once the lease has ended. */
export const openStatement = `
  WITH mine AS MATERIALIZED (
    SELECT id FROM intray.lease WHERE id = $1 AND until > clock_timestamp()
  ), closed AS (
    DELETE FROM intray.open_document AS open
    USING mine
    WHERE open.lease = mine.id AND NOT EXISTS (
      SELECT FROM ${keys} WHERE key.origin = open.origin AND key.route = open.route AND key.sha256 = open.sha256
    )
  ), opened AS (
    INSERT INTO intray.open_document (lease, origin, route, sha256, since)
    SELECT mine.id, key.origin, key.route, key.sha256, clock_timestamp() - key.open_ms * interval '1 millisecond'
    FROM mine, ${keys}
    ON CONFLICT DO NOTHING
  )
  SELECT id FROM mine`;

/** $1: the origin. A lease is looked up for each open document, however many leases there are. */
export const openedStatement = `
  SELECT open.origin, open.route, encode(open.sha256, 'hex') AS sha256, lease.machine, lease.name,
    extract(epoch FROM clock_timestamp() - open.since) * 1000 AS open_ms
  FROM intray.open_document AS open
    CROSS JOIN LATERAL (
      SELECT machine, name FROM intray.lease WHERE id = open.lease AND until > clock_timestamp() OFFSET 0
    ) AS lease
  WHERE open.origin = $1
  ORDER BY open.since, open.lease, open.sha256
  LIMIT 1000`;

/** Removes what was open at machines that have ended. */
export const pruneOpenStatement = `
  DELETE FROM intray.open_document AS open
  WHERE (SELECT until FROM intray.lease WHERE id = open.lease) <= clock_timestamp()`;
