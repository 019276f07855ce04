/** The statements on inboxes: who writes to one, and what was delivered there. Each is one transaction and one round trip. */

/** $1: the lease; $2: the inbox. Takes it if nobody writes to it, and confirms it if this lease does; else returns nothing. */
export const writeStatement = `
  INSERT INTO intray.inbox AS inbox (name, since, lease)
  SELECT $2, nextval('intray.fence'), mine.id
  FROM (SELECT id FROM intray.lease WHERE id = $1 AND until > clock_timestamp()) AS mine
  ON CONFLICT (name) DO UPDATE
  SET since = CASE WHEN inbox.lease = excluded.lease THEN inbox.since ELSE nextval('intray.fence') END, lease = excluded.lease
  WHERE inbox.lease = excluded.lease OR (SELECT until FROM intray.lease WHERE id = inbox.lease) <= clock_timestamp()
  RETURNING since`;

/** $1: the inbox. */
export const writerStatement = `
  SELECT lease.name AS machine
  FROM intray.inbox AS inbox JOIN intray.lease AS lease ON lease.id = inbox.lease
  WHERE inbox.name = $1`;

/**
 * $1: the lease; $2: the inbox; $3 to $7: what is about to be written; $8 and $9: tables that are begun. Returns nothing if another one
 * writes there.
 */
export const intendStatement = `
  WITH own AS MATERIALIZED (
    SELECT name FROM intray.inbox WHERE name = $2 AND lease = $1 FOR UPDATE
  ), intended AS (
    INSERT INTO intray.intent (inbox, path, sha256, json, json_hash, json_previous)
    SELECT own.name, key.*
    FROM own, unnest($3::text[], $4::bytea[], $5::text[], $6::text[], $7::text[])
      AS key (path, sha256, json, json_hash, json_previous)
    ORDER BY key.path, key.sha256
    ON CONFLICT (inbox, path, sha256) DO UPDATE
    SET json = excluded.json, json_hash = excluded.json_hash, json_previous = excluded.json_previous
  ), tables AS (
    INSERT INTO intray.inbox_table (inbox, route, path)
    SELECT own.name, key.* FROM own, unnest($8::text[], $9::text[]) AS key (route, path) ORDER BY key.route
    ON CONFLICT (inbox, route) DO UPDATE SET path = excluded.path
  )
  SELECT name FROM own`;

/**
 * $1: the lease; $2: the inbox; $3 to $8: what was delivered; $9 and $10: its tables; $11 and $12: for what else nothing is intended
 * any more. Returns nothing if another one writes there.
 */
export const deliverStatement = `
  WITH own AS MATERIALIZED (
    SELECT name FROM intray.inbox WHERE name = $2 AND lease = $1 FOR UPDATE
  ), delivered AS (
    INSERT INTO intray.delivery (inbox, path, sha256, digest, json, json_hash, csv)
    SELECT own.name, key.*
    FROM own, unnest($3::text[], $4::bytea[], $5::text[], $6::text[], $7::text[], $8::text[])
      AS key (path, sha256, digest, json, json_hash, csv)
    ORDER BY key.path, key.sha256
    ON CONFLICT (inbox, path, sha256) DO UPDATE
    SET digest = excluded.digest, json = excluded.json, json_hash = excluded.json_hash, csv = excluded.csv
  ), ended AS (
    DELETE FROM intray.intent AS intent
    USING own, unnest($3::text[] || $11::text[], $4::bytea[] || $12::bytea[]) AS key (path, sha256)
    WHERE intent.inbox = own.name AND intent.path = key.path AND intent.sha256 = key.sha256
  ), tables AS (
    INSERT INTO intray.inbox_table (inbox, route, path)
    SELECT own.name, key.* FROM own, unnest($9::text[], $10::text[]) AS key (route, path) ORDER BY key.route
    ON CONFLICT (inbox, route) DO UPDATE SET path = excluded.path
  )
  SELECT name FROM own`;

/** $1: the inbox; $2 and $3: paths and contents, beside each other. */
export const deliveriesStatement = `
  SELECT key.path, encode(key.sha256, 'hex') AS sha256, coalesce(delivery.digest, '') AS digest, delivery.json, delivery.json_hash,
    delivery.csv, intent.inbox IS NOT NULL AS begun, intent.json AS begun_json, intent.json_hash AS begun_hash,
    intent.json_previous AS begun_previous
  FROM unnest($2::text[], $3::bytea[]) AS key (path, sha256)
  LEFT JOIN intray.delivery AS delivery
    ON delivery.inbox = $1 AND delivery.path = key.path AND delivery.sha256 = key.sha256
  LEFT JOIN intray.intent AS intent
    ON intent.inbox = $1 AND intent.path = key.path AND intent.sha256 = key.sha256
  WHERE delivery.inbox IS NOT NULL OR intent.inbox IS NOT NULL`;

/** $1: the inbox; $2 and $3: after which file. */
export const unfinishedStatement = `
  SELECT path, encode(sha256, 'hex') AS sha256 FROM intray.intent
  WHERE inbox = $1 AND (path, sha256) > ($2, $3::bytea) ORDER BY path, sha256 LIMIT 1000`;

/** $1: the inbox. */
export const tablesStatement = 'SELECT route, path FROM intray.inbox_table WHERE inbox = $1 ORDER BY route';
