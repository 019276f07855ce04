/** Statements about the register as a whole, for people. */
import { removableNames, tableNames } from './schema.ts';

/** Many contents are not counted but estimated, as the database does it for its own plans. */
export const statusStatement = `
  SELECT current_setting('server_version') AS server, pg_is_in_recovery() AS standby,
    CASE WHEN pg_is_in_recovery() THEN extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000 END AS behind,
    CASE WHEN few.contents < 10000 THEN few.contents
      ELSE (SELECT greatest(reltuples, 10000)::bigint FROM pg_class WHERE oid = 'intray.claim'::regclass) END AS contents
  FROM (SELECT count(*) AS contents FROM (SELECT FROM intray.claim WHERE state <> 'free' LIMIT 10000) AS counted) AS few`;

/** In milliseconds since the epoch. */
export const clockStatement = 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS clock';

/** What the program may not do and needs to. */
export const lackingStatement = `
  SELECT privilege || ' ' || name AS lacking
  FROM unnest(${textArray(tableNames)}) AS name,
    unnest(ARRAY['SELECT', 'INSERT', 'UPDATE']) AS privilege
  WHERE NOT has_table_privilege(name, privilege)
  UNION ALL
  SELECT 'DELETE ' || name FROM unnest(${textArray(removableNames)}) AS name WHERE NOT has_table_privilege(name, 'DELETE')
  UNION ALL
  SELECT 'USAGE intray.fence' WHERE NOT has_sequence_privilege('intray.fence', 'USAGE')
  ORDER BY lacking`;

function textArray(names: readonly string[]): string {
  return `ARRAY[${names.map((name) => `'${name}'`).join(', ')}]`;
}
