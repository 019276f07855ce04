/**
 * The statements on accounts. Whatever depends on what others have changed begins with `lockStatement`, in one transaction: one machine
 * at a time.
 */

/** $1: the origin; $2: the state of an account that is new. */
export const addAccountStatement = 'INSERT INTO intray.account (origin, state) VALUES ($1, $2) ON CONFLICT (origin) DO NOTHING';

/** $1: the origin. The clock is in milliseconds since the epoch. */
export const lockStatement = `
  SELECT state, extract(epoch FROM clock_timestamp()) * 1000 AS clock FROM intray.account WHERE origin = $1 FOR UPDATE`;

export const machinesStatement = 'SELECT count(DISTINCT machine) AS machines FROM intray.lease WHERE until > clock_timestamp()';

/** $1: the origin; $2: the state. */
export const keepStateStatement = 'UPDATE intray.account SET state = $2 WHERE origin = $1';

export const clockStatement = 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS clock';

/** $1: the origin; $2: scopes; $3: the day; $4: the month it is in. */
export const usedStatement = `
  SELECT scope, coalesce(sum(pages) FILTER (WHERE day = $3), 0) AS day, coalesce(sum(pages), 0) AS month
  FROM intray.pages_used
  WHERE origin = $1 AND scope = ANY ($2::text[]) AND day >= $4 AND day < $4 || '~'
  GROUP BY scope`;

/** $1: the origin; $2: the machine; $3: ids. */
export const reservationsStatement = `
  SELECT id, counts FROM intray.reservation WHERE origin = $1 AND machine = $2 AND id = ANY ($3::text[])`;

/** $1: the origin; $2: the machine; $3: a day. */
export const countedStatement = `
  SELECT id FROM intray.reservation WHERE origin = $1 AND machine = $2 AND day >= $3 AND counts`;

/** $1: the origin; $2: the machine; $3, $4: ids and days beside each other; $5: the lease of what is not sent yet. */
export const addReservationsStatement = `
  INSERT INTO intray.reservation (origin, machine, id, day, counts, lease)
  SELECT $1, $2, made.id, made.day, true, $5 FROM unnest($3::text[], $4::text[]) AS made (id, day)`;

/** $1: the origin; $2: the machine; $3 to $6: ids, scopes, days and pages beside each other. */
export const addPagesStatement = `
  WITH made AS MATERIALIZED (
    SELECT * FROM unnest($3::text[], $4::text[], $5::text[], $6::bigint[]) AS made (id, scope, day, pages)
  ), kept AS (
    INSERT INTO intray.reserved_pages (origin, machine, id, scope, pages) SELECT $1, $2, id, scope, pages FROM made
  )
  INSERT INTO intray.pages_used AS used (origin, scope, day, pages)
  SELECT $1, scope, day, sum(pages) FROM made GROUP BY scope, day
  ON CONFLICT (origin, scope, day) DO UPDATE SET pages = used.pages + excluded.pages`;

/**
 * $1: the origin; $2: the machine; $3: an id; $4: its day; $5: the lease; $6, $7: when that day begins and ends, in milliseconds since
 * the epoch; $8, $9: scopes and pages beside each other. For a request that no budget limits: any number of machines do it at once,
 * while nobody holds the account. Returns nothing where it is another day by the register's clock, or the request is known.
 */
export const reserveUnlimitedStatement = `
  WITH account AS MATERIALIZED (
    SELECT origin FROM intray.account
    WHERE origin = $1 AND extract(epoch FROM clock_timestamp()) * 1000 >= $6::float8
      AND extract(epoch FROM clock_timestamp()) * 1000 < $7::float8
    FOR KEY SHARE
  ), made AS (
    INSERT INTO intray.reservation (origin, machine, id, day, counts, lease)
    SELECT origin, $2, $3, $4, true, $5::bigint FROM account
    ON CONFLICT (origin, machine, id) DO NOTHING
    RETURNING id
  ), scoped AS MATERIALIZED (
    SELECT made.id, pages.scope, pages.pages
    FROM made, unnest($8::text[], $9::bigint[]) AS pages (scope, pages)
    ORDER BY pages.scope
  ), kept AS (
    INSERT INTO intray.reserved_pages (origin, machine, id, scope, pages) SELECT $1, $2, id, scope, pages FROM scoped
  ), counted AS (
    INSERT INTO intray.pages_used AS used (origin, scope, day, pages)
    SELECT $1, scope, $4, pages FROM scoped
    ON CONFLICT (origin, scope, day) DO UPDATE SET pages = used.pages + excluded.pages
  )
  SELECT id FROM made`;

/** $1: the origin; $2: the machine; $3: ids. */
export const giveBackPagesStatement = endReservations('reservation.machine = $2 AND reservation.id = ANY ($3::text[])');

/** $1: the origin. Gives back what was not sent before the lease of its machine ended. */
export const lapseStatement = endReservations(`
  reservation.lease IS NOT NULL
  AND NOT EXISTS (SELECT FROM intray.lease WHERE lease.id = reservation.lease AND lease.until > clock_timestamp())`);

function endReservations(condition: string): string {
  return `
  WITH ended AS (
    UPDATE intray.reservation SET counts = false
    WHERE reservation.origin = $1 AND reservation.counts AND ${condition}
    RETURNING machine, id, day
  ), less AS (
    SELECT pages.scope, ended.day, sum(pages.pages) AS pages
    FROM ended JOIN intray.reserved_pages AS pages
      ON pages.origin = $1 AND pages.machine = ended.machine AND pages.id = ended.id
    GROUP BY pages.scope, ended.day
  )
  UPDATE intray.pages_used AS used SET pages = used.pages - less.pages
  FROM less WHERE used.origin = $1 AND used.scope = less.scope AND used.day = less.day`;
}

/** $1: the origin; $2: the machine; $3: ids of requests that were never made: they are not to be made any more. */
export const endReservationsStatement = `
  INSERT INTO intray.reservation (origin, machine, id, day, counts)
  SELECT $1, $2, ended.id, '', false FROM unnest($3::text[]) AS ended (id)
  ON CONFLICT (origin, machine, id) DO NOTHING`;
