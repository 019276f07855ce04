/**
 * The statements on claims and leases. Each is one transaction and one round trip, whatever the number of contents. The row's lock and its
 * fencing number keep two machines apart; leases only say when it is another machine's turn. Keys are locked in their order, so
 * that two batches with the same contents wait for each other and do not lock each other out.
 */

/** $2 to $4: origins, routes and contents, beside each other. */
const keys = 'unnest($2::text[], $3::text[], $4::bytea[]) AS key (origin, route, sha256)';
/** $5: the fencing numbers beside them. */
const claims = 'unnest($2::text[], $3::text[], $4::bytea[], $5::bigint[]) AS key (origin, route, sha256, fence)';
const sameKey = 'claim.origin = key.origin AND claim.route = key.route AND claim.sha256 = key.sha256';
const columns = "claim.origin, claim.route, encode(claim.sha256, 'hex') AS sha256, claim.fence";

/** $1: the lease. Returns those that are claimed by now. */
export const claimStatement = `
  INSERT INTO intray.claim AS claim (origin, route, sha256, state, fence, lease)
  SELECT key.origin, key.route, key.sha256, 'claimed', nextval('intray.fence'), mine.id
  FROM (SELECT * FROM ${keys} ORDER BY origin, route, sha256) AS key,
    (SELECT id FROM intray.lease WHERE id = $1 AND until > clock_timestamp()) AS mine
  ON CONFLICT (origin, route, sha256) DO UPDATE
  SET state = 'claimed', fence = nextval('intray.fence'), sent_fence = NULL, lease = excluded.lease, service_batch = NULL,
    service_file = NULL, file_name = NULL, outcome = NULL, review = NULL,
    revision = NULL
  WHERE claim.state = 'free'
    OR claim.state = 'claimed' AND (
      claim.lease = excluded.lease
      OR (SELECT until FROM intray.lease WHERE id = claim.lease) <= clock_timestamp()
    )
  RETURNING ${columns}`;

/** $1: the lease; $6, $7: origin and id of the pages that are reserved, or null. Changes all claims, or none; returns those that are changed. */
export const sentStatement = `
  WITH held AS MATERIALIZED (
    SELECT claim.origin, claim.route, claim.sha256
    FROM intray.claim AS claim JOIN ${claims} ON ${sameKey}
    WHERE claim.fence = key.fence AND claim.lease = $1 AND claim.state IN ('claimed', 'sent')
    ORDER BY claim.origin, claim.route, claim.sha256
    FOR UPDATE OF claim
  ), own AS MATERIALIZED (
    SELECT machine FROM intray.lease
    WHERE id = $1 AND until > clock_timestamp() AND (SELECT count(*) FROM held) = cardinality($2::text[])
  ), counted AS (
    UPDATE intray.reservation AS reservation SET lease = NULL
    FROM own
    WHERE reservation.origin = $6 AND reservation.machine = own.machine AND reservation.id = $7
  )
  UPDATE intray.claim AS claim
  SET state = 'sent', sent_fence = claim.fence
  FROM held AS key, own
  WHERE ${sameKey}
  RETURNING ${columns}`;

/**
 * From `news`: contents with the service's batches and files. Those whose the files are, from now on or before: a file that is known as
 * another content's stays that one's. The claims are locked before.
 */
const keptFiles = `
  INSERT INTO intray.service_file AS known (origin, batch, file, sha256)
  SELECT DISTINCT ON (origin, batch, file) origin, batch, file, sha256
  FROM news
  WHERE batch IS NOT NULL AND file IS NOT NULL
  ORDER BY origin, batch, file
  ON CONFLICT (origin, batch, file) DO UPDATE SET sha256 = known.sha256
  RETURNING origin, batch, file, sha256`;
const ownFile = `(
    SELECT kept.file FROM kept
    WHERE kept.origin = key.origin AND kept.batch = key.batch AND kept.file = key.file AND kept.sha256 = key.sha256
  )`;

/** $1: the service's batch; $6, $7: its files, and their names, beside the claims. Returns those that it took under these claims. */
export const acceptStatement = `
  WITH news AS MATERIALIZED (
    SELECT claim.origin, claim.route, claim.sha256, key.fence, $1::text AS batch, key.file, key.name
    FROM intray.claim AS claim
    JOIN unnest($2::text[], $3::text[], $4::bytea[], $5::bigint[], $6::text[], $7::text[])
      AS key (origin, route, sha256, fence, file, name)
      ON ${sameKey}
    WHERE key.fence IN (claim.fence, claim.sent_fence)
      AND (claim.state = 'sent' OR claim.state IN ('accepted', 'done') AND claim.service_batch = $1)
    ORDER BY claim.origin, claim.route, claim.sha256
    FOR UPDATE OF claim
  ), kept AS (${keptFiles})
  UPDATE intray.claim AS claim
  SET state = CASE claim.state WHEN 'sent' THEN 'accepted' ELSE claim.state END,
    service_batch = $1, service_file = coalesce(${ownFile}, claim.service_file), file_name = coalesce(key.name, claim.file_name)
  FROM news AS key
  WHERE ${sameKey}
  RETURNING claim.origin, claim.route, encode(claim.sha256, 'hex') AS sha256, key.fence`;

/** $1: unused, so that the parameters are those of the others. */
export const giveBackStatement = changeHeld(
  "state = 'free', sent_fence = NULL",
  "claim.state IN ('claimed', 'sent') AND (claim.fence = key.fence OR claim.sent_fence = key.fence)",
);

/** $1: unused; $6: outcomes beside the claims. */
export const finishStatement = `
  WITH locked AS MATERIALIZED (
    SELECT claim.origin, claim.route, claim.sha256, key.outcome
    FROM intray.claim AS claim
    JOIN unnest($2::text[], $3::text[], $4::bytea[], $5::bigint[], $6::text[]) AS key (origin, route, sha256, fence, outcome)
      ON ${sameKey}
    WHERE $1::bigint IS NOT NULL AND claim.state = 'accepted' AND claim.fence = key.fence
    ORDER BY claim.origin, claim.route, claim.sha256
    FOR UPDATE OF claim
  )
  UPDATE intray.claim AS claim SET state = 'done', outcome = key.outcome FROM locked AS key WHERE ${sameKey}`;

function changeHeld(change: string, condition: string): string {
  return `
  WITH locked AS MATERIALIZED (
    SELECT claim.origin, claim.route, claim.sha256
    FROM intray.claim AS claim JOIN ${claims} ON ${sameKey}
    WHERE $1::bigint IS NOT NULL AND ${condition}
    ORDER BY claim.origin, claim.route, claim.sha256
    FOR UPDATE OF claim
  )
  UPDATE intray.claim AS claim SET ${change} FROM locked AS key WHERE ${sameKey}`;
}

/** Any number that nothing else locks in this database. */
const reviewLock = 0x1_47_2a_5a;

/**
 * $1: the lease; $5 and $6: reviews, and outcomes that are other ones now, beside the keys. Revisions are drawn under a lock that is held until they are committed, so that nobody
 * who has seen one can miss an earlier one.
 */
export const reviewStatement = `
  WITH ordered AS MATERIALIZED (
    SELECT pg_advisory_xact_lock(${reviewLock})
  ), locked AS MATERIALIZED (
    SELECT claim.origin, claim.route, claim.sha256, key.review, key.outcome
    FROM intray.claim AS claim
    JOIN unnest($2::text[], $3::text[], $4::bytea[], $5::text[], $6::text[]) AS key (origin, route, sha256, review, outcome)
      ON ${sameKey}
    WHERE (SELECT count(*) FROM ordered) = 1 AND claim.state = 'done'
    ORDER BY claim.origin, claim.route, claim.sha256
    FOR UPDATE OF claim
  )
  UPDATE intray.claim AS claim
  SET review = key.review, outcome = coalesce(key.outcome, claim.outcome), revision = nextval('intray.fence')
  FROM locked AS key, (SELECT id FROM intray.lease WHERE id = $1 AND until > clock_timestamp()) AS own
  WHERE ${sameKey}
  RETURNING ${columns}`;

/** $1: a revision; $2: how many at most. */
export const reviewsStatement = `
  SELECT claim.origin, claim.route, encode(claim.sha256, 'hex') AS sha256, claim.review, claim.outcome, claim.revision,
    claim.service_file
  FROM intray.claim AS claim
  WHERE claim.revision > $1
  ORDER BY claim.revision
  LIMIT $2`;

const mine = '(SELECT id FROM intray.lease WHERE id = $1 AND until > clock_timestamp()) AS mine';
const taken = `${columns}, claim.state, claim.service_batch, claim.service_file, claim.file_name`;

/** $1: the lease that takes over. */
export const takeOverStatement = `
  WITH left_behind AS MATERIALIZED (
    SELECT claim.origin, claim.route, claim.sha256
    FROM ${keys}
    JOIN intray.claim AS claim ON ${sameKey}
    JOIN intray.lease AS lease ON lease.id = claim.lease
    WHERE claim.state IN ('sent', 'accepted') AND lease.until <= clock_timestamp()
    ORDER BY claim.origin, claim.route, claim.sha256
    FOR UPDATE OF claim
  )
  UPDATE intray.claim AS claim
  SET lease = mine.id, fence = nextval('intray.fence')
  FROM left_behind AS key, ${mine}
  WHERE ${sameKey}
  RETURNING ${taken}`;

/** $1: the lease that takes up what earlier ones of its machine held; $2: how many at most. */
export const takeUpStatement = `
  WITH left_behind AS MATERIALIZED (
    SELECT moving.origin, moving.route, moving.sha256
    FROM (
        SELECT earlier.id
        FROM intray.lease AS earlier JOIN intray.lease AS own ON own.machine = earlier.machine
        WHERE own.id = $1 AND earlier.id < $1 AND earlier.until <= clock_timestamp()
        ORDER BY earlier.id
      ) AS ended,
      LATERAL (
        SELECT claim.origin, claim.route, claim.sha256
        FROM intray.claim AS claim
        WHERE claim.lease = ended.id AND claim.state IN ('sent', 'accepted')
        ORDER BY claim.fence
        LIMIT $2
        FOR UPDATE SKIP LOCKED
      ) AS moving
    LIMIT $2
  )
  UPDATE intray.claim AS claim
  SET lease = mine.id, fence = nextval('intray.fence')
  FROM left_behind AS key, ${mine}
  WHERE ${sameKey}
  RETURNING ${taken}`;

/** $1: the lease; $5: the fencing numbers under which they were seen. */
export const reopenStatement = `
  WITH locked AS MATERIALIZED (
    SELECT claim.origin, claim.route, claim.sha256
    FROM intray.claim AS claim JOIN ${claims} ON ${sameKey}
    WHERE claim.fence = key.fence AND claim.state IN ('sent', 'accepted', 'done')
    ORDER BY claim.origin, claim.route, claim.sha256
    FOR UPDATE OF claim
  )
  UPDATE intray.claim AS claim
  SET state = 'claimed', fence = nextval('intray.fence'), sent_fence = NULL, lease = mine.id, service_batch = NULL,
    service_file = NULL, file_name = NULL, outcome = NULL, review = NULL,
    revision = NULL
  FROM locked AS key, ${mine}
  WHERE ${sameKey}
  RETURNING ${columns}`;

/**
 * $1: the lease; $5 to $9: states, the service's batches, files and their names, and outcomes beside the keys. Puts in what the
 * register knows less about; returns that.
 */
export const rememberStatement = `
  WITH key AS MATERIALIZED (
    SELECT * FROM unnest($2::text[], $3::text[], $4::bytea[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
      AS key (origin, route, sha256, state, batch, file, name, outcome)
  ), claim AS MATERIALIZED (
    SELECT claim.origin, claim.route, claim.sha256, claim.state
    FROM key JOIN intray.claim AS claim ON ${sameKey}
    ORDER BY claim.origin, claim.route, claim.sha256
    FOR UPDATE OF claim
  ), news AS MATERIALIZED (
    SELECT key.*, mine.id AS lease
    FROM key LEFT JOIN claim ON ${sameKey}, ${mine}
    WHERE claim.state IS NULL OR claim.state IN ('free', 'claimed') OR claim.state = 'sent' AND key.state <> 'sent'
  ), kept AS (${keptFiles})
  INSERT INTO intray.claim AS claim
    (origin, route, sha256, state, fence, lease, service_batch, service_file, file_name, outcome)
  SELECT key.origin, key.route, key.sha256, key.state, nextval('intray.fence'), key.lease, key.batch, ${ownFile}, key.name, key.outcome
  FROM (SELECT * FROM news ORDER BY origin, route, sha256) AS key
  ON CONFLICT (origin, route, sha256) DO UPDATE
  SET state = excluded.state, fence = nextval('intray.fence'), sent_fence = NULL, lease = excluded.lease,
    service_batch = excluded.service_batch, service_file = excluded.service_file, file_name = excluded.file_name,
    outcome = excluded.outcome
  WHERE claim.state IN ('free', 'claimed') OR claim.state = 'sent' AND excluded.state <> 'sent'
  RETURNING ${columns}`;

/** $1: unused. */
export const findStatement = `
  SELECT claim.origin, claim.route, encode(claim.sha256, 'hex') AS sha256, claim.state, claim.fence, claim.service_batch,
    claim.service_file, claim.file_name, claim.outcome, claim.review, lease.name AS machine, lease.until > clock_timestamp() AS held
  FROM ${keys}
  JOIN intray.claim AS claim ON ${sameKey}
  JOIN intray.lease AS lease ON lease.id = claim.lease
  WHERE $1::bigint IS NOT NULL`;

/** $1: the service; $2: a batch of it; $3: files of that. */
export const contentsOfStatement = `
  SELECT file, encode(sha256, 'hex') AS sha256
  FROM intray.service_file
  WHERE origin = $1 AND batch = $2 AND file = ANY ($3::text[])`;

/** $1: the machine; $2: its name; $3: milliseconds. Ends the machine's earlier leases. */
export const beginStatement = `
  WITH earlier AS (
    UPDATE intray.lease SET until = clock_timestamp() WHERE machine = $1 AND until > clock_timestamp()
  )
  INSERT INTO intray.lease (machine, name, until)
  VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
  RETURNING id, (SELECT id FROM intray.register) AS register`;

/** $1: a lease; $2: its machine; $3: its name. Whether another machine had that name first. */
export const namesakeStatement = `
  SELECT id FROM intray.lease
  WHERE id < $1 AND machine <> $2 AND name = $3 AND until > clock_timestamp()
  LIMIT 1`;

/** $1: the lease; $2: milliseconds; $3: what the machine does. Returns nothing once the lease has ended. */
export const renewStatement = `
  UPDATE intray.lease
  SET until = clock_timestamp() + $2 * interval '1 millisecond', seen_at = clock_timestamp(), doing = $3
  WHERE id = $1 AND until > clock_timestamp()
  RETURNING id`;

export const isAliveStatement = 'SELECT until > clock_timestamp() AS alive FROM intray.lease WHERE id = $1';

export const endStatement = 'UPDATE intray.lease SET until = clock_timestamp() WHERE id = $1 AND until > clock_timestamp()';

export const machinesStatement = `
  SELECT DISTINCT ON (machine) machine, name, doing, until > clock_timestamp() AS alive,
    extract(epoch FROM seen_at) * 1000 AS seen
  FROM intray.lease
  WHERE seen_at > clock_timestamp() - interval '90 days'
  ORDER BY machine, id DESC`;

/**
 * Removes up to 1,000 leases that ended more than a day ago and hold nothing. The last one of a machine stays until the machine is in
 * no list any more.
 */
export const pruneStatement = `
  DELETE FROM intray.lease
  WHERE id IN (
    SELECT ended.id
    FROM intray.lease AS ended
    WHERE ended.until < clock_timestamp() - interval '1 day'
      AND (
        ended.seen_at < clock_timestamp() - interval '90 days'
        OR EXISTS (SELECT FROM intray.lease AS later WHERE later.machine = ended.machine AND later.id > ended.id)
      )
      AND NOT EXISTS (SELECT FROM intray.claim WHERE claim.lease = ended.id)
      AND NOT EXISTS (SELECT FROM intray.inbox WHERE inbox.lease = ended.id)
    ORDER BY ended.id
    LIMIT 1000
    FOR UPDATE SKIP LOCKED
  )
  RETURNING id`;
